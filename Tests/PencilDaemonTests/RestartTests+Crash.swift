import PencilCore
import PencilInput
import PencilSystem
import PencilTestSupport
import PencilWire
import Testing

@testable import PencilDaemon

// A run that ended without warning.
extension RestartTests {
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

  /// However far the ring has gone round before.
  @Test(arguments: [0, 3000]) func crashesInARowAreNotGoneOnWith(before: Int) throws {
    var run = try Self.drawing()
    var keeper = StateKeeper()
    for step in 0...before {
      run.pipeline.take(run.pen.move(step), of: run.tablet)
      keeper.keep(&run.pipeline)
    }
    var pipeline = run.into()
    for _ in 0..<JournalHeader.mostCrashes {
      pipeline = try Self.adopt(Self.copy(pipeline)).parts()
      keeper = StateKeeper()
      for _ in 0..<3 { keeper.keep(&pipeline) }
    }
    let file = try Self.copy(pipeline)
    #expect(Self.refusal(file) == .crashes(JournalHeader.mostCrashes + 1))
    // An orderly end is a new start.
    pipeline.publisher.countRuns(0)
    let orderly = try Self.copy(pipeline)
    #expect(Self.refusal(orderly) == nil)
  }

  /// A hold that a crash has cut is broken off for all who had its beginning, with or without the pose.
  @Test(arguments: [false, true]) func aCrashBreaksAHoldOff(withoutPose: Bool) throws {
    var pipeline = try Pipeline(journalCapacity: Self.capacity, epoch: 77)
    let isSaved = pipeline.save(isOrderly: false)
    pipeline.publisher.tellsGesturesWithoutPose = withoutPose
    pipeline.publisher.claimant = 5
    for phase in [GesturePhase.began, .changed] {
      var gesture = Gesture()
      (gesture.kind, gesture.phase, gesture.number) = (.hold, phase, 9)
      pipeline.publisher.publish(gesture)
    }
    let end = pipeline.publisher.journal.lastSequence
    let second = try Self.adopt(Self.copy(pipeline)).parts()
    let beginning = second.publisher.journal.cursor(after: end)
    var cursor = try #require(beginning)
    var ends: [String] = []
    while let record = second.publisher.journal.read(&cursor) {
      guard let gesture = GestureRecord.decode(record) else { continue }
      let claimant = GestureRecord.claimant(of: record)
      ends.append("\(ItemType.of(record)) \(gesture.number) \(gesture.phase) \(claimant)")
    }
    let all = ["\(ItemType.gesture) 9 cancelled 5", "\(ItemType.gestureWithoutPose) 9 cancelled 5"]
    #expect(isSaved && ends == (withoutPose ? all : [all[0]]))
  }
}
