import PencilCore
import PencilSystem
import PencilWire
import Testing

@testable import PencilDaemon

/// Pace "display frames": one frame a beat, and one unread at most.
struct DisplayFrameTests {
  private static let fast = Pace.displayFrames(millihertz: 1_000_000)

  /// A datagram's head and how many records follow it.
  private func head(_ datagram: [Item]) -> FrameNote? { datagram.first?.decoded { FrameNote($0) } }

  @Test func aBeatBringsWhatCameSinceTheLast() throws {
    var house = try House()
    let guest = try house.guest(pace: Self.fast).guest
    #expect(house.nextDeadline == nil, "nothing happened, so nothing is to wake up for")
    var frames: [[Item]] = []
    var early = 0
    for step in 1...20 {
      for i in 0..<step {
        try house.publish([sample(i)])
        // Before its beat is due, nothing comes.
        early += try guest.receiveAll().count
      }
      try house.beat()
      while let datagram = try guest.receiveItems() { frames.append(datagram) }
    }
    let heads = frames.compactMap(head)
    let beats = heads.map(\.beat)
    #expect(early == 0)
    #expect(frames.flatMap(\.sequences) == Array(1...house.last))
    #expect(heads.map { Int($0.records) } == frames.map { $0.count - 1 })
    #expect(heads.map { Int($0.records) } == Array(1...20))
    #expect(heads.allSatisfy { $0.flags == [] && $0.due <= $0.time })
    #expect(zip(beats, beats.dropFirst()).allSatisfy { $0 < $1 })
    // All are on one grid of a ms: beat and due go together.
    #expect(Set(heads.map { $0.due - $0.beat * 1000 }).count == 1)
    #expect(house.nextDeadline == nil)
  }

  @Test func oneFrameIsUnreadAtMost() throws {
    var house = try House()
    let guest = try house.guest(pace: Self.fast).guest
    let reader = try house.guest(pace: Self.fast).guest
    var read: [UInt64] = []
    for number in 0..<50 {
      try house.publish([sample(number)])
      try house.beat()
      read += try reader.receiveAll().sequences
    }
    let first = try #require(try guest.receiveItems())
    #expect(try guest.receiveItems() == nil, "a second one was sent although the first was unread")
    // Now that it has read, the rest comes as one frame.
    try house.beat()
    let second = try #require(try guest.receiveItems())
    #expect(first.sequences == [1])
    #expect(second.sequences == Array(2...50))
    #expect(read == Array(1...50))
    #expect(try guest.receiveItems() == nil)
  }

  @Test func aBeatWithoutNewsIsNotSentButCounted() throws {
    var house = try House()
    let guest = try house.guest(pace: Self.fast, filter: Filter(contents: .buttons)).guest
    var frames: [[Item]] = []
    for number in 0..<30 {
      // Only every tenth is wanted.
      try house.publish([number % 10 == 0 ? button(number) : sample(number)])
      try house.beat()
      while let datagram = try guest.receiveItems() { frames.append(datagram) }
    }
    let beats = frames.compactMap(head).map(\.beat)
    #expect(frames.map { $0.count } == [2, 2, 2])
    #expect(zip(beats, beats.dropFirst()).allSatisfy { $0 + 10 <= $1 })
  }

  struct Split: Sendable, CustomTestStringConvertible {
    var name: String
    var filter: Filter
    /// What is published, by its number.
    var event: @Sendable (Int) -> TrackerEvent
    var count: Int
    /// Records in each datagram.
    var records: [Int]
    var testDescription: String { name }
  }

  static let splits = [
    // (65536 − 56) / 96 = 682 samples.
    Split(
      name: "at 64 KiB", filter: Filter(contents: .all), event: { sample($0) }, count: 2000,
      records: [682, 682, 636]),
    // The head is one of 1000 pieces; buttons lie between samples that are not wanted.
    Split(
      name: "at 1000 spans", filter: Filter(contents: .buttons),
      event: { $0 % 2 == 0 ? button($0) : sample($0) }, count: 5000, records: [999, 999, 502]),
    Split(
      name: "exactly full", filter: Filter(contents: .all), event: { sample($0) }, count: 682,
      records: [682]),
    Split(
      name: "one more", filter: Filter(contents: .all), event: { sample($0) }, count: 683,
      records: [682, 1]),
    // What follows the last wanted one is found out only in the next datagram.
    Split(
      name: "all spans", filter: Filter(contents: .buttons),
      event: { $0 % 2 == 0 ? button($0) : sample($0) }, count: 2000, records: [999, 1]),
  ]

