import PencilCore
import PencilInput
import PencilSystem
import PencilTestSupport
import PencilWire
import Testing

@testable import PencilDaemon

/// From input frames with buttons to gesture records.
struct GesturePipelineTests {
  /// A pen's frames, at times in ms, and what came of them.
  struct Pen: ~Copyable {
    var house: House
    let tablet: UInt32
    private var assembler = FrameAssembler(penDescription())
    private var cursor: Journal.Cursor

    /// - Parameter configuration: a file's text.
    init(_ configuration: String = "", setup: TabletSetup = TabletSetup()) throws {
      var house = try House()
      let file = ConfigurationFile(Array(configuration.utf8), name: "p.conf")
      let read = try Configuration([file]) { _ in }
      house.pipeline.gestures.configuration = read.gestures
      tablet = house.pipeline.attach(penDescription(), setup: setup, isReplayed: false, time: 1)
      cursor = house.publisher.journal.end
      self.house = house
    }

    /// One frame, and the records that are published before anything else happens.
    mutating func frame(_ time: UInt64, _ keys: [(code: UInt16, value: Int32)]) -> [Item] {
      let µs = time * 1000
      _ = assembler.add(
        type: EventType.absolute, code: PenAxis.x.code, value: Int32(time % 100), time: µs)
      for key in keys {
        _ = assembler.add(type: EventType.key, code: key.code, value: key.value, time: µs)
      }
      _ = assembler.add(
        type: EventType.synchronisation, code: SyncCode.report, value: 0, time: µs)
      house.pipeline.expire(now: µs)
      house.pipeline.take(assembler.frame, of: tablet)
      return news
    }

    /// What is published without a frame until silence has decided all.
    mutating func silence() -> [Item] {
      var items: [Item] = []
      while let deadline = house.pipeline.nextDeadline, items.count < 20 {
        house.pipeline.expire(now: deadline - 1)
        house.pipeline.expire(now: deadline)
        items += news
      }
      return items
    }

    mutating func unplug(_ time: UInt64) -> [Item] {
      house.pipeline.detach(tablet, time: time * 1000)
      return news
    }

    private var news: [Item] {
      mutating get {
        var items: [Item] = []
        while let record = house.publisher.journal.read(&cursor) { items.append(Item(record)) }
        return items
      }
    }
  }

  private static let pen = (KeyCode.toolPen, 1 as Int32)
  private static func gestures(_ items: [Item]) -> [Gesture] {
    items.filter { $0.type == .gesture }.compactMap { $0.decoded(GestureRecord.decode) }
  }

  /// A press is published in its frame's own turn, and a double press is a further record right behind the second one.
  @Test func pressesAreNotDelayed() throws {
    var pen = try Pen()
    _ = pen.frame(0, [Self.pen])
    let first = pen.frame(100, [(KeyCode.stylus, 1)])
    let release = pen.frame(200, [(KeyCode.stylus, 0)])
    let second = pen.frame(301, [(KeyCode.stylus, 1)])
    let types = [first, release, second].map { $0.map(\.type) }
    #expect(types == [[.sample, .button], [.sample, .button], [.sample, .button, .gesture]])
    let gesture = try #require(Self.gestures(second).first)
    let presses = (0..<gesture.presses.count).map { gesture.presses[$0] }
    #expect(presses == [first[1].sequence, second[1].sequence])
    #expect(gesture.time == 301_000 && gesture.number == 1 && gesture.tablet == pen.tablet)
    #expect(gesture.action == .switchEraser && gesture.pose.x == 0.01 && gesture.stroke == 0)
    #expect(gesture.buttons == .stylus && gesture.kind == .doublePress && gesture.phase == .ended)
  }

