/// Tells a frame that corrects the pressure of the one before from one that is a sample of its own: a pen that is
/// held still and pressed harder makes frames of pressure alone, too, but at its normal rate.
struct LateCorrection: Sendable {
  /// The last frame in contact.
  struct Frame: Sendable {
    var time: UInt64 = 0
    var index: UInt32 = 0
    var stroke: UInt32 = 0
    var touch: Bool?
    var buttons: Buttons = []
    /// The hardware's own clock.
    var timestamp: UInt32?
    var hasPosition = false
    var hasPressure = false
    var otherEstimates: Properties = []
  }

  /// `nil`: none in this stroke, or it is corrected already, or its correction was given up.
  var last: Frame?

  /// How long after a frame its correction comes at most, in µs.
  static func window(period: UInt64) -> UInt64 { min(EstimateBounds.correction, period / 2) }

  /// The frame that a reading corrects; `nil`: it is no correction.
  func corrected(by reading: Reading, period: UInt64) -> Frame? {
    guard let last, last.hasPosition, reading.reported == .force, !reading.afterGap,
      reading.tool != nil, reading.values.force > 0, reading.touch == last.touch,
      reading.buttons == last.buttons
    else { return nil }
    if let timestamp = reading.timestamp, let before = last.timestamp {
      // The same report of the hardware, or another one.
      return timestamp == before ? last : nil
    }
    guard !last.hasPressure, reading.time >= last.time,
      reading.time - last.time < Self.window(period: period)
    else { return nil }
    return last
  }
}
