import Glibc
import PencilSystem
import PencilTestSupport
import PencilWire
import Testing

/// Clients that do what they shouldn't, while others follow the pen.
@Suite(.serialized, .enabled(if: Program.isInstalled("python3"), "no python3 for the decoder"))
struct HostileTests {
  private let milliseconds = 2000

  /// What clients have done that are not to be closed yet.
  private final class Hostiles {
    private var sockets: [Guest] = []

    final class Guest {
      let socket: ConnectedSocket
      init(_ socket: consuming ConnectedSocket) { self.socket = socket }
    }

    /// Connects and sends; a door that is full for the moment is knocked at again.
    func connect(_ path: String, _ requests: [[UInt8]]) throws {
      var guest: Guest?
      _ = try eventually {
        do throws(Errno) {
          guest = Guest(try ConnectedSocket.connect(path: path, kind: .datagrams))
        } catch { if error != .wouldBlock { throw error } }
        return guest != nil
      }
      guard let guest else { return }
      // One that was refused already is closed, and so it should be.
      for request in requests { _ = try? guest.socket.send(request.span.raw) }
      sockets.append(guest)
    }

    func leave() { sockets = [] }
  }

  private func hello() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: HelloRequest.size)
    var space = bytes.mutableSpan
    var raw = space.mutableRaw
    HelloRequest(token: 1, name: "hostile").encode(into: &raw)
    return bytes
  }

  private func subscription(after: UInt64 = 0) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: SubscribeRequest.size)
    var space = bytes.mutableSpan
    var raw = space.mutableRaw
    SubscribeRequest(
      token: 2, filter: Filter(contents: .all), continuation: (after == 0 ? 0 : 1, after)
    ).encode(into: &raw)
    return bytes
  }

  /// One of each kind, but those who never read.
  private func misbehave(_ hostiles: Hostiles, _ daemon: Daemon, round: Int) throws {
    let path = daemon.socket
    try hostiles.connect(path, [Array("GET / HTTP/1.1\r\n\r\n".utf8)])
    try hostiles.connect(path, [[UInt8](repeating: 0xff, count: 60_000)])
    try hostiles.connect(path, [[1], [2], [3]])
    try hostiles.connect(path, [Array(hello().prefix(40))])
    try hostiles.connect(path, [hello(), Array(subscription().prefix(20))])
    try hostiles.connect(path, [hello(), subscription(after: .max), subscription(after: .max)])
    // Half a message and nothing more, until it is dropped.
    try hostiles.connect(path, [Array(hello().prefix(4))])
    try hostiles.connect(path, [])
    let crowd = Hostiles()
    for _ in 0..<300 { try crowd.connect(path, [hello(), subscription()]) }
    crowd.leave()
    let victim = try daemon.decoder("victim\(round)")
    victim.signal(SIGKILL)
  }

  @Test func othersLoseNothing() throws {
    let example = try Example.circles(milliseconds: milliseconds)
    for pause in [3000, 15_000, 60_000] {
      let folder = try Folder()
      // All clients are of one user: its bound is not to spare the daemon the crowd.
      let configuration = folder("crowd.conf")
      try Program.write(Array("[Daemon]\nClientsPerUserMax=256\n".utf8), to: configuration)
      let daemon = try Daemon(
        ["--config", configuration], recording: example.bytes(pauseMilliseconds: pause), in: folder)
      let decoder = try daemon.decoder("good")
      let dump = try daemon.dump(["--raw"])
      let sleepers = Hostiles()
      for _ in 0..<8 { try sleepers.connect(daemon.socket, [hello(), subscription()]) }

      // The first round warms the daemon up: it has run all of its code and had its most clients.
      let hostiles = Hostiles()
      try misbehave(hostiles, daemon, round: 0)
      let warm = daemon.program.residentBytes ?? 0
      for round in 1...3 { try misbehave(hostiles, daemon, round: round) }

      // The pen leaves in the last frame: whoever has that has all.
      let last = "hoverExited"
      let haveEnded = eventually {
        decoder.outputText.contains(last) && dump.outputText.contains(last)
      }
      let resident = daemon.program.residentBytes ?? .max
      // Only now can the daemon end, since those who never read have not had all.
      sleepers.leave()
      hostiles.leave()
      let statuses = [decoder.status(), dump.status(), daemon.program.status()]
      let decoded = Row.all(decoder.output)
      let dumped = Row.all(dump.output)
      guard decoded.count == dumped.count || pause == 60_000 else { continue }

      let raw = Line.all(decoder.output).filter { $0.type == "raw" }
      #expect(haveEnded)
      #expect(statuses == [0, 0, 0], "\(decoder.errors) \(dump.errors)")
      #expect(decoder.errors == "", "violations of the protocol")
      #expect(Array(raw.map(\.events).dropFirst()) == example.events)
      #expect(decoded.count >= milliseconds)
      #expect(Row.differences(decoded, dumped, within: 0.000_051) == [])
      // A sanitizer keeps what is freed.
      if !Sanitizers.areOn {
        #expect(warm > 0 && resident - warm < 1 << 20, "\(warm >> 10) KiB, then \(resident >> 10)")
      }
      return
    }
  }
}
