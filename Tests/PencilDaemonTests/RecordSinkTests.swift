import Glibc
import PencilInput
import PencilSystem
import PencilTestSupport
import PencilWire
import Testing

@testable import PencilDaemon

/// What becomes a recording, and what becomes of an earlier one.
struct RecordSinkTests {
  /// What comes to the sink.
  enum Step: Sendable {
    case tablet(UInt32, node: String)
    case raw(UInt32)
    case gap(UInt64)
    case suspended, resumed, snapshot, snapshotEnd, flush

    var items: [[UInt8]] {
      switch self {
      case .tablet(let id, let node):
        var tablet = TabletRecord()
        tablet.tablet = id
        tablet.flags = .present
        tablet.name = "pen \(id)"
        tablet.node = node
        var description = DescriptionRecord()
        description.tablet = id
        return [
          encoded(TabletRecord.size) { tablet.encode(sequence: 0, into: &$0) },
          encoded(description.size) { description.encode(sequence: 0, into: &$0) },
        ]
      case .raw(let id):
        return [
          encoded(RawRecord.size(events: 1)) {
            RawRecord.encode(tablet: id, time: 1, events: 1, flags: [], sequence: 9, into: &$0)
            RawRecord.encode(.init(type: 0, code: 0, value: 0), at: 0, into: &$0)
          }
        ]
      case .gap(let sequence):
        let gap = GapRecord(cause: .lapped, time: 1, lost: (2, 3))
        return [encoded(GapRecord.size) { gap.encode(sequence: sequence, into: &$0) }]
      case .suspended:
        return [
          encoded(SuspendedNote.size) { SuspendedNote(time: 1, head: 1).encode(into: &$0) }
        ]
      case .resumed:
        return [encoded(ResumedNote.size) { ResumedNote(time: 1, head: 1).encode(into: &$0) }]
      case .snapshot, .snapshotEnd:
        let type: ItemType = if case .snapshot = self { .snapshot } else { .snapshotEnd }
        return [
          encoded(SnapshotNote.size) { SnapshotNote.encode(type, head: 1, time: 1, into: &$0) }
        ]
      case .flush: return []
      }
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// `F` is the folder.
    var device: String?
    var steps: [Step]
    /// For each frame of the recording, whether there is a gap before it; `nil`: the earlier recording stays.
    var gaps: [Bool]?
    var problem: String?

    init(
      _ name: String, device: String? = nil, _ steps: [Step], gaps: [Bool]? = nil,
      problem: String? = nil
    ) {
      testDescription = name
      self.device = device
      self.steps = steps
      self.gaps = gaps
      self.problem = problem
    }
  }

  private static let first = Step.tablet(1, node: "/dev/input/event1")
  private static let second = Step.tablet(2, node: "/dev/input/event2")
  private static let several =
    "several tablets (/dev/input/event1, /dev/input/event2): choose one with --device"

  static let cases = [
    Case("the only tablet", [first, .raw(1), .raw(2)], gaps: [false]),
    Case(
      "the one that is named", device: "F/event7", [second, .tablet(7, node: "F/event7"), .raw(7)],
      gaps: [false]),
    Case(
      "a path that the record cuts", device: "/dev/input/by-id/a-tablet-with-a-long-name",
      [.tablet(1, node: "/dev/input/by-id/a-tablet-with-a-long-name"), .raw(1)], gaps: [false]),
    Case(
      "another node", device: "F/event7", [first, .raw(1)],
      problem: "nothing was recorded: no tablet"
    ),
    Case("two at the start", [first, second, .flush], problem: several),
    Case(
      "two in a snapshot of two datagrams",
      [.snapshot, first, .flush, second, .snapshotEnd, .flush], problem: several),
    Case(
      "one that comes later", [first, .flush, second, .flush, .raw(1), .raw(2), second, .raw(1)],
      gaps: [false, false]),
    Case(
      "a pen that does nothing", [first, .flush],
      problem: "nothing was recorded: the tablet sent nothing"),
    Case(
      "lost on the way", [first, .raw(1), .gap(0), .flush, .raw(1), .raw(1)],
      gaps: [false, true, false]),
    Case(
      "a gap that the frame tells itself", [first, .raw(1), .gap(8), .raw(1)], gaps: [false, false]),
    Case(
      "another session",
      [first, .raw(1), .suspended, .flush, .resumed, .snapshot, first, .snapshotEnd, .raw(1)],
      gaps: [false, true]),
  ]

  @Test(arguments: cases) func isRecorded(_ test: Case) throws {
    let folder = try TemporaryFolder()
    func inFolder(_ path: String) -> String {
      path.hasPrefix("F/") ? folder.path + path.dropFirst() : path
    }
    let earlier = Array("earlier, and longer than what comes now".utf8)
    try Files.replace(inFolder("F/pen.yml"), with: earlier, permissions: 0o600)

    var problem: String?
    do throws(CommandError) {
      let sink = RecordSink(path: inFolder("F/pen.yml"), node: test.device.map(inFolder))
      for step in test.steps {
        var step = step
        if case .tablet(let id, let node) = step { step = .tablet(id, node: inFolder(node)) }
        for item in step.items { sink.take(item.span.raw) }
        if case .flush = step { _ = try sink.flush() }
      }
      try sink.finish(inputFrames: nil)
    } catch { problem = error.lines.joined() }

    let bytes = try Files.contents(of: inFolder("F/pen.yml"), limit: 1 << 20)
    let rows = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let frames = rows.filter { $0 == "    - evdev:" || $0 == "    - pencild: gap" }
    let gaps = frames.map { $0.hasSuffix("gap") }
    #expect(problem == test.problem)
    #expect(bytes == earlier ? test.gaps == nil : test.gaps == gaps)
  }

  /// A file that was made for nothing goes again.
  @Test func noEmptyFileIsLeft() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/pen.yml"
    let sink = RecordSink(path: path, node: nil)
    for item in Self.first.items { sink.take(item.span.raw) }
    let isWanted = try sink.flush()
    let isThere = Files.exists(path)
    #expect(throws: CommandError.self) { try sink.finish(inputFrames: nil) }
    #expect([isWanted, isThere, Files.exists(path)] == [true, true, false])
  }

  /// Links such as those in `/dev/input/by-id` are followed before anything is opened.
  @Test func namedTabletsAreFoundByTheirNode() throws {
    let folder = try TemporaryFolder()
    _ = unsafe symlink("/dev/null", folder.path + "/link")
    var options = Options()
    options.devices = [folder.path + "/link", folder.path + "/none"]
    #expect(try Tablets.found(options).map(\.path) == ["/dev/null", folder.path + "/none"])
  }
}
