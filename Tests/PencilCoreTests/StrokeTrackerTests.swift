import PencilCore
import PencilTestSupport
import Testing

@Suite struct StrokeTrackerTests {
  @Test func scripts() {
    let scripts = TrackerScript.scripts(TrackerScript.cases)
    #expect(scripts.count == 22)
    for fault in scripts.compactMap(\.fault) { Issue.record("\(fault)") }
  }

  /// 100,000 readings a seed on four tablets with one `Numbers`, with everything in them changing at random.
  @Test(arguments: [1, 2] as [UInt64])
  func rules(seed: UInt64) {
    var random = Randomness(seed: seed)
    var numbers = Numbers()
    var rules = TrackerRules()
    var attachments: UInt32 = 4
    var trackers = (1...4).map { StrokeTracker(tablet: $0, attachment: $0) }
    var readings = [Reading](repeating: Reading(), count: 4)
    for time in 0..<UInt64(100_000) {
      let at = Int(random.below(4))
      if random.oneIn(500) {
        trackers[at].end(time: time, numbers: &numbers) { rules.check($0) }
        rules.checkEnd(tablet: at + 1)
        attachments += 1
        trackers[at] = StrokeTracker(tablet: UInt32(at + 1), attachment: attachments)
      }
      readings[at].change(&random, time: time)
      trackers[at].track(readings[at], numbers: &numbers) { rules.check($0) }
    }
    for at in trackers.indices {
      trackers[at].end(time: 100_000, numbers: &numbers) { rules.check($0) }
      rules.checkEnd(tablet: at + 1)
    }
    #expect(rules.faults == [])
    // It is no test if hardly anything happened.
    #expect(rules.strokes > 5000 && rules.presses > 5000)
  }

  /// More tools than are remembered: the one longest out of range gets a new number, one in range never.
  @Test func manyTools() {
    var numbers = Numbers()
    var ids: [UInt32] = []
    var stays = StrokeTracker(tablet: 1, attachment: 1)
    var passes = StrokeTracker(tablet: 2, attachment: 2)
    func show(_ serial: UInt32, on tracker: inout StrokeTracker, leaves: Bool) {
      var reading = Reading()
      reading.tool = .pen
      reading.serial = serial
      tracker.track(reading, numbers: &numbers) {
        if case .sample(let sample) = $0 { ids.append(sample.tool) }
      }
      reading.tool = nil
      if leaves { tracker.track(reading, numbers: &numbers) { _ in } }
    }
    show(1000, on: &stays, leaves: false)
    for serial in 1...UInt32(Numbers.toolCapacity) { show(serial, on: &passes, leaves: true) }
    show(2, on: &passes, leaves: true)
    show(1, on: &passes, leaves: true)
    show(1000, on: &stays, leaves: true)
    let capacity = UInt32(Numbers.toolCapacity)
    #expect(ids == Array(1...capacity + 1) + [3, capacity + 2, 1])
  }
}

extension Reading {
  /// Changes at random what a tablet could change from one frame to the next, plausible or not.
  mutating func change(_ random: inout Randomness, time: UInt64) {
    self.time = time
    afterGap = random.oneIn(50)
    if random.oneIn(8) {
      tool = random.oneIn(3) ? nil : ToolType(rawValue: UInt8(1 + random.below(7)))
      known = []
    }
    if random.oneIn(4) { touch = random.oneIn(5) ? nil : random.oneIn(2) }
    if random.oneIn(4) { values.force = Float(random.below(5)) / 25 }
    if random.oneIn(8) { buttons = Buttons(rawValue: UInt32(random.below(256))) }
    if random.oneIn(30) { serial = UInt32(random.below(4)) }
    if random.oneIn(30) { hardwareID = UInt32(random.below(3)) }
    if random.oneIn(100) {
      available = Axes(rawValue: UInt16(random.below(16)))
    }
    if random.oneIn(3) {
      values.altitude = .pi / 2 - Float(random.below(8)) / 57
      values.azimuth = Float(random.below(8)) * .pi / 4
      known.insert(.tilt)
    }
    reported = random.oneIn(2) ? .force : []
    liftsOnly = random.oneIn(100)
    flags = random.oneIn(50) ? .synthetic : []
    tiltQuantum = 1 / 57
    rawPressure = Int32(values.force * 100)
  }
}

/// The first rounds still fill what is kept: the least of many rounds is what a reading takes.
@Suite(.serialized) struct AllocationTests {
  @Test(.enabled(if: Allocations.areCounted))
  func steadyState() {
    var numbers = Numbers()
    var tracker = StrokeTracker(tablet: 1, attachment: 1)
    var random = Randomness(seed: 3)
    var readings = [Reading](repeating: Reading(), count: 200)
    var events = 0
    var least = UInt64.max
    for round in 0..<500 as Range<UInt64> {
      for step in readings.indices {
        if step > 0 { readings[step] = readings[step - 1] }
        readings[step].change(&random, time: round * 200 + UInt64(step))
      }
      let count = Allocations.count {
        for step in readings.indices {
          tracker.track(readings[step], numbers: &numbers) { _ in events += 1 }
        }
        tracker.end(time: round * 200 + 200, numbers: &numbers) { _ in events += 1 }
      }
      least = min(least, count)
    }
    #expect(least == 0)
    #expect(events > 100_000)
  }
}
