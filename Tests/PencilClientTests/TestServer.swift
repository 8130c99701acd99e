import PencilSystem
import PencilTestSupport
import PencilWire
import Synchronization
import Testing

@testable import PencilClient

/// The daemon's side of one connection, played by the test step by step: no thread, so nothing to wait for.
struct TestServer: ~Copyable {
  let path: String
  private var listener: ListeningSocket?
  private var client: ConnectedSocket?

  private static let count = Atomic(0)

  init() throws {
    let number = TestServer.count.add(1, ordering: .relaxed).newValue
    path = "/tmp/pencil-client-\(Clock.monotonicNanoseconds)-\(number).sock"
    listener = nil
    try listen()
  }

  mutating func listen() throws {
    listener = try ListeningSocket(path: path, kind: .datagrams, permissions: 0o600)
  }

  mutating func stopListening() { listener = nil }
  mutating func hangUp() {
    if let gone = client.take() { endConnection(gone.descriptor) }
  }

  mutating func accept() throws {
    switch listener {
    case .none: throw Errno.connectionRefused
    case .some(let socket):
      switch try socket.accept() {
      case .connection(let accepted): client = consume accepted
      case .wouldBlock: throw Errno.wouldBlock
      case .outOfDescriptors: throw Errno.tooManyOpenFiles
      }
    }
  }

  func send(_ datagram: [UInt8]) throws {
    switch client {
    case .none: throw Errno.notConnected
    case .some(let client):
      guard case .sent(datagram.count) = try client.send(datagram.span.raw) else {
        throw Errno.noBufferSpace
      }
    }
  }

  /// The next request.
  func receive() throws -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: PencilProtocol.maximumRequest)
    switch client {
    case .none: throw Errno.notConnected
    case .some(let client):
      var space = buffer.mutableSpan
      guard case .bytes(let count) = try client.receive(into: &space) else {
        throw Errno.wouldBlock
      }
      return Array(buffer[..<count])
    }
  }

  func receiveHello() throws -> HelloRequest {
    let bytes = try receive()
    return try bytes.withRaw { (raw) throws(WireError) in try HelloRequest(raw) }
  }

  func receiveSubscribe() throws -> SubscribeRequest {
    let bytes = try receive()
    return try bytes.withRaw { (raw) throws(WireError) in try SubscribeRequest(raw) }
  }

  /// Takes the client that has sent its hello, and answers it.
  mutating func welcome(epoch: UInt64 = 9, hello: (HelloRequest) -> Void = { _ in }) throws {
    try accept()
    let request = try receiveHello()
    hello(request)
    try send(Datagrams.welcome(epoch: epoch, token: request.token))
  }
}

extension PencilConnection {
  /// A connection whose hello is sent and not yet answered.
  static func greeting(
    _ server: borrowing TestServer, answerTimeout: UInt64 = 2_000_000_000
  ) throws -> PencilConnection {
    var connection = try PencilConnection.connecting(
      to: server.path, name: "test", answerTimeout: answerTimeout)
    try connection.wait(timeoutMilliseconds: 1000)
    #expect(try connection.receive() == nil)
    return connection
  }

  /// A connection that is answered and has subscribed.
  static func subscribed(
    _ server: inout TestServer, _ subscription: Subscription = Subscription()
  ) throws -> PencilConnection {
    var connection = try greeting(server)
    try server.welcome()
    try connection.subscribe(subscription)
    let event = try connection.receive()
    guard case .connected = event else { throw Errno.notConnected }
    _ = try server.receiveSubscribe()
    return connection
  }

  /// The daemon goes, and has come again and said welcome; what came until then is taken.
  mutating func reconnect(to server: inout TestServer) throws {
    server.hangUp()
    _ = transcript()
    _ = try wait(timeoutMilliseconds: 3000)
    _ = transcript()
    try server.welcome()
    #expect(transcript() == ["connected"])
  }

  /// All events until nothing more comes, each with what it brought, in a few words.
  mutating func transcript() -> [String] {
    var lines: [String] = []
    do throws(PencilError) {
      while let event = try receive() {
        switch event {
        case .frame: lines.append("frame \(words)")
        case .snapshot: lines.append("snapshot \(words)")
        case .gap(let gap): lines.append("gap \(gap.cause) \(gap.lost.map { "\($0)" } ?? "?")")
        case .interaction: lines.append("interaction \(interaction.isEnabled) \(interaction.claim)")
        case .suspended: lines.append("suspended")
        case .resumed: lines.append("resumed")
        case .preferences: lines.append("preferences \(preferences.count)")
        case .disconnected(let error): lines.append("disconnected \(error.code.words)")
        case .connected: lines.append("connected")
        }
      }
    } catch { lines.append("error \(error.code.words)") }
    return lines
  }

  private var words: String {
    var words: [String] = []
    if let beat = frame.beat { words.append("beat\(beat.number)") }
    for i in frame.samples.indices { words.append("s\(frame.samples[i].index)") }
    for i in frame.buttons.indices { words.append("b\(frame.buttons[i].button)") }
    for i in frame.strokes.indices { words.append("stroke\(frame.strokes[i].stroke)") }
    for i in frame.tablets.indices { words.append("tablet\(frame.tablets[i].id)") }
    for i in frame.tools.indices { words.append("tool\(frame.tools[i].id)") }
    for i in frame.gaps.indices { words.append("\(frame.gaps[i].cause)") }
    return words.joined(separator: " ")
  }
}

extension PencilError.Code {
  var words: String {
    switch self {
    case .noDaemon: "noDaemon"
    case .busy: "busy"
    case .timedOut: "timedOut"
    case .disconnected: "disconnected"
    case .notPermitted: "notPermitted"
    case .unsupportedVersion: "unsupportedVersion"
    case .refused: "refused"
    case .protocolViolation: "protocolViolation"
    case .badSubscription: "badSubscription"
    default: "other"
    }
  }
}
