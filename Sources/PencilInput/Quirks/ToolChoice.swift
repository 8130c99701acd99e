internal import PencilCore

/// The user's or a quirk's word on what a tool is.
///
/// Evidence: kernel 6.11 makes an eraser of every pen of some tablets (9c2913b962da; input-wacom #440).
struct ToolChoice: Sendable {
  private let overrides: [ToolOverride]
  private var last: ToolType?

  init(_ settings: TabletSettings) { overrides = settings.toolOverrides }

  mutating func take(_ frame: inout PenFrame, _ reasons: inout ReasonQueue) {
    guard !overrides.isEmpty, let tool = frame.tool else { return }
    let id = UInt32(bitPattern: frame[.misc])
    var index = 0
    while index < overrides.count {
      let override = overrides[index]
      index += 1
      guard override.from == tool, override.serial == 0 || override.serial == frame.state.serial,
        override.hardwareID == 0 || override.hardwareID == id
      else { continue }
      frame.state.tool = override.to
      if last != override.to {
        reasons.add(.toolOverridden, Int32(tool.rawValue), Int32(override.to.rawValue))
      }
      break
    }
    last = frame.tool
  }
}
