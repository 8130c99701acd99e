import PencilCore
import PencilInput
import PencilSystem
import PencilTestSupport
import PencilWire
import Testing

@testable import PencilDaemon

/// A run of the daemon goes on with the journal and the state of the one before.
struct RestartTests {
  static let capacity = 256 << 10
  static let here = AttachedPlace(number: 1, attachment: 1)

  /// The journal's memory, as the service manager has it.
  static func copy(_ pipeline: borrowing Pipeline) throws -> FileDescriptor {
    try FileDescriptor.duplicate(of: pipeline.publisher.journal.descriptor)
  }

  static func adopt(
    _ file: consuming FileDescriptor, capacity: Int = capacity
  ) throws -> Pipeline.Adopted {
    try Pipeline.adopt(Journal(adopting: file, capacity: capacity))
  }

  /// What the records after a number say.
  static func story(_ pipeline: borrowing Pipeline, after sequence: UInt64) -> [String] {
    guard var cursor = pipeline.publisher.journal.cursor(after: sequence) else { return ["gone"] }
    var lines: [String] = []
    while let item = pipeline.publisher.journal.read(&cursor) {
      switch ItemType.of(item) {
      case .tablet:
        guard let tablet = TabletRecord(item) else { continue }
        lines.append(
          "\(tablet.flags.contains(.present) ? "+" : "-")tablet \(tablet.tablet).\(tablet.attachment)"
        )
      case .padDescription:
        guard let pad = PadDescriptionRecord.decode(item) else { continue }
        lines.append("\(pad.isPresent ? "+" : "-")pad \(pad.id).\(pad.attachment) mode \(pad.mode)")
      case .sample:
        guard let sample = SampleRecord.decode(item) else { continue }
        let mark = sample.flags.contains(.acrossRestart) ? " ↷" : ""
        lines.append(
          sample.phase.isInStroke
            ? "\(sample.phase) \(sample.stroke).\(sample.index)\(mark)" : "\(sample.phase)")
      case .stroke:
        guard let stroke = StrokeRecord.decode(item) else { continue }
        lines.append(
          "stroke \(stroke.stroke) of \(stroke.samples)\(stroke.isCutByRestart ? " cut" : "")")
      case .button:
        guard let change = ButtonRecord.decode(item) else { continue }
        lines.append("button \(change.button) \(change.isPressed ? "down" : "up")")
      case .pad:
        guard let event = PadRecord.decode(item) else { continue }
        let what =
          event.control == .mode
          ? "is \(event.mode)" : (event.isPressed ? "down" : "up") + (event.isSynthetic ? "!" : "")
        lines.append("\(event.control) \(event.index) \(what) at \(event.time)")
      case .tool: lines.append("tool \(ToolRecord.decode(item)?.id ?? 0)")
      case .gap: lines.append("gap \(GapRecord(item)?.cause.rawValue ?? 0)")
      default: break
      }
    }
    return lines
  }

  /// A pen in the middle of its second stroke, with a button held.
  static func drawing() throws -> Run {
    var pipeline = try Pipeline(journalCapacity: capacity, epoch: 77)
    var pen = PenFrames()
    let tablet = pipeline.attach(penDescription(), isReplayed: false, time: 1)
    pipeline.take(pen.enter(), of: tablet)
    pipeline.take(pen.touch(), of: tablet)
    pipeline.take(pen.move(1), of: tablet)
    pipeline.take(pen.lift(), of: tablet)
    pipeline.take(pen.touch(), of: tablet)
    pipeline.take(pen.frame([(EventType.key, KeyCode.stylus, 1)]), of: tablet)
    pipeline.take(pen.move(2), of: tablet)
    return Run(pipeline: pipeline, pen: pen, tablet: tablet)
  }

  struct Run: ~Copyable {
    var pipeline: Pipeline
    var pen: PenFrames
    let tablet: UInt32

    /// Ends as the daemon does.
    mutating func end() -> Bool {
      pipeline.interrupt(tablet)
      guard pipeline.save(isOrderly: true) else { return false }
      pipeline.publisher.countRuns(0)
      return true
    }

    var last: UInt64 { pipeline.publisher.journal.lastSequence }
    consuming func into() -> Pipeline { pipeline }
    var state: PublishedState { pipeline.publisher.current }
  }

