import PencilCore
import PencilSystem
import PencilTestSupport
import PencilWire
import Testing

@testable import PencilDaemon

/// Whose a record is, the daemon's next run knows as well.
struct RestartAccessTests {
  private static let capacity = 256 << 10

  /// A run in which user 1000 draws, then 1001, then 1000 again, each twice; and its end, or a crash.
  private static func run(crashing: Bool) throws -> FileDescriptor {
    var pipeline = try Pipeline(journalCapacity: capacity, epoch: House.epoch)
    var keeper = StateKeeper()
    keeper.keep(&pipeline)
    pipeline.publisher.publish(tabletRecord(1))
    for uid in [UInt32(1000), 1001, 1000] {
      pipeline.publisher.give("seat0", to: uid)
      // As the loop does behind each turn.
      keeper.keep(&pipeline)
      for number in 1...2 { pipeline.publisher.publish(sample(number)) }
    }
    if !crashing { keeper.end(&pipeline) }
    return try FileDescriptor.duplicate(of: pipeline.publisher.journal.descriptor)
  }

  /// After record 2, which is the first of user 1000, and so on.
  @Test(arguments: [false, true]) func eachHasItsOwn(crashing: Bool) throws {
    var house = try House(journal: 64 << 10)
    house.subscribers.rule = AccessRule(knowsSessions: true, ownUser: 900)
    house.pipeline = try Pipeline.adopt(
      Journal(adopting: Self.run(crashing: crashing), capacity: Self.capacity)
    ).parts()
    try house.give("seat0", to: 1000)
    let last = house.last
    let ann = try house.guest(after: (House.epoch, 2), as: 1000).answer
    let bob = try house.guest(after: (House.epoch, 2), as: 1001).answer
    let gaps = [ann, bob].map { items in
      items.filter { $0.type == .gap && $0.sequence == 0 }.compactMap { item in
        item.decoded { GapRecord($0) }.map {
          "\($0.cause.rawValue) \($0.lost.first)…\($0.lost.last)"
        }
      }
    }
    #expect(gaps == [["4 4…5"], ["4 3…3"]])
    let samples = [ann, bob].map { items in
      items.filter { $0.type == .sample && $0.sequence <= 7 && $0.sequence > 0 }.sequences
    }
    #expect(samples == [[3, 6, 7], [4, 5]])
    // What the new run ends for a crashed one is of whoever was active then.
    #expect(crashing == (last > 7) && ann.sequences.last == last)
    let suspended = bob.first(.suspended)?.decoded { SuspendedNote($0) }?.head
    #expect(suspended == 5)
  }
}
