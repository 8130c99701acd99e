import Testing

@testable import PencilCore

/// A stroke over a restart of the daemon: cut, and gone on with if the pen stayed down.
struct StrokeTrackerRestartTests {
  private struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Whether the pen is down before, and then by each reading after; `nil`: it is away.
    var before: Bool?
    var after: [Bool?]
    var expected: [String]
  }

  private static let cases = [
    Case(
      testDescription: "the pen stayed down", before: true, after: [true, true],
      expected: [
        "began 1.1", "cancelled 1.2 ↷", "stroke 1 cut", "hoverExited", "|", "hoverEntered",
        "began 2.3 ↷", "moved 2.4",
      ]),
    Case(
      testDescription: "it was lifted and put down again", before: true, after: [false, true],
      expected: [
        "began 1.1", "cancelled 1.2 ↷", "stroke 1 cut", "hoverExited", "|", "hoverEntered",
        "began 2.3",
      ]),
    Case(
      testDescription: "it left and came back", before: true, after: [nil, true],
      expected: [
        "began 1.1", "cancelled 1.2 ↷", "stroke 1 cut", "hoverExited", "|", "hoverEntered",
        "began 2.3",
      ]),
    Case(
      testDescription: "it hovered", before: false, after: [true],
      expected: ["hoverExited", "|", "hoverEntered", "began 1.1"]),
    Case(testDescription: "nothing was near", before: nil, after: [], expected: ["|"]),
  ]

  @Test(arguments: cases) private func aStroke(_ test: Case) {
    var numbers = Numbers()
    var lines: [String] = []
    var first = StrokeTracker(tablet: 1, attachment: 1)
    if let isDown = test.before {
      first.track(Self.reading(isDown, 1), numbers: &numbers) { Self.tell($0, &lines) }
      lines.removeAll { $0 == "hoverEntered" }
    }
    first.end(time: 2, isRestart: true, numbers: &numbers) { Self.tell($0, &lines) }
    lines.append("|")
    var second = StrokeTracker(tablet: 1, attachment: 1, since: first.rest)
    for (i, isDown) in test.after.enumerated() {
      second.track(Self.reading(isDown, UInt64(3 + i)), numbers: &numbers) { Self.tell($0, &lines) }
    }
    #expect(lines == test.expected)
  }

  /// Who finds a daemon's last sample in the journal after a crash ends it as the daemon would have.
  @Test func anotherOnesStrokeIsEnded() {
    var numbers = Numbers()
    var events: [TrackerEvent] = []
    var tool = Tool()
    var tracker = StrokeTracker(tablet: 1, attachment: 1)
    var samples: [Sample] = []
    for time in UInt64(1)...3 {
      tracker.track(Self.reading(true, time), numbers: &numbers) {
        if case .tool(let seen) = $0 { tool = seen }
        if case .sample(let sample) = $0 { samples.append(sample) }
      }
    }
    var other = StrokeTracker(
      leftAt: samples[samples.count - 1], began: 1, samples: 3, tool: tool)
    var both = (numbers, numbers)
    var expected: [TrackerEvent] = []
    tracker.end(time: 9, isRestart: true, numbers: &both.0) { expected.append($0) }
    other.end(time: 9, isRestart: true, numbers: &both.1) { events.append($0) }
    #expect(events == expected && events.count == 3)
  }

  @Test func toolsAndStrokesHaveTheirNumbersAgain() {
    var numbers = Numbers()
    var trackers = [
      StrokeTracker(tablet: 1, attachment: 1), StrokeTracker(tablet: 2, attachment: 1),
    ]
    var lines: [String] = []
    for (place, serial) in [(0, 7), (1, 0), (0, 9)] {
      var reading = Self.reading(true, 1)
      reading.serial = UInt32(serial)
      trackers[place].track(reading, numbers: &numbers) { Self.tell($0, &lines) }
      trackers[place].end(time: 2, numbers: &numbers) { Self.tell($0, &lines) }
    }
    var later = Numbers()
    later.last = numbers.last
    for place in 0..<numbers.toolCount { later.remember(numbers.remembered(place)) }
    #expect(later.last == numbers.last && later.toolCount == 3)
    // The second with serial 7 is found on the other tablet, too; a new one has the next number.
    var seen: [UInt32] = []
    for (tablet, serial) in [(UInt32(2), 7), (2, 0), (1, 8)] {
      var reading = Self.reading(true, 3)
      reading.serial = UInt32(serial)
      var tracker = StrokeTracker(tablet: tablet, attachment: 1)
      tracker.track(reading, numbers: &later) {
        if case .sample(let sample) = $0, sample.phase == .began {
          seen += [sample.tool, sample.stroke]
        }
      }
    }
    #expect(seen == [1, 4, 2, 5, 4, 6])
  }

  private static func reading(_ isDown: Bool?, _ time: UInt64) -> Reading {
    var reading = Reading()
    reading.time = time
    guard let isDown else { return reading }
    reading.tool = .pen
    reading.touch = isDown
    reading.available = [.position, .force]
    reading.values.force = isDown ? 0.5 : 0
    reading.rawPressure = isDown ? 500 : 0
    return reading
  }

  private static func tell(_ event: TrackerEvent, _ lines: inout [String]) {
    switch event {
    case .sample(let sample):
      let number = sample.phase.isInStroke ? " \(sample.stroke).\(sample.index)" : ""
      let mark = sample.flags.contains(.acrossRestart) ? " ↷" : ""
      lines.append("\(sample.phase)\(number)\(mark)")
    case .stroke(let stroke):
      lines.append("stroke \(stroke.stroke)\(stroke.isCutByRestart ? " cut" : "")")
    default: break
    }
  }
}
