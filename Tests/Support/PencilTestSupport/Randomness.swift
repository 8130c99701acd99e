/// A small seeded generator (SplitMix64), so that a failure can be played again.
public struct Randomness: RandomNumberGenerator {
  private var state: UInt64
  /// A generator that gives the same numbers for the same seed.
  public init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// True once in so many times.
  public mutating func oneIn(_ count: UInt64) -> Bool { next() % count == 0 }
  /// A number below the count.
  public mutating func below(_ count: UInt64) -> UInt64 { next() % count }
}
