import PencilCore
import PencilInput
import Testing

/// One recording in both formats.
enum Example: Sendable {
  case evemu, yaml

  var text: String { self == .evemu ? evemuText : yamlText }
}

private let evemuText = """
  # EVEMU 1.3
  # Kernel: 6.1
  #   Event type 3 (EV_ABS)
  #     Event code 0 (ABS_X)
  #       Value  -12
  N: A pen # with a hash
  I: 0003 056a 0027 0110
  P: 02 00 00 00 00 00 00 00
  B: 00 0b 00 00 00 00 00 00 00
  B: 01 00 00 00 00 00 00 00 00
  B: 01 00 00 00 00 00 00 00 00
  B: 01 00 00 00 00 00 00 00 00
  B: 01 00 00 00 00 00 00 00 00
  B: 01 00 00 00 00 00 00 00 00
  B: 01 01 04 00 00 00 00 00 00
  B: 02 00 01 00 00 00 00 00 00
  B: 03 01 00 00 01 00 00 00 00
  B: 04 11 00 00 00 00 00 00 00
  A: 00 -20 44704 4 0 200
  A: 18 0 2047 0 0 0
  L: 00 0
  S: 00 0

  E: 0.000001 0001 0140 0001	# EV_KEY / BTN_TOOL_PEN 1
  E: 0.000001 0003 0000 -001	# EV_ABS / ABS_X
  # a comment
  E: 0.5 0000 0000 0000
  E: 3.000010 0003 0018 0100
  E: 3.000010 0000 0000 0000\r

  """

private let yamlText = """
  # libinput record
  version: 1
  ndevices: 2
  libinput:
    version: "1.31.0"
    git: "unknown"
  system:
    os: "some:1" # comment
    kernel: "6.1"
  devices:
    - node: /dev/input/event9
      evdev:
        # Name: A pen
        # Supported Events:
        # Event type 3 (EV_ABS)
        #   Event code 0 (ABS_X)
        #       Value     -12
        name: "A \\"pen\\" # hash"
        id: [3, 1386, 39, 272]
        codes:
          0: [0, 1, 2] # EV_SYN
          1: [320, 330] # EV_KEY
          2: [8] # EV_REL
          3: [0, 24] # EV_ABS
          4: [0, 4] # EV_MSC
          20: [0, 1] # EV_REP
        absinfo:
          0: [-20, 44704, 4, 0, 200]
          24: [0, 2047, 0, 0, 0]
        properties: [1]
      hid: [
        0x05, 0x0d, 0x09, 0x02,
        0xc0
      ]
      udev:
        properties:
        - ID_INPUT=1
        - ID_SEAT=seat1
        - ID_PATH=pci-0000:00-usb
        virtual: false
      quirks:
      - AttrResolutionHint=205x328
      unknown:
        evdev: {name: nothing}
      events:
      # Current time is 12:34:56
      - evdev:
        - [  0,      0,   1, 320,       1] # EV_KEY / BTN_TOOL_PEN          1
        - [  0,      0,   3,   0,      -1] # EV_ABS / ABS_X
        - [  0,      4,   0,   0,       0] # ------------ SYN_REPORT (0) ----
        libinput:
        - {time: 0.0, type: TABLET_TOOL_PROXIMITY}
      - hid:
          time: [ 0, 5]
          hidraw0: [ 0x01, 0x02,
                     0x03 ]
      - libinput:
        - {time: 0.1, type: POINTER_MOTION, evdev: [1, 2]}
      - evdev:
        - [  3,      9,   3,  24,     100] # EV_ABS / ABS_PRESSURE
        - [  3,      9,   0,   0,       0] # ------------ SYN_REPORT (0) ----
    - node: /dev/input/event10
      evdev:
          name: Plain name
          id: [3, 1, 2, 3]
          codes:
              1: [320]
          properties: []
      udev:
          properties:
            - ID_INPUT=1
      quirks:
      events:
        - evdev:
          - [  1,      0,   1, 320,       1]
          - [  1,      0,   0,   0,       0]
        - evdev:
          - [  4,      0,   1, 320,       0]
  # Closing after 5s inactivity
  """

/// Both texts tell the same first tablet.
@Test(arguments: [Example.evemu, .yaml])
func headerAndEventsAreRead(_ example: Example) throws {
  let recording = try Recording.parse(Array(example.text.utf8), file: "F")
  let tablet = recording.tablets[0].description
  #expect([tablet.bus, tablet.vendor, tablet.product, tablet.version] == [3, 0x056a, 39, 272])
  #expect(tablet.keys == KeyMask([320, 330]) && tablet.relatives == 0x100)
  #expect(tablet.miscellaneous == 0x11 && tablet.isDirect)
  #expect(tablet.name.hasPrefix("A ") && tablet.name.contains("pen"))
  #expect(tablet.name.hasSuffix("hash"))
  var x = axis(.x, -20, 44704, 200)
  x.fuzz = 4
  x.value = -12
  #expect(tablet.axes == [x, axis(.pressure, 0, 2047)])

  let all = frames(of: recording)
  let start = recording.tablets[0].events[0].time
  #expect(all.map { $0.time - start } == [4, 3_000_009])
  #expect(all.map(\.tool) == [.pen, .pen] && all.map { $0[.x] } == [-1, -1])
  #expect(all[1][.pressure] == 100)
}

