internal import PencilCore

/// How far the last prediction was off, once the pen has been where it was to be.
struct PredictionCheck {
  private var awaited: Sample?
  private var last: Sample?
  /// Time of the sample from which was predicted.
  private var base: UInt64?
  private var off: Double?
  /// Otherwise in hundredths of the tablet's sides.
  private(set) var isInMillimetres = true

  /// Takes a predicted sample. One that is still awaited stays: each is told of only if the pen has got there.
  mutating func predict(_ sample: Sample) {
    let isOfNewFrame = last?.time != base
    if isOfNewFrame, awaited != nil { return }
    base = last?.time
    awaited = sample  // of one frame's the farthest: they come in order
  }

  /// Takes a real one.
  mutating func observe(_ sample: Sample) {
    defer { last = sample }
    guard let expected = awaited, expected.tool == sample.tool, expected.tablet == sample.tablet
    else { return }
    guard expected.stroke == sample.stroke else {
      awaited = nil
      return
    }
    guard sample.time >= expected.time else { return }
    awaited = nil
    guard let last, last.stroke == sample.stroke else { return }
    isInMillimetres = sample.available.contains(.millimetres)
    let (a, b, guess) = (position(last), position(sample), position(expected))
    let span = Double(sample.time) - Double(last.time)
    let share = span > 0 ? (Double(expected.time) - Double(last.time)) / span : 1
    let miss = a + (b - a) * min(max(share, 0), 1) - guess
    off = (miss * miss).sum().squareRoot()
  }

  private func position(_ sample: Sample) -> SIMD2<Double> {
    isInMillimetres
      ? SIMD2(Double(sample.values.x), Double(sample.values.y))
      : SIMD2(Double(sample.values.nx), Double(sample.values.ny)) * 100
  }

  /// Gives the distance out once.
  mutating func takeOff() -> Double? {
    defer { off = nil }
    return off
  }
}
