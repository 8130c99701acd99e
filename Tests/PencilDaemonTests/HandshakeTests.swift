import Glibc
import PencilCore
import PencilSystem
import PencilTestSupport
import PencilWire
import Testing

@testable import PencilDaemon

/// How a client is taken in, and what is refused.
struct HandshakeTests {
  @Test func aClientIsWelcomedAndSubscribed() throws {
    var house = try House()
    house.publisher.publish(sample(1))
    house.publisher.publish(sample(2))
    let guest = try house.connect()
    try guest.send(hello(41))
    try house.turn()
    let welcome = try guest.receiveAll().first?.decoded { WelcomeNote($0) }
    try guest.send(subscription(42, filter: Filter(contents: .contact, tablet: 3)))
    try house.turn()
    let answer = try guest.receiveAll()
    let subscribed = answer.first?.decoded { SubscribedNote($0) }
    #expect(welcome?.token == 41)
    #expect([welcome?.epoch, welcome?.head, welcome?.oldest] == [House.epoch, 2, 1])
    #expect(welcome?.version == Version.text)
    #expect(answer.types == [.subscribed, .snapshot, .snapshotEnd])
    #expect(subscribed?.token == 42)
    #expect(subscribed?.filter == Filter(contents: .contact, tablet: 3))
    #expect(subscribed?.head == 2)
  }

  /// An empty datagram looks like the end, and a client that has done with writing has done with everything.
  @Test(arguments: [false, true]) func theEndOfWritingIsTheEnd(isEmptyDatagram: Bool) throws {
    var house = try House()
    let guest = try house.guest().guest
    if isEmptyDatagram {
      let sent = Glibc.send(guest.socket.descriptor, nil, 0, CInt(MSG_NOSIGNAL))
      #expect(sent == 0)
    } else {
      guest.socket.endSending()
    }
    try house.turn()
    #expect(try guest.hasEnded())
    #expect(house.clients == 0)
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    var name: String
    var requests: [[UInt8]]
    var code: ErrorCode
    var token: UInt64
    var text: String
    var isClosed = true
    var testDescription: String { name }
  }

  /// `bytes` with others at an offset.
  private static func changed(_ bytes: [UInt8], at offset: Int, to new: [UInt8]) -> [UInt8] {
    var bytes = bytes
    bytes.replaceSubrange(offset..<(offset + new.count), with: new)
    return bytes
  }

  private static func refusal(
    _ name: String, _ requests: [[UInt8]], _ code: ErrorCode, token: UInt64, _ text: String
  ) -> Refusal {
    Refusal(name: name, requests: requests, code: code, token: token, text: text)
  }

  private static let size = "the request's size doesn't fit its type or its datagram"
  private static let first = "the first message is a hello"

  static let refusals = [
    refusal("subscribe first", [subscription(7)], .helloExpected, token: 7, first),
    refusal("unknown type first", [[8, 0, 9, 9, 5, 0, 0, 0]], .helloExpected, token: 5, first),
    refusal(
      "garbage", [Array("GET / HTTP/1.1\r\n".utf8)], .helloExpected, token: 0x5448_202f, size),
    refusal("less than a header", [[1, 2, 3]], .helloExpected, token: 0, size),
    refusal("half a hello", [Array(hello(3)[..<40])], .helloExpected, token: 3, size),
    refusal(
      "hello of size 40", [changed(Array(hello(3)[..<40]), at: 0, to: [40, 0])], .helloExpected,
      token: 3, size),
    refusal(
      "another magic", [changed(hello(3), at: 8, to: [0])], .helloExpected, token: 3,
      "not a hello: the bytes at offset 8 are not PNCL"),
    refusal(
      "another version", [hello(3, major: 2)], .unsupportedVersion, token: 3,
      "version 2 is not spoken here, version 1 is"),
    refusal("two hellos", [hello(3), hello(4)], .malformed, token: 4, "one hello a connection"),
    refusal(
      "hello after subscribe", [hello(3), subscription(4), hello(5)], .malformed, token: 5,
      "one hello a connection"),
    refusal(
      "too long", [hello(), [UInt8](repeating: 0, count: 1032)], .malformed, token: 0,
      "a request has at most 1024 bytes"),
    refusal(
      "half a subscription", [hello(), Array(subscription(9)[..<24])], .malformed, token: 9, size),
    refusal(
      "a datagram of two requests", [hello(), subscription(9) + subscription(10)], .malformed,
      token: 9, size),
    refusal(
      "pace 4", [hello(), changed(subscription(9), at: 8, to: [4])], .badValue, token: 9,
      "the value at offset 8 is out of range"),
    refusal(
      "padding", [hello(), changed(subscription(9), at: 10, to: [1])], .badValue, token: 9,
      "the value at offset 10 is out of range"),
    refusal(
      "a rate without frames", [hello(), changed(subscription(9), at: 12, to: [1])], .badValue,
      token: 9, "the value at offset 12 is out of range"),
    refusal(
      "too slow", [hello(), subscription(9, pace: .displayFrames(millihertz: 999))], .badValue,
      token: 9, "the value at offset 12 is out of range"),
    refusal(
      "too fast", [hello(), subscription(9, pace: .displayFrames(millihertz: 1_000_001))],
      .badValue, token: 9, "the value at offset 12 is out of range"),
    refusal(
      "unknown contents", [hello(), changed(subscription(9), at: 17, to: [2])], .badValue,
      token: 9, "the value at offset 16 is out of range"),
    refusal(
      "unknown tool types", [hello(), changed(subscription(9), at: 28, to: [1])], .badValue,
      token: 9, "the value at offset 28 is out of range"),
    Refusal(
      name: "unknown request", requests: [hello(), [8, 0, 9, 0, 6, 0, 0, 0]], code: .unknownRequest,
      token: 6, text: "request type 9 is not known to version 1.0", isClosed: false),
    refusal(
      "an unknown wish", [hello(), InteractionTests.changed([(8, 5)])], .badValue, token: 9,
      "the value at offset 8 is out of range"),
    refusal(
      "a wish with more in it", [hello(), InteractionTests.changed([(12, 1)])], .badValue, token: 9,
      "the value at offset 12 is out of range"),
    refusal(
      "an unknown gesture", [hello(), PreferenceTests.changed([(8, 5)])], .badValue, token: 5,
      "the value at offset 8 is out of range"),
    refusal(
      "a button that there is not", [hello(), PreferenceTests.changed([(9, 8)])], .badValue,
      token: 5, "the value at offset 9 is out of range"),
    refusal(
      "an unknown action", [hello(), PreferenceTests.changed([(10, 7)])], .badValue, token: 5,
      "the value at offset 10 is out of range"),
    refusal(
      "an unknown tool", [hello(), PreferenceTests.changed([(11, 8)])], .badValue, token: 5,
      "the value at offset 11 is out of range"),
  ]

