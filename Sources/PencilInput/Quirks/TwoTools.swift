internal import PencilCore

/// Of two tool keys that are down, the later counts.
///
/// - ELAN and N-Trig pens set `BTN_TOOL_RUBBER` while `BTN_TOOL_PEN` stays set (libwacom #70, a T303UA's
///   recording). When the eraser's key goes, the pen is back only by its next frame with an axis: a pen that was
///   turned around and taken away has none.
/// - Wacom One on kernel 5 sets `BTN_TOOL_PEN` with `BTN_TOUCH` while the eraser button is held (Chromium's capture;
///   libinput #702): that is the eraser touching, and no pen until its key comes without a touch.
struct TwoTools: Sendable {
  private let tools: PenKeys
  private let canBeTwo: Bool
  private var down: PenKeys = []
  private var current: ToolType?
  /// Keys that are down and do not count.
  private var overruled: PenKeys = []

  init(_ description: TabletDescription) {
    tools = description.toolKeys
    canBeTwo = tools.rawValue.nonzeroBitCount > 1
  }

  mutating func take(_ frame: inout PenFrame, _ reasons: inout ReasonQueue) {
    guard canBeTwo else { return }
    let now = frame.keys.intersection(tools)
    // The usual frame: one tool or none, as before.
    if now == down && overruled.isEmpty {
      frame.state.tool = current
      return
    }
    let new = now.subtracting(down)
    let isChanged = now != down
    down = now
    overruled.formIntersection(now)
    if now.rawValue.nonzeroBitCount > 1 {
      chooseOf(now, new: new, frame, &reasons)
    } else if overruled.isEmpty {
      current = now.tool
    } else if !isChanged && frame.reportsAxes {
      overruled = []
      current = now.tool
    } else {
      current = nil
    }
    frame.state.tool = current
  }

  private mutating func chooseOf(
    _ now: PenKeys, new: PenKeys, _ frame: PenFrame, _ reasons: inout ReasonQueue
  ) {
    let before = current
    if let held = current, now.contains(PenKeys(tool: held)), new.isEmpty {
      // As it was.
    } else if current == .eraser, now.contains(PenKeys(tool: .eraser)),
      new == PenKeys(tool: .pen), frame.changedKeys.contains(.touch)
    {
      reasons.add(.eraserTouches)
    } else if new.isEmpty {
      current = nil
    } else {
      current = new.rawValue.nonzeroBitCount == 1 ? new.tool : frame.tool
      if let before, let current, before != current {
        reasons.add(.laterToolWins, Int32(before.rawValue), Int32(current.rawValue))
      }
    }
    overruled = current.map { now.subtracting(PenKeys(tool: $0)) } ?? now
  }
}

extension PenFrame {
  /// The frame reports something that a tool in range measures.
  var reportsAxes: Bool { !reportedAxes.isDisjoint(with: .measured) }
}

extension PenAxes {
  /// Axes by which a tool shows that it is there. Not the distance, which is sent when it leaves, too; not the
  /// wheel, which can be a pad's.
  static let measured: PenAxes = [
    PenAxes(.x), PenAxes(.y), PenAxes(.pressure), PenAxes(.tiltX), PenAxes(.tiltY),
  ]
}
