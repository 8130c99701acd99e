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

extension Example {
  /// A pen that hovers for a second in one place, and its button pressed twice.
  static func doublePress() throws -> Example {
    var example = Example(try writtenWord().description)
    var assembler = FrameAssembler(example.description)
    for milliseconds in stride(from: 0, through: 1000, by: 20) {
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
      case 200, 400: changes.append((EventType.key, KeyCode.stylus, 1))
      case 300, 500: changes.append((EventType.key, KeyCode.stylus, 0))
      case 1000: changes.append((EventType.key, KeyCode.toolPen, 0))
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
