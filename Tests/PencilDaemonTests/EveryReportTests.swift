import PencilCore
import PencilSystem
import PencilWire
import Testing

@testable import PencilDaemon

/// Pace "every report", and what all paces have in common.
struct EveryReportTests {
  @Test func eachRecordComesOnceInOrder() throws {
    var house = try House()
    let first = try house.guest().guest
    let second = try house.guest(filter: Filter(contents: .buttons)).guest
    var expected: [Item] = []
    var all: [Item] = []
    var buttons: [UInt64] = []
    var random = SeededNumbers(seed: 1)
    for step in 0..<300 {
      var cursor = house.publisher.journal.end
      let burst = (0..<Int.random(in: 1...5, using: &random)).map {
        Bool.random(using: &random) ? sample(step + $0) : button(step + $0)
      }
      try house.publish(burst)
      while let record = house.publisher.journal.read(&cursor) { expected.append(Item(record)) }
      // It reads now and then.
      if step % 7 == 0 { all += try first.receiveAll() }
      buttons += try second.receiveAll().sequences
    }
    try house.turn()
    all += try first.receiveAll()
    #expect(all == expected)
    #expect(buttons == expected.filter { $0.type == .button }.sequences)
  }

  /// What has not been read is bounded; the rest stays in the journal and comes in full datagrams.
  @Test func unreadIsBounded() throws {
    var house = try House()
    let guest = try house.guest().guest
    var sizes: [Int] = []
    var sequences: [UInt64] = []
    var mostUnread = 0
    for burst in 0..<40 {
      for i in 0..<(burst % 2 == 0 ? 1 : 900) { house.publisher.publish(sample(i)) }
      try house.turn()
      // Every third time the guest reads all that there is, without the house's noticing.
      guard burst % 3 == 2 else { continue }
      var unread = 0
      while let datagram = try guest.receive() {
        unread += datagram.count
        sizes.append(datagram.count)
        sequences += try items(datagram).sequences
      }
      mostUnread = max(mostUnread, unread)
    }
    for _ in 0..<60 {
      try house.turn()
      sequences += try guest.receiveAll().sequences
    }
    let last = house.last
    #expect(sequences == Array(1...last))
    #expect(mostUnread <= PencilProtocol.maximumDatagram)
    #expect(sizes.contains { $0 > 60_000 }, "what waited should go out as one message")
  }

  @Test func whoNeverReadsLosesExactlyWhatIsTold() throws {
    var house = try House(journal: 64 << 10)
    house.publisher.publish(tabletRecord(1))
    let sleeper = try house.guest().guest
    let reader = try house.guest().guest
    var read: [UInt64] = []
    for number in 0..<5000 {
      try house.publish([sample(number, phase: .hoverMoved)])
      read += try reader.receiveAll().sequences
    }
    var before: [UInt64] = []
    while let more = try sleeper.receiveItems() { before += more.sequences }
    try house.turn()
    let answer = try sleeper.receiveAll()
    let gap = try #require(answer.first?.decoded { GapRecord($0) })
    let last = house.last
    #expect(read == Array(2...last))
    #expect(answer.types == [.gap, .snapshot, .tablet, .sample, .snapshotEnd])
    #expect(gap.cause == .lapped)
    // Together with what it got before, the gap has every number, once.
    #expect([gap.lost.first, gap.lost.last] == [(before.last ?? 1) + 1, last])
    #expect(before == Array(2...(before.last ?? 0)))
    #expect(answer.map(\.sequence) == [0, 0, 0, 0, 0])
    // The snapshot's sample is the last one that is among the lost, and all goes on from there.
    #expect(answer.first(.sample)?.time == 4999)
    try house.publish([sample(1), sample(2)])
    #expect(try sleeper.receiveAll().sequences == [last + 1, last + 2])
  }

  /// There was no room for the gap, and the ring came round again: one gap with all of it.
  @Test func aGapThatWasNotSentGrows() throws {
    var house = try House(journal: 64 << 10)
    let sleeper = try house.guest().guest
    // Until the next send fails, which the daemon can't know yet.
    while house.unreadBytes < 2 * PencilProtocol.maximumDatagram { try house.publish([sample(1)]) }
    for _ in 0..<3 { try house.publish((0..<1500).map { sample($0) }) }
    var before: [UInt64] = []
    while let more = try sleeper.receiveItems() { before += more.sequences }
    try house.turn()
    let gap = try #require(try sleeper.receiveAll().first(.gap)?.decoded { GapRecord($0) })
    let last = house.last
    #expect([gap.lost.first, gap.lost.last] == [(before.last ?? 0) + 1, last])
  }

  struct Wish: Sendable, CustomTestStringConvertible {
    var name: String
    /// What is asked for, when the records 900…1500 or so are held.
    var epoch = House.epoch
    var sequence: UInt64
    /// The gap's numbers; `nil`: it is held.
    var lost: [UInt64]?
    var testDescription: String { name }
  }

