import PencilCore
import PencilInput
import PencilTestSupport
import PencilWire
import Testing

@testable import PencilDaemon

/// The gestures in other people's recordings, and why nearly all presses are none: they were made to show buttons, and
/// mostly held.
@Suite(.enabled(if: ReferenceData.isPresent)) struct GestureRecordingTests {
  /// By file: ms from the first sample, the gesture or the reason, the button, and of a reason what was measured in µs or µm.
  /// Presses that stay alone are left out. No other file has any.
  static let expected: [String: [String]] = [
    "wacom-cintiq-13hd.part2": [
      "3118 tooLate stylus 356976", "11011 tooLong stylus 287009", "11784 tooLong stylus 309993",
    ],
    "wacom-cintiq-13hd.part3": [
      "4093 tooLong stylus 342027", "12295 tooFar stylus 5866", "12566 tooLong stylus 270997",
      "13284 doublePress stylus", "14268 doublePress stylus2",
    ],
    "wacom-cintiq-22hdt-pen.part1": [
      "9354 tooLong stylus 290983", "35655 tooLong stylus2 269006", "37593 tooLate stylus 515003",
      "38054 tooFar stylus 3492", "38862 tooLate stylus 615002",
    ],
    "wacom-dth2242-pen": ["3987 tooLong stylus 328001"],
  ]

  @Test(arguments: ReferenceRecordingTests.rows) func gestures(
    _ row: ReferenceRecordingTests.Row
  ) throws {
    let bytes = try #require(ReferenceData.bytes("recordings/\(row.file).evemu"))
    let recording = try Recording.parse(bytes, file: row.file)
    var pipeline = try Pipeline(journalCapacity: 8 << 20, epoch: 1)
    pipeline.makesReasons = true
    let numbers = recording.tablets.map {
      pipeline.attach($0.description, isReplayed: true, time: 0)
    }
    var replay = Replay(recording)
    while let tablet = replay.nextFrame() {
      let frame = replay.frame(of: tablet)
      pipeline.expire(now: frame.time)
      pipeline.take(frame, of: numbers[tablet])
    }
    var lines: [String] = []
    var zero: UInt64?
    var cursor = pipeline.publisher.journal.start
    while let item = pipeline.publisher.journal.read(&cursor) {
      let header = try ItemHeader(item, at: 0)
      if header.type == .sample { zero = zero ?? header.time }
      let time = (header.time - (zero ?? header.time) + 500) / 1000
      if let gesture = header.type == .gesture ? GestureRecord.decode(item) : nil {
        lines.append("\(time) \(gesture.kind) \(Buttons.name(ofNumber: Int(gesture.button)))")
      }
      guard header.type == .reason, let reason = ReasonRecord(item)?.reason,
        reason.stage == ReasonName.pressStage,
        let name = ReasonName(stage: reason.stage, code: reason.code), name != .staysAlone
      else { continue }
      let button = Buttons.name(ofNumber: Int(reason.values[0]))
      lines.append("\(time) \(name) \(button) \(reason.values[1])")
    }
    #expect(lines == Self.expected[row.file] ?? [])
  }
}
