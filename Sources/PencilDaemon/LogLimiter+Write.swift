internal import PencilInput
internal import PencilSystem

extension LogLimiter {
  /// Writes a line about what comes and goes, unless there were too many: whoever can make it come could fill the log.
  ///
  /// - Parameters:
  ///   - what: of what the lines are, for the word that some were left out.
  ///   - teller: whose word that is.
  mutating func write(
    _ level: Log.Level, _ source: Log.Source, _ text: String, of what: StaticString,
    by teller: Log.Source
  ) {
    let (isAllowed, leftOut) = admit(now: Clock.monotonicMicroseconds)
    guard isAllowed else { return }
    if leftOut > 0 {
      Log.write(.notice, teller, "\(leftOut) lines about \(what) that come and go were left out")
    }
    Log.write(level, source, text)
  }
}
