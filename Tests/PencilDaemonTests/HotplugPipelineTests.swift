import PencilCore
import PencilDaemon
import PencilInput
import PencilSystem
import PencilWire
import Testing

/// What a journal's records say, in few words.
private func story(_ pipeline: borrowing Pipeline, from cursor: inout Journal.Cursor) -> [String] {
  var lines: [String] = []
  while let item = pipeline.publisher.journal.read(&cursor) {
    guard let header = try? ItemHeader(item, at: 0) else { continue }
    switch header.type {
    case .tablet:
      guard let tablet = TabletRecord(item) else { continue }
      let word = tablet.flags.contains(.present) ? "+" : "-"
      lines.append("\(word)tablet \(tablet.tablet).\(tablet.attachment)")
    case .padDescription:
      guard let pad = PadDescriptionRecord.decode(item) else { continue }
      lines.append("\(pad.isPresent ? "+" : "-")pad \(pad.id).\(pad.attachment) of \(pad.tablet)")
    case .pad:
      guard let event = PadRecord.decode(item) else { continue }
      let end = event.isSynthetic ? "!" : ""
      lines.append(
        "\(event.control) \(event.index) \(event.isPressed ? "down" : "up")\(end) of \(event.tablet)"
      )
    case .sample:
      guard let sample = SampleRecord.decode(item) else { continue }
      lines.append("\(sample.phase) \(sample.tablet).\(sample.attachment)")
    default: break
    }
  }
  return lines
}

private func pen(_ name: String = "Pen", phys: String = "usb-1/input0") -> TabletDescription {
  var tablet = TabletDescription()
  tablet.name = name
  (tablet.bus, tablet.vendor, tablet.product) = (3, 0x056a, 0x0357)
  tablet.phys = phys
  tablet.keys = KeyMask([KeyCode.toolPen, KeyCode.touch])
  for code in [UInt16(0), 1] {
    var axis = AxisDescription(code: code)
    (axis.maximum, axis.resolution) = (10_000, 100)
    tablet.axes.append(axis)
  }
  return tablet
}

private func pad(_ name: String = "Pad", phys: String = "usb-1/input0") -> TabletDescription {
  var tablet = pen(name, phys: phys)
  tablet.keys = KeyMask([0x100, 0x101])
  return tablet
}

private func frame(_ tablet: TabletDescription, _ keys: [(UInt16, Int32)], time: UInt64 = 1)
  -> InputFrame
{
  var assembler = FrameAssembler(tablet)
  for (code, value) in keys {
    _ = assembler.add(type: EventType.key, code: code, value: value, time: time)
  }
  _ = assembler.add(type: EventType.absolute, code: 0, value: 5, time: time)
  _ = assembler.add(type: 0, code: 0, value: 0, time: time)
  return assembler.frame
}

@Test func theSameTabletHasItsNumberAgain() throws {
  var pipeline = try Pipeline(journalCapacity: 1 << 20, epoch: 1)
  var cursor = pipeline.publisher.journal.start
  let first = pipeline.attach(pen(), isReplayed: false, time: 1)
  let other = pipeline.attach(pen(phys: "usb-2/input0"), isReplayed: false, time: 1)
  pipeline.take(frame(pen(), [(KeyCode.toolPen, 1), (KeyCode.touch, 1)]), of: first)
  pipeline.detach(first, time: 5)
  #expect(pipeline.attach(pen(), isReplayed: false, time: 9) == first)
  pipeline.take(frame(pen(), [(KeyCode.toolPen, 1)]), of: first)
  #expect(
    story(pipeline, from: &cursor) == [
      "+tablet 1.1", "+tablet 2.1", "hoverEntered 1.1", "began 1.1", "cancelled 1.1",
      "hoverExited 1.1",
      "-tablet 1.1", "+tablet 1.2", "hoverEntered 1.2",
    ])
  #expect(other == 2)
}

@Test func equalTabletsAreToldApart() throws {
  var pipeline = try Pipeline(journalCapacity: 1 << 20, epoch: 1)
  // uinput's devices have no place.
  let all = (0..<3).map { _ in pipeline.attach(pen(phys: ""), isReplayed: false, time: 1) }
  #expect(all == [1, 2, 3])
  // The middle one comes back as itself, though its equals are here.
  pipeline.detach(2, time: 2)
  #expect(pipeline.attach(pen(phys: ""), isReplayed: false, time: 3) == 2)
  // Both of two that go and come are the two again.
  pipeline.detach(1, time: 4)
  pipeline.detach(3, time: 4)
  #expect(
    Set([1, 3])
      == Set((0..<2).map { _ in pipeline.attach(pen(phys: ""), isReplayed: false, time: 5) }))
}

