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
  /// Of the last frame with a tool.
  private var tool: ToolType?
  private var serial: UInt32 = 0
  private var touched = false
  private var place: (x: Int32, y: Int32) = (0, 0)
  /// From here it came to ``place``; not by a jump that was held.
  private var origin: (x: Int32, y: Int32) = (0, 0)

  init(_ description: TabletDescription) { position = PositionScale(description) }

  mutating func take(_ frame: inout PenFrame, _ reasons: inout ReasonQueue) {
    guard frame.tool != nil, !frame.liftsOnly else {
      tool = nil
      return
    }
    defer {
      tool = frame.tool
      serial = frame.state.serial
      touched = frame.keys.contains(.touch)
    }
    guard tool == frame.tool else {
      place = (frame[.x], frame[.y])
      origin = place
      return
    }
    if frame.hasSerial, frame.state.serial == 0, serial != 0, touched, !frame.afterGap,
      jumps(frame)
    {
      reasons.add(.jumpHeld, frame[.x], frame[.y])
      frame[.x] = place.x
      frame[.y] = place.y
      frame.estimated.insert(.location)
    } else {
      origin = place
      place = (frame[.x], frame[.y])
    }
  }

  /// Looked at only where the serial is gone: it costs more than all the rest.
  private func jumps(_ frame: PenFrame) -> Bool {
    let distance = position.distance(from: place, to: frame)
    let step = position.distance(from: origin, to: place)
    return distance > Self.distance && distance > Self.factor * step
  }
}
