internal import PencilCore

/// A worn pen presses at rest: force counts from there.
///
/// The rule is libinput's, so that strokes begin where a compositor begins them. With a distance axis: pressure
/// that is reported as the tool enters at half of the distance or more. Without: the smallest pressure of the first two
/// proximities, from the third on. More than half of the range is no worn pen. A smaller pressure lowers the floor at
/// once; in contact to just below it, as that pressure is no lift.
///
/// Beyond libinput's: a Cintiq 22HDT's eraser that lands at once is told at 34 of 63 of the distance, with pressure 41, 87,
/// 134. So a floor that was learned with `BTN_TOUCH` set is on trial for three frames; were it to rise by 2 %, it was a contact.
///
/// Evidence: input-wacom #62, libinput's tip offset. Pressure that is left standing (31 lifts in recordings) is not
/// reported as the tool enters, and does not count.
struct WornPen: Sendable {
  /// Tools with a serial are told apart, so many of them.
  private static let capacity = 8

  private struct Known: Sendable {
    var tool = ToolType.pen
    var serial: UInt32 = 0
    var floor: Int32 = 0
    /// The smallest pressure so far.
    var least = Int32.max
    var proximities = 0
    var isUsed = false
  }

  private let isOn: Bool
  /// The user's or a quirk's word.
  private let fixed: Int32?
  private let minimum: Int32
  private let maximum: Int32
  private let far: Double?
  private var tools: InlineArray<8, Known> = .init(repeating: Known())
  private var next = 0
  /// The place of the tool in range.
  private var current: Int?
  private var wasTool: ToolType?
  private var serial: UInt32 = 0
  /// Frames for which the floor is on trial.
  private var trial = 0
  private static let trialFrames = 3

  init(_ description: TabletDescription, _ settings: TabletSettings) {
    let range = description.axis(.pressure)?.range
    fixed = settings.floor
    isOn = (range?.span ?? 0) > 0
    minimum = range?.minimum ?? 0
    maximum = range?.maximum ?? 0
    let distance = description.axis(.distance)?.range
    far = distance.flatMap { $0.span > 0 ? Double($0.minimum) + $0.span / 2 : nil }
  }

  mutating func take(_ frame: inout PenFrame, _ reasons: inout ReasonQueue) {
    guard isOn, !frame.liftsOnly else { return }
    guard fixed == nil else {
      frame.floor = fixed
      return
    }
    guard let tool = frame.tool, tool != .mouse, tool != .lens else {
      if !frame.isForcedExit { leave() }
      return
    }
    if tool != wasTool || (frame.state.serial != 0 && frame.state.serial != serial) {
      leave()
      enter(tool, frame, &reasons)
    }
    guard let current else { return }
    let raw = frame[.pressure]
    tools[current].least = min(tools[current].least, raw)
    if trial > 0 { judge(raw, current, &reasons) }
    guard tools[current].floor > minimum else { return }
    if raw > minimum && raw < tools[current].floor {
      tools[current].floor = frame.keys.contains(.touch) ? raw - 1 : raw
      tell(.floorLowered, tools[current].floor, &reasons)
    }
    guard tools[current].floor > minimum else { return }
    frame.floor = tools[current].floor
    frame.flags.insert(.wornPen)
  }

  private mutating func judge(_ raw: Int32, _ place: Int, _ reasons: inout ReasonQueue) {
    trial -= 1
    let rise = (Int64(maximum) - Int64(minimum)) / 50
    guard Int64(raw) - Int64(tools[place].floor) > rise else { return }
    tell(.floorRevoked, tools[place].floor, &reasons)
    tools[place].floor = minimum
    trial = 0
  }

  private mutating func leave() {
    trial = 0
    current = nil
    wasTool = nil
  }

  private mutating func enter(
    _ tool: ToolType, _ frame: PenFrame, _ reasons: inout ReasonQueue
  ) {
    let place = self.place(tool, frame.state.serial)
    current = place
    wasTool = tool
    serial = frame.state.serial
    if tools[place].proximities < 3 { tools[place].proximities += 1 }
    guard tools[place].floor <= minimum else { return }
    if let far {
      guard Double(frame[.distance]) >= far, frame.reportedAxes.contains(.pressure) else { return }
      learn(frame[.pressure], place, &reasons)
      if frame.keys.contains(.touch) && tools[place].floor > minimum { trial = Self.trialFrames }
    } else if tools[place].proximities == 3 {
      learn(tools[place].least, place, &reasons)
      // Decided: never again.
      tools[place].proximities = 4
    }
  }

  private mutating func learn(_ floor: Int32, _ place: Int, _ reasons: inout ReasonQueue) {
    guard floor > minimum else { return }
    guard Int64(floor) - Int64(minimum) <= (Int64(maximum) - Int64(minimum)) / 2 else {
      tell(.floorRefused, floor, &reasons)
      return
    }
    tools[place].floor = floor
    tell(.floorLearned, floor, &reasons)
  }

  /// Where the tool is known; a new one takes the place of the one that was new the longest ago.
  private mutating func place(_ tool: ToolType, _ serial: UInt32) -> Int {
    var index = 0
    while index < Self.capacity {
      let known = tools[index]
      if known.isUsed && known.tool == tool && known.serial == serial { return index }
      index += 1
    }
    let place = next
    next = (next + 1) % Self.capacity
    tools[place] = Known(tool: tool, serial: serial, floor: minimum, isUsed: true)
    return place
  }

  private func tell(_ name: ReasonName, _ floor: Int32, _ reasons: inout ReasonQueue) {
    reasons.add(name, floor, minimum, maximum)
  }
}
