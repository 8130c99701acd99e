import Glibc
import PencilClient
import PencilCore
import PencilInput
import PencilSystem
import PencilTestSupport
import PencilWire
import Testing

/// The real daemon on a real socket.
@Suite(.serialized) struct DaemonTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  @Test(.enabled(if: Program.isInstalled("python3"), "no python3 for the decoder"))
  func threeClientsGetEverything() throws {
    let example = try Example.writtenWord()
    // Who comes after the first must have subscribed before the pen does anything: if the machine was too slow for
    // that, once more with a longer pause.
    for pause in [2000, 10_000, 60_000] {
      let folder = try Folder()
      let daemon = try Daemon(
        recording: example.bytes(pauseMilliseconds: pause), in: folder)
      let decoder = try daemon.decoder("a")
      let dump = try daemon.dump(["--raw"])
      var app = try App(daemon.socket)
      try app.receive()
      let hasEnded = try app.receiveToTheEnd()
      let statuses = [decoder.status(), dump.status(), daemon.program.status()]
      let decoded = Row.all(decoder.output)
      guard app.samples.count == decoded.count || pause == 60_000 else { continue }

      let raw = Line.all(decoder.output).filter { $0.type == "raw" }
      #expect(hasEnded)
      #expect(statuses == [0, 0, 0], "\(decoder.errors) \(dump.errors) \(daemon.program.errors)")
      #expect(decoder.errors == "", "violations of the protocol")
      // Every input frame, once, in order; the first is that before the pause.
      #expect(Array(raw.map(\.events).dropFirst()) == example.events)
      // The decoder's numbers are exactly the library's; the dump's are rounded.
      let rows = app.samples.map { Row($0) }
      #expect(rows.count == 1263)
      #expect(Row.differences(rows, decoded) == [])
      #expect(Row.differences(rows, Row.all(dump.output), within: 0.000_051) == [])
      #expect(app.events == ["snapshot", "disconnected"])
      #expect(app.strokes == 8)
      return
    }
  }

  @Test(arguments: [SIGTERM, SIGINT]) func aSignalEndsItCleanly(signal: Int32) throws {
    let example = try Example.circles(milliseconds: 600_000 / 100)
    let daemon = try Daemon(recording: example.bytes(pauseMilliseconds: 1), in: folder)
    var app = try App(daemon.socket)
    // In the middle of the replay, so that something is open.
    let isDrawing = try eventually {
      _ = try app.connection.wait(timeoutMilliseconds: 100)
      try app.receive()
      return app.samples.last?.stroke ?? 0 > 0
    }
    daemon.program.signal(signal)
    let hasEnded = try app.receiveToTheEnd()
    let status = daemon.program.status()
    let isLeft = Program.exists(daemon.socket)
    #expect([isDrawing, hasEnded, status == 0, isLeft] == [true, true, true, false])
    // What was open is ended, and the client was told.
    #expect(app.samples.last?.phase == .hoverExited)
    let errors = daemon.program.errors.split(separator: "\n").filter { !$0.hasPrefix("client: ") }
    let name = signal == SIGTERM ? "SIGTERM" : "SIGINT"
    #expect(
      errors == ["pencild: listening at \(daemon.socket)", "pencild: ending by \(name)"],
      "\(daemon.program.errors)")
  }

  @Test func aSecondDaemonIsRefused() throws {
    let first = try Daemon(in: folder)
    let second = try Program(Program.pencild, ["--socket", first.socket], in: folder.path)
    let status = second.status()
    #expect(status == 69)
    #expect(second.errors == "pencild: \(first.socket): another daemon listens there\n")
    // The first one is still there, under its name.
    let app = try App(first.socket)
    let isConnected = app.connection.isConnected
    #expect(isConnected)
  }

  /// The client that is one too many is told so, whichever command it is.
  @Test(arguments: [["--status"], ["--dump"], ["--dump", "--frames", "60"]])
  func oneTooManyIsTold(command: [String]) throws {
    try Program.write(Array("[Daemon]\nClientsPerUserMax=1\n".utf8), to: folder("p.conf"))
    let daemon = try Daemon(["--config", folder("p.conf")], in: folder)
    let app = try App(daemon.socket)
    for _ in 0..<5 {
      let program = try Program(
        Program.pencild, command + ["--socket", daemon.socket], in: folder.path)
      let status = program.status()
      #expect(status == 69 && program.errors.contains("(ClientsPerUserMax=)"), "\(program.errors)")
    }
    let isConnected = app.connection.isConnected
    #expect(isConnected)
  }

  /// Where there are no descriptors for a while, those who wait are let in later, though nobody goes.
  @Test(.enabled(if: Program.isInstalled("prlimit"), "no prlimit"))
  func aDoorOpensAgain() throws {
    let daemon = try Daemon(in: folder)
    func limit(_ count: Int) throws -> Int32? {
      let pid = "\(daemon.program.pid)"
      return try Program("prlimit", ["--pid", pid, "--nofile=\(count):4096"], in: folder.path)
        .status()
    }
    // It serves: all that it opens itself is open.
    do { _ = try App(daemon.socket) }
    let failures = [try limit(4)]
    let waiting = try ConnectedSocket.connect(path: daemon.socket, kind: .datagrams)
    let isShut = eventually { daemon.program.errors.contains("no descriptors left") }
    let statuses = failures + [try limit(1024)]
    let app = try App(daemon.socket)
    let isConnected = app.connection.isConnected
    #expect(statuses == [0, 0] && isShut && isConnected, "\(waiting.descriptor)")
    let lines = daemon.program.errors.split(separator: "\n").count { $0.contains("descriptors") }
    #expect(lines == 1)
  }

  /// A dump begins with what the daemon says first, in either form.
  @Test(arguments: ["json", "text"]) func aDumpBeginsWithTheWelcome(format: String) throws {
    let example = try Example.writtenWord()
    let daemon = try Daemon(["--speed", "max"], recording: example.bytes(), in: folder)
    let dump = try Program(
      Program.pencild, ["--dump", "--once", "--format", format, "--socket", daemon.socket],
      in: folder.path)
    let statuses = [dump.status(), daemon.program.status()]
    let words = dump.outputText.split(separator: "\n").map { line in
      Line(line)?.type ?? String(line.split(separator: " ").first ?? "")
    }
    let greeting = ["welcome", "preferences", "subscribed"]
    #expect(statuses == [0, 0])
    #expect(words.filter { greeting.contains($0) } == greeting)
    #expect(words.first == "welcome")
  }

  /// Where a daemon runs that is found by itself, a configuration beside it is not read, and that is said.
  @Test func anIdleConfigurationIsTold() throws {
    let daemon = try Daemon(
      ["--speed", "max"], recording: try Example.writtenWord().bytes(), in: folder)
    let dump = try Program(
      "env",
      [
        "PENCIL_SOCKET=\(daemon.socket)", Program.pencild, "--dump", "--once", "--config",
        folder("none"),
      ], in: folder.path)
    let statuses = [dump.status(), daemon.program.status()]
    #expect(statuses == [0, 0])
    #expect(dump.errors.hasPrefix("config: --config is not used: a daemon runs"))
  }

  @Test func aStaleSocketIsReplaced() throws {
    let first = try Daemon(in: folder)
    first.program.signal(SIGKILL)
    let status = first.program.status()
    let isLeft = Program.exists(first.socket)
    let second = try Daemon(in: folder)
    let app = try App(second.socket)
    let isConnected = app.connection.isConnected
    #expect([status == -SIGKILL, isLeft, isConnected] == [true, true, true])
  }

  /// What a running daemon reads can be recorded, and is the same when it is read again.
  @Test func aRecordingOfARecordingIsTheSame() throws {
    let example = try Example.writtenWord()
    let daemon = try Daemon(["--speed", "max"], recording: example.bytes(), in: folder)
    let recorder = try Program(
      Program.pencild, ["--record", folder("copy.yml"), "--socket", daemon.socket],
      in: folder.path)
    let statuses = [recorder.status(), daemon.program.status()]
    let copy = try Example(parsing: Program.bytes(folder("copy.yml")))
    #expect(statuses == [0, 0], "\(recorder.errors)")
    #expect(copy.events == example.events)
    #expect(copy.times == example.times)
    #expect(copy.description.axes == example.description.axes)
    #expect(copy.description.keys == example.description.keys)
    #expect(copy.description.name == example.description.name)
  }

  /// At a pace of display frames, too, nothing is lost.
  @Test func displayFramesHoldEverySample() throws {
    let example = try Example.circles(milliseconds: 1000)
    let daemon = try Daemon(recording: example.bytes(), in: folder)
    var app = try App(daemon.socket, pace: .displayFrames(hertz: 60))
    let hasEnded = try app.receiveToTheEnd()
    let status = daemon.program.status()
    #expect([hasEnded, status == 0] == [true, true])
    // One frame leaves: its sample is hoverExited.
    #expect(app.samples.count == 1000)
    #expect(app.events == ["snapshot", "disconnected"])
  }
}