  @Test(arguments: splits) func aLargeFrameIsSplit(_ split: Split) throws {
    var house = try House()
    let guest = try house.guest(pace: Self.fast, filter: split.filter).guest
    try house.publish((0..<split.count).map(split.event))
    var datagrams: [[Item]] = []
    try house.beat()
    for _ in 0..<20 {
      while let datagram = try guest.receiveItems() { datagrams.append(datagram) }
      try house.turn()
    }
    let heads = datagrams.compactMap(head)
    let last = split.records.count - 1
    #expect(datagrams.map { $0.count - 1 } == split.records)
    #expect(heads.map { Int($0.records) } == split.records)
    #expect(heads.map { $0.flags.contains(.more) } == split.records.indices.map { $0 < last })
    #expect(heads.map { $0.flags.contains(.continued) } == split.records.indices.map { $0 > 0 })
    #expect(Set(heads.map(\.beat)).count == 1)
    #expect(
      datagrams.flatMap(\.sequences).count == split.records.reduce(0, +)
        && datagrams.flatMap(\.sequences) == datagrams.flatMap(\.sequences).sorted())
    // Nothing is left over for another frame.
    #expect(try house.beat() == false || guest.receiveItems() == nil)
  }

  /// Whatever the client's habits are, the frames joined together are the stream.
  @Test(arguments: 0..<8) func allFramesAreTheStream(seed: Int) throws {
    var random = SeededNumbers(seed: UInt64(seed))
    var house = try House()
    let filter = [Filter(contents: .all), Filter(contents: [.contact, .buttons])][seed % 2]
    let guest = try house.guest(pace: Self.fast, filter: filter).guest
    var wanted: [UInt64] = []
    var datagrams: [[Item]] = []
    for _ in 0..<60 {
      let count = Int.random(in: 0..<10, using: &random) == 0 ? 900 : 3
      for _ in 0..<count {
        let isHover = Bool.random(using: &random)
        house.publisher.publish(sample(1, phase: isHover ? .hoverMoved : .moved))
        if !isHover || seed % 2 == 0 { wanted.append(house.last) }
      }
      try house.publish([])
      if Bool.random(using: &random) { try house.beat() }
      if Bool.random(using: &random), let datagram = try guest.receiveItems() {
        datagrams.append(datagram)
      }
    }
    // A frame that goes on needs no beat, only a client that reads.
    var count = -1
    while count != datagrams.count {
      count = datagrams.count
      try house.beat()
      while let datagram = try guest.receiveItems() { datagrams.append(datagram) }
    }
    let heads = datagrams.compactMap(head)
    #expect(datagrams.flatMap(\.sequences) == wanted)
    // A datagram goes on from the one before exactly if that one says that it goes on.
    #expect(
      zip(heads, heads.dropFirst()).allSatisfy {
        $0.flags.contains(.more) == $1.flags.contains(.continued)
          && ($0.flags.contains(.more) ? $0.beat == $1.beat : $0.beat < $1.beat)
      })
    #expect(heads.last?.flags.contains(.more) == false)
  }

  @Test func whoIsLappedIsTold() throws {
    var house = try House(journal: 64 << 10)
    house.publisher.publish(tabletRecord(1))
    let guest = try house.guest(pace: Self.fast).guest
    try house.publish([sample(1)])
    try house.beat()
    try house.publish((0..<3000).map { sample($0) })
    try house.beat()
    let first = try guest.receiveItems()
    try house.beat()
    let notes = try guest.receiveAll()
    let gap = notes.first?.decoded { GapRecord($0) }
    try house.publish([sample(7)])
    try house.beat()
    let next = try guest.receiveAll()
    #expect(first?.sequences == [2])
    #expect(notes.types == [.gap, .snapshot, .tablet, .sample, .snapshotEnd])
    #expect([gap?.lost.first, gap?.lost.last] == [3, 3002])
    #expect(next.types == [.frame, .sample])
    #expect(next.sequences == [3003])
  }

  /// Who continues is behind already, and gets it at the first beat.
  @Test func whoContinuesIsNotForgotten() throws {
    var house = try House()
    for number in 0..<10 { house.publisher.publish(sample(number)) }
    let guest = try house.guest(pace: Self.fast, after: (House.epoch, 4)).guest
    try house.beat()
    #expect(try guest.receiveAll().sequences == Array(5...10))
  }

  /// … and whoever has not read the last frame gets the end behind it.
  @Test func theEndWaitsForNoReader() throws {
    var house = try House()
    let guest = try house.guest(pace: Self.fast).guest
    let prompt = try house.guest().guest
    try house.publish([sample(1)])
    try house.beat()
    try house.publish([sample(2)])
    try house.beat()
    try house.publish([sample(3, phase: .cancelled)])
    house.subscribers.sendLast(house.pipeline.publisher, loop: house.loop)
    #expect(try guest.receiveAll().sequences == [1, 2, 3])
    #expect(try prompt.receiveAll().sequences == [1, 2, 3])
  }

  /// At the end, what is left goes out whatever the pace.
  @Test func theEndWaitsForNoBeat() throws {
    var house = try House()
    let guest = try house.guest(pace: .displayFrames(millihertz: 1000)).guest
    try house.publish([sample(1, phase: .began)])
    let first = try guest.receiveAll()
    try house.publish([sample(2), sample(3)])
    let hadAll = house.givenUp(at: 0) == 0
    house.subscribers.sendLast(house.pipeline.publisher, loop: house.loop)
    let last = try guest.receiveAll()
    #expect(last.types == [.frame, .sample, .sample])
    // It is of the beat that was to come, and says that it is early.
    let notes = [first, last].compactMap { $0.first(.frame)?.decoded { FrameNote($0) } }
    #expect(notes.map(\.beat) == [1, 1] && notes.allSatisfy { $0.flags == .flushed })
    #expect(notes.allSatisfy { $0.due > $0.time })
    #expect([hadAll, house.givenUp(at: 0) == 0] == [false, true])
  }
}
