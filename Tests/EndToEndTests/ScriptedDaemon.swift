import PencilCore
import PencilSystem
import PencilTestSupport
import PencilWire

/// A daemon played by a test, for one client: it says what the test wants, when it wants.
final class ScriptedDaemon {
  private var door: ListeningSocket?
  private var client: ConnectedSocket?
  private let socket: String
  private var sequence: UInt64 = 0
  /// What the client has asked for.
  private(set) var filter: Filter?

  init(_ socket: String) throws {
    self.socket = socket
    door = try ListeningSocket(path: socket, kind: .datagrams, permissions: 0o600)
  }

  /// Takes the next client and its subscription; false: none comes.
  func serve(tablet: TabletRecord, tool: Tool) throws -> Bool {
    guard try eventually({ try accept() }) else { return false }
    let hello = try request().withRaw { (raw) throws(WireError) in try HelloRequest(raw) }
    var welcome = WelcomeNote()
    welcome.token = hello.token
    welcome.epoch = 7
    welcome.version = "test"
    try send(encoded(WelcomeNote.size) { welcome.encode(into: &$0) })
    let subscribe = try request().withRaw { (raw) throws(WireError) in try SubscribeRequest(raw) }
    filter = subscribe.filter
    let subscribed = SubscribedNote(
      time: 1, token: subscribe.token, pace: subscribe.pace, filter: subscribe.filter,
      head: sequence)
    try send(encoded(SubscribedNote.size) { subscribed.encode(into: &$0) })
    try send(
      bracket(.snapshot)
        + encoded(TabletRecord.size) { tablet.encode(sequence: 0, into: &$0) }
        + encoded(ToolRecord.size) { ToolRecord.encode(tool, sequence: 0, into: &$0) }
        + bracket(.snapshotEnd))
    return true
  }

  /// Sends gestures, each in a datagram of its own, as at the pace of every report.
  func send(_ gestures: Gesture...) throws {
    for gesture in gestures {
      sequence += 1
      try send(
        encoded(GestureRecord.size) {
          GestureRecord.encode(gesture, claimant: 0, sequence: sequence, into: &$0)
        })
    }
  }

  /// Refuses the client for good.
  func refuse(_ text: String) throws {
    let note = ErrorNote(time: 1, token: 0, code: .notPermitted, isFatal: true, text: text)
    try send(encoded(ErrorNote.size) { note.encode(into: &$0) })
  }

  /// Bytes that the client has not read.
  var unread: Int {
    switch client {
    case .none: 0
    case .some(let client): client.unreadBytes()
    }
  }

  /// The client is left, and nobody listens.
  func hangUp() {
    client = nil
    door = nil
  }

  func listenAgain() throws {
    door = try ListeningSocket(path: socket, kind: .datagrams, permissions: 0o600)
  }

  private func bracket(_ type: ItemType) -> [UInt8] {
    encoded(SnapshotNote.size) {
      SnapshotNote.encode(type, head: sequence, time: 1, into: &$0)
    }
  }

  private func accept() throws -> Bool {
    switch door {
    case .none: return false
    case .some(let door):
      guard case .connection(let accepted) = try door.accept() else { return false }
      client = consume accepted
      return true
    }
  }

  /// The next request, which is waited for.
  private func request() throws -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: PencilProtocol.maximumRequest)
    var length: Int?
    _ = try eventually {
      var space = buffer.mutableSpan
      switch client {
      case .none: return true
      case .some(let client):
        switch try client.receive(into: &space) {
        case .bytes(let count): length = count
        case .wouldBlock: return false
        default: break
        }
        return true
      }
    }
    guard let length else { throw Errno.notConnected }
    return Array(buffer[..<length])
  }

  private func send(_ datagram: [UInt8]) throws {
    switch client {
    case .none: throw Errno.notConnected
    case .some(let client):
      guard case .sent(datagram.count) = try client.send(datagram.span.raw) else {
        throw Errno.noBufferSpace
      }
    }
  }
}
