internal import CAllocationCounter

/// Counting of the calling thread's allocations: tests that run beside don't count.
public enum Allocations {
  /// Whether the counter is linked in and works (not under a sanitizer). A test of a count must require it,
  /// or it would pass without counting.
  public static var areCounted: Bool { pencil_allocations_counted() }

  /// How many allocations `body` made.
  public static func count(during body: () throws -> Void) rethrows -> UInt64 {
    let before = pencil_allocation_count()
    try body()
    return pencil_allocation_count() - before
  }

  /// How many allocations `body` made in that of many rounds in which it made fewest: a round without any is enough.
  ///
  /// - Parameters:
  ///   - rounds: how many there are at most.
  ///   - least: how many there are even if one has none.
  public static func fewest(
    rounds: Int, atLeast least: Int = 1, during body: () throws -> Void
  ) rethrows -> UInt64 {
    var fewest = UInt64.max
    for round in 0..<rounds where fewest > 0 || round < least {
      fewest = min(fewest, try count(during: body))
    }
    return fewest
  }
}
