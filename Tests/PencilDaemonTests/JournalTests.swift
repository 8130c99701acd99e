import PencilCore
import PencilSystem
import PencilWire
import Testing

@testable import PencilDaemon

/// The journal beside a naive one: an array of records that is cut at the front.
struct JournalTests {
  /// What the ring should be.
  private struct Model {
    var records: [(sequence: UInt64, item: Item)] = []
    var bytes = 0
    var last: UInt64 = 0
    var gone: [(sequence: UInt64, item: Item)] = []

    mutating func append(_ item: Item, capacity: Int) {
      last += 1
      records.append((last, item))
      bytes += item.bytes.count
      while bytes > capacity {
        gone.append(records.removeFirst())
        bytes -= gone[gone.count - 1].item.bytes.count
      }
    }

    /// Nothing of these types is gone behind `sequence`; and nothing that the filter takes.
    func holdsAll(of filter: Filter, after sequence: UInt64) -> (types: Bool, records: Bool) {
      let gone = gone.reversed().prefix { $0.sequence > sequence }
      return (
        gone.allSatisfy { !filter.mayPass($0.item.type) },
        gone.allSatisfy { !filter.passes($0.item.bytes.span.raw) }
      )
    }

    /// What is gathered behind `sequence`: at most `limit` bytes in at most 1000 stretches.
    func gathered(
      after sequence: UInt64, _ filter: Filter, limit: Int
    ) -> (items: [Item], next: UInt64) {
      var taken: [Item] = []
      var (used, stretches, isInStretch) = (0, 0, false)
      for record in records where record.sequence > sequence {
        if filter.passes(record.item.bytes.span.raw) {
          if used + record.item.bytes.count > limit { return (taken, record.sequence) }
          used += record.item.bytes.count
          taken.append(record.item)
          isInStretch = true
        } else if isInStretch {
          isInStretch = false
          stretches += 1
          if stretches == PencilProtocol.maximumSpans { return (taken, record.sequence + 1) }
        }
      }
      return (taken, last + 1)
    }
  }

  private static let filters = [
    Filter(contents: .all), Filter(), Filter(contents: []), Filter(contents: .buttons),
    Filter(contents: .raw), Filter(contents: [.contact, .strokes]),
    Filter(contents: .all, tablet: 2),
    Filter(contents: .all, tool: 7), Filter(contents: .ordinary, toolTypes: 0b100),
  ]

  /// A record of a random kind and size.
  private static func append(
    to publisher: inout Publisher, _ random: inout SeededNumbers
  ) {
    let number = Int.random(in: 0..<1000, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: publisher.publish(button(number))
    case 1:
      let count = Int.random(in: 1...64, using: &random)
      publisher.publishRaw(tablet: 1, time: 1, events: count, flags: []) {
        RawRecord.Event(type: 3, code: UInt16($0), value: Int32(number))
      }
    case 2: publisher.publish(tabletRecord(UInt32.random(in: 1...3, using: &random)))
    case 3: publisher.publish(.stroke(StrokeSummary()))
    case 4: publisher.publish(sample(number, tablet: 2, phase: .hoverMoved, type: .eraser))
    default: publisher.publish(sample(number))
    }
  }

