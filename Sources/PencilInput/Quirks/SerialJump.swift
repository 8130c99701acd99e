internal import PencilCore

/// A frame in contact in which the serial vanishes and the position jumps is not believed: the position is held
/// for this one frame, and is told to be an estimate.
///
/// Evidence: long straight lines in strokes; in their recordings the jump is in a frame whose serial (and battery)
/// became 0 (input-wacom #71, #107, #162, #166). A second frame without serial is believed. Contact and buttons pass.
struct SerialJump: Sendable {
  /// The share of the range that no pen crosses within one report: 2 mm on a small tablet.
  private static let distance = 0.01
  /// And it is so much more than the step before.
  private static let factor = 4.0

  private let position: PositionScale
  private var last: PenFrame?
  private var step = 0.0

  init(_ description: TabletDescription) { position = PositionScale(description) }

  mutating func take(_ frame: inout PenFrame, _ reasons: inout ReasonQueue) {
    let before = last
    last = frame.tool == nil || frame.liftsOnly ? nil : frame
    guard let before, before.tool == frame.tool else {
      step = 0
      return
    }
    let distance = position.distance(frame, before)
    if frame.hasSerial, frame.state.serial == 0, before.state.serial != 0, !frame.afterGap,
      before.keys.contains(.touch), distance > Self.distance, distance > Self.factor * step
    {
      reasons.add(.jumpHeld, frame[.x], frame[.y])
      frame[.x] = before[.x]
      frame[.y] = before[.y]
      frame.estimated.insert(.location)
      last?[.x] = before[.x]
      last?[.y] = before[.y]
    } else {
      step = distance
    }
  }
}
