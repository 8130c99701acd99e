import PencilSystem
import PencilWire

/// A subscriber in this program: the least that the protocol asks of one.
final class Client {
  private var end: ClientEnd

  init(_ socket: consuming ConnectedSocket) { end = ClientEnd(socket) }

  convenience init(path: String) throws {
    self.init(try ConnectedSocket.connect(path: path, kind: .datagrams))
  }

  var descriptor: CInt { end.descriptor }

  func hello() throws { try end.hello() }

  /// - Parameter prediction: as ``FrameOptions/prediction``.
  func subscribe(_ pace: Pace, prediction: UInt32 = 0) throws {
    try end.subscribe(pace, prediction: prediction)
  }

  /// A line for the text door.
  func say(_ line: String) throws { try end.say(line) }

  /// Takes one datagram, giving its items to `body`; notes, and copies of records in snapshots, have no number.
  func receive(_ body: (ItemHeader, RawSpan) -> Void) throws -> ClientEnd.Look {
    try end.receive(body)
  }

  /// Takes all that is there; how many datagrams that was.
  @discardableResult
  func drain() throws -> Int { try end.drain() }

  /// Takes all that is there, whatever it is.
  func discard() throws { try end.discard() }
}

/// What a ``Client`` owns.
struct ClientEnd: ~Copyable {
  private let socket: ConnectedSocket
  private var bytes = ByteBuffer(count: 128 << 10)

  init(_ socket: consuming ConnectedSocket) { self.socket = socket }

  var descriptor: CInt { socket.descriptor }

  mutating func hello() throws {
    var space = bytes.mutableBytes
    var request = space._mutatingExtracting(0..<HelloRequest.size)
    HelloRequest(token: 1, name: "pencil-bench").encode(into: &request)
    try send(HelloRequest.size)
  }

  mutating func subscribe(_ pace: Pace, prediction: UInt32) throws {
    var space = bytes.mutableBytes
    var request = space._mutatingExtracting(0..<SubscribeRequest.size)
    SubscribeRequest(token: 2, pace: pace, options: FrameOptions(prediction: prediction))
      .encode(into: &request)
    try send(SubscribeRequest.size)
  }

  func say(_ line: String) throws { try send(Array(line.utf8).span.raw) }

  private func send(_ count: Int) throws { try send(bytes.bytes.extracting(0..<count)) }

  private func send(_ request: RawSpan) throws {
    guard case .sent = try socket.send(request) else {
      throw BenchError("the daemon doesn't take a request")
    }
  }

  /// What became of a look.
  enum Look { case datagram, nothing, gone }

  /// Takes one datagram, giving its items to `body`; notes, and copies of records in snapshots, have no number.
  mutating func receive(_ body: (ItemHeader, RawSpan) -> Void) throws -> Look {
    switch try receiveDatagram() {
    case .wouldBlock: return .nothing
    case .closed: return .gone
    case .truncated: throw BenchError("a datagram is longer than the protocol allows")
    case .bytes(let count):
      let datagram = bytes.bytes.extracting(0..<count)
      var place = 0
      while place < count {
        let header = try ItemHeader(datagram, at: place)
        body(header, datagram.extracting(place..<place + header.size))
        place += header.size
      }
      return .datagram
    }
  }

  private mutating func receiveDatagram() throws(Errno) -> Received {
    try Self.receive(socket, into: &bytes)
  }

  private static func receive(
    _ socket: borrowing ConnectedSocket, into bytes: inout ByteBuffer
  ) throws(Errno) -> Received {
    var space = bytes.mutableBytes
    return try socket.receive(into: &space)
  }

  /// Takes all that is there; how many datagrams that was.
  @discardableResult
  mutating func drain() throws -> Int {
    var count = 0
    while try receive({ _, _ in }) == .datagram { count += 1 }
    return count
  }

  /// Takes all that is there, whatever it is.
  mutating func discard() throws {
    while case .bytes = try receiveDatagram() {}
  }
}
