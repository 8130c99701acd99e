import PencilCore
import PencilInput
import PencilTestSupport
import Testing

/// What must hold whatever a tablet sends: a million random frames, 100,000 a seed, through stages, calibration and
/// tracker. `TrackerRules` has the rules: entered and exited, began and ended alternate; no sample outside of a
/// proximity; one release a press; one end a stroke; nothing of one tool in another. And times never go backwards, no
/// exit is invented in contact or with a button held, and what was kept back is told in the end.
@Suite struct StageProperties {
  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func randomFrames(seed: UInt64) {
    var random = Randomness(seed: seed)
    var tablet = RandomTablet(&random)
    var run = TabletRun(tablet)
    for _ in 0..<100_000 {
      if random.oneIn(5000) {
        run.end(tablet.time)
        tablet = RandomTablet(&random)
        run.restart(tablet)
      }
      run.send(&tablet, &random)
    }
    run.end(tablet.time)
    #expect(run.rules.faults == [])
    #expect(run.faults == [])
    // It is no test if hardly anything happened.
    #expect(run.rules.strokes > 1000 && run.rules.presses > 1000 && run.forced > 0)
  }
}

/// A tablet of random make and settings, and the state that it is in.
private struct RandomTablet {
  var description = FrameScript.tablet
  var settings = TabletSettings()
  var time: UInt64 = 1_000_000
  /// Some tablets never send a tool, or never an exit; most behave.
  var toolRate: UInt64
  var sendsExits: Bool

  init(_ random: inout Randomness) {
    for key in [KeyCode.touch, KeyCode.toolRubber, KeyCode.stylus2] where random.oneIn(4) {
      description.keys.remove(key)
    }
    if random.oneIn(10) { description.keys.remove(KeyCode.toolPen) }
    for axis in [PenAxis.pressure, .distance, .tiltX] where random.oneIn(4) {
      description.axes.removeAll { $0.code == axis.code }
    }
    if random.oneIn(3) { description.vendor = 0x256c }
    if random.oneIn(3) { settings.eraserButton = .button }
    if random.oneIn(6) { settings.toolOverrides = [ToolOverride(.eraser, to: .pen)] }
    if random.oneIn(6) { settings.proximityTimeout = 0 }
    if random.oneIn(6) { settings.toolChangeWindow = 0 }
    toolRate = random.oneIn(4) ? 1_000_000 : 12
    sendsExits = !random.oneIn(3)
  }

  /// Time moves on, or a little back.
  mutating func tick(_ random: inout Randomness) {
    switch random.below(40) {
    case 0: time -= min(time, random.below(20_000))
    case 1: time += random.below(1_000_000)
    case 2...6: break
    default: time += random.below(12_000)
    }
  }

  /// The events of a frame.
  func events(_ random: inout Randomness) -> [(UInt16, UInt16, Int32)] {
    var events: [(UInt16, UInt16, Int32)] = []
    func add(_ type: UInt16, _ code: UInt16, _ value: UInt64) {
      events.append((type, code, Int32(truncatingIfNeeded: value)))
    }
    if random.oneIn(toolRate) {
      let tools = [KeyCode.toolPen, KeyCode.toolRubber, KeyCode.toolAirbrush]
      add(
        EventType.key, sendsExits ? tools[Int(random.below(3))] : tools[0],
        sendsExits ? random.below(2) : 1)
    }
    if random.oneIn(8) { add(EventType.key, KeyCode.touch, random.below(2)) }
    if random.oneIn(10) {
      let code = [KeyCode.stylus, KeyCode.stylus2, KeyCode.stylus3][Int(random.below(3))]
      add(EventType.key, code, random.below(2))
    }
    if random.oneIn(2) { add(EventType.absolute, PenAxis.x.code, random.below(1100)) }
    if random.oneIn(2) { add(EventType.absolute, PenAxis.y.code, random.below(1000)) }
    if random.oneIn(3) {
      let pressure = random.oneIn(3) ? 0 : random.oneIn(50) ? 4_294_960_449 : random.below(101)
      add(EventType.absolute, PenAxis.pressure.code, pressure)
    }
    if random.oneIn(6) { add(EventType.absolute, PenAxis.distance.code, random.below(101)) }
    if random.oneIn(4) {
      events.append((EventType.absolute, PenAxis.tiltX.code, Int32(random.below(121)) - 60))
    }
    if random.oneIn(5) { add(EventType.miscellaneous, MiscCode.serial, random.below(3) &- 1) }
    if random.oneIn(20) { add(EventType.absolute, PenAxis.misc.code, random.below(3)) }
    if random.oneIn(20) { add(EventType.miscellaneous, MiscCode.scan, 0xd0042 + random.below(4)) }
    return events
  }
}

/// Runs one tablet, and looks at what comes out.
private struct TabletRun {
  var assembler: FrameAssembler
  var stages: FrameStages
  var calibrator: Calibrator
  var tracker: StrokeTracker
  var numbers = Numbers()
  var rules = TrackerRules()
  var faults: [String] = []
  /// Exits that were invented.
  var forced = 0
  private var lastTime: UInt64 = 0

  init(_ tablet: RandomTablet) {
    assembler = FrameAssembler(tablet.description)
    stages = FrameStages(tablet.description, settings: tablet.settings)
    stages.makesReasons = true
    calibrator = Calibrator(tablet.description)
    tracker = StrokeTracker(tablet: 1, attachment: 1)
  }

  mutating func restart(_ tablet: RandomTablet) {
    let (numbers, rules, faults, forced) = (numbers, rules, faults, forced)
    self = TabletRun(tablet)
    self.numbers = numbers
    self.rules = rules
    self.faults = faults
    self.forced = forced
  }

  mutating func send(_ tablet: inout RandomTablet, _ random: inout Randomness) {
    tablet.tick(&random)
    if random.oneIn(30), let deadline = stages.nextDeadline, deadline <= tablet.time {
      stages.expire(now: tablet.time, isBusy: tracker.isBusy)
      publish()
    }
    if random.oneIn(100) { assembler.beginResync() }
    for (type, code, value) in tablet.events(&random) {
      _ = assembler.add(type: type, code: code, value: value, time: tablet.time)
    }
    let isComplete = assembler.add(
      type: EventType.synchronisation, code: SyncCode.report, value: 0, time: tablet.time)
    guard isComplete || assembler.endResync() else { return }
    stages.take(assembler.frame, isBusy: tracker.isBusy)
    publish()
  }

  mutating func end(_ time: UInt64) {
    stages.finish()
    publish()
    tracker.end(time: time, numbers: &numbers) { rules.check($0) }
    rules.checkEnd(tablet: 1)
  }

  private mutating func publish() {
    while let frame = stages.next() {
      if frame.isForcedExit {
        forced += 1
        require(!tracker.isBusy, "an exit was invented while busy", frame.time)
      }
      require(frame.time >= lastTime, "time went back", frame.time)
      lastTime = frame.time
      var faults = self.faults
      let time = frame.time
      tracker.track(calibrator.reading(of: frame), numbers: &numbers) { event in
        rules.check(event)
        if case .sample(let sample) = event, sample.time != time, faults.count < 5 {
          faults.append("another time: \(sample)")
        }
      }
      self.faults = faults
    }
  }

  private mutating func require(_ holds: Bool, _ what: String, _ time: UInt64) {
    if !holds, faults.count < 5 { faults.append("\(what) at \(time)") }
  }
}
