/// How the pen moves at one moment, as seven velocities whose weighted sum is the guess of what comes.
///
/// Each is a number times a difference of positions, so that a turned or larger drawing has a turned or larger
/// prediction; the weights are the same for both axes.
struct MotionFeatures: Sendable {
  static let count = 7

  /// In units of the position a millisecond.
  var velocities = InlineArray<7, SIMD2<Double>>(repeating: .zero)
  /// The fastest of the last two steps: what a prediction is measured against.
  var speed = 0.0

  init() {}

  /// - Parameters:
  ///   - history: its last knot is the moment.
  ///   - step: ms; the path is looked at so long ago, and two, and four times that.
  init(_ history: borrowing PathHistory, step: Double) {
    var number = history.count - 1
    let now = history[number]
    let µs = step * 1000
    func back(_ steps: Double) -> Int64 { now.time - Int64(steps * µs) }
    let p1 = history.position(at: back(1), from: &number)
    let p2 = history.position(at: back(2), from: &number)
    let p4 = history.position(at: back(4), from: &number)
    let v1 = (now.position - p1) / step
    let v2 = (p1 - p2) / step
    let v3 = (p2 - p4) / (2 * step)
    let s1 = (v1 * v1).sum().squareRoot()
    let s2 = (v2 * v2).sum().squareRoot()
    speed = max(s1, s2)
    guard speed > 0 else { return }
    // 0: straight on; 1: a right angle; 2: back.
    let turn = s1 > 0 && s2 > 0 ? 1 - (v1 * v2).sum() / (s1 * s2) : 1
    // −1: stopping; 1: starting.
    let gain = (s1 - s2) / speed
    let change = v1 - v2
    velocities = [
      v1, change, v2 - v3, v1 * turn, change * turn, v1 * gain, change * gain,
    ]
  }
}
