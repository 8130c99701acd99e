import Glibc
import PencilClient
import PencilSystem
import PencilTestSupport
import Testing

/// A recording at full speed waits for those who listen, as long as they read.
@Suite(.serialized) struct FullSpeedTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  /// The smallest journal there is, and a recording that goes round in it many times.
  private func daemon() throws -> Daemon {
    try Program.write(Array("[Daemon]\nJournalSize=64K\n".utf8), to: folder("small.conf"))
    return try Daemon(
      ["--speed", "max", "--config", folder("small.conf"), "--json-socket", folder("j")],
      recording: Example.circles(milliseconds: 8000).bytes(), in: folder)
  }

  /// Reads lines very slowly until it is told to go on, then slowly, and counts them.
  private static let slowReader = """
    import json, os, socket, sys, time
    door = socket.socket(socket.AF_UNIX); door.connect(sys.argv[1])
    door.sendall(b'{"contents":["contact","hover"]}\\n')
    data = b''
    while part := door.recv(16384 if os.path.exists(sys.argv[3]) else 512):
      if not data: open(sys.argv[2], 'w')
      data += part; time.sleep(0.002)
    lines = [json.loads(line) for line in data.splitlines()]
    print(sum(line['type'] == 'sample' and 'seq' in line for line in lines),
          sum(line['type'] == 'gap' for line in lines))
    """

  /// Neither a slow client of the text door nor one of the binary door loses anything.
  @Test func slowReadersHaveAll() throws {
    let daemon = try daemon()
    let reader = try Program(
      "python3", ["-c", Self.slowReader, folder("j"), folder("ready"), folder("go")],
      in: folder.path)
    let isReading = eventually { Program.exists(folder("ready")) }
    var app = try App(daemon.socket)
    try Program.write([], to: folder("go"))
    let end = Clock.monotonicMicroseconds + UInt64(Program.limit * 1e6)
    while app.events.last != "disconnected", Clock.monotonicMicroseconds < end {
      _ = try app.connection.wait(timeoutMilliseconds: 100)
      try app.receive()
      usleep(5000)
    }
    let statuses = [reader.status(), daemon.program.status()]
    #expect(isReading && statuses == [0, 0], "\(reader.errors)\(daemon.program.errors)")
    #expect(reader.outputText == "8000 0\n")
    #expect(app.samples.count > 1000 && app.events == ["snapshot", "disconnected"])
  }

  /// Whoever reads nothing is waited for no longer than a while, and then told what is lost.
  @Test func aSleeperIsNotWaitedForForever() throws {
    let daemon = try daemon()
    var sleeper = try App(daemon.socket)
    var app = try App(daemon.socket)
    let isPlayed = try eventually {
      _ = try app.connection.wait(timeoutMilliseconds: 100)
      try app.receive()
      return app.samples.last?.phase == .hoverExited
    }
    let isOver = [try sleeper.receiveToTheEnd(), try app.receiveToTheEnd()]
    let status = daemon.program.status()
    #expect(isPlayed && isOver == [true, true] && status == 0, "\(daemon.program.errors)")
    #expect(sleeper.events.contains("gap") && !app.events.contains("gap"))
  }
}
