/// How a tablet reports, for `--status`.
struct TabletPulse {
  /// A longer time between two reports is a pause, µs.
  private static let pause: UInt64 = 100_000

  let tablet: UInt32
  private(set) var frames: UInt64 = 0
  private(set) var overruns: UInt32 = 0
  /// Of the last report, µs.
  private(set) var last: UInt64 = 0
  /// Mean time between reports, µs, the last sixteen or so counting; 0: unknown.
  private var gap: Float = 0

  init(tablet: UInt32) { self.tablet = tablet }

  mutating func count(at time: UInt64, afterGap: Bool) {
    if time > last, last != 0, time - last < Self.pause {
      let new = Float(time - last)
      gap = gap == 0 ? new : gap + (new - gap) / 16
    }
    frames += 1
    if afterGap { overruns += 1 }
    last = time
  }

  /// Thousandths of a hertz; 0: unknown.
  var rate: UInt32 { gap > 0 ? UInt32(1e9 / gap) : 0 }
}
