internal import Glibc
internal import Synchronization

/// The log: lines on standard error, which the service manager keeps.
package enum Log {
  /// How much it matters, with the numbers of syslog.
  package enum Level: UInt8, Comparable, Sendable, CaseIterable {
    /// Something doesn't work.
    case error = 3
    /// Something works less well than it should.
    case warning = 4
    /// What an administrator wants to know without asking.
    case notice = 5
    /// What goes on.
    case info = 6
    /// What only a developer wants to know.
    case debug = 7

    package static func < (one: Level, other: Level) -> Bool { one.rawValue < other.rawValue }
  }

  /// Whose fault, or whose business, it is: where to look first.
  package enum Source: String, Sendable, CaseIterable {
    /// The kernel, a driver or a device.
    case kernel
    /// A program that is connected.
    case client
    /// The configuration.
    case config
    /// This daemon.
    case pencild
  }

  /// The least important level that is written.
  package static var threshold: Level {
    get { Level(rawValue: level.load(ordering: .relaxed)) ?? .debug }
    set { level.store(newValue.rawValue, ordering: .relaxed) }
  }

  private static let level = Atomic<UInt8>(Level.info.rawValue)

  /// Writes one line, in one `write`, cut at 1 KiB; control characters become blanks. Never fails: a log that can't
  /// be written is no reason to stop. The text is made only if the level is written.
  package static func write(
    _ level: Level, _ source: Source, _ text: @autoclosure () -> String
  ) {
    if level > threshold { return }
    let line = LogLine(level, source, text(), forJournal: goesToJournal)
    unsafe line.span.withUnsafeBytes {
      _ = unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count)
    }
  }

  /// Whether standard error is the journal, which names its socket in `$JOURNAL_STREAM` as `device:inode`. The
  /// variable alone is not enough: it is inherited by what a service starts with another standard error.
  private static let goesToJournal: Bool = {
    guard let named = Environment.value("JOURNAL_STREAM"),
      let actual = FileIdentity(descriptor: STDERR_FILENO)
    else { return false }
    return named == "\(actual.device):\(actual.inode)"
  }()
}
