internal import PencilCore

/// A tool that leaves and one that comes at once are one change of tool, without an exit between.
///
/// Evidence: eraser buttons make the firmware leave and come back as an eraser, and back again at the release:
/// gaps of 11 µs, 4.4, 8, 9 and 10.3 ms have been seen (ELAN T303UA; libinput #370). So an exit is kept back for
/// `toolChangeWindow` (30 ms) on tablets that have an eraser. What the exit says of a stroke and of buttons is told at once.
/// A tool that comes back itself never left.
///
/// Meanwhile further frames without a tool say nothing: UC-Logic pens release a button one frame after the exit,
/// and such a release must stay a made one.
struct ToolChange: Sendable {
  /// µs for which an exit is kept back; 0: it is not.
  let window: UInt64
  private var last: PenFrame?
  private var exit: PenFrame?

  init(_ description: TabletDescription, _ settings: TabletSettings) {
    let tools = description.toolKeys
    let canChange =
      tools.contains(PenKeys(tool: .eraser)) && tools.rawValue.nonzeroBitCount > 1
    window = canChange ? settings.toolChangeWindow : 0
  }

  /// When the exit that is kept back is told.
  var deadline: UInt64? { exit.map { $0.time + window } }

  /// The exit that is kept back, from its deadline on.
  mutating func expire(now: UInt64) -> PenFrame? {
    guard let deadline, now >= deadline else { return nil }
    return flush()
  }

  /// The exit that is kept back.
  mutating func flush() -> PenFrame? {
    defer { exit = nil }
    return exit
  }

  mutating func take(_ frame: inout PenFrame, _ reasons: inout ReasonQueue) -> Step {
    guard window > 0 else { return .pass }
    guard let tool = frame.tool else { return leave(&frame) }
    if let exit, let last {
      let gap = Int32(clamping: frame.time - exit.time)
      if last.tool == tool {
        reasons.add(.exitUndone, gap)
      } else {
        let earlier = Int32(last.tool?.rawValue ?? 0)
        reasons.add(.toolChanged, gap, earlier, Int32(tool.rawValue))
      }
      // What was lost meanwhile was lost before this frame.
      frame.afterGap = frame.afterGap || exit.afterGap
      self.exit = nil
    }
    last = frame
    return .pass
  }

  private mutating func leave(_ frame: inout PenFrame) -> Step {
    guard exit == nil else { return .keep }
    guard let last else { return .pass }
    exit = frame
    // The values of an exit are zeros; the keys are true.
    var lift = last.silent(at: frame.time)
    lift.state.keys = frame.keys
    lift.afterGap = frame.afterGap
    lift.flags = frame.flags
    lift.liftsOnly = true
    frame = lift
    return .pass
  }

  /// The exit is told: what comes next comes from out of range.
  mutating func left() { last = nil }
}
