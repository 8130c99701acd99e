import Glibc
import PencilClient
import PencilCore
import PencilTestSupport
import Testing

/// The daemon started anew by a service manager, which is played by a program in Python: clients stay and miss nothing.
@Suite(.serialized, .enabled(if: Program.isInstalled("python3"), "no python3"))
struct RestartTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  private var socket: String { folder("pencil.sock") }
  private var starts: Int {
    String(decoding: Program.bytes(folder("starts")), as: UTF8.self).split(separator: "\n").count
  }
  private var stored: String { String(decoding: Program.bytes(folder("stored")), as: UTF8.self) }

  /// A manager with a daemon that plays circles, and is ready.
  private func manager(_ options: [String] = [], _ more: [String] = []) throws -> Program {
    let example = try Example.circles(milliseconds: 20_000)
    try Program.write(example.bytes(pauseMilliseconds: 1), to: folder("recording.yml"))
    let script = ReferenceData.packageFolder + "/Tests/Support/service_manager.py"
    let program = try Program(
      "python3",
      ["-B", script, "--folder", folder.path, "--listen", "seqpacket:pencil:\(socket)"] + options
        + ["--", Program.pencild, "--replay", folder("recording.yml")] + more, in: folder.path)
    _ = eventually { !program.isRunning || starts == 1 }
    return program
  }

  private func order(_ name: String) throws { try Program.write([], to: folder(name)) }

  /// Reads until the app has been connected again and a stroke is drawn that began after that; false: it never is.
  private func drawOn(_ app: inout App) throws -> Bool {
    let end = app.samples.last?.stroke ?? 0
    let connections = app.events.count { $0 == "connected" }
    return try eventually {
      _ = try app.connection.wait(timeoutMilliseconds: 50)
      try app.receive()
      return app.events.count { $0 == "connected" } > connections
        && app.samples.last?.stroke ?? 0 > end + 1
    }
  }

  /// Where the service manager passes one socket alone, the other one is made where it was named.
  @Test func aSocketIsMadeBesideOneThatWasPassed() throws {
    let manager = try manager([], ["--json-socket", folder("json.sock")])
    let isMade = eventually { !manager.isRunning || Program.exists(folder("json.sock")) }
    let app = try App(socket)
    let isConnected = app.connection.isConnected
    #expect([isMade, manager.isRunning, isConnected] == [true, true, true], "\(manager.errors)")
    try order("stop")
    #expect(manager.status() == 0, "\(manager.errors)")
  }

  @Test(arguments: ["restart", "kill"]) func aClientGoesOn(order name: String) throws {
    let manager = try manager()
    #expect(stored == "journal\n")
    var app = try App(socket)
    let isDrawing = try eventually {
      _ = try app.connection.wait(timeoutMilliseconds: 50)
      try app.receive()
      return app.samples.last?.stroke ?? 0 > 1
    }
    #expect(isDrawing)
    for round in 1...2 {
      try order(name)
      #expect(try drawOn(&app), "\(manager.errors)")
      #expect(starts == 1 + round)
    }
    try order("stop")
    #expect(manager.status() == 0, "\(manager.errors)")

    // One snapshot in the beginning, and never again; a crash is a gap of its tablet.
    let all = ["snapshot", "disconnected", "connected", "disconnected", "connected"]
    #expect(app.events.filter { $0 != "preferences" && $0 != "gap" } == all, "\(manager.errors)")
    #expect(problems(app.samples) == [])
    #expect(manager.errors.contains("going on after record"))
    #expect(manager.errors.contains("ended without warning") == (name == "kill"))
  }

  /// Numbers that don't go on: of strokes, and of a stroke's samples, each of which comes once.
  private func problems(_ samples: [Sample]) -> [String] {
    var problems: [String] = []
    var (stroke, index) = (UInt32(0), UInt32(0))
    var attachments: Set<UInt32> = []
    var isOpen = false
    for sample in samples {
      if attachments.insert(sample.attachment).inserted { index = 0 }
      guard sample.phase.isInStroke else { continue }
      if sample.phase == .began {
        if isOpen || sample.stroke != stroke + 1 { problems.append("stroke \(sample.stroke)") }
        stroke = sample.stroke
      }
      if sample.stroke != stroke || sample.index != index + 1 {
        problems.append("sample \(sample.stroke).\(sample.index)")
      }
      index = sample.index
      isOpen = sample.phase != .ended && sample.phase != .cancelled
    }
    return problems
  }

  /// A dump goes on with the next run of the daemon, without a snapshot, and says that it waits; or it ends with the first.
  @Test(arguments: [[], ["--once"]]) func aDumpGoesOn(options: [String]) throws {
    let manager = try manager()
    let dump = try Program(
      Program.pencild, ["--dump", "--format", "json", "--socket", socket] + options, in: folder.path
    )
    let isDrawing = eventually { !dump.isRunning || dump.outputText.contains(#""stroke":2"#) }
    try order("restart")
    if options.isEmpty {
      let goesOn = eventually {
        let lines = Line.all(dump.output)
        let cuts = lines.indices.filter { lines[$0].type == "subscribed" }
        let isSecond = cuts.count == 2 && lines[cuts[1]...].count { $0.type == "stroke" } > 1
        return isSecond || !dump.isRunning
      }
      dump.signal(SIGINT)
      let status = dump.status()
      #expect(isDrawing && goesOn && status == 0, "\(dump.errors) \(manager.errors)")
      let lines = Line.all(dump.output)
      let types = ["welcome", "subscribed", "snapshot", "gap"]
      let count = types.map { type in lines.count { $0.type == type } }
      #expect(count == [2, 2, 1, 0])
      let numbers = lines.compactMap { $0.numbers["seq"] }
      #expect(numbers == Array(Set(numbers)).sorted())
      #expect(dump.errors.contains("; waiting for it\n"))
      #expect(dump.errors.hasSuffix("connected to the daemon\n"))
    } else {
      let status = dump.status()
      let isAgain = eventually { starts == 2 }
      #expect(isDrawing && isAgain && status == 0)
      #expect(dump.errors.contains("closed the connection") && !dump.errors.contains("waiting"))
    }
    try order("stop")
    #expect(manager.status() == 0, "\(manager.errors)")
  }

  @Test(arguments: [
    (["--no-store"], "a new epoch: no journal"), ([], "its size is not JournalSize="),
  ])
  func otherwiseANewEpochBegins(options: [String], log: String) throws {
    let configuration = folder("pencild.conf")
    try Program.write(Array("[Daemon]\nJournalSize=1M\n".utf8), to: configuration)
    let manager = try manager(options, ["--config", configuration])
    var app = try App(socket)
    let isDrawing = try eventually {
      _ = try app.connection.wait(timeoutMilliseconds: 50)
      try app.receive()
      return app.samples.last?.stroke ?? 0 > 0
    }
    try Program.write(Array("[Daemon]\nJournalSize=2M\n".utf8), to: configuration)
    try order("restart")
    let isAgain = try eventually {
      _ = try app.connection.wait(timeoutMilliseconds: 50)
      try app.receive()
      return app.events.last == "snapshot" && app.events.count > 1
    }
    #expect(isDrawing && isAgain, "\(manager.errors)")
    #expect(
      app.events.filter { $0 != "preferences" } == [
        "snapshot", "disconnected", "connected", "gap", "snapshot",
      ])
    #expect(manager.errors.contains(log), "\(manager.errors)")
    try order("stop")
    #expect(manager.status() == 0)
  }
}