  @Test(arguments: 0..<24) func isThatOfAnArray(seed: Int) throws {
    var random = SeededNumbers(seed: UInt64(seed))
    var publisher = try Publisher(journalCapacity: 64 << 10, epoch: 9)
    var model = Model()
    var cursors = [publisher.journal.end, publisher.journal.end, publisher.journal.end]
    var list = GatherList()
    let pair = try ConnectedSocket.pair(.datagrams)
    var buffer = [UInt8](repeating: 0, count: PencilProtocol.maximumDatagram)
    var problems: [String] = []
    var spared = 0
    for step in 0..<3000 {
      Self.append(to: &publisher, &random)
      let end = publisher.journal.end
      if let before = publisher.journal.cursor(after: end.next - 2) {
        var cursor = before
        if let item = publisher.journal.read(&cursor) {
          model.append(Item(item), capacity: publisher.journal.capacity)
        }
        if cursor != end { problems.append("\(step): reading the last record leads elsewhere") }
      } else {
        problems.append("\(step): the last record is not held")
      }
      let oldest = model.records.first?.sequence ?? 0
      if publisher.journal.oldestSequence != oldest || publisher.journal.lastSequence != model.last
      {
        problems.append("\(step): holds others than \(oldest)…\(model.last)")
      }

      // One of the readers looks now and then, by a filter of the moment.
      let reader = Int.random(in: 0..<64, using: &random)
      guard reader < cursors.count else { continue }
      let isLapped = cursors[reader].next < oldest
      if publisher.journal.hasLapped(cursors[reader]) != isLapped {
        problems.append("\(step): lapped is \(!isLapped)")
      }
      if isLapped { cursors[reader] = publisher.journal.start }
      let filter = Self.filters[Int.random(in: 0..<Self.filters.count, using: &random)]
      let limit = [2000, 5000, 65536][Int.random(in: 0..<3, using: &random)]
      let expected = model.gathered(after: cursors[reader].next - 1, filter, limit: limit)
      list.removeAll()
      let count = publisher.journal.gather(
        from: &cursors[reader], filter: filter, limit: limit, into: &list)
      // What the pieces hold is seen at the other end of a socket.
      _ = try pair.first.send(list)
      var space = buffer.mutableSpan
      let received: Int
      if count > 0, case .bytes(let bytes) = try pair.second.receive(into: &space) {
        received = bytes
      } else {
        received = 0
      }
      let got = try items(Array(buffer[..<received]))
      if got != expected.items || count != got.count || cursors[reader].next != expected.next {
        problems.append(
          "\(step): \(got.count) records until \(cursors[reader].next), not "
            + "\(expected.items.count) until \(expected.next)")
      }

      // Any number asked for: held ones are found, others not.
      let wish = UInt64.random(in: 0...(model.last + 2), using: &random)
      let found = publisher.journal.cursor(after: wish)
      let isHeld = wish + 1 >= oldest && wish <= model.last
      if (found?.next ?? 0) != (isHeld ? wish + 1 : 0) { problems.append("\(step): after \(wish)") }
      // What is gone behind a number that is just gone, too.
      let gone = oldest - min(oldest, UInt64.random(in: 1..<16, using: &random))
      let holdsAll = publisher.journal.holdsAll(of: filter, after: gone)
      let wanted = model.holdsAll(of: filter, after: gone)
      if holdsAll != wanted.types || holdsAll && !wanted.records {
        problems.append("\(step): what is gone after \(gone)")
      }
      if holdsAll, gone + 1 < oldest { spared += 1 }
    }
    // The next run knows it, too.
    let file = try FileDescriptor.duplicate(of: publisher.journal.descriptor)
    let adopted = try Journal(adopting: file, capacity: publisher.journal.capacity)
    for filter in Self.filters {
      for back in 1..<16 {
        let gone = adopted.oldestSequence - UInt64(back)
        if adopted.holdsAll(of: filter, after: gone)
          != model.holdsAll(of: filter, after: gone).types
        {
          problems.append("the next run: what is gone after \(gone)")
        }
      }
    }
    #expect(problems == [])
    #expect(publisher.journal.oldestSequence > 1, "the ring never went round")
    #expect(spared > 0, "something wanted was always gone")
  }

  @Test func aSendHasAThousandPiecesAtMost() throws {
    var publisher = try Publisher(journalCapacity: 256 << 10, epoch: 1)
    var cursor = publisher.journal.end
    for number in 0..<1100 {
      publisher.publish(button(number))
      publisher.publish(sample(number))
    }
    var list = GatherList()
    let filter = Filter(contents: .buttons)
    let first = publisher.journal.gather(
      from: &cursor, filter: filter, limit: PencilProtocol.maximumDatagram, into: &list)
    let pieces = list.count
    list.removeAll()
    let second = publisher.journal.gather(
      from: &cursor, filter: filter, limit: PencilProtocol.maximumDatagram, into: &list)
    #expect([first, pieces, second, list.count] == [1000, 1000, 100, 100])
    #expect(cursor == publisher.journal.end)
  }

  @Test func neighboursAreOnePiece() throws {
    var publisher = try Publisher(journalCapacity: 64 << 10, epoch: 1)
    // Near the end of the ring, so that the stretch crosses it.
    for number in 0..<650 { publisher.publish(sample(number)) }
    var cursor = publisher.journal.end
    for number in 0..<600 { publisher.publish(sample(number)) }
    var list = GatherList()
    let count = publisher.journal.gather(
      from: &cursor, filter: Filter(), limit: PencilProtocol.maximumDatagram, into: &list)
    #expect([count, list.count, list.byteCount] == [600, 1, 600 * SampleRecord.size])
  }

  @Test(arguments: [
    (asked: 1, made: 65536), (65536, 65536), (65537, 131072), (4 << 20, 4 << 20),
  ])
  func capacityIsAPowerOfTwo(asked: Int, made: Int) throws {
    #expect(try Journal(capacity: asked, epoch: 1).capacity == made)
  }
}
