internal import PencilCore

/// Pressure that wraps below 0 is none.
///
/// Evidence: XP-Pen Artist 16 (2nd generation) subtracts an offset from an unsigned value, and light pressure
/// arrives as 4294960449 (OpenTabletDriver #3850): in evdev −6847, or in a 16 bit field 58689.
struct PressureWrap: Sendable {
  private let minimum: Int32
  private let maximum: Int32
  private let isThere: Bool

  init(_ description: TabletDescription) {
    let range = description.axis(.pressure)?.range
    minimum = range?.minimum ?? 0
    maximum = range?.maximum ?? 0
    isThere = (range?.span ?? 0) > 0
  }

  mutating func take(_ frame: inout PenFrame, _ reasons: inout ReasonQueue) {
    let raw = frame[.pressure]
    guard isThere, raw < minimum || raw > maximum else { return }
    // A little above is firm pressure on a descriptor that is one short; more than twice the range is no pen.
    let isWrapped = raw < minimum || Int64(raw) - Int64(maximum) > Int64(maximum) - Int64(minimum)
    guard isWrapped else { return }
    frame[.pressure] = minimum
    if frame.reportedAxes.contains(.pressure) { reasons.add(.pressureWrapped, raw, minimum) }
  }
}
