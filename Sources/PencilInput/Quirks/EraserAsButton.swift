internal import PencilCore

/// With `EraserButton=button`, an eraser is the pen with a barrel button held.
///
/// Evidence: AES, Surface and USI pens have no eraser, but a button at which the firmware sends the pen's exit and an
/// eraser's entry; users want it back as a button (libinput #370, xf86-input-wacom #134).
///
/// While nothing is in range the button stays as it was: ``ToolChange`` joins pen and eraser, and where the pen has
/// really gone, the release is a made one and no click. An eraser that comes twice was released between.
struct EraserAsButton: Sendable {
  private let button: PenKeys
  /// µs for which ``ToolChange`` keeps an exit back; then the made release has been told.
  private let window: UInt64
  private var isDown = false
  private var wasEraser = false
  /// The last frame with a tool.
  private var last: PenFrame?
  /// When the eraser left, if nothing came since.
  private var left: UInt64?

  /// - Parameter window: ``ToolChange/window``.
  /// - Returns: `nil` where the eraser stays an eraser.
  init?(_ description: TabletDescription, _ settings: TabletSettings, window: UInt64) {
    guard settings.eraserButton == .button else { return nil }
    self.window = window
    if !settings.eraserButtonKey.isEmpty {
      button = settings.eraserButtonKey
    } else if !description.hasKey(KeyCode.stylus) {
      button = .stylus
    } else {
      button = description.hasKey(KeyCode.stylus2) ? .stylus3 : .stylus2
    }
  }

  mutating func take(_ frame: inout PenFrame, _ reasons: inout ReasonQueue) -> Step {
    guard frame.tool != .eraser else { return press(&frame, &reasons) }
    wasEraser = false
    if frame.tool == nil {
      if isDown {
        frame.state.keys.formUnion(button)
        if left == nil { left = frame.time }
      }
      return .pass
    }
    left = nil
    last = frame
    if isDown { reasons.add(.eraserIsButton, number, 0) }
    isDown = false
    return .pass
  }

  private mutating func press(_ frame: inout PenFrame, _ reasons: inout ReasonQueue) -> Step {
    defer {
      left = nil
      last = frame
    }
    frame.state.tool = .pen
    frame.state.keys.formUnion(button)
    if !wasEraser { reasons.add(.eraserIsButton, number, 1) }
    wasEraser = true
    isDown = true
    guard let left, let last, frame.time - left < window else { return .pass }
    var release = last.silent(at: left)
    release.state.keys.subtract(button)
    release.state.keys.subtract(.touch)
    return .first(release)
  }

  private var number: Int32 { Int32(button.buttons.rawValue.trailingZeroBitCount) }
}
