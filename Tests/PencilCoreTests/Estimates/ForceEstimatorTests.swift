import PencilCore
import PencilTestSupport
import Testing

@Suite struct ForceEstimatorTests {
  @Test func scripts() {
    let scripts = EstimateScript.scripts(
      EstimateScript.cases + "\n" + EstimateScript.endings)
    #expect(scripts.count == 22)
    for fault in scripts.compactMap(\.fault) { Issue.record("\(fault)") }
  }

  /// Pens of every kind of lateness, with random losses, lifts, exits, buttons, gaps, silences and unplugging:
  /// 125,000 frames a seed.
  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func rules(seed: UInt64) {
    var random = Randomness(seed: seed)
    var rules = EstimateRules()
    var numbers = Numbers()
    var time: UInt64 = 0
    for attachment in 1...25 as ClosedRange<UInt32> {
      var pen = RandomPen(&random)
      var tracker = StrokeTracker(tablet: 1, attachment: attachment)
      var estimator = ForceEstimator(pen.settings)
      for _ in 0..<5000 {
        let reading = pen.next(&random, time: &time)
        if random.oneIn(10), let deadline = estimator.nextDeadline, deadline < reading.time {
          estimator.expire(now: deadline, tracker: &tracker) { rules.check($0) }
        }
        estimator.take(reading, tracker: &tracker, numbers: &numbers) { rules.check($0) }
      }
      estimator.end(time: time, tracker: &tracker, numbers: &numbers) { rules.check($0) }
      rules.checkEnd()
    }
    #expect(rules.faults == [])
    // It is no test if hardly anything happened.
    #expect(rules.updates > 5000 && rules.causes.count == 6 && rules.late.count == 4)
  }

  /// The same on arbitrary readings, plausible or not.
  @Test(arguments: [11, 12] as [UInt64])
  func nonsense(seed: UInt64) {
    var random = Randomness(seed: seed)
    var rules = EstimateRules()
    var rig = EstimateRig(settings: EstimateSettings(pressureLag: Int(seed) % 2))
    var reading = Reading()
    var time: UInt64 = 0
    for _ in 0..<50_000 {
      time += random.below(20) * random.below(1000)
      reading.change(&random, time: time)
      reading.reported = Axes(rawValue: UInt16(random.below(128)))
      reading.hasMarker = random.oneIn(2)
      rig.take(reading)
      for event in rig.events { rules.check(event) }
      rig.events.removeAll(keepingCapacity: true)
    }
    rig.end(time: time)
    for event in rig.events { rules.check(event) }
    rules.checkEnd()
    #expect(rules.faults == [])
  }

  @Test func perpendicularForce() {
    var sample = Sample()
    var found: [Float?] = [sample.perpendicularForce]
    sample.available = .force
    sample.values.force = 0.5
    found.append(sample.perpendicularForce)
    sample.available = [.force, .tilt]
    for altitude: Float in [Float.pi / 2, Float.pi / 6, 0.1, 0] {
      sample.values.altitude = altitude
      found.append(sample.perpendicularForce)
    }
    sample.values.force = 0.1
    found.append(sample.perpendicularForce)
    let flat = 0.1 / Float(0.17364818)
    let rounded = found.map { $0.map { Int(($0 * 10_000).rounded()) } }
    #expect(rounded == [nil, 5000, 5000, 10_000, 10_000, 10_000, Int((flat * 10_000).rounded())])
  }

  /// A driver that sends tilt with a marker says with one alone that the tilt is unchanged.
  @Test func markedTilt() {
    var rig = EstimateRig()
    var reading = EstimateRig.reading
    func frame(_ time: UInt64, _ tool: ToolType?, _ reported: Axes, marker: Bool = true) {
      reading.time = time
      reading.tool = tool
      reading.reported = reported
      reading.known = tool == nil ? [] : reading.known.union(reported)
      reading.hasMarker = marker
      rig.take(reading)
    }
    reading.known = []
    frame(1, .pen, .position)
    frame(2, .pen, .position)
    frame(3, .pen, [.position, .tilt])
    frame(4, nil, [])
    frame(5, .pen, .position)
    frame(6, .pen, .roll)
    frame(7, .pen, .position, marker: false)
    frame(8, .pen, .position)
    frame(9, .pen, [], marker: false)
    let estimated = rig.events.compactMap { event -> UInt64? in
      guard case .sample(let sample) = event, sample.phase != .hoverExited else { return nil }
      return sample.estimated.contains(.altitude) ? sample.time : nil
    }
    #expect(estimated == [1, 2, 5, 6, 7])
  }
}

