import PencilCore
import PencilInput
import PencilSystem
import PencilTestSupport
import PencilWire
import Testing

@testable import PencilDaemon

/// From an input frame to eight clients that read it, nothing is allocated.
///
/// Several rounds, since the first ones still fill what is kept.
@Suite(.serialized) struct AllocationTests {
  /// A counter that is inactive would let the tests below pass, or be left out, without a word.
  @Test(.disabled(if: Sanitizers.areOn, "a sanitizer brings its own malloc"))
  func theCounterCounts() {
    #expect(Allocations.areCounted)
    let count = Allocations.count { _ = [UInt8](repeating: 0, count: Int.random(in: 100..<200)) }
    #expect(count > 0)
  }

  /// Eight clients.
  enum Crowd: CaseIterable {
    /// Half of them at a pace of display frames, with different filters.
    case mixed, mixedWithRaw
    /// All of them at display frames, with predictions of different lengths.
    case predicted

    typealias Wish = (pace: Pace, filter: Filter, prediction: UInt32)

    var wishes: [Wish] {
      let (fast, slow) = (
        Pace.displayFrames(millihertz: 1_000_000), Pace.displayFrames(millihertz: 500_000)
      )
      let filters = [
        Filter(contents: .all), Filter(), Filter(contents: .contact), Filter(toolTypes: 0b110),
      ]
      if self == .predicted {
        return filters.map { (fast, $0, FrameOptions.oneBeat) } + filters.map { (slow, $0, 50_000) }
      }
      let paces = [fast, fast, slow, slow]
      return filters.map { (.everyReport, $0, 0) } + zip(paces, filters).map { ($0, $1, 0) }
    }
  }

  @Test(.enabled(if: Allocations.areCounted), arguments: Crowd.allCases)
  func aFrameAllocatesNothing(crowd: Crowd) throws {
    var house = try House(journal: 1 << 20)
    house.pipeline.makesRaw = crowd == .mixedWithRaw
    house.pipeline.makesReasons = crowd == .mixedWithRaw
    let tablet = house.pipeline.attach(penDescription(), isReplayed: false, time: 1)
    let guests = try crowd.wishes.map {
      let options = FrameOptions(prediction: $0.prediction)
      return try house.guest(pace: $0.pace, filter: $0.filter, options: options).guest
    }
    var frames = PenFrames()
    house.pipeline.take(frames.enter(), of: tablet)
    house.pipeline.take(frames.touch(), of: tablet)
    // What a tablet sends is not made here while something is counted.
    let moves = (0..<50).map { frames.move($0) }

    var received = 0
    let fewest = try Allocations.fewest(rounds: 300, atLeast: 3) {
      received = 0
      for i in moves.indices {
        house.pipeline.take(moves[i], of: tablet)
        try house.deliver()
        // A beat every ten frames, whatever the time: how fast this runs is nobody's business.
        if i % 10 == 9 { try house.beat() }
        for j in guests.indices { received += try guests[j].drain() }
      }
    }
    #expect(fewest == 0)
    // Three get every sample at once, and three of the others have had theirs until the last beats.
    #expect(received >= 3 * moves.count * SampleRecord.size)
    // What was counted had predictions in it.
    house.pipeline.take(moves[0], of: tablet)
    // Without it, only a beat that is armed from before would come, which there is on a fast machine alone.
    house.subscribers.journalGrew(
      house.pipeline.publisher.journal, loop: house.loop, now: Clock.monotonicNanoseconds)
    for _ in 0..<2 { try house.beat() }
    let types = try guests.flatMap { try $0.receiveAll().types }
    #expect(types.contains(.predicted) == (crowd == .predicted))
  }
}