  @Test(arguments: refusals) func isRefused(_ refusal: Refusal) throws {
    var house = try House()
    let guest = try house.connect()
    for request in refusal.requests {
      try guest.send(request)
      try house.turn()
    }
    var error: ErrorNote?
    var isClosed = false
    if refusal.isClosed { waitForEnd(of: guest.socket.descriptor) }
    while let datagram = try guest.receive() {
      if datagram.isEmpty {
        isClosed = true
        break
      }
      for item in try items(datagram) where item.type == .error {
        error = item.decoded { ErrorNote($0) }
      }
    }
    #expect(error?.code == refusal.code.rawValue)
    #expect(error.map { UInt64($0.token) } == refusal.token)
    #expect(error?.text == refusal.text)
    let isGone = house.clients == 0
    #expect([error?.isFatal, isClosed, isGone] == Array(repeating: refusal.isClosed, count: 3))
  }

  /// A later minor version of a client may send more; what is known of it counts.
  @Test func longerRequestsAreTaken() throws {
    var house = try House()
    let guest = try house.connect()
    try guest.send(Self.changed(hello() + [1, 2, 3, 4, 5, 6, 7, 8], at: 0, to: [88]))
    try guest.send(Self.changed(subscription() + [0, 0, 0, 0, 0, 0, 0, 1], at: 0, to: [80]))
    try house.turn()
    #expect(
      try guest.receiveAll().types == [
        .welcome, .preferences, .subscribed, .snapshot, .snapshotEnd,
      ])
  }

  @Test func theOneTooManyIsTold() throws {
    var house = try House()
    var guests: [Guest] = []
    for _ in 0..<Subscribers.capacity { guests.append(try house.connect()) }
    let last = try house.connect()
    let error = try last.receiveItems()?.first?.decoded { ErrorNote($0) }
    #expect(error?.code == ErrorCode.tooManyClients.rawValue)
    #expect(error?.text == "256 clients are connected: try again later")
    #expect(try last.hasEnded())
    let isFull = house.isFull
    #expect(isFull)

    // One goes, and the next is welcome.
    guests.removeLast()
    try house.turn()
    let next = try house.guest()
    #expect(next.answer.types == [.welcome, .preferences, .subscribed, .snapshot, .snapshotEnd])
  }

  @Test func whoSaysNothingIsDroppedAtTheDeadline() throws {
    var house = try House()
    let polite = try house.guest()
    let silent = try house.connect()
    let due = house.nextDeadline
    let deadline = try #require(due)
    try house.endSilence(at: deadline - 1)
    let before = house.clients
    try house.endSilence(at: deadline)
    let error = try silent.receiveItems()?.first?.decoded { ErrorNote($0) }
    #expect(error?.code == ErrorCode.helloTooLate.rawValue)
    #expect(error?.text == "no hello within 2 s")
    #expect(try silent.hasEnded())
    let after = house.clients
    #expect([before, after] == [2, 1])
    // Nothing is left to wake up for.
    let next = house.nextDeadline
    #expect(next == nil)
    try house.publish([sample(1)])
    #expect(try polite.guest.receiveAll().sequences == [1])
  }

  /// A client's event that was fetched before its end must not reach who has its place now.
  @Test func theTokenOfAClosedClientIsIgnored() throws {
    var house = try House()
    let first = try house.connect()
    try first.send([1, 2, 3])
    let ready = try house.loop.wait(timeoutMilliseconds: 0)
    let (token, readiness) = house.loop[ready: 0]
    house.subscribers.receive(
      token, readiness: readiness, publisher: house.pipeline.publisher, loop: house.loop)
    let second = try house.connect()
    try second.send([4, 5, 6])
    house.subscribers.receive(
      token, readiness: readiness, publisher: house.pipeline.publisher, loop: house.loop)
    let clients = house.clients
    #expect([ready, clients] == [1, 1])
    #expect(try second.receive() == nil)
  }

  /// Raw events and reasons cost something, so they are made only for somebody.
  @Test func demandFollowsTheSubscriptions() throws {
    var house = try House()
    var wanted = [house.subscribers.wanted]
    let first = try house.guest(filter: Filter())
    wanted.append(house.subscribers.wanted)
    var second: Guest? = try house.guest(filter: Filter(contents: .raw)).guest
    wanted.append(house.subscribers.wanted)
    try first.guest.send(subscription(filter: Filter(contents: .reasons)))
    try house.turn()
    wanted.append(house.subscribers.wanted)
    _ = second.take()
    try house.turn()
    wanted.append(house.subscribers.wanted)
    #expect(wanted == [[], .ordinary, [.ordinary, .raw], [.raw, .reasons], .reasons])
  }
}
