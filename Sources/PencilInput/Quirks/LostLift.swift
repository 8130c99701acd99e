internal import PencilCore

/// A pen that was raised too fast for the tablet to see: its stroke ends where the pen was, not where it is.
///
/// Evidence: Bamboo Ink raised quickly sends neither lift nor exit, and `BTN_TOUCH` stays set until the pen is back
/// somewhere else (input-wacom #170). So the first report after a silence that says that nothing touches, far away, is the lift of
/// before and a hover of now. A stroke never ends by silence alone.
struct LostLift: Sendable {
  /// µs of silence, and the share of the range, from which on a lift is one of before.
  private static let silence: UInt64 = 250_000
  private static let distance = 0.02

  private let position: PositionScale
  /// The last frame, where it touched.
  private var last = PenFrame(InputFrame())
  private var touched = false

  init(_ description: TabletDescription) { position = PositionScale(description) }

  /// - Returns: the lift of before, if this frame shows that it was lost.
  mutating func take(_ frame: PenFrame, _ reasons: inout ReasonQueue) -> PenFrame? {
    let lift = touched && !frame.keys.contains(.touch) ? lost(frame, &reasons) : nil
    touched = frame.tool != nil && !frame.liftsOnly && frame.keys.contains(.touch)
    if touched { last = frame }
    return lift
  }

  private func lost(_ frame: PenFrame, _ reasons: inout ReasonQueue) -> PenFrame? {
    guard last.tool == frame.tool, frame.time - last.time >= Self.silence,
      position.distance(from: (last[.x], last[.y]), to: frame) > Self.distance
    else { return nil }
    var lift = last.silent(at: frame.time)
    lift.liftsOnly = true
    lift.flags = .synthetic
    reasons.add(
      .liftWasLost, Int32(clamping: (frame.time - last.time) / 1000), frame[.x], frame[.y])
    return lift
  }
}

/// Distances on a tablet as a share of its range.
struct PositionScale: Sendable {
  private let x: Double
  private let y: Double

  init(_ description: TabletDescription) {
    x = max(description.axis(.x)?.range.span ?? 0, 1)
    y = max(description.axis(.y)?.range.span ?? 0, 1)
  }

  /// The larger of the distances along both axes.
  func distance(from a: (x: Int32, y: Int32), to b: PenFrame) -> Double {
    distance(from: a, to: (b[.x], b[.y]))
  }

  func distance(from a: (x: Int32, y: Int32), to b: (x: Int32, y: Int32)) -> Double {
    max(abs(Double(a.x) - Double(b.x)) / x, abs(Double(a.y) - Double(b.y)) / y)
  }
}
