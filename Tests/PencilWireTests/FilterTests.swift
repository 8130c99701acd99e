import PencilCore
import PencilTestSupport
import PencilWire
import Testing

/// Which records a filter lets through.
struct FilterTests {
  /// Records of tablet 1, tool 2, an eraser.
  static let records: [(name: String, bytes: [UInt8])] = {
    func sample(_ phase: Phase) -> [UInt8] {
      var sample = Examples.sample(phase, .eraser)
      sample.tablet = 1
      sample.tool = 2
      return encoded(SampleRecord.size) { SampleRecord.encode(sample, sequence: 1, into: &$0) }
    }
    var button = ButtonChange()
    button.tablet = 1
    button.tool = 2
    button.toolType = .eraser
    var stroke = StrokeSummary()
    stroke.tablet = 1
    stroke.tool = 2
    stroke.toolType = .eraser
    var update = SampleUpdate()
    update.tablet = 1
    update.tool = 2
    update.toolType = .eraser
    var tool = Tool()
    tool.tablet = 1
    tool.id = 2
    tool.type = .eraser
    var gesture = Gesture()
    gesture.tablet = 1
    gesture.tool = 2
    gesture.toolType = .eraser
    func encodedGesture(_ type: ItemType, claimant: UInt32) -> [UInt8] {
      encoded(GestureRecord.size) {
        GestureRecord.encode(gesture, type: type, claimant: claimant, sequence: 1, into: &$0)
      }
    }
    let gap = GapRecord(cause: .kernelOverrun, tablet: 1, time: 1)
    let reason = ReasonRecord(tablet: 1, time: 1, tool: 2, reason: Reason(stage: 1, code: 1))
    let description = Examples.description(axes: 1)
    return [
      ("contact", sample(.began)), ("contact", sample(.cancelled)), ("hover", sample(.hoverExited)),
      (
        "button", encoded(ButtonRecord.size) { ButtonRecord.encode(button, sequence: 1, into: &$0) }
      ),
      (
        "stroke", encoded(StrokeRecord.size) { StrokeRecord.encode(stroke, sequence: 1, into: &$0) }
      ),
      (
        "update", encoded(UpdateRecord.size) { UpdateRecord.encode(update, sequence: 1, into: &$0) }
      ),
      ("gesture", encodedGesture(.gesture, claimant: 0)),
      ("claimed gesture", encodedGesture(.gesture, claimant: 7)),
      ("poseless gesture", encodedGesture(.gestureWithoutPose, claimant: 0)),
      ("claimed poseless gesture", encodedGesture(.gestureWithoutPose, claimant: 7)),
      ("tool", encoded(ToolRecord.size) { ToolRecord.encode(tool, sequence: 1, into: &$0) }),
      ("tablet", encoded(TabletRecord.size) { Examples.tablet.encode(sequence: 1, into: &$0) }),
      ("gap", encoded(GapRecord.size) { gap.encode(sequence: 1, into: &$0) }),
      ("reason", encoded(ReasonRecord.size) { reason.encode(sequence: 1, into: &$0) }),
      ("raw", encoded(description.size) { description.encode(sequence: 1, into: &$0) }),
    ]
  }()

  static let always: Set = ["tool", "tablet", "gap"]

  static func filter(
    contents: Contents, client: UInt32, withoutPose: Bool = false
  ) -> Filter {
    var filter = Filter(contents: contents)
    filter.client = client
    filter.withoutPose = withoutPose
    return filter
  }

  static let cases: [(Filter, Set<String>)] = [
    (Filter(), always.union(["contact", "hover", "button", "stroke", "update", "gesture"])),
    (
      Filter(contents: .all),
      always.union(["contact", "hover", "button", "stroke", "update", "gesture", "raw", "reason"])
    ),
    (Filter(contents: []), always),
    (Filter(contents: .contact), always.union(["contact"])),
    (Filter(contents: .hover), always.union(["hover"])),
    (Filter(contents: .buttons), always.union(["button"])),
    (Filter(contents: .strokes), always.union(["stroke"])),
    (Filter(contents: .updates), always.union(["update"])),
    (Filter(contents: .gestures), always.union(["gesture"])),
    (filter(contents: .gestures, client: 7), always.union(["gesture", "claimed gesture"])),
    (filter(contents: .gestures, client: 8), always.union(["gesture"])),
    (
      filter(contents: .gestures, client: 7, withoutPose: true),
      always.union(["poseless gesture", "claimed poseless gesture"])
    ),
    (filter(contents: .contact, client: 7), always.union(["contact"])),
    (Filter(contents: .raw), always.union(["raw"])),
    (Filter(contents: .reasons), always.union(["reason"])),
    (Filter(contents: .all, tablet: 2), Set()),
    (Filter(contents: .contact, tablet: 1), always.union(["contact"])),
    (Filter(tool: 2), always.union(["contact", "hover", "button", "stroke", "update", "gesture"])),
    (Filter(tool: 3), always),
    (
      Filter(toolTypes: 1 << 2),
      always.union(["contact", "hover", "button", "stroke", "update", "gesture"])
    ),
    (Filter(toolTypes: 0xFE & ~(1 << 2)), always),
  ]

  /// Records of one type.
  private static func kind(_ name: String) -> String {
    switch name {
    case "contact", "hover": "sample"
    default: name.split(separator: " ").filter { $0 != "claimed" }.joined(separator: " ")
    }
  }

  @Test(arguments: cases)
  func recordsPass(_ filter: Filter, expected: Set<String>) {
    let passed = FilterTests.records.filter { $0.bytes.withRaw { filter.passes($0) } }.map(\.name)
    #expect(Set(passed) == expected)
    // Types that may pass are those of which something passes, but for a filter of tablets or tools.
    let may = FilterTests.records.filter { record in
      record.bytes.withRaw { filter.mayPass(ItemType.of($0)) }
    }.map(\.name)
    #expect(expected.isSubset(of: may))
    guard filter.tablet == 0, filter.tool == 0, filter.toolTypes == 0 else { return }
    let types = Set(passed.map(FilterTests.kind))
    #expect(Set(may.map(FilterTests.kind)) == types)
  }
}