@Test func tabletsAreMergedByTime() throws {
  let recording = try Recording.parse(Array(Example.yaml.text.utf8), file: "F")
  #expect(recording.tablets[1].description.name == "Plain name")
  #expect(recording.tablets.map(\.description.seat) == ["seat1", "seat0"])
  #expect(recording.tablets[0].description.idPath == "pci-0000:00-usb")
  var replay = Replay(recording, origin: 1000)
  var order: [String] = []
  while let due = replay.nextDue {
    order.append("due \(due)")
    while let tablet = replay.advance(to: due) {
      order.append("tablet \(tablet) at \(replay.frame(of: tablet).time)")
    }
  }
  #expect(
    order == [
      "due 0", "due 4", "tablet 0 at 1004", "due 1000000", "tablet 1 at 1001000",
      "due 3000009", "tablet 0 at 3001009", "due 4000000",
    ])
}

@Test(arguments: [
  ("E: 1338280455.350390 0003 0000 -5\nE: 1338280455.350407 0000 0000 0\n", -5, 0),
  ("# EVEMU 1.0\nE: 7.1 3 0 9\nE: 7.1 0 0 0\n", 0, 9),
])
func eventsAloneDescribeTheirTablet(text: String, minimum: Int32, maximum: Int32) throws {
  let recording = try Recording.parse(Array(text.utf8), file: "folder/pen.evemu")
  let tablet = recording.tablets[0].description
  #expect(tablet.name == "pen.evemu" && tablet.axes == [axis(.x, minimum, maximum)])
  #expect(frames(of: recording).count == 1)
}

/// Before 1.2 axes have no resolution, and before 1.1 files no first line.
@Test(arguments: ["", "# EVEMU 1.0\n", "# EVEMU 1.1\n", "# EVEMU 1.2\n"])
func olderEvemuIsRead(firstLine: String) throws {
  let text = firstLine + "N: x\nI: 0003 0001 0002 0003\nA: 00 0 10 0 0\n"
  let tablet = try Recording.parse(Array(text.utf8), file: "F").tablets[0].description
  #expect(tablet.axes == [axis(.x, 0, 10)] && tablet.product == 2)
}

/// What is written is read as the same frames, gaps and state at the start included.
@Test func writtenRecordingIsReadAsTheSame() throws {
  var tablet = wacomPen()
  tablet.node = "/dev/input/event7"
  tablet.uniq = "serial \\ 1"
  tablet.phys = "usb-1/input0"
  tablet.idPath = "pci-0000:00"
  tablet.seat = "seat1"
  tablet.relatives = 0x100
  tablet.axes[0].value = 1234
  tablet.axes[6].value = -3
  let held = KeyMask([KeyCode.toolPen, KeyCode.stylus])
  var assembler = FrameAssembler(tablet, held: held, serial: 0xffff_fff0)
  var writer = RecordingWriter(tablet, held: held, serial: 0xffff_fff0)
  var sent: [FrameFacts] = []
  for changes: [Change] in [
    [.axis(.x, 5), .serial(-2), .relative(-1)], [.dropped], [.axis(.y, -7), .key(0x14b, 0)],
    [.key(0x140, 0)],
  ] {
    guard assembler.send(changes, time: UInt64(sent.count) * 1_500_000) else { continue }
    writer.append(assembler.frame)
    sent.append(FrameFacts(assembler.frame))
  }
  let read = try Recording.parse(writer.takeBytes(), file: "F")
  #expect(read.tablets[0].description == tablet)
  #expect(read.tablets[0].held == held && read.tablets[0].serial == 0xffff_fff0)
  #expect(frames(of: read).map { FrameFacts($0) } == sent)
  #expect(sent.map(\.afterGap) == [false, true, false] && writer.bytes.isEmpty)
}

/// Begun while a pen is down, a recording starts in the state of that moment.
@Test func recordingMayBeginInTheMiddle() throws {
  let tablet = wacomPen()
  var assembler = FrameAssembler(tablet)
  _ = assembler.send([.key(0x140, 1), .key(0x14a, 1), .key(0x110, 1), .axis(.x, 9), .serial(5)])
  var writer = RecordingWriter(tablet, state: assembler.frame.state)
  _ = assembler.send([.axis(.y, 7)], time: 4)
  writer.append(assembler.frame)
  let read = try Recording.parse(writer.takeBytes(), file: "F")
  #expect(
    frames(of: read).map { FrameFacts($0) } == [FrameFacts(assembler.frame, from: 4)])
}

@Test func identityPrefersUniq() {
  var tablet = wacomPen()
  #expect(tablet.identity == "0003:056a:0357 Test \"Pen\"")
  tablet.phys = "usb-1/input0"
  #expect(tablet.identity == "0003:056a:0357 Test \"Pen\" usb-1/input0")
  tablet.idPath = "pci-1"
  #expect(tablet.identity == "0003:056a:0357 Test \"Pen\" pci-1")
  tablet.uniq = "42"
  #expect(tablet.identity == "0003:056a:0357 Test \"Pen\" 42")
}

@Test func eventsHaveTheKernelsNames() {
  #expect(EventNames.type(EventType.absolute) == "EV_ABS")
  #expect(EventNames.code(PenAxis.tiltX.code, of: EventType.absolute) == "ABS_TILT_X")
  #expect(EventNames.code(0x3f, of: 0x1e) == nil)
}
