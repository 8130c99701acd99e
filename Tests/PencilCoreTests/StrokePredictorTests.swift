import PencilCore
import PencilTestSupport
import Testing

@Suite(.serialized) struct StrokePredictorTests {
  static let horizons: [UInt32] = [1, 8_000, 16_000, 32_000, 50_000]

  static func sample(_ phase: Phase, _ µs: Int, _ x: Double, _ y: Double) -> Sample {
    var sample = Sample()
    sample.time = UInt64(1_000_000_000 + µs)
    sample.phase = phase
    sample.stroke = 1
    sample.index = 9
    sample.available = [.position, .millimetres, .force, .tilt]
    sample.estimated = [.force]
    sample.expecting = [.force]
    sample.values.x = Float(x)
    sample.values.y = Float(y)
    sample.values.nx = Float(x / 200)
    sample.values.ny = Float(y / 100)
    sample.values.force = 0.5
    sample.values.azimuth = 1
    return sample
  }

  /// Error over holding still, on a path at even times.
  static func error(gap: Int, _ path: (Double) -> SIMD2<Double>) -> Double {
    var predictor = StrokePredictor()
    var (error, held) = (0.0, 0.0)
    for i in 0..<400 {
      let now = path(Double(i * gap) / 1000)
      predictor.observe(sample(i == 0 ? .began : .moved, i * gap, now.x, now.y))
      guard i > 200, let guess = predictor.displacement(after: 16_000) else { continue }
      let moved = path(Double(i * gap) / 1000 + 16) - now
      let miss = moved - guess.offset
      error += (miss * miss).sum().squareRoot()
      held += (moved * moved).sum().squareRoot()
    }
    return error / held
  }

  /// A unit circle of ten turns a second, at each half ms.
  static let circle: [SIMD2<Double>] = {
    // By turning a vector a little.
    let a = 0.0314186
    var points = [SIMD2(1.0, 0.0)]
    for _ in 1..<200 {
      let v = points[points.count - 1]
      points.append(SIMD2(v.x - a * v.y, v.y + a * v.x) / (1 + a * a).squareRoot())
    }
    return points
  }()

  /// Paths that can be known are known: a line, and a circle of ten turns a second, at three rates.
  @Test(arguments: [1_000, 7_500, 17_000])
  func smoothPaths(gap: Int) {
    let line = Self.error(gap: gap) { SIMD2(50 + $0 * 0.05, 50 - $0 * 0.02) }
    // A sixth of a turn in 16 ms; its chord and its tangent differ by a third.
    let circle = Self.error(gap: gap) { 50 + Self.circle[Int($0 * 2) % Self.circle.count] * 10 }
    #expect(line < 0.03 && circle < 0.25, "\(line) \(circle)")
  }

  /// What a predicted sample is, and when there is none.
  @Test func aSample() {
    var predictor = StrokePredictor()
    var faults: [String] = []
    func expect(_ isTrue: Bool, _ what: String) { if !isTrue { faults.append(what) } }
    for i in 0..<20 {
      predictor.observe(Self.sample(i == 0 ? .began : .moved, i * 8000, 10 + Double(i), 20))
      let guess = predictor.sample(after: 16_000)
      expect((guess != nil) == (i >= 3), "from the fourth on: \(i)")
    }
    let guess = predictor.sample(after: 16_000)
    expect(predictor.sample(after: 0) == nil, "no horizon")
    if let (sample, confidence) = guess {
      expect(sample.phase == .moved && sample.index == 0 && sample.stroke == 1, "phase")
      expect(sample.time == predictor.last.time + 16_000, "time")
      expect(sample.estimated == [.force, .location] && sample.expecting == [], "estimated")
      expect(sample.flags == .synthetic, "flags")
      expect(sample.values.force == 0.5 && sample.values.azimuth == 1, "carried")
      expect(abs(sample.values.x - 31) < 0.5 && abs(sample.values.y - 20) < 0.01, "place")
      expect(abs(sample.values.nx - sample.values.x / 200) < 1e-5, "share")
      expect((0...1).contains(confidence) && confidence > 0.5, "confidence \(confidence)")
    }
    // A stop: nothing moves on.
    for i in 20..<40 { predictor.observe(Self.sample(.moved, i * 8000, 29, 20)) }
    expect(predictor.displacement(after: 32_000)?.offset == .zero, "stop")
    predictor.observe(Self.sample(.ended, 320_000, 29, 20))
    expect(predictor.sample(after: 16_000) == nil, "lift")
    for i in 0..<4 {
      predictor.observe(Self.sample(i == 0 ? .began : .moved, 400_000 + i * 8000, 150, 90))
    }
    expect(predictor.displacement(after: 16_000)?.offset == .zero, "a new stroke far away")
    predictor.observe(Self.sample(.hoverMoved, 440_000, 150, 90))
    expect(predictor.sample(after: 16_000) == nil, "hover")
    #expect(faults == [])
  }

