/// What kind of tool is held, as the kernel's `BTN_TOOL_*`.
///
/// Raw values are the wire's and, for a filter, the bit number in a mask.
public enum ToolType: UInt8, Sendable, CaseIterable {
  /// `BTN_TOOL_PEN`.
  case pen = 1
  /// `BTN_TOOL_RUBBER`: the far end of a pen, or a barrel button that acts as one.
  case eraser = 2
  /// `BTN_TOOL_BRUSH`.
  case brush = 3
  /// `BTN_TOOL_PENCIL`.
  case pencil = 4
  /// `BTN_TOOL_AIRBRUSH`.
  case airbrush = 5
  /// `BTN_TOOL_MOUSE`: a puck on the tablet.
  case mouse = 6
  /// `BTN_TOOL_LENS`: a puck with a lens and cross hairs.
  case lens = 7
}
