internal import PencilCore

/// Times of one tablet never go backwards.
///
/// Evidence: Bluetooth tablets back-date the reports of a burst by a nominal interval, so that a burst can begin
/// before the last one ended; a clock that is set moves times converted from `CLOCK_REALTIME`. Equal times are
/// left alone: serial tablets send two and three frames within 8 µs.
struct EventClock: Sendable {
  /// From here on the clock itself must have been set, in µs.
  private static let set: UInt64 = 1_000_000

  private var last: UInt64 = 0
  /// What is added since the clock was set back.
  private var offset: UInt64 = 0

  mutating func take(_ frame: inout PenFrame, _ reasons: inout ReasonQueue) {
    if offset > 0 && frame.time >= last { offset = 0 }
    var time = frame.time &+ offset
    if time < last {
      let back = last - time
      if back >= Self.set {
        offset = offset &+ back
        reasons.add(.clockSetBack, Int32(clamping: back / 1000))
      } else {
        reasons.add(.timeHeld, Int32(clamping: back))
      }
      time = last
    }
    if time != frame.time { frame.flags.insert(.timeHeld) }
    frame.time = time
    last = time
  }

  /// Something of this tablet was told at a time that no frame had.
  mutating func told(at time: UInt64) { last = max(last, time) }
}
