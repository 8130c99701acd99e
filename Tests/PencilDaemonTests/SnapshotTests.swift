import PencilCore
import PencilSystem
import PencilWire
import Testing

@testable import PencilDaemon

/// What a client is told of the state when it comes, and after a loss.
struct SnapshotTests {
  /// Each datagram of what a new client gets, its welcome left out.
  private func snapshot(
    of house: inout House, filter: Filter = Filter(contents: .all)
  ) throws -> [[Item]] {
    let guest = try house.connect()
    try guest.send(hello())
    try guest.send(subscription(filter: filter))
    var datagrams: [[Item]] = []
    for _ in 0..<8 {
      try house.turn()
      while let datagram = try guest.receiveItems() { datagrams.append(datagram) }
    }
    return Array(datagrams.dropFirst())
  }

  /// A tablet with a pen near it.
  private func house(tablets: Range<UInt32>) throws -> House {
    var house = try House()
    for number in tablets {
      house.publisher.publish(tabletRecord(number))
      var description = DescriptionRecord()
      description.tablet = number
      description.axes = (0..<8).map {
        .init(code: $0, minimum: 0, maximum: 1, fuzz: 0, flat: 0, resolution: 0, value: 0)
      }
      house.publisher.publish(description)
      var tool = Tool()
      tool.id = number
      tool.tablet = number
      house.publisher.publish(.tool(tool))
      house.publisher.publish(sample(Int(number), tablet: number, phase: .hoverMoved))
    }
    return house
  }

  /// Of more tools than are remembered, one that is in use or was of late stays, however long ago it was told.
  @Test func toolsInUseStay() throws {
    var house = try House()
    func tell(_ id: UInt32, on tablet: UInt32 = 1) {
      var tool = Tool()
      (tool.id, tool.tablet) = (id, tablet)
      house.publisher.publish(.tool(tool))
    }
    func put(_ id: UInt32, _ phase: Phase) {
      var sample = Sample()
      (sample.tablet, sample.tool, sample.phase) = (1, id, phase)
      house.publisher.publish(.sample(sample))
    }
    var forgotten: [UInt32] = []
    func next(_ id: UInt32, on tablet: UInt32 = 1) {
      let before = house.publisher.current.tools
      tell(id, on: tablet)
      let after = house.publisher.current.tools
      forgotten += before.filter { !after.contains($0) }.map { $0.tablet * 1000 + $0.id }
    }
    for id in 1...UInt32(Publisher.toolCapacity) { tell(id) }
    put(1, .hoverEntered)
    next(257)
    put(1, .hoverExited)
    next(258)
    // On another tablet: what was told of it on the first one is told again if it comes back there.
    next(9, on: 2)
    next(259)
    next(260)
    #expect(forgotten == [1002, 1003, 1004, 1009, 1005])
  }

  /// Samples that expect an update, as they are by now; the last one of its tool only once.
  @Test func holdsWhatIsExpected() throws {
    var house = try house(tablets: 1..<2)
    for index in 1...3 as ClosedRange<UInt32> {
      var sample = Sample()
      sample.tablet = 1
      sample.tool = 1
      sample.phase = .moved
      sample.index = index
      sample.estimated = [.force, .roll]
      sample.expecting = index == 2 ? [.force, .roll] : .force
      house.publisher.publish(.sample(sample))
    }
    var update = SampleUpdate()
    update.tablet = 1
    update.index = 1
    house.publisher.publish(.update(update))
    update.index = 2
    update.value = 0.5
    update.expecting = .roll
    update.estimated = .roll
    house.publisher.publish(.update(update))
    let samples = try snapshot(of: &house).flatMap { $0 }.filter { $0.type == .sample }
      .compactMap { $0.decoded { SampleRecord.decode($0) } }
    #expect(samples.map(\.index) == [2, 3])
    #expect(samples.map(\.expecting) == [.roll, .force] && samples[0].values.force == 0.5)
  }

