/// The running median of the time between frames in contact.
struct FrameGaps: Sendable, Equatable {
  /// Before any gap is known: a common rate of 133 Hz.
  static let initial: UInt64 = 7_500
  /// Others are pauses or bursts, and say nothing of the rate.
  static let accepted: ClosedRange<UInt64> = 2_000...20_000
  private static let capacity = 9

  private var ring = InlineArray<9, UInt64>(repeating: 0)
  private var next = 0
  private var count = 0
  /// µs.
  private(set) var median = Self.initial

  static func == (a: FrameGaps, b: FrameGaps) -> Bool { a.median == b.median }

  mutating func add(_ gap: UInt64) {
    guard Self.accepted.contains(gap) else { return }
    // The same value in place of an equal one moves nothing.
    let isSame = count == Self.capacity && ring[next] == gap
    ring[next] = gap
    next = next + 1 == Self.capacity ? 0 : next + 1
    if count < Self.capacity { count += 1 }
    if !isSame { sort() }
  }

  private mutating func sort() {
    var sorted = ring
    var i = 1
    while i < count {
      let gap = sorted[i]
      var place = i
      while place > 0, sorted[place - 1] > gap {
        sorted[place] = sorted[place - 1]
        place -= 1
      }
      sorted[place] = gap
      i += 1
    }
    median = sorted[count / 2]
  }
}
