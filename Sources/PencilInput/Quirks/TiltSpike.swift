internal import PencilCore

/// A tilt that jumps in hover is not believed before it is confirmed: it is held for this one frame, and told to
/// be an estimate.
///
/// Evidence: XP-Pen Deco 01 v2 sends 0, −46, −1 and 0, −60, −11 in hover, 20 times in one recording. No hand turns a pen
/// by a sixth of the axis, 20°, within one report. The next frame is believed, whatever it says. The first tilt of a
/// proximity has nothing to jump from, and tilt in contact passes.
struct TiltSpike: Sendable {
  private let limitX: Int64
  private let limitY: Int64
  /// The tilt that was told last, if this proximity has reported one.
  private var last: (x: Int32, y: Int32)?
  private var isHeld = false

  init(_ description: TabletDescription) {
    limitX = TiltSpike.limit(description.axis(.tiltX))
    limitY = TiltSpike.limit(description.axis(.tiltY))
  }

  private static func limit(_ axis: AxisDescription?) -> Int64 {
    guard let axis, axis.range.span > 0 else { return .max }
    return max(Int64(axis.range.span / 6), 1)
  }

  mutating func take(_ frame: inout PenFrame, _ reasons: inout ReasonQueue) {
    guard frame.tool != nil else {
      if !frame.isForcedExit { last = nil }
      isHeld = false
      return
    }
    guard !frame.liftsOnly else { return }
    let x = frame[.tiltX]
    let y = frame[.tiltY]
    let isReported = !frame.reportedAxes.isDisjoint(with: .tilt)
    guard let before = last, !isHeld, isReported, !frame.keys.contains(.touch), !frame.afterGap,
      jumps(from: before, x, y)
    else {
      isHeld = false
      if isReported || last != nil { last = (x, y) }
      return
    }
    reasons.add(.tiltSpike, x, y, before.x, before.y)
    frame[.tiltX] = before.x
    frame[.tiltY] = before.y
    frame.estimated.formUnion(.tilt)
    isHeld = true
  }

  private func jumps(from before: (x: Int32, y: Int32), _ x: Int32, _ y: Int32) -> Bool {
    abs(Int64(x) - Int64(before.x)) > limitX || abs(Int64(y) - Int64(before.y)) > limitY
  }
}

extension Properties {
  /// What the tilt axes make.
  static let tilt: Properties = [.altitude, .azimuth]
}