  @Test func holdsWhatIs() throws {
    var house = try house(tablets: 1..<3)
    house.publisher.publish(button(5))
    house.publisher.publish(sample(77, tablet: 2))
    let items = try snapshot(of: &house).flatMap { $0 }
    let head = house.last
    #expect(
      items.types == [
        .subscribed, .snapshot, .tablet, .tablet, .description, .description, .tool, .tool,
        .sample, .sample, .snapshotEnd,
      ])
    #expect(items.allSatisfy { $0.sequence == 0 })
    #expect(items[8...9].map(\.time) == [1, 77])
    #expect([items[1], items[10]].map { $0.decoded { SnapshotNote.head($0) } } == [head, head])
  }

  @Test func whatIsGoneIsNotInIt() throws {
    var house = try house(tablets: 1..<4)
    house.publisher.publish(sample(9, tablet: 1, phase: .hoverExited))
    var gone = tabletRecord(2)
    gone.flags = []
    house.publisher.publish(gone)
    let items = try snapshot(of: &house).flatMap { $0 }
    #expect(items.filter { $0.type == .tablet }.map(\.tablet) == [1, 3])
    #expect(items.filter { $0.type == .description }.map(\.tablet) == [1, 3])
    #expect(items.filter { $0.type == .sample }.map(\.tablet) == [3])
  }

  @Test(arguments: [
    (Filter(), [2, 2, 0, 2]), (Filter(contents: []), [2, 2, 0, 0]),
    (Filter(contents: .raw), [2, 2, 2, 0]), (Filter(contents: .all, tablet: 2), [1, 1, 1, 1]),
    (Filter(contents: .contact), [2, 2, 0, 0]),
    (Filter(contents: .all, toolTypes: 4), [2, 2, 2, 0]),
    (Filter(contents: .all, tablet: 9), [0, 0, 0, 0]),
  ])
  func isFiltered(filter: Filter, counts: [Int]) throws {
    var house = try house(tablets: 1..<3)
    let items = try snapshot(of: &house, filter: filter).flatMap { $0 }
    let kinds: [ItemType] = [.tablet, .tool, .description, .sample]
    #expect(kinds.map { kind in items.count { $0.type == kind } } == counts)
  }

  /// 256 tablets with all that belongs to them are more than one datagram.
  @Test func isSplitAndBracketed() throws {
    var house = try house(tablets: 1..<257)
    let datagrams = try snapshot(of: &house)
    let items = datagrams.flatMap { $0 }
    #expect(datagrams.count > 2)
    #expect(
      datagrams.allSatisfy {
        $0.reduce(0) { $0 + $1.bytes.count } <= PencilProtocol.maximumDatagram
      })
    #expect(items.types.prefix(2) == [.subscribed, .snapshot])
    #expect(items.types.count { $0 == .snapshot || $0 == .snapshotEnd } == 2)
    #expect(items.last?.type == .snapshotEnd)
    for kind in [ItemType.tablet, .description, .tool, .sample] {
      #expect(items.filter { $0.type == kind }.map(\.tablet) == Array(1...256))
    }
  }

  /// A snapshot is true of one moment: if something happens between its parts, it begins again.
  @Test func beginsAgainWhenSomethingHappens() throws {
    var house = try house(tablets: 1..<257)
    let guest = try house.connect()
    try guest.send(hello())
    try guest.send(subscription())
    // Nothing fits behind the first datagrams, so the rest waits until they are read.
    try house.turn()
    let before = try guest.receiveAll()
    try house.publish([sample(1000, tablet: 256, phase: .hoverMoved)])
    var after: [Item] = []
    for _ in 0..<8 {
      try house.turn()
      after += try guest.receiveAll()
    }
    let whole = try #require(after.lastIndex { $0.type == .snapshot }.map { after[$0...] })
    #expect(before.types.contains(.snapshot))
    #expect(!before.types.contains(.snapshotEnd))
    #expect(whole.count { $0.type == .tablet } == 256)
    #expect(whole.last { $0.type == .sample }?.time == 1000)
    #expect(after.sequences == [])
    #expect(whole.last?.decoded { SnapshotNote.head($0) } == house.last)
  }

  /// Another subscription in the midst of a snapshot: its filter is that of the whole snapshot that follows, and the
  /// answer stands in none.
  @Test func beginsAgainForAnotherFilter() throws {
    var house = try house(tablets: 1..<257)
    let guest = try house.connect()
    try guest.send(hello())
    try guest.send(subscription(filter: Filter(contents: .all, tablet: 256)))
    try house.turn()
    _ = try guest.receiveAll()
    let second = try house.connect()
    try second.send(hello())
    try second.send(subscription())
    try house.turn()
    let before = try second.receiveAll()
    try second.send(subscription(3, filter: Filter()))
    var after: [Item] = []
    for _ in 0..<8 {
      try house.turn()
      after += try second.receiveAll()
    }
    let answer = try #require(after.firstIndex { $0.type == .subscribed })
    #expect(!before.types.contains(.snapshotEnd))
    #expect(after[answer...].types.prefix(2) == [.subscribed, .snapshot])
    #expect(after[answer...].count { $0.type == .tablet } == 256)
    #expect(after[answer...].count { $0.type == .description } == 0)
  }
}

extension ArraySlice<Item> {
  fileprivate var types: [ItemType] { map(\.type) }
}
