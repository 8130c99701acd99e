import PencilCore
import PencilTestSupport
import Testing

@Suite struct PressRecognizerTests {
  enum Cases: String, CaseIterable, Sendable {
    case limits, breaks, others, kinds

    var text: String {
      switch self {
      case .limits: GestureScript.limits
      case .breaks: GestureScript.breaks
      case .others: GestureScript.others
      case .kinds: GestureScript.kinds
      }
    }
  }

  @Test(arguments: zip(Cases.allCases, [37, 26, 16, 36]))
  func scripts(_ cases: Cases, count: Int) {
    let scripts = GestureScript.scripts(cases.text)
    #expect(scripts.count == count)
    for fault in scripts.compactMap(\.fault) { Issue.record("\(fault)") }
  }

  /// 100,000 random readings a seed: no double press without two presses of one button in time with nothing in between.
  @Test(arguments: [1, 2] as [UInt64]) func rules(seed: UInt64) {
    var random = Randomness(seed: seed)
    var numbers = Numbers()
    var tracker = StrokeTracker(tablet: 1, attachment: 1)
    var recognizer = PressRecognizer()
    recognizer.makesReasons = true
    for button in 0..<PressSettings.buttons { recognizer.settings.on[button].insert(.hold) }
    var rules = GestureRules(recognizer.settings)
    var reading = Reading()
    reading.available = [.position, .millimetres, .force]
    // Presses come in turns fast and slow.
    var pace: UInt64 = 3
    for _ in 0..<100_000 {
      reading.time += 1000 * UInt64(random.below(60))
      reading.afterGap = random.oneIn(80)
      if random.oneIn(60) {
        reading.tool = random.oneIn(3) ? nil : random.oneIn(4) ? .eraser : .pen
      }
      if random.oneIn(30) { reading.touch = reading.touch != true }
      reading.values.force = reading.touch == true ? 0.5 : 0
      if random.oneIn(50) { pace = pace == 3 ? 30 : 3 }
      if random.oneIn(pace) { reading.buttons.formSymmetricDifference(.stylus) }
      if random.oneIn(25) { reading.buttons.formSymmetricDifference(.stylus2) }
      reading.values.x += (Float(random.below(101)) - 50) / 50
      tracker.track(reading, numbers: &numbers) { event in
        rules.saw(event)
        recognizer.take(event, number: rules.presses) { rules.check($0) }
      }
    }
    #expect(rules.faults == [])
    // It is no test if hardly anything happened.
    #expect(rules.doubles > 100 && rules.holds > 10)
  }
}

/// What must hold of gestures, seen from the events alone.
private struct GestureRules {
  private struct Press {
    var button: UInt8 = 0
    var tool: UInt32 = 0
    var x: Float = 0
    /// How much had happened until then that no gesture goes through.
    var breaks = 0
    var others = 0
  }

  private let settings: PressSettings
  private var made: [Press] = []
  private var last = Sample()
  private var up: [UInt64] = [0, 0, 0]
  private var own = [0, 0, 0]
  private var breaks = 0
  private var hold: GesturePhase?
  var presses: UInt64 { UInt64(made.count) }
  var faults: [String] = []
  var doubles = 0
  var holds = 0

  init(_ settings: PressSettings) { self.settings = settings }

  mutating func saw(_ event: TrackerEvent) {
    switch event {
    case .sample(let sample):
      let isExit = sample.phase == .hoverExited && !sample.flags.contains(.synthetic)
      if sample.phase == .began || isExit || sample.flags.contains(.afterGap)
        || sample.tool != last.tool
      {
        breaks += 1
      }
      last = sample
    case .button(let change):
      guard change.isPressed else { return up[Int(change.button)] = change.time }
      let others = made.count - own[Int(change.button)]
      own[Int(change.button)] += 1
      made.append(
        Press(
          button: change.button, tool: change.tool, x: last.values.x, breaks: breaks,
          others: others))
    default: break
    }
  }

  mutating func check(_ decision: PressDecision) {
    guard case .gesture(let gesture) = decision else { return }
    func require(_ holds: Bool, _ what: String) {
      if !holds, faults.count < 5 { faults.append("\(what): \(gesture)") }
    }
    switch gesture.kind {
    case .doublePress:
      doubles += 1
      let first = made[Int(gesture.presses[0]) - 1]
      let second = made[Int(gesture.presses[1]) - 1]
      require(Int(gesture.presses[1]) == made.count && gesture.time == last.time, "at the press")
      require(first.button == second.button && first.tool == second.tool, "of one button")
      require(first.breaks == second.breaks && first.others == second.others, "in between")
      let gap = gesture.time - up[Int(gesture.button)]
      require(gap >= settings.gapMin && gap <= settings.gapMax, "in time")
      require(abs(first.x - second.x) <= settings.travel, "near")
      require(gesture.buttons == Buttons(number: Int(gesture.button)), "alone")
    case .hold:
      if gesture.phase == .began { holds += 1 }
      require((gesture.phase == .began) == (hold == nil), "phases of a hold")
      hold = gesture.phase == .began || gesture.phase == .changed ? gesture.phase : nil
    default: require(false, "it is off")
    }
  }
}
