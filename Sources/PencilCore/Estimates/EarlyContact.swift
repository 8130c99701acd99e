/// Watches touches for pressure that comes later than they do, and says when a touch without pressure is contact.
///
/// Drivers set `BTN_TOUCH` for barrel buttons, too, and then no pressure ever comes. So a touch without pressure is
/// contact only for a tool that was seen to get its pressure later, and without a button.
struct EarlyContact: Sendable {
  /// When `BTN_TOUCH` was set; `nil`: it is not.
  private var since: UInt64?
  /// Pressure was seen since.
  private(set) var hasPressure = false
  /// A button or an eraser takes part: this touch may be something else.
  private var isDoubtful = false
  /// The wait for pressure is over: this touch is none.
  private(set) var isSpent = false

  /// Takes a reading.
  ///
  /// - Returns: whether it shows that the tool touches before its pressure comes.
  mutating func watch(_ reading: Reading) -> Bool {
    guard reading.tool != nil, reading.touch == true else {
      self = EarlyContact()
      return false
    }
    if !reading.buttons.isEmpty || reading.tool == .eraser || reading.touchIsBarrel {
      isDoubtful = true
    }
    guard let since else {
      self.since = reading.time
      hasPressure = reading.values.force > 0
      return false
    }
    guard !hasPressure, reading.values.force > 0 else { return false }
    hasPressure = true
    return reading.reported.contains(.force) && !isDoubtful && !isSpent && !reading.afterGap
      && reading.time - min(since, reading.time) <= EstimateBounds.contact
  }

  /// Whether contact may begin, or go on, without pressure.
  var mayTouch: Bool { since != nil && !hasPressure && !isDoubtful && !isSpent }

  /// No pressure came in time.
  mutating func spend() { isSpent = true }
}
