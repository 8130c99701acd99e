import PencilCore
import PencilSystem
import PencilTestSupport
import PencilWire
import Testing

@testable import PencilDaemon

/// A client of the binary door: an end of a connection, and what came to it.
final class Guest {
  let socket: ConnectedSocket
  private var buffer = [UInt8](repeating: 0, count: PencilProtocol.maximumDatagram)

  init(_ socket: consuming ConnectedSocket) { self.socket = socket }

  deinit { endConnection(socket.descriptor) }

  /// Whether the daemon has closed, which is waited for; nothing else is there any more.
  func hasEnded() throws -> Bool {
    waitForEnd(of: socket.descriptor)
    return try receive() == []
  }

  /// The next datagram; empty: the daemon has closed; `nil`: nothing there.
  func receive() throws -> [UInt8]? {
    switch try Self.receive(from: socket, into: &buffer) {
    case .bytes(let count): return Array(buffer[..<count])
    case .wouldBlock: return nil
    case .closed: return []
    case .truncated: throw Errno.messageTooLong
    }
  }

  /// Reads all that is there, and says how many bytes; allocates nothing.
  func drain() throws -> Int {
    var count = 0
    while case .bytes(let more) = try Self.receive(from: socket, into: &buffer) { count += more }
    return count
  }

  private static func receive(
    from socket: borrowing ConnectedSocket, into buffer: inout [UInt8]
  ) throws -> Received {
    var space = buffer.mutableSpan
    return try socket.receive(into: &space)
  }

  /// The next datagram's items; `nil`: nothing there, or closed.
  func receiveItems() throws -> [Item]? {
    guard let datagram = try receive(), !datagram.isEmpty else { return nil }
    return try items(datagram)
  }

  /// The items of all datagrams that are there.
  func receiveAll() throws -> [Item] {
    var all: [Item] = []
    while let more = try receiveItems() { all += more }
    return all
  }

  func send(_ bytes: [UInt8]) throws {
    let result = try socket.send(bytes.span.raw)
    #expect(result == .sent(bytes.count))
  }

  func sendHello(_ token: UInt32 = 1) throws { try send(hello(token)) }
}

/// A hello as bytes.
func hello(_ token: UInt32 = 1, major: UInt16 = PencilProtocol.major) -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: HelloRequest.size)
  var space = bytes.mutableSpan
  var raw = space.mutableRaw
  HelloRequest(token: token, major: major, name: "guest").encode(into: &raw)
  return bytes
}

/// A subscription as bytes.
func subscription(
  _ token: UInt32 = 2, pace: Pace = .everyReport, filter: Filter = Filter(contents: .all),
  after: (epoch: UInt64, sequence: UInt64) = (0, 0), options: FrameOptions = FrameOptions()
) -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: SubscribeRequest.size)
  var space = bytes.mutableSpan
  var raw = space.mutableRaw
  SubscribeRequest(
    token: token, pace: pace, filter: filter, options: options, continuation: after
  ).encode(into: &raw)
  return bytes
}

/// What is said to a pace, as bytes.
func pace(_ kind: PaceRequest.Kind) -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: PaceRequest.size)
  var space = bytes.mutableSpan
  var raw = space.mutableRaw
  PaceRequest(token: 3, kind: kind).encode(into: &raw)
  return bytes
}

/// The door, the journal and the loop of a daemon, turned by hand.
struct House: ~Copyable {
  static let epoch: UInt64 = 4711
  var loop: EventLoop
  var pipeline: Pipeline
  var subscribers: Subscribers

  init(journal: Int = 4 << 20, preferences: PreferenceBook = PreferenceBook()) throws {
    let loop = try EventLoop()
    let pipeline = try Pipeline(journalCapacity: journal, epoch: Self.epoch)
    subscribers = Subscribers(tokenKind: 13, preferences: preferences)
    self.loop = loop
    self.pipeline = pipeline
  }

  var publisher: Publisher {
    _read { yield pipeline.publisher }
    _modify { yield &pipeline.publisher }
  }

  // What a test expects is asked here: an expectation can't look into what may not be copied.
  var last: UInt64 { pipeline.publisher.journal.lastSequence }
  var clients: Int { subscribers.count }
  /// What the first client has not read, in bytes of the kernel's memory.
  var unreadBytes: Int { subscribers.active.first?.socket.unreadBytes() ?? 0 }
  var isFull: Bool { subscribers.isFull }
  var nextDeadline: UInt64? { subscribers.nextDeadline }

  /// A client that has connected and said nothing.
  ///
  /// - Parameter uid: Whose it is; `nil`: as the kernel says.
  mutating func connect(as uid: UInt32? = nil) throws -> Guest {
    let pair = try ConnectedSocket.pair(.datagrams)
    // The closures can't take `self`, which is borrowed for them.
    var mine: ConnectedSocket?
    let guest = pair.split { (ours, theirs) in
      mine = consume ours
      return Guest(theirs)
    }
    if let socket = mine.take() {
      subscribers.admit(
        socket, as: uid.map { PeerCredentials(pid: 1, uid: $0, gid: $0) },
        publisher: pipeline.publisher, loop: loop)
    }
    return guest
  }

  /// A client that has subscribed and read all that comes of it.
  mutating func guest(
    pace: Pace = .everyReport, filter: Filter = Filter(contents: .all),
    after: (epoch: UInt64, sequence: UInt64) = (0, 0), options: FrameOptions = FrameOptions(),
    as uid: UInt32? = nil
  ) throws -> (guest: Guest, answer: [Item]) {
    let guest = try connect(as: uid)
    try guest.send(hello())
    try guest.send(subscription(pace: pace, filter: filter, after: after, options: options))
    try turn()
    return (guest, try guest.receiveAll())
  }

  /// One look at the clients: what they sent is read, and what they can get is sent.
  mutating func turn() throws {
    let ready = try loop.wait(timeoutMilliseconds: 0)
    if subscribers.haveLinesWaiting {
      subscribers.takeWaitingLines(pipeline.publisher, loop: loop)
    }
    for i in 0..<ready {
      let (token, readiness) = loop[ready: i]
      subscribers.receive(token, readiness: readiness, publisher: pipeline.publisher, loop: loop)
    }
    pipeline.publisher.makesPredictions = subscribers.wantsPrediction
    while subscribers.send(pipeline.publisher, loop: loop) {}
  }

  /// As the server does when records came.
  mutating func publish(_ events: some Sequence<TrackerEvent>) throws {
    for event in events { pipeline.publisher.publish(event) }
    try deliver()
  }

  /// The turn of the server in which the journal has new records.
  mutating func deliver() throws {
    subscribers.journalGrew(pipeline.publisher.journal, loop: loop, now: Clock.monotonicNanoseconds)
    try turn()
  }

  /// Waits for the beat that is armed, and beats. False: none is, so nothing would ever wake the daemon up.
  @discardableResult
  mutating func beat() throws -> Bool {
    try turn()
    guard let due = subscribers.nextDeadline else { return false }
    while Clock.monotonicNanoseconds < due {}
    subscribers.beat(
      now: Clock.monotonicNanoseconds, journal: pipeline.publisher.journal, loop: loop)
    try turn()
    return true
  }
}

extension [Item] {
  /// The numbers of the records in it.
  var sequences: [UInt64] { map(\.sequence).filter { $0 != 0 } }
  var types: [ItemType] { map(\.type) }
  func first(_ type: ItemType) -> Item? { first { $0.type == type } }
}