/// Process-wide counts: other tests run beside it, so the least of many rounds is what a frame takes.
@Suite(.serialized) struct EstimateAllocationTests {
  @Test(.enabled(if: Allocations.areCounted), arguments: [1, 2, 3] as [UInt64])
  func steadyState(seed: UInt64) {
    var random = Randomness(seed: seed)
    var numbers = Numbers()
    var tracker = StrokeTracker(tablet: 1, attachment: 1)
    var pen = RandomPen(&random)
    var estimator = ForceEstimator(pen.settings)
    var time: UInt64 = 0
    var events = 0
    var least = UInt64.max
    for _ in 0..<300 where least > 0 {
      let readings = (0..<100).map { _ in pen.next(&random, time: &time) }
      let count = Allocations.count {
        for step in readings.indices {
          estimator.take(readings[step], tracker: &tracker, numbers: &numbers) { _ in events += 1 }
        }
      }
      least = min(least, count)
    }
    #expect(least == 0 && events > 100)
  }
}

/// A pen that draws strokes at random, and is late in one of the ways that there are.
struct RandomPen {
  private enum Kind: UInt64, CaseIterable { case plain, split, corrects, touchesEarly, lags }
  private let kind: Kind
  private let period: UInt64
  private var reading = EstimateRig.reading
  private var steps: UInt64 = 0
  private var pressure: Int32 = 0
  private var isSecond = false
  private var correctionIsDue = false
  let settings: EstimateSettings

  init(_ random: inout Randomness) {
    kind = Kind(rawValue: random.below(5)) ?? .plain
    period = 1500 + random.below(12_000)
    settings = EstimateSettings(pressureLag: kind == .lags ? 1 + Int(random.below(4)) : 0)
    if kind == .split { reading.hardwareID = random.oneIn(2) ? 0x885 : 0 }
  }

  mutating func next(_ random: inout Randomness, time: inout UInt64) -> Reading {
    reading.reported = []
    reading.afterGap = false
    reading.timestamp = nil
    if correctionIsDue {
      correctionIsDue = false
      time += 300
      send(pressure + 20 + Int32(random.below(50)))
      reading.time = time
      return reading
    }
    // A loss, or a silence.
    time += random.oneIn(200) ? random.below(300_000) : period * (random.oneIn(20) ? 2 : 1)
    reading.time = time
    reading.hasMarker = random.oneIn(2)
    if random.oneIn(300) { reading.afterGap = true }
    if random.oneIn(150) {
      reading.tool = reading.tool == nil ? .pen : random.oneIn(4) ? .eraser : nil
    }
    if reading.tool == nil { reading.tool = random.oneIn(3) ? .pen : nil }
    if random.oneIn(200) { reading.buttons = random.oneIn(3) ? .stylus : [] }
    reading.reported.insert(.position)
    if reading.touch == true {
      if random.oneIn(30) { lift() } else { draw(&random) }
    } else if random.oneIn(8) {
      reading.touch = true
      steps = 0
      pressure = 20 + Int32(random.below(400))
      if kind != .touchesEarly, kind != .lags { send(pressure) }
    }
    return reading
  }

  private mutating func send(_ value: Int32) {
    // Unchanged values are not sent.
    if value != reading.rawPressure { reading.reported.insert(.force) }
    reading.rawPressure = value
    reading.values.force = Float(value) / 2047
  }

  private mutating func lift() {
    reading.touch = false
    if kind != .lags { send(0) }
  }

  private mutating func draw(_ random: inout Randomness) {
    steps += 1
    pressure = min(max(pressure + Int32(random.below(61)) - 28, 1), 2047)
    switch kind {
    case .plain: send(pressure)
    case .split:
      isSecond.toggle()
      if !isSecond { send(pressure) }
    case .corrects: correctionIsDue = random.oneIn(2)
    case .touchesEarly, .lags: if steps > 2 || random.oneIn(5) { send(pressure) }
    }
  }
}
