import PencilCore
import PencilInput
import PencilTestSupport
import Testing

/// How many forces of a real recording are estimates, and why.
struct EstimateCount: Sendable, CustomTestStringConvertible {
  var file: String
  /// Samples in contact that expect a force.
  var expecting = 0
  /// Updates of samples that expected none.
  var unexpected = 0
  var reason = ""
  var testDescription: String { file }

  static let all: [EstimateCount] =
    ReferenceRecording.all.map { EstimateCount(file: $0.file) }.map { plain in
      with(plain.file) ?? plain
    }

  /// All others: 0, as ordinary pens send pressure with each report or leave it out unchanged.
  private static func with(_ file: String) -> EstimateCount? {
    switch file {
    case "wacom-cintiq-13hd.part2":
      EstimateCount(file: file, expecting: 12, reason: "four strokes of an airbrush, 0x100902")
    case "wacom-cintiq-22hdt-pen.part1":
      EstimateCount(
        file: file, expecting: 60,
        reason: "three strokes of an airbrush, 0x100902, and four of an art pen, 0x100804")
    default: nil
    }
  }
}

@Test(.enabled(if: ReferenceData.isPresent), arguments: EstimateCount.all)
func ordinaryStrokesHaveNoEstimates(_ count: EstimateCount) throws {
  let bytes = try #require(ReferenceData.bytes("recordings/\(count.file).evemu"))
  let recording = try Recording.parse(bytes, file: count.file)
  var calibrator = Calibrator(recording.tablets[0].description)
  var tracker = StrokeTracker(tablet: 1, attachment: 1)
  var estimator = ForceEstimator()
  var numbers = Numbers()
  var expecting: Set<UInt32> = []
  var unexpected = 0
  var tools: Set<UInt32> = []
  for frame in frames(of: recording) {
    estimator.take(calibrator.reading(of: frame), tracker: &tracker, numbers: &numbers) { event in
      switch event {
      case .sample(let sample) where !sample.expecting.isEmpty:
        expecting.insert(sample.index)
        tools.insert(sample.tool)
      case .update(let update) where !expecting.contains(update.index): unexpected += 1
      default: break
      }
    }
  }
  #expect(
    [expecting.count, unexpected] == [count.expecting, count.unexpected], "\(count.reason) \(tools)"
  )
}

/// reMarkable's marker: X and Y in every frame, pressure in some. What the excerpts show is split reports.
@Test(
  .enabled(if: ReferenceData.isPresent),
  arguments: [
    ("remarkable-paper-pro-late-axes-1", 8), ("remarkable-paper-pro-distance-pressure-split", 7),
    ("remarkable-paper-pro-bursts", 6),
  ])
func remarkableSplitsReports(_ file: String, _ expected: Int) throws {
  let bytes = try #require(ReferenceData.bytes("sequences/\(file).seq.json"))
  var estimator = ForceEstimator(EstimateSettings(splitsReports: true))
  var tracker = StrokeTracker(tablet: 1, attachment: 1)
  var numbers = Numbers()
  var reading = Reading()
  reading.tool = .pen
  reading.touch = true
  reading.available = [.position, .force, .tilt, .hover]
  reading.known = reading.available
  reading.values.force = 800 / 4095
  reading.forceStep = 1 / 4095
  reading.reported = .force
  var open: Set<UInt32> = []
  var estimates = 0
  func emit(_ event: TrackerEvent) {
    switch event {
    case .sample(let sample) where !sample.expecting.isEmpty:
      estimates += 1
      open.insert(sample.index)
    case .update(let update): open.remove(update.index)
    default: break
    }
  }
  let lines = EstimateSequence.frames(bytes)
  reading.time = (lines.first?.time ?? 0) - 2000
  estimator.take(reading, tracker: &tracker, numbers: &numbers, emit: emit)
  for line in lines {
    reading.time = line.time
    reading.reported = []
    for (name, value) in line.events {
      switch name {
      case "ABS_X", "ABS_Y": reading.reported.insert(.position)
      case "ABS_PRESSURE":
        reading.reported.insert(.force)
        reading.values.force = Float(value) / 4095
      case "ABS_DISTANCE": reading.reported.insert(.hover)
      case "ABS_TILT_X": reading.reported.insert(.tilt)
      default: break
      }
    }
    estimator.take(reading, tracker: &tracker, numbers: &numbers, emit: emit)
  }
  estimator.end(time: reading.time, tracker: &tracker, numbers: &numbers, emit: emit)
  #expect(estimates == expected)
  #expect(open == [])
}

/// Just enough of JSON for the reference's short sequences.
enum EstimateSequence {
  static func frames(_ bytes: [UInt8]) -> [(time: UInt64, events: [(String, Int32)])] {
    let text = String(decoding: bytes, as: UTF8.self)
    var frames: [(time: UInt64, events: [(String, Int32)])] = []
    for part in text.split(separator: "\"t\":").dropFirst() {
      let words = part.split { " \n\t,[]{}\":".contains($0) }.map(String.init)
      guard let first = words.first else { continue }
      let time = UInt64(((Double(first) ?? 0) * 1e6).rounded())
      var events: [(String, Int32)] = []
      for (name, value) in zip(words, words.dropFirst()) where name.hasPrefix("ABS_") {
        events.append((name, Int32(value) ?? 0))
      }
      frames.append((time, events))
    }
    return frames
  }
}
