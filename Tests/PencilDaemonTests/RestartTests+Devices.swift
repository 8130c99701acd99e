import PencilCore
import PencilInput
import PencilSystem
import PencilTestSupport
import PencilWire
import Testing

@testable import PencilDaemon

/// What is gone on with of tablets and pads.
extension RestartTests {
  /// A button that is held on a pad is released and pressed again, and the pad's record says the mode that it is in.
  @Test(arguments: [true, false]) func aPadGoesOn(isOrderly: Bool) throws {
    var first = try Pipeline(journalCapacity: Self.capacity, epoch: 77)
    var tablet = penDescription("Pad")
    tablet.keys = KeyMask([0x100, 0x101])
    var setup = TabletSetup()
    setup.overrides.padModes = 2
    let pad = first.attachPad(tablet, setup: setup, isReplayed: false, time: 1)
    let isSaved = first.save(isOrderly: false)
    #expect(isSaved)
    var assembler = FrameAssembler(tablet)
    func frame(_ code: UInt16, _ value: Int32, at time: UInt64) -> InputFrame {
      _ = assembler.add(type: EventType.key, code: code, value: value, time: time)
      _ = assembler.add(type: 0, code: 0, value: 0, time: time)
      return assembler.frame
    }
    first.takePad(frame(0x101, 1, at: 1000), of: pad)
    first.takePad(frame(0x100, 1, at: 2000), of: pad)
    let before = first.publisher.journal.lastSequence
    if isOrderly {
      first.interruptPad(pad)
      _ = first.save(isOrderly: true)
    }

    var second = try Self.adopt(Self.copy(first)).parts()
    _ = second.attachPad(
      tablet, held: KeyMask([0x100, 0x101]), setup: setup, isReplayed: false, time: 9_000_000,
      since: Self.here)
    // Queued meanwhile.
    second.takePad(frame(0x100, 0, at: 3000), of: pad)
    _ = second.attach(penDescription("Pad"), isReplayed: false, time: 9_000_000)
    second.takePad(frame(0x100, 1, at: 9_500_000), of: pad)
    second.detachPad(pad, time: 9_900_000)
    let story = Self.story(second, after: before)
    let released = ["button 0 up! at 2000", "button 1 up! at 2000"]
    #expect(
      story == (isOrderly ? released : released.reversed()) + [
        "+pad 1.1 mode 1", "button 0 down! at 2000",
        "button 1 down! at 2000", "button 0 up at 3000", "+tablet 1.1", "+pad 1.1 mode 1",
        "mode 0 is 0 at 9500000", "button 0 down at 9500000", "button 0 up! at 9900000",
        "button 1 up! at 9900000", "-pad 1.1 mode 0",
      ])
  }

  /// Where the pen left while no daemon ran, and what the kernel queued of it is lost, its next stroke is a new one.
  @Test(arguments: [true, false]) func whoGoesOnWithAStroke(isNear: Bool) throws {
    var first = try Self.drawing()
    let isSaved = first.end()
    #expect(isSaved)
    let end = first.last
    var second = try Self.adopt(Self.copy(first.pipeline)).parts()
    let tablet = second.attach(
      penDescription(), isReplayed: false, time: 9_000_000, held: isNear ? Self.held : KeyMask(),
      since: Self.here)
    second.take(first.pen.move(3), of: tablet)
    let story = Self.story(second, after: end)
    let began = "began 3.8" + (isNear ? " ↷" : "")
    #expect(story == ["+tablet 1.1", "hoverEntered", began, "button 0 down"])
  }

  @Test(arguments: [
    ("tablet-3.1", true), ("pad-4294967295.2", true), ("tablet-3", false), ("tablet-3.1.1", false),
    ("mouse-3.1", false), ("tablet--3.1", false), ("journal", false), ("pencil", false),
    ("", false),
    ("tablet-3.x", false), ("tablet-4294967296.1", false),
  ])
  func namesInTheStore(text: String, isName: Bool) {
    #expect(StoreName(text)?.text == (isName ? text : nil))
    #expect(!isName || ServiceManager.isStoreName(text))
  }

  /// As much as there can be fits, and writing it down allocates nothing.
  @Test func allDevicesFit() throws {
    var pipeline = try Pipeline(journalCapacity: 4 << 20, epoch: 1)
    for number in 0..<600 {
      let name = String(repeating: "x", count: 60) + "\(number)"
      let tablet = pipeline.attach(penDescription(name), isReplayed: false, time: 1)
      let pad = pipeline.attachPad(penDescription(name), isReplayed: false, time: 1)
      var pen = PenFrames()
      pipeline.take(pen.enter(), of: tablet)
      if number < 600 - Publisher.tabletCapacity {
        pipeline.detach(tablet, time: 2)
        pipeline.detachPad(pad, time: 2)
      }
    }
    let isSaved = pipeline.save(isOrderly: false)
    #expect(isSaved)
    let journal = try Journal(adopting: Self.copy(pipeline), capacity: 4 << 20)
    let old = Inheritance(try journal.savedState())
    #expect(old?.tablets.count == 256 && old?.pads.count == 256 && old?.inRange.count == 256)
    #expect(old?.knownTablets.entries.count == 600)
    // Those that are gone are more in the worst case.
    let used = try journal.savedState().byteCount
    #expect(used + 2 * (KnownDevices.capacity - 600) * 72 < JournalHeader.slotSize - 16)
    #expect(old?.knownTablets.lastNumber == 600)
    guard Allocations.areCounted else { return }
    let count = Allocations.count { _ = pipeline.save(isOrderly: false) }
    #expect(count == 0)
  }
}
