internal import PencilCore

/// A tablet that never sends an exit: its tool is out of range after a long silence.
///
/// Evidence: Huion 256c:006e and others never clear `BTN_TOOL_PEN` (15 of 109 recordings never see an exit);
/// tablets without tools can't. A silent pen can be a still pen, as the kernel drops unchanged values
/// (OpenTabletDriver #4829: in and out every 50 ms). So the time is long, nothing is invented in contact or with a
/// button held, and the first exit that the tablet sends, or another tool than a pen, ends this for good. That the kernel
/// lets go of the tool before a suspend is no exit of the tablet's.
struct SilentExit: Sendable {
  private let timeout: UInt64
  private let tools: PenKeys
  private let canSend: Bool
  private var isOver = false
  /// The last frame of the tool in range; `nil`: none is, or it was taken for gone.
  private var last: PenFrame?
  private var since: UInt64 = 0
  private var isOut = false

  init(_ description: TabletDescription, _ settings: TabletSettings) {
    timeout = settings.proximityTimeout
    tools = description.toolKeys
    canSend = !tools.isEmpty
    isOver = timeout == 0
  }

  /// When silence has been too long; `nil`: never.
  var deadline: UInt64? {
    guard !isOver, let last, !SilentExit.isBusy(last.keys) else { return nil }
    return since + timeout
  }

  /// Learns from a frame as the tablet sent it.
  mutating func learn(_ frame: PenFrame, _ reasons: inout ReasonQueue) {
    guard !isOver, canSend, !frame.isLetGo else { return }
    let changed = frame.changedKeys.intersection(tools)
    let isReleased = !changed.subtracting(frame.keys).isEmpty
    let isOther = !frame.keys.intersection(tools).subtracting(PenKeys(tool: .pen)).isEmpty
    guard isReleased || isOther else { return }
    isOver = true
    last = nil
    reasons.add(.exitsAreSent)
  }

  /// Follows a frame on its way.
  mutating func take(_ frame: PenFrame, _ reasons: inout ReasonQueue) {
    guard !isOver else { return }
    if isOut && frame.tool != nil { reasons.add(.enteredAgain) }
    isOut = false
    last = frame.tool == nil ? nil : frame
    since = frame.time
  }

  /// The exit of a tool that was silent for too long.
  ///
  /// - Parameter isBusy: a stroke is open or a button held: it is looked at again later.
  mutating func expire(now: UInt64, isBusy: Bool, _ reasons: inout ReasonQueue) -> PenFrame? {
    guard let deadline, now >= deadline, let last else { return nil }
    guard !isBusy else {
      since = now
      return nil
    }
    var exit = last.silent(at: deadline)
    exit.state.tool = nil
    exit.isForcedExit = true
    exit.flags = .synthetic
    self.last = nil
    isOut = true
    reasons.add(.exitForced, Int32(clamping: timeout / 1000))
    return exit
  }

  private static func isBusy(_ keys: PenKeys) -> Bool {
    keys.contains(.touch) || !keys.buttons.isEmpty
  }
}