  /// Where a third press could come, the clock decides; by then this tablet's pen is out of range.
  @Test func silenceDecides() throws {
    var pen = try Pen("[Gestures]\nTriplePress=showColorPalette\n")
    _ = pen.frame(0, [Self.pen])
    for time in [100, 300] as [UInt64] {
      _ = pen.frame(time, [(KeyCode.stylus, 1)])
      _ = pen.frame(time + 50, [(KeyCode.stylus, 0)])
    }
    let items = pen.silence()
    #expect(items.map(\.type) == [.sample, .gesture])
    let gesture = try #require(Self.gestures(items).first)
    #expect(gesture.time == 700_000 && gesture.pose == GesturePose())
    _ = pen.frame(1000, [])
    var triple: [Gesture] = []
    for time in [1100, 1300, 1500] as [UInt64] {
      triple += Self.gestures(pen.frame(time, [(KeyCode.stylus, 1)]))
      _ = pen.frame(time + 50, [(KeyCode.stylus, 0)])
    }
    #expect(triple.map(\.kind) == [.triplePress] && triple.map(\.action) == [.showColorPalette])
    #expect(triple.map(\.presses.count) == [3] && triple.map(\.number) == [2])
  }

  /// A hold has one number and one action for all of its phases, begins by the clock, and is broken off with its tablet.
  @Test func holds() throws {
    var pen = try Pen("[Tool pen]\nHold.stylus2=showContextualPalette\n")
    _ = pen.frame(0, [Self.pen])
    _ = pen.frame(100, [(KeyCode.stylus2, 1)])
    var gestures = Self.gestures(pen.silence())
    gestures += Self.gestures(pen.frame(650, []))
    gestures += Self.gestures(pen.frame(700, [(KeyCode.stylus2, 0)]))
    _ = pen.frame(1000, [(KeyCode.stylus2, 1)])
    gestures += Self.gestures(pen.silence())
    let last = pen.unplug(1900)
    gestures += Self.gestures(last)
    #expect(
      gestures.map(\.phase) == [.began, .changed, .changed, .ended, .began, .cancelled])
    #expect(gestures.map(\.time) == [600, 650, 700, 700, 1500, 1900].map { $0 * 1000 })
    #expect(gestures.map(\.number) == [1, 1, 1, 1, 2, 2])
    #expect(Set(gestures.map(\.action)) == [.showContextualPalette])
    // The tablet's end is the last thing that is said of it.
    #expect(last.last?.type == .tablet)
  }

  /// An eraser button that is a button by the configuration leaves and comes back with each press.
  @Test func anEraserButtonIsAButton() throws {
    var setup = TabletSetup()
    setup.overrides.eraserButton = .button
    var pen = try Pen(setup: setup)
    let eraser = KeyCode.toolRubber
    _ = pen.frame(0, [Self.pen])
    var items: [Item] = []
    for time in [100, 300] as [UInt64] {
      items += pen.frame(time, [(KeyCode.toolPen, 0)])
      items += pen.frame(time + 4, [(eraser, 1)])
      items += pen.frame(time + 100, [(eraser, 0)])
      items += pen.frame(time + 109, [(KeyCode.toolPen, 1)])
    }
    let gestures = Self.gestures(items)
    #expect(gestures.map(\.time) == [304_000] && gestures.map(\.button) == [2])
    let exits = items.filter { $0.type == .sample }.compactMap { $0.decoded(SampleRecord.decode) }
      .filter { $0.phase == .hoverExited }
    #expect(exits.isEmpty)
  }

  /// A tablet that sends no exits takes a still pen for gone between two presses.
  @Test func silenceBetweenPressesIsNoExit() throws {
    var pen = try Pen()
    _ = pen.frame(0, [Self.pen])
    _ = pen.frame(100, [(KeyCode.stylus, 1)])
    _ = pen.frame(200, [(KeyCode.stylus, 0)])
    let items = pen.frame(500, [(KeyCode.stylus, 1)])
    #expect(items.map(\.type) == [.sample, .sample, .button, .gesture])
  }

  /// What is off for one tool or button is on for others.
  @Test func settingsAreTheTools() throws {
    var pen = try Pen(
      "[Gestures]\nDoublePress=no\n[Tool eraser]\nDoublePress.stylus2=switchPrevious\n")
    var gestures: [Gesture] = []
    var time: UInt64 = 0
    for (tool, button) in [
      (KeyCode.toolPen, KeyCode.stylus2), (KeyCode.toolRubber, KeyCode.stylus),
      (KeyCode.toolRubber, KeyCode.stylus2),
    ] {
      _ = pen.frame(time, [(tool, 1)])
      for press in [100, 300] as [UInt64] {
        gestures += Self.gestures(pen.frame(time + press, [(button, 1)]))
        _ = pen.frame(time + press + 50, [(button, 0)])
      }
      _ = pen.frame(time + 500, [(tool, 0)])
      time += 1000
    }
    #expect(gestures.map(\.toolType) == [.eraser] && gestures.map(\.button) == [1])
    #expect(gestures.map(\.action) == [.switchPrevious])
  }

  /// Reasons are told only while somebody asks.
  @Test(arguments: [false, true]) func reasons(wanted: Bool) throws {
    var pen = try Pen()
    pen.house.pipeline.makesReasons = wanted
    _ = pen.frame(0, [Self.pen])
    _ = pen.frame(100, [(KeyCode.stylus, 1)])
    let items = pen.frame(400, [(KeyCode.stylus, 0)]) + pen.silence()
    let reasons = items.filter { $0.type == .reason }.compactMap { $0.decoded(ReasonRecord.init) }
      .filter { $0.reason.stage == ReasonName.pressStage }
    #expect(reasons.map(\.reason.code) == (wanted ? [ReasonName.tooLong.code] : []))
    #expect(reasons.allSatisfy { $0.reason.values[1] == 300_000 && $0.tool == 1 })
  }

  /// A release that is held back is older than the clock, which decides nothing meanwhile.
  @Test func theClockWaitsForWhatIsHeldBack() throws {
    var pen = try Pen("[Gestures]\nHold=yes\n")
    _ = pen.frame(0, [Self.pen])
    _ = pen.frame(100, [(KeyCode.stylus, 1)])
    #expect(pen.house.pipeline.nextDeadline != nil)
    pen.house.pipeline.holdBack(pen.tablet, true)
    #expect(pen.house.pipeline.nextDeadline == nil)
    pen.house.pipeline.expire(now: 10_000_000)
    pen.house.pipeline.holdBack(pen.tablet, false)
    let release = pen.frame(150, [(KeyCode.stylus, 0)])
    #expect(release.map(\.type) == [.sample, .button])
  }

  /// Presses, double presses and holds allocate nothing, whatever the configuration says.
  @Test(.enabled(if: Allocations.areCounted)) func nothingIsAllocated() throws {
    var pen = try Pen(
      "[Gestures]\nHold=yes\n[Tablet Test*]\nDoublePress=switchPrevious\n[Tool 4d]\nPressTime=200ms\n"
    )
    pen.house.pipeline.makesReasons = true
    // A report each 50 ms, so that nothing is taken for an exit: a double press, and a hold.
    var assembler = FrameAssembler(penDescription())
    func frame(_ time: UInt64) -> InputFrame {
      let step = time % 2000
      let isDown = [100..<200, 300..<400, 900..<1500].contains { $0.contains(Int(step)) }
      _ = assembler.add(type: EventType.key, code: KeyCode.toolPen, value: 1, time: time * 1000)
      _ = assembler.add(
        type: EventType.key, code: KeyCode.stylus, value: isDown ? 1 : 0, time: time * 1000)
      _ = assembler.add(
        type: EventType.synchronisation, code: SyncCode.report, value: 0, time: time * 1000)
      return assembler.frame
    }
    // Of each report of the cycle the least of many rounds, as other tests run meanwhile.
    let count = 40
    var fewest = [UInt64](repeating: .max, count: count)
    var rounds = 0
    for round in 0..<200 where rounds < 3 || fewest.max() != 0 {
      let frames = (0..<count).map { frame(UInt64(round * 2000 + $0 * 50)) }
      for i in frames.indices {
        let allocated = Allocations.count {
          pen.house.pipeline.expire(now: frames[i].time)
          pen.house.pipeline.take(frames[i], of: pen.tablet)
        }
        fewest[i] = min(fewest[i], allocated)
      }
      rounds += 1
    }
    #expect(fewest == [UInt64](repeating: 0, count: count))
    let items = pen.frame(UInt64(rounds) * 2000, [])
    let gestures = Self.gestures(items).filter { $0.phase == .ended }
    #expect(gestures.count == 2 * rounds)
  }
}