  /// Bursts, equal and backward timestamps, jumps, stops and turns: always a number, and never a spike.
  @Test(arguments: 1...8)
  func anyStream(seed: Int) {
    var random = Randomness(seed: UInt64(seed))
    var predictor = StrokePredictor()
    var faults: [String] = []
    func below(_ n: Int) -> Int { Int(random.next() % UInt64(n)) }
    var (time, x, y, vx, vy) = (0, 100.0, 50.0, 0.0, 0.0)
    var recent: [(x: Double, y: Double)] = []
    for i in 0..<4000 {
      let isNew = i == 0 || below(60) == 0
      switch below(6) {
      case 0: break  // the same time
      case 1: time -= below(3000)
      case 2: time += below(200)
      default: time += 1000 + below(16_000)
      }
      if below(20) == 0 { (vx, vy) = (Double(below(21) - 10) / 5, Double(below(21) - 10) / 5) }
      if below(30) == 0 { (vx, vy) = (-vx, -vy) }
      if below(40) == 0 { (vx, vy) = (0, 0) }
      if isNew { (x, y, recent) = (Double(below(200)), Double(below(100)), []) }
      (x, y) = (x + vx, y + vy)
      recent.append((x, y))
      if recent.count > 130 { recent.removeFirst() }
      time = max(time, -900_000_000)
      var sample = Self.sample(isNew ? .began : .moved, time, x, y)
      if seed % 2 == 0 { sample.available = [.position] }
      if below(500) == 0 { sample.values.x = .nan }
      predictor.observe(sample)
      // No faster than once and a half across all of the recent path in the shortest step, 7 ms.
      let width = (recent.map(\.x).max() ?? x) - (recent.map(\.x).min() ?? x)
      let height = (recent.map(\.y).max() ?? y) - (recent.map(\.y).min() ?? y)
      for horizon in Self.horizons {
        guard let guess = predictor.displacement(after: horizon) else { continue }
        let length = (guess.offset * guess.offset).sum().squareRoot()
        let limit = 1.5 * (width + height) / 7 * Double(horizon) / 1000 + 1e-3
        if !(length <= limit) || !(0...1).contains(guess.confidence) {
          faults.append("\(i) \(horizon): \(guess), at most \(limit)")
        }
      }
    }
    #expect(faults.prefix(3) == [])
  }

  @Test(.enabled(if: Allocations.areCounted)) func allocatesNothing() {
    var predictor = StrokePredictor()
    // Made before: a literal of a set allocates where nothing is optimised.
    var sample = Self.sample(.began, 0, 10, 20)
    predictor.observe(sample)
    sample.phase = .moved
    var sum = 0.0
    let fewest = Allocations.fewest(rounds: 200) {
      for i in 0..<20 {
        sample.time += 5000
        sample.values.x = Float(i)
        predictor.observe(sample)
        sum += predictor.displacement(after: 16_000)?.offset.x ?? 0
      }
    }
    #expect(fewest == 0 && sum != 0)
  }
}
