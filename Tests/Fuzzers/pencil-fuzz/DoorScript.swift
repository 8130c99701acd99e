internal import Glibc
internal import PencilCore
internal import PencilDaemon
internal import PencilSystem
internal import PencilWire

/// The daemon's side of both doors, turned by hand as a script says: an operation a byte, with what it needs behind it.
///
/// Clients connect, send whatever they like, read or don't, and go, in any order, while records come. All that a client
/// of the binary door reads must be whole items, all whole lines of the other JSON.
struct DoorScript: ~Copyable {
  private static let seats = 4

  private let script: [UInt8]
  private var at = 0
  private var loop: EventLoop
  private var publisher: Publisher
  private var subscribers = Subscribers(tokenKind: 1)
  private var guests = [FuzzGuest?](repeating: nil, count: seats)
  private var time: UInt64 = 1

  /// `nil`: the machine refuses a loop or memory.
  init?(_ script: [UInt8]) {
    guard let loop = try? EventLoop(),
      let publisher = try? Publisher(journalCapacity: 1 << 16, epoch: 1)
    else { return nil }
    self.script = script
    self.loop = loop
    self.publisher = publisher
  }

  mutating func run() {
    while let operation = next() {
      let seat = Int(operation >> 4) % Self.seats
      switch operation & 15 {
      case 0: connect(seat, isText: false)
      case 1: connect(seat, isText: true)
      case 2: guests[seat]?.send(take(Int(next() ?? 0)))
      case 3: guests[seat]?.send(Self.hello)
      case 4: guests[seat]?.send(request())
      case 5: guests[seat]?.send(take(Int(next() ?? 0)) + [0x0A])
      case 6: publish(Int(next() ?? 0), records)
      case 7: publish(1, [.button(ButtonChange()), .stroke(StrokeSummary()), .tool(Tool())])
      case 8: guests[seat]?.read(times: .max)
      case 9: guests[seat]?.read(times: 1)
      case 10: guests[seat] = nil
      case 11: guests[seat]?.stopWriting()
      case 12:
        guard let due = subscribers.nextDeadline else { continue }
        subscribers.beat(now: due, journal: publisher.journal, loop: loop)
      case 13:
        subscribers.endSilence(
          now: Clock.monotonicNanoseconds + 3_000_000_000, publisher: publisher, loop: loop)
      case 14: turn()
      default:
        publish(Int(next() ?? 0), records)
        turn()
      }
    }
    turn()
    subscribers.sendLast(publisher, loop: loop)
    for guest in guests { guest?.read(times: .max) }
  }

  private mutating func next() -> UInt8? {
    guard at < script.count else { return nil }
    at += 1
    return script[at - 1]
  }

  private mutating func take(_ count: Int) -> [UInt8] {
    let end = min(at + count, script.count)
    defer { at = end }
    return Array(script[at..<end])
  }

  private mutating func connect(_ seat: Int, isText: Bool) {
    guard let pair = try? ConnectedSocket.pair(isText ? .stream : .datagrams) else { return }
    var mine: ConnectedSocket?
    guests[seat] = pair.split { (ours, theirs) in
      mine = consume ours
      return FuzzGuest(theirs, isText: isText)
    }
    if let socket = mine.take() {
      subscribers.admit(socket, isText: isText, publisher: publisher, loop: loop)
    }
  }

  private static let hello: [UInt8] = {
    var bytes = [UInt8](repeating: 0, count: HelloRequest.size)
    var space = bytes.mutableSpan
    var raw = space.mutableRaw
    HelloRequest(token: 1, name: "fuzz").encode(into: &raw)
    return bytes
  }()

  /// One whose size and type fit, whatever follows.
  private mutating func request() -> [UInt8] {
    let sizes = [
      HelloRequest.size, SubscribeRequest.size, PaceRequest.size, InteractionRequest.size,
      PreferRequest.size, StatusRequest.size,
    ]
    let type = Int(next() ?? 0) % sizes.count
    let size = sizes[type]
    let header = [UInt8(truncatingIfNeeded: size), UInt8(size >> 8), UInt8(type + 1), 0]
    let body = take(Int(next() ?? 0) % (size - 3))
    return header + body + [UInt8](repeating: 0, count: size - header.count - body.count)
  }

