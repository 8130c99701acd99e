import PencilClient
import PencilInput
import PencilTestSupport
import Testing

/// A pen's button pressed twice, from the kernel's events to what is done about it.
@Suite(.serialized) struct DoublePressTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  @Test func runsACommandOnce() throws {
    let daemon = try Daemon(recording: try Example.doublePress().bytes(), in: folder)
    let line = "$PENCIL_GESTURE $PENCIL_ACTION $PENCIL_BUTTON $PENCIL_SERIAL $PENCIL_X $PENCIL_Y"
    let program = try Program(
      Program.pencild,
      [
        "--on", "double-press", "--socket", daemon.socket, "--", "sh", "-c",
        "printf '%s\\n' \"\(line)\" >>\(folder("log"))",
      ], in: folder.path)
    // The daemon ends with the recording.
    let status = daemon.program.status()
    let isLost = eventually { program.errors.contains("closed the connection") }
    let hasRun = eventually { Program.exists(folder("log")) }
    program.signal(2)
    #expect([status, program.status()] == [0, 0])
    #expect([isLost, hasRun] == [true, true])
    let log = String(decoding: Program.bytes(folder("log")), as: UTF8.self)
    #expect(log == "double-press switchEraser stylus 10c0a11e 100.0000 50.0000\n")
  }

  @Test func switchesAnAppsTool() throws {
    let daemon = try Daemon(recording: try Example.doublePress().bytes(), in: folder)
    var connection = try PencilConnection.connect(to: daemon.socket, name: "app")
    try connection.subscribe()
    let tools = ToolState()
    tools.select(.ink.variant("marker"))
    var selected: [DrawingTool?] = []
    var isOver = false
    while !isOver {
      guard try connection.wait(timeoutMilliseconds: Int32(Program.limit) * 1000) else { break }
      while let event = try connection.receive() {
        switch event {
        case .frame: tools.take(connection.frame)
        case .disconnected: isOver = true
        default: break
        }
        if tools.current != selected.last { selected.append(tools.current) }
      }
    }
    #expect(isOver)
    #expect(selected == [.ink.variant("marker"), .eraser])
  }
}

/// Four apps and two double presses: during the first one of them has a claim, which it releases then.
@Suite(.serialized) struct ClaimTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  @Test func eachGetsWhatItShould() throws {
    let example = try Example.doublePress(at: [200, 400, 1600, 1800])
    let daemon = try Daemon(recording: example.bytes(), in: folder)
    var disabled = try PencilConnection.connect(to: daemon.socket, name: "disabled")
    var loser = try PencilConnection.connect(to: daemon.socket, name: "loser")
    var claimant = try PencilConnection.connect(to: daemon.socket, name: "claimant")
    var overriding = try PencilConnection.connect(to: daemon.socket, name: "overriding")
    try disabled.setInteraction(enabled: false)
    try loser.claimGestures()
    let hasHeld = try claim(of: &loser, is: .held)
    try claimant.claimGestures()
    let isHeld = try claim(of: &claimant, is: .held)
    let isLost = try claim(of: &loser, is: .lost)
    #expect([hasHeld, isHeld, isLost] == [true, true, true])

    // The recording begins with the first of these.
    let wanted = Subscription(contents: .gestures)
    try disabled.subscribe(wanted)
    try loser.subscribe(wanted)
    try claimant.subscribe(wanted)
    try overriding.subscribe(wanted)
    let tools = ToolState()
    tools.select(DrawingTool("note"))
    tools.select(.ink)
    tools.overrides = [.doublePress: .switchPrevious]
    let first = try gestures(of: &claimant, until: 1)
    try claimant.releaseGestures()
    let second = try gestures(of: &claimant, until: .max)
    let others = [
      try gestures(of: &disabled, until: .max), try gestures(of: &loser, until: .max),
      try gestures(of: &overriding, until: .max),
    ]
    #expect([first.count, second.count] == [1, 1], "the claimant gets both")
    #expect(others.map(\.count) == [0, 1, 1])
    #expect(others[1].first?.number == second.first?.number)
    // By the daemon's word it would be the eraser.
    for gesture in others[2] { _ = tools.handle(gesture) }
    #expect(tools.current == DrawingTool("note"))
  }

  private func claim(
    of connection: inout PencilConnection, is wanted: Interaction.Claim
  ) throws -> Bool {
    for _ in 0..<100 where connection.interaction.claim != wanted {
      try connection.wait(timeoutMilliseconds: 100)
      while try connection.receive() != nil {}
    }
    return connection.interaction.claim == wanted
  }

  /// What comes until there are so many, or the daemon has ended.
  private func gestures(
    of connection: inout PencilConnection, until count: Int
  ) throws -> [Gesture] {
    var gestures: [Gesture] = []
    while gestures.count < count {
      guard try connection.wait(timeoutMilliseconds: Int32(Program.limit) * 1000) else { break }
      while let event = try connection.receive() {
        if case .disconnected = event { return gestures }
        guard case .frame = event else { continue }
        for i in connection.frame.gestures.indices {
          let gesture = connection.frame.gestures[i]
          gestures.append(gesture)
        }
      }
    }
    return gestures
  }
}

extension Example {
  /// A pen that hovers in one place, and its button pressed for 100 ms at these times, in ms.
  static func doublePress(at presses: [Int] = [200, 400]) throws -> Example {
    var example = Example(try writtenWord().description)
    var assembler = FrameAssembler(example.description)
    let end = (presses.last ?? 0) + 600
    for milliseconds in stride(from: 0, through: end, by: 20) {
      var changes: [(UInt16, UInt16, Int32)] = [
        (EventType.miscellaneous, MiscCode.serial, 0x10c0_a11e)
      ]
      switch milliseconds {
      case 0:
        changes += [
          (EventType.key, KeyCode.toolPen, 1), (EventType.absolute, PenAxis.x.code, 20_000),
          (EventType.absolute, PenAxis.y.code, 10_000),
          (EventType.absolute, PenAxis.distance.code, 20),
        ]
      case _ where presses.contains(milliseconds):
        changes.append((EventType.key, KeyCode.stylus, 1))
      case _ where presses.contains(milliseconds - 100):
        changes.append((EventType.key, KeyCode.stylus, 0))
      case end: changes.append((EventType.key, KeyCode.toolPen, 0))
      default: break
      }
      let time = UInt64(1_000_000 + milliseconds * 1000)
      for (type, code, value) in changes {
        _ = assembler.add(type: type, code: code, value: value, time: time)
      }
      _ = assembler.add(
        type: EventType.synchronisation, code: SyncCode.report, value: 0, time: time)
      example.frames.append(assembler.frame)
    }
    return example
  }
}
