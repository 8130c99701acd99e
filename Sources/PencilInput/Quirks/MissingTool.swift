internal import PencilCore

/// A tablet that sends axes and never names a tool has a pen.
///
/// Evidence: tablets without any `BTN_TOOL_*`; tablets that have one and never send it (libinput's forced tool);
/// recordings that begin with the tool in range (UC-LOGIC WP5540U: `BTN_TOUCH` and no tool). From the first frame
/// that measures something the pen is there. The first tool that is sent ends the assuming for good.
struct MissingTool: Sendable {
  private let tools: PenKeys
  private var isAssumed = false
  private var areSent = false

  init(_ description: TabletDescription, held: PenKeys) {
    tools = description.toolKeys
    areSent = !held.isDisjoint(with: tools)
  }

  mutating func take(_ frame: inout PenFrame, _ reasons: inout ReasonQueue) {
    guard !areSent else { return }
    if frame.tool != nil || !frame.changedKeys.isDisjoint(with: tools) {
      areSent = true
      if isAssumed { reasons.add(.toolsAreSent) }
      return
    }
    // A touch alone says nothing of where: it waits for the first axis or the first tool.
    if !isAssumed && (frame.reportsAxes || (tools.isEmpty && frame.keys.contains(.touch))) {
      isAssumed = true
      reasons.add(.toolAssumed)
    }
    if isAssumed { frame.state.tool = .pen }
  }
}