  @Test(arguments: [
    Wish(name: "all but the last", sequence: 1499), Wish(name: "nothing new", sequence: 1500),
    Wish(name: "the oldest that is held", sequence: 818),
    Wish(name: "one before the oldest", sequence: 816, lost: [817, 1500]),
    Wish(name: "long gone", sequence: 0, lost: [1, 1500]),
    Wish(name: "never there", sequence: 1501, lost: [0, 0]),
    Wish(name: "the largest number", sequence: .max, lost: [0, 0]),
    Wish(name: "another epoch", epoch: 1, sequence: 1499, lost: [0, 0]),
  ])
  func whoComesBackContinues(_ wish: Wish) throws {
    var house = try House(journal: 64 << 10)
    for number in 1...1500 { house.publisher.publish(sample(number)) }
    let (guest, first) = try house.guest(after: (wish.epoch, wish.sequence))
    // With the answer it may be more than is to be unread.
    try house.turn()
    let answer = first + (try guest.receiveAll())
    let head = answer.first(.subscribed)?.decoded { SubscribedNote($0) }?.head
    if let lost = wish.lost {
      let gap = answer.first(.gap)?.decoded { GapRecord($0) }
      #expect(
        answer.types == [
          .welcome, .preferences, .subscribed, .gap, .snapshot, .sample, .snapshotEnd,
        ])
      #expect(gap?.cause == .notHeld)
      #expect([gap?.lost.first, gap?.lost.last] == lost)
      #expect(head == 1500)
    } else {
      #expect(head == wish.sequence)
      #expect(answer.types.filter { $0 != .sample } == [.welcome, .preferences, .subscribed])
      #expect(answer.sequences == (wish.sequence..<1500).map { $0 + 1 })
    }
  }

  /// A client that takes little was told of record 10, and the ring has gone round since.
  struct Little: CustomTestStringConvertible {
    let testDescription: String
    var filter = Filter(contents: .gestures)
    var sequence: UInt64 = 10
    var before: @Sendable (inout Publisher) -> Void = { _ in }
    var after: @Sendable (inout Publisher) -> Void = { _ in }
    /// What comes; `nil`: a gap and a snapshot.
    let sequences: [UInt64]?
  }

  static let little: [Little] = [
    Little(testDescription: "nothing for it", sequences: []),
    Little(
      testDescription: "a gesture that is held", after: { $0.publish(Gesture()) },
      sequences: [1511]),
    Little(
      testDescription: "a gesture that is gone", before: { $0.publish(Gesture()) }, sequences: nil),
    Little(
      testDescription: "a gesture that is gone, and that it had", sequence: 11,
      before: { $0.publish(Gesture()) }, after: { $0.publish(Gesture()) }, sequences: [1512]),
    Little(
      testDescription: "a tool that is gone", before: { $0.publish(.tool(Tool())) }, sequences: nil),
    Little(
      testDescription: "a tablet that came again",
      after: { publisher in publisher.publish(tabletRecord(1)) }, sequences: [1511]),
    Little(
      testDescription: "one that takes samples, too",
      filter: Filter(contents: [.gestures, .hover]),
      sequences: nil),
  ]

  @Test(arguments: little) func whoTakesLittleContinues(_ little: Little) throws {
    var house = try House(journal: 64 << 10)
    for number in 1...10 { house.publisher.publish(sample(number)) }
    little.before(&house.publisher)
    for number in 1...1500 { house.publisher.publish(sample(number)) }
    little.after(&house.publisher)
    let last = house.last
    let (guest, first) = try house.guest(
      filter: little.filter, after: (House.epoch, little.sequence))
    let answer = first + (try guest.receiveAll())
    guard let sequences = little.sequences else {
      let lost = answer.first(.gap)?.decoded { GapRecord($0) }?.lost
      #expect([lost?.first, lost?.last] == [little.sequence + 1, last])
      return
    }
    #expect(answer.sequences == sequences)
    #expect(!answer.types.contains { [.gap, .snapshot].contains($0) })
    try house.publish([sample(1)])
    house.publisher.publish(Gesture())
    try house.deliver()
    #expect(try guest.receiveAll().sequences == [last + 2])
  }

  /// Another pace, another filter: it goes on where it was.
  @Test func subscribingAgainLosesNothing() throws {
    var house = try House()
    let guest = try house.guest().guest
    let frames = Pace.displayFrames(millihertz: 1_000_000)
    var got: [UInt64] = []
    for step in 0..<40 {
      // Records come before the daemon has read the request, and after it.
      for i in 0..<3 { house.publisher.publish(sample(step * 10 + i)) }
      try guest.send(subscription(pace: step % 2 == 0 ? frames : .everyReport))
      try house.publish([sample(step), sample(step + 1)])
      if step % 3 != 0 { try house.beat() }
      let items = try guest.receiveAll()
      got += items.sequences
      if items.types.contains(where: { [.snapshot, .gap].contains($0) }) { got.append(0) }
    }
    while try house.beat() { got += try guest.receiveAll().sequences }
    got += try guest.receiveAll().sequences
    #expect(got == Array(1...house.last))
  }

  /// Each request has its answer, even where several come at once.
  @Test func everySubscriptionIsAnswered() throws {
    var house = try House()
    let guest = try house.connect()
    try guest.send(hello(1))
    for token in 2...6 { try guest.send(subscription(UInt32(token))) }
    for _ in 0..<6 { try house.turn() }
    let answers = try guest.receiveAll().filter { $0.type == .subscribed }
    #expect(answers.compactMap { $0.decoded { SubscribedNote($0) }?.token } == [2, 3, 4, 5, 6])
  }
}
