/// The weights of ``MotionFeatures`` for one horizon, which learn from what came true.
///
/// A ridge regression of the displacement on the features, over the last seconds of contact, that is drawn to the
/// usual weights as by ``priorTime`` of writing. Errors count by their size and not its square (each is divided by the
/// present one), since a few turns must not outweigh the rest. All sums are of fixed size and decay with the time in
/// contact, so nothing grows.
struct PredictionLearner: Sendable {
  typealias Weights = InlineArray<7, Double>

  /// How long the memory is, in s of contact.
  static let memory = 5.0
  /// The prior counts as much as so many s of contact.
  static let priorTime = 0.08

  /// ms.
  let horizon: Double
  private let prior: Weights
  private(set) var weights: Weights
  /// Upper half of the features' products, and their products with what came true.
  private var products = InlineArray<28, Double>(repeating: 0)
  private var targets = Weights(repeating: 0)
  /// s of contact, decayed, and the sums of errors over them: of the prediction, and of holding still.
  private var time = 0.0
  private var error = 0.0
  private var held = 0.0
  private var isSolved = true
  /// Number of the knot whose truth is waited for.
  var next = 0

  init(horizon: Double, prior: Weights) {
    self.horizon = horizon
    self.prior = prior
    weights = prior
  }

  /// How much smaller the error is than that of holding still, 0…1; a guess before there is experience.
  var gain: Double {
    // As if 0.3 s had gone half well.
    let holding = held + 0.3 * (time > 0 ? held / time : 1)
    let erring = error + 0.15 * (time > 0 ? held / time : 1)
    return holding > 0 ? min(max(1 - erring / holding, 0), 1) : 0
  }

  /// Learns from a moment and from where the pen went.
  ///
  /// - Parameters:
  ///   - truth: the mean velocity from that moment to the horizon.
  ///   - share: s of contact for which the moment stands.
  mutating func learn(_ features: MotionFeatures, truth: SIMD2<Double>, share: Double) {
    solve()
    let miss = truth - Self.sum(features, weights)
    let size = (miss * miss).sum().squareRoot()
    let kept = 1 / (1 + share / Self.memory)
    time = time * kept + share
    error = error * kept + share * size
    held = held * kept + share * (truth * truth).sum().squareRoot()
    let weight = share / (size + 0.5 * error / time + 1e-9)
    var place = 0
    for i in 0..<MotionFeatures.count {
      let feature = features.velocities[i]
      targets[i] = targets[i] * kept + weight * (feature * truth).sum()
      for j in i..<MotionFeatures.count {
        products[place] =
          products[place] * kept + weight * (feature * features.velocities[j]).sum()
        place += 1
      }
    }
    isSolved = false
  }

  static func sum(_ features: MotionFeatures, _ weights: Weights) -> SIMD2<Double> {
    var sum = SIMD2<Double>.zero
    for i in 0..<MotionFeatures.count { sum += features.velocities[i] * weights[i] }
    return sum
  }

  /// Makes the weights those of all that was learned: Cholesky's way.
  mutating func solve() {
    guard !isSolved else { return }
    isSolved = true
    // The three plain features' mean square, as if it had been seen for the prior's time.
    let energy = (products[0] + products[7] + products[13]) / 3
    let ridge = Self.priorTime * energy / time + 1e-12
    let n = MotionFeatures.count
    var lower = InlineArray<49, Double>(repeating: 0)
    var place = 0
    for i in 0..<n {
      for j in i..<n {
        lower[j * n + i] = products[place] + (i == j ? ridge : 0)
        place += 1
      }
    }
    var solution = Weights(repeating: 0)
    for i in 0..<n {
      // Not `0...i`, which allocates where nothing is optimised.
      for j in 0..<(i + 1) {
        var rest = lower[i * n + j]
        for k in 0..<j { rest -= lower[i * n + k] * lower[j * n + k] }
        if i == j {
          guard rest > 0 else { return }
          lower[i * n + i] = rest.squareRoot()
        } else {
          lower[i * n + j] = rest / lower[j * n + j]
        }
      }
      var rest = targets[i] + ridge * prior[i]
      for k in 0..<i { rest -= lower[i * n + k] * solution[k] }
      solution[i] = rest / lower[i * n + i]
    }
    // By a plain loop, as `reversed` allocates where nothing is optimised.
    var i = n
    while i > 0 {
      i -= 1
      var rest = solution[i]
      for k in (i + 1)..<n { rest -= lower[k * n + i] * solution[k] }
      solution[i] = rest / lower[i * n + i]
    }
    for i in 0..<n where !solution[i].isFinite { return }
    weights = solution
  }
}