  static var held: KeyMask {
    KeyMask([KeyCode.toolPen, KeyCode.touch, KeyCode.stylus])
  }

  @Test func anOrderlyEnd() throws {
    var first = try Self.drawing()
    let before = first.last
    let isSaved = first.end()
    #expect(isSaved)
    let (end, was) = (first.last, first.state)
    let ending = Self.story(first.pipeline, after: before)
    #expect(ending == ["cancelled 2.7 ↷", "stroke 2 of 4 cut", "button 0 up", "hoverExited"])

    let adopted = try Self.adopt(Self.copy(first.pipeline))
    let isOrderly = adopted.isOrderly
    #expect(isOrderly)
    var second = adopted.parts()
    let journal = (second.publisher.journal.epoch, second.publisher.journal.lastSequence)
    #expect(journal == (77, end))
    let state = second.publisher.current
    #expect(state.tablets == was.tablets && state.tools == was.tools && state.inRange.isEmpty)
    let again = second.attach(
      penDescription(), isReplayed: false, time: 9_000_000, held: Self.held, since: Self.here)
    second.endAwaiting(time: 9_000_001)
    #expect(again == first.tablet)
    second.take(first.pen.move(3), of: again)
    second.take(first.pen.lift(), of: again)
    let story = Self.story(second, after: end)
    #expect(
      story == [
        "+tablet 1.1", "hoverEntered", "began 3.8 ↷", "button 0 down", "ended 3.9",
        "stroke 3 of 2",
      ])
  }

  @Test func theStateIsThatOfTheEarlierRun() throws {
    var first = try Self.drawing()
    var padTablet = penDescription("Pad")
    padTablet.keys = KeyMask([0x100, 0x101])
    _ = first.pipeline.attachPad(padTablet, isReplayed: false, time: 1)
    var gesture = Gesture()
    gesture.number = first.pipeline.publisher.nextGesture()
    first.pipeline.publisher.claimant = 5
    first.pipeline.publisher.publish(gesture)
    first.pipeline.interruptPad(1)
    let isSaved = first.end()
    #expect(isSaved)
    let end = first.last

    // Nothing of it is here any more but the pad.
    let adopted = try Self.adopt(Self.copy(first.pipeline))
    let claimant = adopted.lastClaimant
    #expect(claimant == 5)
    var second = adopted.parts()
    _ = second.attachPad(padTablet, isReplayed: false, time: 9_000_000, since: Self.here)
    second.endAwaiting(time: 9_000_000)
    var story = Self.story(second, after: end)
    #expect(story == ["+pad 1.1 mode 0", "-tablet 1.1"])
    let next = second.publisher.nextGesture()
    #expect(next == 2)
    // It comes back, and another one comes.
    let number = second.attach(penDescription(), isReplayed: false, time: 9_000_002)
    let other = second.attach(penDescription("Other"), isReplayed: false, time: 9_000_002)
    #expect([number, other] == [1, 2])
    story = Self.story(second, after: end + 2)
    #expect(story == ["+tablet 1.2", "+pad 1.1 mode 0", "+tablet 2.1"])
  }

  @Test(arguments: [
    ("Other", here, ["+tablet 2.1", "-tablet 1.1"]),
    ("Test Pen", AttachedPlace(number: 1, attachment: 2), ["-tablet 1.1", "+tablet 1.2"]),
    ("Test Pen", AttachedPlace(number: 9, attachment: 1), ["-tablet 1.1", "+tablet 1.2"]),
  ])
  private func anotherDeviceIsNotGoneOnWith(
    name: String, place: AttachedPlace, expected: [String]
  ) throws {
    var first = try Self.drawing()
    _ = first.end()
    let end = first.last
    var second = try Self.adopt(Self.copy(first.pipeline)).parts()
    _ = second.attach(penDescription(name), isReplayed: false, time: 9, since: place)
    second.endAwaiting(time: 9)
    let story = Self.story(second, after: end)
    #expect(story == expected)
  }

  /// Killed behind any frame, with a state written down at any earlier moment: what was open ends, and all goes on.
  @Test(arguments: 0..<30) func aCrash(seed: Int) throws {
    var random = SeededNumbers(seed: UInt64(seed))
    var first = try Pipeline(journalCapacity: 64 << 10, epoch: 77)
    var keeper = StateKeeper()
    var pen = PenFrames()
    let tablet = first.attach(penDescription(), isReplayed: false, time: 1)
    keeper.keep(&first)
    first.take(pen.enter(), of: tablet)
    var isDown = false
    for step in 0..<Int.random(in: 0..<2000, using: &random) {
      switch Int.random(in: 0..<20, using: &random) {
      case 0:
        first.take(isDown ? pen.lift() : pen.touch(), of: tablet)
        isDown.toggle()
      case 1:
        let value = Int32.random(in: 0...1, using: &random)
        first.take(pen.frame([(EventType.key, KeyCode.stylus, value)]), of: tablet)
      // A force that comes late is an estimate until it does.
      case 2 where !isDown:
        first.take(pen.frame([(EventType.key, KeyCode.touch, 1)]), of: tablet)
        isDown = true
      default: first.take(pen.move(step), of: tablet)
      }
      if Bool.random(using: &random) { keeper.keep(&first) }
    }
    // In the middle of writing another record.
    var memory = try RingMemory(
      adopting: Self.copy(first), size: 64 << 10, headerSize: JournalHeader.size)
    let (head, tail) = (first.publisher.journal.head, first.publisher.journal.tail)
    let free = memory.capacity - Int(head - tail)
    do {
      var rest = memory.mutableBytes(at: Int(head & 0xffff), count: free)
      for offset in 0..<free { rest.store(0xff as UInt8, at: offset) }
    }
    let end = first.publisher.journal.lastSequence
    let adopted = try Self.adopt(Self.copy(first), capacity: 64 << 10)
    let isOrderly = adopted.isOrderly
    var second = adopted.parts()
    _ = second.attach(
      penDescription(), isReplayed: false, time: 9_000_000,
      held: isDown ? Self.held : KeyMask([KeyCode.toolPen]), since: Self.here)
    second.endAwaiting(time: 9_000_000)
    let ending = Self.story(second, after: end)
    second.take(pen.touch(), of: tablet)
    second.take(pen.move(1), of: tablet)
    second.take(pen.lift(), of: tablet)
    second.detach(tablet, time: 9_100_000)
    let problems = Self.problems(second)
    #expect(!isOrderly && ending.first == "gap 5" && ending.last == "+tablet 1.1")
    #expect(problems == [])
  }

  /// What of a journal's records, to the end of all, is not as the protocol says.
  private static func problems(_ pipeline: borrowing Pipeline) -> [String] {
    var problems: [String] = []
    var expecting: [UInt32: Sample] = [:]
    var unfinished: Set<UInt32> = []
    var buttons: Set<UInt8> = []
    var (lastIndex, lastStroke, lastTime) = (UInt32(0), UInt32(0), UInt64(0))
    var isInRange = false
    var cursor = pipeline.publisher.journal.start
    while let item = pipeline.publisher.journal.read(&cursor) {
      let number = ItemHeader.sequence(of: item)
      if let sample = ItemType.of(item) == .sample ? SampleRecord.decode(item) : nil {
        isInRange = sample.phase != .hoverExited
        if sample.phase == .began, sample.stroke <= lastStroke {
          problems.append("\(number): stroke")
        }
        if sample.index != 0, sample.index <= lastIndex { problems.append("\(number): index") }
        if sample.time < lastTime { problems.append("\(number): time") }
        lastTime = sample.time
        if sample.index != 0 { (lastIndex, lastStroke) = (sample.index, sample.stroke) }
        if !sample.expecting.isEmpty { expecting[sample.index] = sample }
        if sample.phase == .ended || sample.phase == .cancelled { unfinished.insert(sample.stroke) }
      }
      if let update = ItemType.of(item) == .update ? UpdateRecord.decode(item) : nil,
        var sample = expecting.removeValue(forKey: update.index)
      {
        if !sample.apply(update) { problems.append("\(number): update") }
        if !sample.expecting.isEmpty { expecting[update.index] = sample }
      }
      if let stroke = ItemType.of(item) == .stroke ? StrokeRecord.decode(item) : nil {
        // One that began before the oldest record may have ended before it.
        if unfinished.remove(stroke.stroke) == nil, lastStroke != 0, stroke.stroke == lastStroke {
          problems.append("\(number): stroke \(stroke.stroke) twice")
        }
        if expecting.values.contains(where: { $0.stroke == stroke.stroke }) {
          problems.append("\(number): stroke \(stroke.stroke) expects")
        }
      }
      if let change = ItemType.of(item) == .button ? ButtonRecord.decode(item) : nil {
        if change.isPressed { buttons.insert(change.button) } else { buttons.remove(change.button) }
      }
    }
    if !expecting.isEmpty { problems.append("expecting \(expecting.keys)") }
    if !unfinished.isEmpty { problems.append("unfinished \(unfinished)") }
    if !buttons.isEmpty { problems.append("held \(buttons)") }
    if isInRange { problems.append("in range") }
    return problems
  }

  @Test func crashesInARowAreNotGoneOnWith() throws {
    var pipeline = try Self.drawing().into()
    var isSaved = pipeline.save(isOrderly: false)
    for _ in 0..<JournalHeader.mostCrashes {
      pipeline = try Self.adopt(Self.copy(pipeline)).parts()
      isSaved = pipeline.save(isOrderly: false) && isSaved
    }
    #expect(isSaved)
    let file = try Self.copy(pipeline)
    #expect(Self.refusal(file) == .crashes(JournalHeader.mostCrashes + 1))
    // An orderly end is a new start.
    pipeline.publisher.countRuns(0)
    let orderly = try Self.copy(pipeline)
    #expect(Self.refusal(orderly) == nil)
  }

  /// Why a journal can't be gone on with; `nil`: it can.
  private static func refusal(
    _ file: borrowing FileDescriptor, capacity: Int = capacity
  ) -> JournalRefusal? {
    do {
      _ = try adopt(file.duplicate(), capacity: capacity)
      return nil
    } catch { return error as? JournalRefusal }
  }

  /// Each is done to a journal that could go on, and says why it can't.
  private static let damages:
    [(damage: @Sendable (inout RingMemory) -> Void, expected: JournalRefusal)] =
      [
        ({ $0.mark(1, at: 0) }, .notAJournal),
        ({ $0.mark(1, at: JournalHeader.Offset.layout) }, .otherLayout(1)),
        ({ $0.mark(9, at: JournalHeader.Offset.epoch) }, .damaged),
        ({ $0.mark(8, at: JournalHeader.Offset.head) }, .damaged),
        ({ $0.mark(1 << 40, at: JournalHeader.Offset.head) }, .damaged),
        ({ $0.mark(24, at: JournalHeader.Offset.tail) }, .damaged),
        ({ $0.mark(0, at: JournalHeader.Offset.slot) }, .noState),
        ({ $0.mark(3, at: JournalHeader.Offset.slot) }, .damaged),
        // The other slot is empty, but its checksum is not that of nothing.
        ({ $0.mark(2, at: JournalHeader.Offset.slot) }, .damaged),
        ({ $0.mark(99, at: JournalHeader.firstSlot + 16) }, .damaged),
        ({ $0.mark(.max, at: JournalHeader.firstSlot) }, .damaged),
        // A record of size 0.
        (
          {
            var bytes = $0.mutableBytes(at: 0, count: 2)
            bytes.store(0 as UInt16, at: 0)
          }, .damaged
        ),
      ]

  @Test(arguments: 0..<12) func whatIsDamagedIsRefused(place: Int) throws {
    var first = try Self.drawing()
    _ = first.end()
    let file = try Self.copy(first.pipeline)
    #expect(Self.refusal(file) == nil)
    var memory = try RingMemory(
      adopting: file.duplicate(), size: Self.capacity, headerSize: JournalHeader.size)
    Self.damages[place].damage(&memory)
    #expect(Self.refusal(file) == Self.damages[place].expected)
  }

  @Test func anotherSizeIsRefused() throws {
    var first = try Self.drawing()
    _ = first.end()
    let file = try Self.copy(first.pipeline)
    #expect(Self.refusal(file, capacity: 1 << 20) == .otherSize)
    let null = try FileDescriptor.open("/dev/null", .readWrite)
    #expect(Self.refusal(null) == .otherSize)
  }
}
