/// Guesses where a tool in contact will be, from its last samples: one for each tool on each tablet.
///
/// It goes by the samples' own times alone, learns how this hand and this tablet move from its own errors, and
/// allocates nothing. Documentation/display-frames.md has the method and its figures.
public struct StrokePredictor: Sendable {
  /// The farthest that a prediction goes, µs.
  public static let longest: UInt32 = 50_000
  /// Samples of a stroke before its first prediction.
  public static let fewest = 4

  /// The tool's last sample in contact; predictions start at it.
  public private(set) var last = Sample()
  private var history = PathHistory()
  private var samples = 0
  private var isOpen = false
  /// Position in mm, else as shares of the tablet's size.
  private var usesMillimetres = false
  /// Shares of width and height a mm, as far as known.
  private var shareOfMillimetre: SIMD2<Double> = .zero
  /// ms between knots, smoothed: the step of the features.
  private var step = shortestStep
  private var learners: InlineArray<4, PredictionLearner> = [
    // From strokes of Henze's writing and painting, every second file; see the documentation.
    PredictionLearner(horizon: 8, prior: [0.74, 0.59, 0.09, 0.55, 0.30, -0.60, 0.60]),
    PredictionLearner(horizon: 16, prior: [0.74, 0.60, 0.09, 0.59, 0.32, -0.61, 0.61]),
    PredictionLearner(horizon: 32, prior: [0.67, 0.77, 0.12, 0.75, 0.84, -0.83, 0.61]),
    PredictionLearner(horizon: 48, prior: [0.63, 0.90, 0.14, 0.72, 1.24, -0.99, 0.58]),
  ]

  private static let shortestStep = 7.0
  private static let longestStep = 25.0
  /// A prediction is at most so many times as fast as the pen was.
  static let fastest = 1.5

  /// Makes a predictor that knows nothing of its tool yet.
  public init() {}

  /// Where a tool will be.
  public struct Displacement: Sendable, Equatable {
    /// From the last sample's position, in mm where it has mm, else as shares of width and height.
    public var offset: SIMD2<Double>
    /// How good the guess is likely to be: 0, no better than holding still, …1.
    public var confidence: Float
  }

  /// Takes a tool's next sample. Samples in hover end what is known of the stroke.
  public mutating func observe(_ sample: Sample) {
    switch sample.phase {
    case .began: begin(sample)
    case .moved:
      if !isOpen || sample.stroke != last.stroke || sample.flags.contains(.afterGap) {
        begin(sample)
      } else {
        add(sample)
      }
    case .ended, .cancelled:
      // Where it ended is a truth to learn from, too.
      if isOpen, sample.stroke == last.stroke { add(sample) }
      isOpen = false
    case .hoverEntered, .hoverMoved, .hoverExited: isOpen = false
    }
  }

  private mutating func begin(_ sample: Sample) {
    history.removeAll()
    for i in learners.indices { learners[i].next = 0 }
    samples = 0
    isOpen = true
    usesMillimetres = sample.available.contains(.millimetres)
    add(sample)
  }

  private mutating func add(_ sample: Sample) {
    let values = sample.values
    let position =
      usesMillimetres
      ? SIMD2(Double(values.x), Double(values.y)) : SIMD2(Double(values.nx), Double(values.ny))
    guard position.x.isFinite, position.y.isFinite else { return }
    last = sample
    samples += 1
    if usesMillimetres, sample.available.contains(.position) { measure(values) }
    let before = history.count > 0 ? history[history.count - 1].time : 0
    let isKnot = history.append(position, time: Int64(clamping: sample.time))
    if isKnot, history.count > 1 {
      let gap = Double(history[history.count - 1].time - before) / 1000
      step += (min(max(gap, Self.shortestStep), Self.longestStep) - step) / 4
    }
    history.setFeatures(MotionFeatures(history, step: step))
    if isKnot { learn() }
  }

  /// How mm and shares belong together; both begin at the tablet's top left.
  private mutating func measure(_ values: SampleValues) {
    if abs(values.x) > 1 { shareOfMillimetre.x = Double(values.nx / values.x) }
    if abs(values.y) > 1 { shareOfMillimetre.y = Double(values.ny / values.y) }
  }

  /// Learns from each moment whose future has come.
  private mutating func learn() {
    let latest = history.count - 1
    let now = history[latest].time
    for i in learners.indices {
      var number = max(learners[i].next, max(history.first + 1, Self.fewest - 1))
      let horizon = Int64(learners[i].horizon * 1000)
      while number < latest, history[number].time + horizon <= now {
        let knot = history[number]
        var place = latest
        let truth = history.position(at: knot.time + horizon, from: &place)
        let gap = Double(knot.time - history[number - 1].time) / 1000
        learners[i].learn(
          knot.features, truth: (truth - knot.position) / learners[i].horizon,
          share: min(max(gap, 1), 30) / 1000)
        number += 1
      }
      learners[i].next = number
    }
  }

  /// Where the tool will be so many µs after its last sample; `nil`: it is not in contact, or too little is known.
  ///
  /// - Complexity: O(1). The weights are made anew once after each sample at most.
  public mutating func displacement(after horizon: UInt32) -> Displacement? {
    guard isOpen, samples >= Self.fewest, history.count > 1, horizon > 0 else { return nil }
    let features = history[history.count - 1].features
    let ms = Double(min(horizon, Self.longest)) / 1000
    // Between two learned horizons, in proportion; beyond them, the nearest.
    var upper = 0
    while upper < learners.count - 1, learners[upper].horizon < ms { upper += 1 }
    let lower = max(upper - 1, 0)
    let span = learners[upper].horizon - learners[lower].horizon
    let share = span > 0 ? min((ms - learners[lower].horizon) / span, 1) : 1
    learners[lower].solve()
    learners[upper].solve()
    var velocity =
      PredictionLearner.sum(features, learners[lower].weights) * (1 - share)
      + PredictionLearner.sum(features, learners[upper].weights) * share
    let gain = learners[lower].gain * (1 - share) + learners[upper].gain * share
    // A stroke's first moments say little of the rest: many are taps and flicks that end at once.
    let trust = min(0.42 + 0.1 * Double(max(history.count - Self.fewest, 0)), 1)
    velocity *= trust
    let speed = (velocity * velocity).sum().squareRoot()
    let limit = Self.fastest * features.speed
    if speed > limit { velocity *= limit / speed }
    guard velocity.x.isFinite, velocity.y.isFinite else { return nil }
    return Displacement(offset: velocity * ms, confidence: Float(gain * trust))
  }

  /// The predicted sample so many µs after the last one: `location` is an estimate that gets no update, force and
  /// angles are the last ones.
  public mutating func sample(after horizon: UInt32) -> (sample: Sample, confidence: Float)? {
    guard let displacement = displacement(after: horizon) else { return nil }
    var sample = last
    sample.time += UInt64(min(horizon, Self.longest))
    sample.phase = .moved
    sample.index = 0
    sample.estimated.insert(.location)
    sample.expecting = []
    sample.flags.remove(.afterGap)
    sample.flags.insert(.synthetic)
    let offset = displacement.offset
    let shares = usesMillimetres ? offset * shareOfMillimetre : offset
    if usesMillimetres {
      sample.values.x += Float(offset.x)
      sample.values.y += Float(offset.y)
    }
    sample.values.nx += Float(shares.x)
    sample.values.ny += Float(shares.y)
    return (sample, displacement.confidence)
  }
}