@Test func padsFindTheirTablets() throws {
  var pipeline = try Pipeline(journalCapacity: 1 << 20, epoch: 1)
  var cursor = pipeline.publisher.journal.start
  // The pad is there first; another tablet comes; then its own, with the same name even.
  let own = pipeline.attachPad(pad("Pen"), isReplayed: false, time: 1)
  _ = pipeline.attach(pen(phys: "usb-2/input0"), isReplayed: false, time: 1)
  let tablet = pipeline.attach(pen(phys: "usb-1/input1"), isReplayed: false, time: 1)
  // A pen that is near changes nothing.
  pipeline.take(frame(pen(), [(KeyCode.toolPen, 1)]), of: tablet)
  pipeline.takePad(frame(pad(), [(0x101, 1)]), of: own)
  // Both go, and come back the other way round.
  pipeline.detach(tablet, time: 5)
  pipeline.detachPad(own, time: 5)
  _ = pipeline.attach(pen(phys: "usb-1/input1"), isReplayed: false, time: 6)
  _ = pipeline.attachPad(pad("Pen"), isReplayed: false, time: 6)
  #expect(
    story(pipeline, from: &cursor) == [
      "+pad 1.1 of 0", "+tablet 1.1", "+tablet 2.1", "+pad 1.1 of 2", "hoverEntered 2.1",
      "button 1 down of 2",
      "hoverExited 2.1", "-tablet 2.1", "button 1 up! of 2", "-pad 1.1 of 2", "+tablet 2.2",
      "+pad 1.2 of 2",
    ])
}

@Test func padsWithoutPlaces() throws {
  var pipeline = try Pipeline(journalCapacity: 1 << 20, epoch: 1)
  var cursor = pipeline.publisher.journal.start
  // One tablet of these numbers: it must be that one's. A second one: it can't be known.
  _ = pipeline.attach(pen(phys: ""), isReplayed: false, time: 1)
  _ = pipeline.attachPad(pad(phys: ""), isReplayed: false, time: 1)
  _ = pipeline.attach(pen(phys: ""), isReplayed: false, time: 1)
  _ = pipeline.attachPad(pad("Remote", phys: ""), isReplayed: false, time: 1)
  #expect(
    story(pipeline, from: &cursor) == [
      "+tablet 1.1", "+pad 1.1 of 1", "+tablet 2.1", "+pad 2.1 of 0",
    ])
}

@Test func aHundredTabletsAndOneThatFlaps() throws {
  var pipeline = try Pipeline(journalCapacity: 4 << 20, epoch: 1)
  for i in 0..<100 {
    #expect(pipeline.attach(pen(phys: "usb-\(i)"), isReplayed: false, time: 1) == UInt32(i + 1))
  }
  for i in 0..<2_000 {
    let number = pipeline.attach(pen("Flapping", phys: "usb-x"), isReplayed: false, time: UInt64(i))
    #expect(number == 101)
    pipeline.detach(number, time: UInt64(i))
  }
  // Devices that never come back are forgotten at some time, the ones that are here never.
  for i in 0..<2_000 {
    let number = pipeline.attach(pen("New \(i)"), isReplayed: false, time: 1)
    pipeline.detach(number, time: 1)
  }
  pipeline.detach(7, time: 1)
  #expect(pipeline.attach(pen(phys: "usb-6"), isReplayed: false, time: 1) == 7)
}

@Test func setupsTurnAndCut() throws {
  var warnings: [String] = []
  let text = """
    [Tablet *]
    LeftHanded=yes
    Colour=blue
    [Tablet Wacom*]
    LeftHanded=no
    Rotation=90
    ActiveArea=0 0 50% 1.0
    KeepAspect=1:1
    """
  let configuration = try Configuration([ConfigurationFile(Array(text.utf8), name: "c")]) {
    warnings.append("\($0)")
  }
  #expect(warnings == ["c:3: unknown key Colour="])
  let setups = TabletSetups(sections: configuration.tablets)
  #expect(setups.setup(for: pen()).quarterTurns == 2)
  let setup = setups.setup(for: pen("Wacom Intuos"))
  #expect(setup.quarterTurns == 1)
  #expect(setup.transform.size(width: 100, height: 100) == (50, 50))
  // A display is not left-handed; it can be turned.
  var display = pen()
  display.properties = 2
  #expect(setups.setup(for: display).quarterTurns == 0)
  display.calibration = "-1 0 1 0 -1 1"
  #expect(setups.setup(for: display).transform.point(0, 0) == (1, 1))

  var pipeline = try Pipeline(journalCapacity: 1 << 20, epoch: 1)
  _ = pipeline.attach(pen("Wacom Intuos"), setup: setup, isReplayed: false, time: 1)
  var cursor = pipeline.publisher.journal.start
  var record: TabletRecord?
  if let item = pipeline.publisher.journal.read(&cursor) { record = TabletRecord(item) }
  #expect(record?.width == 50 && record?.height == 50, "the size is that of the active area")
}

