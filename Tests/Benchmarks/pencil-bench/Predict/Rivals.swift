import PencilCore

/// Where a pen will be, by some method; 0: holds still.
protocol Predicting {
  static var name: String { get }
  /// The next contact sample of a stroke that begins with phase `began`.
  mutating func observe(_ sample: Sample)
  /// mm from the last sample, so many ms after it.
  mutating func offset(after ms: Double) -> SIMD2<Double>
}

/// The pen stays where it is.
struct Hold: Predicting {
  static let name = "hold"
  mutating func observe(_ sample: Sample) {}
  mutating func offset(after ms: Double) -> SIMD2<Double> { .zero }
}

/// The line through the last two samples; a gap counts as 2 ms at least.
struct TwoPointLine: Predicting {
  static let name = "two-point line"
  private var last = Sample()
  private var velocity = SIMD2<Double>.zero
  private var samples = 0

  mutating func observe(_ sample: Sample) {
    samples = sample.phase == .began ? 1 : samples + 1
    if samples > 1 {
      let gap = max(sample.milliseconds - last.milliseconds, 2)
      velocity = (sample.position - last.position) / gap
    }
    last = sample
  }

  mutating func offset(after ms: Double) -> SIMD2<Double> {
    samples >= StrokePredictor.fewest ? velocity * ms : .zero
  }
}

/// A Kalman filter of position, velocity and acceleration for each axis, with white jerk, on event time.
struct Kalman: Predicting {
  static let name = "Kalman p v a"
  /// mm² and mm²/ms⁵; only their ratio matters.
  private let measurement = 0.01
  private let jerk: Double
  private var state = [SIMD2<Double>](repeating: .zero, count: 3)
  private var covariance = [Double](repeating: 0, count: 9)
  private var last = Sample()
  private var samples = 0

  /// Of these the bench takes the one that is best for a file and horizon.
  static let jerks = [1e-8, 1e-7, 1e-6, 1e-5]

  init(jerk: Double) { self.jerk = jerk }

  mutating func observe(_ sample: Sample) {
    if sample.phase == .began {
      samples = 0
      state = [sample.position, .zero, .zero]
      covariance = [measurement, 0, 0, 0, 4, 0, 0, 0, 0.01]
    } else {
      let gap = max(sample.milliseconds - last.milliseconds, 0)
      advance(gap)
      correct(sample.position)
    }
    samples += 1
    last = sample
  }

  private mutating func advance(_ t: Double) {
    state = [state[0] + state[1] * t + state[2] * (t * t / 2), state[1] + state[2] * t, state[2]]
    let f = [1, t, t * t / 2, 0, 1, t, 0, 0, 1]
    var moved = [Double](repeating: 0, count: 9)
    for i in 0..<3 {
      for j in 0..<3 {
        for k in 0..<3 {
          for l in 0..<3 {
            moved[3 * i + j] += f[3 * i + k] * covariance[3 * k + l] * f[3 * j + l]
          }
        }
      }
    }
    let noise = [
      t * t * t * t * t / 20, t * t * t * t / 8, t * t * t / 6, t * t * t * t / 8, t * t * t / 3,
      t * t / 2, t * t * t / 6, t * t / 2, t,
    ]
    for i in 0..<9 { moved[i] += jerk * noise[i] }
    covariance = moved
  }

  private mutating func correct(_ position: SIMD2<Double>) {
    let miss = position - state[0]
    let sum = covariance[0] + measurement
    let gain = [covariance[0] / sum, covariance[3] / sum, covariance[6] / sum]
    let top = Array(covariance[0..<3])
    for i in 0..<3 {
      state[i] += miss * gain[i]
      for j in 0..<3 { covariance[3 * i + j] -= gain[i] * top[j] }
    }
  }

  mutating func offset(after ms: Double) -> SIMD2<Double> {
    guard samples >= StrokePredictor.fewest else { return .zero }
    // From the filter's own position, as far as it is not where the pen is.
    return state[0] - last.position + state[1] * ms + state[2] * (ms * ms / 2)
  }
}

/// What the daemon does.
struct Ours: Predicting {
  static let name = "pencild"
  private var predictor = StrokePredictor()

  mutating func observe(_ sample: Sample) { predictor.observe(sample) }

  mutating func offset(after ms: Double) -> SIMD2<Double> {
    predictor.displacement(after: UInt32(ms * 1000))?.offset ?? .zero
  }
}

extension Sample {
  var position: SIMD2<Double> { SIMD2(Double(values.x), Double(values.y)) }
  var milliseconds: Double { Double(time) / 1000 }
}
