import PencilCore
import PencilInput
import PencilTestSupport
import PencilWire
import Testing

@testable import PencilDaemon

/// What the pipeline makes of other people's recordings.
///
/// The rule that makes a stroke: it begins with the first input frame in which a tool in range has `BTN_TOUCH` with
/// pressure above 0, and ends when either is gone, or when the tool leaves or another one comes. A tool without a
/// pressure axis needs no pressure; a tablet that has named no tool yet has a pen from its first axis on. The manifest's
/// `pen_downs` counts `BTN_TOUCH` going down and nothing else.
struct ReferenceRecordingTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var file: String
    /// Input frames: the manifest's column `frames`.
    var frames: UInt64
    /// Samples, strokes and presses.
    var made: [Int] = [0, 0, 0]
    /// Of different (type, serial), in the order in which they came.
    var tools: [ToolType] = []
    var penDowns = 0
    var testDescription: String { file }
  }

  static let rows: [Row] = [
    Row(file: "genius-easypen-i405x", frames: 1112, made: [1112, 0, 0], tools: [.pen]),
    // Touches without a tool: this tablet names none, so it has a pen, which touches. Enters and begins in one frame,
    // and again after a silence of more than 250 ms.
    Row(
      file: "uc-logic-tablet-wp5540u-pen", frames: 506, made: [508, 1, 0], tools: [.pen],
      penDowns: 1),
    // Pads without a pen: none is assumed by a ring, a strip or an id.
    Row(file: "wacom-bamboo-16fg-4x5-pad", frames: 8),
    Row(file: "wacom-cintiq-12wx-pad-buttons-left", frames: 10),
    Row(
      file: "wacom-cintiq-12wx", frames: 362, made: [363, 2, 0], tools: [.pen, .eraser], penDowns: 2
    ),
    Row(file: "wacom-cintiq-13hd-touch-pad", frames: 18),
    Row(
      file: "wacom-cintiq-13hd.part1", frames: 1800, made: [1800, 5, 2],
      tools: [.pen, .eraser, .airbrush, .eraser], penDowns: 5),
    Row(
      file: "wacom-cintiq-13hd.part2", frames: 1749, made: [1749, 7, 6], tools: [.airbrush, .pen],
      penDowns: 7),
    Row(
      file: "wacom-cintiq-13hd.part3", frames: 2055, made: [2054, 7, 9], tools: [.pen, .pen],
      penDowns: 7),
    // A pen was near before the recording began, and evemu does not tell which: it is assumed to be one, and touches.
    Row(
      file: "wacom-cintiq-22hdt-pen.part1", frames: 2460, made: [2460, 17, 9],
      tools: [.pen, .eraser, .airbrush, .eraser, .pen, .eraser, .pencil, .pen], penDowns: 17),
    Row(file: "wacom-dth2242-pen", frames: 1200, made: [1200, 7, 4], tools: [.pen], penDowns: 7),
    Row(file: "wacom-express-key-remote-pad", frames: 2),
    Row(file: "wacom-intuos3-4x6-pad-strip", frames: 28),
    Row(file: "wacom-intuos4-6x9-mode-toggle-button", frames: 20),
    Row(file: "wacom-intuos4-6x9-pad-buttons", frames: 16),
    Row(file: "wacom-intuos4-6x9-stylus-move", frames: 444, made: [444, 0, 0], tools: [.pen]),
    Row(
      file: "wacom-intuos4-6x9-stylus-tap", frames: 88, made: [88, 1, 0], tools: [.pen], penDowns: 1
    ),
    // A puck's buttons are presses and no contact.
    Row(
      file: "wacom-intuos5-touch-l-pen-lens-cursor-click", frames: 4637, made: [4637, 0, 26],
      tools: [.lens]),
    Row(file: "wacom-intuos5-touch-m-modeswitch", frames: 21),
    Row(file: "wacom-intuos5-touch-m-touchring", frames: 143),
  ]

  /// The manifest's rows, by column.
  private static let manifest: [[Substring]] = {
    let bytes = ReferenceData.bytes("recordings/MANIFEST.tsv") ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)
    }
  }()

  @Test(.enabled(if: ReferenceData.isPresent)) func areAll() {
    #expect(Self.manifest.count == Self.rows.count + 1)
  }

  @Test(.enabled(if: ReferenceData.isPresent), arguments: rows) func isPlayed(_ row: Row) throws {
    let bytes = try #require(ReferenceData.bytes("recordings/\(row.file).evemu"))
    let recording = try Recording.parse(bytes, file: row.file)
    var pipeline = try Pipeline(journalCapacity: 8 << 20, epoch: 1)
    let numbers = recording.tablets.map {
      pipeline.attach($0.description, isReplayed: true, time: 0)
    }
    var replay = Replay(recording)
    while let tablet = replay.nextFrame() {
      pipeline.take(replay.frame(of: tablet), of: numbers[tablet])
    }
    for number in numbers { pipeline.detach(number, time: .max) }

    var counter = SummaryCounter()
    var tools: [UInt32: ToolType] = [:]
    var problems: [String] = []
    var open: [UInt32: UInt32] = [:]
    var cursor = pipeline.publisher.journal.start
    var expected: UInt64 = 1
    while let item = pipeline.publisher.journal.read(&cursor) {
      counter.count(item)
      let header = try ItemHeader(item, at: 0)
      if header.sequence != expected {
        problems.append("\(header.sequence) instead of \(expected)")
      }
      expected += 1
      if let tool = header.type == .tool ? ToolRecord.decode(item) : nil {
        tools[tool.id] = tool.type
      }
      guard header.type == .sample, let sample = SampleRecord.decode(item) else { continue }
      if tools[sample.tool] != sample.toolType { problems.append("a sample of an unknown tool") }
      // Strokes begin, go on and end; none is left open.
      switch sample.phase {
      case .began where open[sample.tool] == nil: open[sample.tool] = sample.stroke
      case .moved where open[sample.tool] == sample.stroke: break
      case .ended where open[sample.tool] == sample.stroke: open[sample.tool] = nil
      case .cancelled where open[sample.tool] == sample.stroke: open[sample.tool] = nil
      case .hoverEntered, .hoverMoved, .hoverExited:
        if open[sample.tool] != nil || sample.stroke != 0 { problems.append("hover in a stroke") }
      default: problems.append("\(sample.phase) in stroke \(open[sample.tool] ?? 0)")
      }
    }
    let fields = Self.manifest.first { $0.first == "evemu/\(row.file).evemu" } ?? []
    #expect([fields[5], fields[9]] == ["\(row.frames)", "\(row.penDowns)"])
    let inputFrames = pipeline.publisher.inputFrames
    #expect(inputFrames == row.frames)
    #expect([counter.samples, counter.strokes, counter.presses].map(Int.init) == row.made)
    #expect(tools.sorted { $0.key < $1.key }.map(\.value) == row.tools)
    #expect(problems == [])
    #expect(open.isEmpty)
  }
}
