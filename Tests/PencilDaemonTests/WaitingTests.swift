import PencilCore
import PencilSystem
import PencilWire
import Testing

@testable import PencilDaemon

/// Up to where a recording at full speed may run ahead of those who listen.
struct WaitingTests {
  private static let journal = 64 << 10
  private static let room = UInt64(48 << 10)
  private static let second: UInt64 = 1_000_000_000

  /// Who keeps nothing waiting: nobody, one that has not said hello, and one that has subscribed to nothing.
  @Test func whoHasNotSubscribedIsNotWaitedFor() throws {
    var house = try House(journal: Self.journal)
    let nobody = house.limit(at: 0)
    let silent = try house.connect()
    let greeted = try house.connect()
    try greeted.sendHello()
    let asking = try house.connectText()
    try asking.say(#"{"status":true}"#)
    for _ in 0..<3 { try house.turn() }
    let limits = [nobody, house.limit(at: 0)]
    #expect(limits == [.max, .max] && house.clients == 3, "\(silent.socket.descriptor)")
    // One that has just come to the text door gets all since then.
    let line = try house.connectText()
    let (limit, head) = (house.limit(at: 0), house.head)
    #expect(limit == head + Self.room && line.wrong == 0)
  }

  static let paces: [Pace] = [
    .everyReport, .displayFrames(millihertz: 1_000_000), .onRequest,
  ]

  /// One that reads nothing is waited for a second, not longer, and again once it has read, whatever its pace.
  @Test(arguments: paces) func whoReadsIsWaitedFor(pace kind: Pace) throws {
    var house = try House(journal: Self.journal)
    let guest = try house.guest(pace: kind).guest
    var now: UInt64 = 0
    for _ in 0..<3 {
      let start = house.head
      let isHeldUp = try house.play(at: now)
      let held = house.limit(at: now + Self.second)
      let head = house.head
      #expect(isHeldUp && held <= head && head - start >= Self.room)
      now += 2 * Self.second
      let givenUp = house.limit(at: now)
      try house.publish((1...2000).map { sample($0) })
      let lapped = house.limit(at: now)
      #expect([givenUp, lapped] == [.max, .max])
      // It wakes up: it is told what it lost, and is waited for again.
      for _ in 0..<10 {
        if kind == .onRequest { try guest.send(pace(.frame)) }
        try house.beat(upTo: 2)
        _ = try guest.receiveAll()
      }
      let (limit, end) = (house.limit(at: now), house.head)
      #expect(limit == end + Self.room)
    }
  }

  /// When all has been played, too, one that reads nothing is waited for a second, and one that reads until it has all.
  @Test(arguments: paces) func theEndWaitsForWhoReads(pace kind: Pace) throws {
    var house = try House()
    let guest = try house.guest(pace: kind).guest
    try house.publish((1...5000).map { sample($0) })
    var found = [house.givenUp(at: 0), house.givenUp(at: Self.second)]
    found.append(house.givenUp(at: 2 * Self.second))
    #expect(found == [nil, nil, 1])
    for _ in 0..<20 {
      if kind == .onRequest { try guest.send(pace(.frame)) }
      try house.beat(upTo: 2)
      _ = try guest.receiveAll()
    }
    #expect(house.givenUp(at: 2 * Self.second) == 0)
  }

  /// One that reads little by little is waited for however long it takes.
  @Test func whoReadsSlowlyIsWaitedFor() throws {
    var house = try House(journal: Self.journal)
    let guest = try house.guest().guest
    var now: UInt64 = 0
    var isHeldUp = try house.play(at: now)
    for _ in 0..<20 where isHeldUp {
      now += 9 * Self.second / 10
      #expect(try guest.receive() != nil)
      isHeldUp = house.limit(at: now) <= house.head
    }
    #expect(isHeldUp, "a datagram of many does not make room")
  }
}

extension House {
  var head: UInt64 { pipeline.publisher.journal.head }

  mutating func limit(at now: UInt64) -> UInt64 {
    subscribers.limit(of: pipeline.publisher.journal, now: now)
  }

  /// How many are not waited for when all has been played; `nil`: somebody is.
  func givenUp(at now: UInt64) -> Int? {
    subscribers.givenUp(at: pipeline.publisher.journal, now: now)
  }

  /// Plays as a recording does, until somebody is in the way. False: nobody is.
  mutating func play(at now: UInt64) throws -> Bool {
    for number in 1...5000 {
      if limit(at: now) <= head { return true }
      try publish([sample(number)])
    }
    return false
  }

  /// Beats so often, where a beat is armed.
  mutating func beat(upTo count: Int) throws {
    for _ in 0..<count where try !beat() { try turn() }
  }
}