  /// A sample of each phase, and an update.
  private var records: [TrackerEvent] {
    var sample = Sample()
    (sample.tablet, sample.tool, sample.toolType) = (1, 1, .pen)
    sample.available = [.position, .millimetres, .force, .tilt]
    var events: [TrackerEvent] = [.update(SampleUpdate())]
    for phase in [Phase.hoverEntered, .hoverMoved, .began, .moved, .ended, .hoverExited] {
      sample.phase = phase
      events.append(.sample(sample))
    }
    return events
  }

  private mutating func publish(_ count: Int, _ events: [TrackerEvent]) {
    for n in 0..<count {
      var event = events[n % events.count]
      time += 1000
      if case .sample(var sample) = event {
        sample.time = time
        event = .sample(sample)
      }
      publisher.publish(event)
    }
    subscribers.journalGrew(publisher.journal, loop: loop, now: Clock.monotonicNanoseconds)
  }

  /// As the server does it.
  private mutating func turn() {
    guard let ready = try? loop.wait(timeoutMilliseconds: 0) else { return }
    if subscribers.haveLinesWaiting { subscribers.takeWaitingLines(publisher, loop: loop) }
    for i in 0..<ready {
      let (token, readiness) = loop[ready: i]
      subscribers.receive(token, readiness: readiness, publisher: publisher, loop: loop)
    }
    publisher.makesPredictions = subscribers.wantsPrediction
    while subscribers.send(publisher, loop: loop) {}
  }
}

/// The client's end of a connection.
private final class FuzzGuest {
  private let socket: ConnectedSocket
  private let isText: Bool
  private var buffer = [UInt8](repeating: 0, count: PencilProtocol.maximumDatagram)
  private var begun: [UInt8] = []

  init(_ socket: consuming ConnectedSocket, isText: Bool) {
    self.socket = socket
    self.isText = isText
  }

  func send(_ bytes: [UInt8]) { _ = try? socket.send(bytes.span.bytesOfItems) }

  func stopWriting() { shutdown(socket.descriptor, CInt(SHUT_WR)) }

  func read(times: Int) {
    var left = times
    while left > 0, let count = receive() {
      left -= 1
      if isText { checkLines(count) } else { checkItems(count) }
    }
  }

  private func receive() -> Int? {
    guard case .bytes(let count)? = try? Self.receive(from: socket, into: &buffer) else {
      return nil
    }
    return count
  }

  private static func receive(
    from socket: borrowing ConnectedSocket, into buffer: inout [UInt8]
  ) throws -> Received {
    var space = buffer.mutableSpan
    return try socket.receive(into: &space)
  }

  private func checkItems(_ count: Int) {
    let buffer = buffer
    let bytes = buffer.span.bytesOfItems.extracting(0..<count)
    var offset = 0
    while offset < count {
      guard let header = try? ItemHeader(bytes, at: offset) else {
        fatalError("no item at byte \(offset) of \(count)")
      }
      offset += header.size
    }
  }

  private func checkLines(_ count: Int) {
    begun += buffer[..<count]
    var lines = begun.split(separator: 0x0A, omittingEmptySubsequences: false)
    begun = Array(lines.removeLast())
    for line in lines where line.first != UInt8(ascii: "{") || line.last != UInt8(ascii: "}") {
      fatalError("no object: \(String(decoding: line, as: UTF8.self))")
    }
    // Reading all of them would leave no time for anything else.
    for line in lines.suffix(2) {
      do throws(JSONError) { _ = try JSONValue(parsing: line.span) } catch {
        fatalError("\(error): \(String(decoding: line, as: UTF8.self))")
      }
    }
  }
}