/// Where nothing is known of its size, a unit is as long across as along.
@Test(arguments: [100, 0] as [Int32]) func anAspectIsKeptWithoutMillimetres(resolution: Int32) {
  var wide = pen()
  wide.axes[0].maximum = 20_000
  for i in wide.axes.indices { wide.axes[i].resolution = resolution }
  var section = TabletSection(name: "*")
  section.aspect = 1
  let transform = TabletSetups(sections: [section]).setup(for: wide).transform
  #expect(transform.point(0.25, 0) == (0, 0) && transform.point(0.75, 1) == (1, 1))
}

@Test(arguments: [
  ("LeftHanded=perhaps", "c:2: LeftHanded= is yes or no"),
  ("Rotation=45", "c:2: Rotation= is 0, 90"),
  ("ActiveArea=0 0 1", "c:2: ActiveArea= is left"),
  ("ActiveArea=0.5 0 0.25 1", "c:2: ActiveArea= is left"),
  ("ActiveArea=0 0 200% 1", "c:2: ActiveArea= is left"),
  ("ActiveArea=0 0 0.9% 1", "c:2: ActiveArea= is left"),
  ("ActiveArea=0 0.5 1 0.505", "c:2: ActiveArea= is left"),
  ("KeepAspect=101:1", "c:2: KeepAspect= is width:height, 1:100 to 100:1"),
  ("KeepAspect=16", "c:2: KeepAspect= is width:height"),
  ("KeepAspect=16:0", "c:2: KeepAspect= is width:height"),
])
func wrongSetupsAreToldWithTheirLine(line: String, expected: String) throws {
  let file = ConfigurationFile(Array("[Tablet *]\n\(line)\n".utf8), name: "c")
  var text = ""
  do throws(ConfigurationErrors) {
    _ = try Configuration([file]) { _ in }
  } catch { text = "\(error)" }
  #expect(text.hasPrefix(expected), "\(text)")
}

/// The configuration is read anew while a pen is in use.
struct ReloadPipelineTests {
  private static func turned(_ tablet: TabletDescription) -> TabletSetup {
    var section = TabletSection(name: "*")
    section.rotation = 90
    return TabletSetups(sections: [section]).setup(for: tablet)
  }

  /// A stroke doesn't jump: the tablet lies another way once no tool is near, and its record says so then.
  @Test(arguments: [true, false]) func aTabletTurnsWhenNoToolIsNear(_ isNear: Bool) throws {
    var wide = pen()
    wide.axes[0].maximum = 20_000
    var pipeline = try Pipeline(journalCapacity: 1 << 20, epoch: 1)
    let number = pipeline.attach(wide, isReplayed: false, time: 1)
    var assembler = FrameAssembler(wide)
    func report(_ key: Int32, x: Int32, at time: UInt64) -> InputFrame {
      _ = assembler.add(type: EventType.key, code: KeyCode.toolPen, value: key, time: time)
      _ = assembler.add(type: EventType.absolute, code: 0, value: x, time: time)
      _ = assembler.add(
        type: EventType.synchronisation, code: SyncCode.report, value: 0, time: time)
      return assembler.frame
    }
    if isNear { pipeline.take(report(1, x: 100, at: 10), of: number) }
    pipeline.reconfigure(number, Self.turned(wide), time: 11)
    if isNear {
      pipeline.take(report(1, x: 200, at: 20), of: number)
      pipeline.take(report(0, x: 200, at: 30), of: number)
    }
    pipeline.take(report(1, x: 300, at: 400_000), of: number)
    var cursor = pipeline.publisher.journal.start
    var lines: [String] = []
    while let item = pipeline.publisher.journal.read(&cursor) {
      if let tablet = TabletRecord(item), ItemType.of(item) == .tablet {
        lines.append("\(Int(tablet.width)) × \(Int(tablet.height))")
      }
      if ItemType.of(item) == .sample, let sample = SampleRecord.decode(item) {
        lines.append("\(sample.phase) \(Int(sample.values.x))")
      }
    }
    // 90° clockwise: what was the height lies along x, from its far end.
    let still = ["200 × 100", "hoverEntered 1", "hoverMoved 2", "hoverExited 2"]
    let turned = ["100 × 200", "hoverEntered 100"]
    #expect(lines == (isNear ? still + turned : ["200 × 100"] + turned))
  }
}
