import PencilCore
import PencilInput
import PencilTestSupport
import Testing

/// A recording of the reference data, and what its manifest says of it.
struct ReferenceRecording: Sendable, CustomTestStringConvertible {
  var file: String
  var frames: Int
  var penDowns: Int
  var tools: [ToolType]

  init(_ file: String, frames: Int, penDowns: Int = 0, tools: [ToolType] = []) {
    self.file = file
    self.frames = frames
    self.penDowns = penDowns
    self.tools = tools
  }

  var testDescription: String { file }

  static let all = [
    ReferenceRecording("genius-easypen-i405x", frames: 1112, tools: [.pen]),
    ReferenceRecording("uc-logic-tablet-wp5540u-pen", frames: 506, penDowns: 1),
    ReferenceRecording("wacom-bamboo-16fg-4x5-pad", frames: 8),
    ReferenceRecording("wacom-cintiq-12wx-pad-buttons-left", frames: 10),
    ReferenceRecording("wacom-cintiq-12wx", frames: 362, penDowns: 2, tools: [.pen, .eraser]),
    ReferenceRecording("wacom-cintiq-13hd-touch-pad", frames: 18),
    ReferenceRecording(
      "wacom-cintiq-13hd.part1", frames: 1800, penDowns: 5, tools: [.pen, .eraser, .airbrush]),
    ReferenceRecording(
      "wacom-cintiq-13hd.part2", frames: 1749, penDowns: 7, tools: [.pen, .airbrush]),
    ReferenceRecording("wacom-cintiq-13hd.part3", frames: 2055, penDowns: 7, tools: [.pen]),
    ReferenceRecording(
      "wacom-cintiq-22hdt-pen.part1", frames: 2460, penDowns: 17,
      tools: [.pen, .eraser, .pencil, .airbrush]),
    ReferenceRecording("wacom-dth2242-pen", frames: 1200, penDowns: 7, tools: [.pen]),
    ReferenceRecording("wacom-express-key-remote-pad", frames: 2),
    ReferenceRecording("wacom-intuos3-4x6-pad-strip", frames: 28),
    ReferenceRecording("wacom-intuos4-6x9-mode-toggle-button", frames: 20),
    ReferenceRecording("wacom-intuos4-6x9-pad-buttons", frames: 16),
    ReferenceRecording("wacom-intuos4-6x9-stylus-move", frames: 444, tools: [.pen]),
    ReferenceRecording("wacom-intuos4-6x9-stylus-tap", frames: 88, penDowns: 1, tools: [.pen]),
    ReferenceRecording(
      "wacom-intuos5-touch-l-pen-lens-cursor-click", frames: 4637, tools: [.lens]),
    ReferenceRecording("wacom-intuos5-touch-m-modeswitch", frames: 21),
    ReferenceRecording("wacom-intuos5-touch-m-touchring", frames: 143),
  ]
}

@Test(.enabled(if: ReferenceData.isPresent), arguments: ReferenceRecording.all)
func realRecordingIsRead(_ reference: ReferenceRecording) throws {
  let bytes = try #require(ReferenceData.bytes("recordings/\(reference.file).evemu"))
  let recording = try Recording.parse(bytes, file: reference.file)
  let description = recording.tablets[0].description
  let all = frames(of: recording)
  var penDowns = 0
  var wasDown = false
  var tools = Set<ToolType>()
  var calibrator = Calibrator(description)
  var outside = 0
  for frame in all {
    let isDown = frame.keys.contains(.touch)
    if isDown && !wasDown { penDowns += 1 }
    wasDown = isDown
    if let tool = frame.tool { tools.insert(tool) }
    let reading = calibrator.reading(of: frame)
    if !(0...1).contains(reading.values.force) || !(0...1).contains(reading.values.hover) {
      outside += 1
    }
  }
  #expect(all.count == reference.frames)
  #expect(penDowns == reference.penDowns)
  #expect(tools == Set(reference.tools))
  #expect(outside == 0)

  // Written as libinput does and read again, it is the same, but that times begin at 0.
  var writer = RecordingWriter(
    description, held: recording.tablets[0].held, serial: recording.tablets[0].serial)
  for frame in all { writer.append(frame) }
  let again = try Recording.parse(writer.takeBytes(), file: "again")
  let start = recording.tablets[0].events[0].time
  #expect(again.tablets[0].description == description)
  #expect(frames(of: again).map { FrameFacts($0) } == all.map { FrameFacts($0, from: start) })
}
