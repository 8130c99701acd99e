/// Intervals between reports: their mean exactly, their median to 10 µs, in a memory that doesn't grow.
struct IntervalHistogram {
  /// Longer ones are pauses (the pen was away or still) and no report interval.
  static let longest: UInt64 = 100_000
  static let width: UInt64 = 10

  /// Bucket i counts the intervals that round to i times the width.
  private var buckets = [UInt32](repeating: 0, count: Int(longest / width) + 1)
  private(set) var count: UInt64 = 0
  private var sum: UInt64 = 0

  /// - Parameter interval: µs.
  mutating func add(_ interval: UInt64) {
    guard interval <= Self.longest else { return }
    buckets[Int((interval + Self.width / 2) / Self.width)] &+= 1
    count += 1
    sum += interval
  }

  /// µs; `nil` without an interval.
  var mean: Double? { count > 0 ? Double(sum) / Double(count) : nil }

  /// µs; `nil` without an interval. Of an even count the lower of the two in the middle.
  var median: UInt64? {
    guard count > 0 else { return nil }
    let wanted = (count + 1) / 2
    var seen: UInt64 = 0
    for (i, n) in buckets.enumerated() {
      seen += UInt64(n)
      if seen >= wanted { return UInt64(i) * Self.width }
    }
    return nil
  }
}
