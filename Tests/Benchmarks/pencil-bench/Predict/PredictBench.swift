import PencilCore

/// How far predictions are off, by file, horizon and method.
///
/// Truth is the path at event time t + h by linear interpolation. Every sample in contact counts whose truth is still
/// in contact; no prediction counts as holding still.
enum PredictBench {
  static let horizons = [8.0, 16.0, 32.0]

  /// Errors of one method at one horizon in one file, mm.
  struct Score {
    var mean = 0.0
    var p95 = 0.0
    /// Mean of the error's part along the way that the pen really went, and across it.
    var along = 0.0
    var across = 0.0
    /// How much successive errors differ: what an eye sees tremble.
    var jitter = 0.0
    var means: [Double] = []
    /// The worst stroke's mean, over holding still.
    func worst(than hold: Score) -> Double {
      zip(means, hold.means).map { $1 > 1e-6 ? $0 / $1 : $0 > 1e-6 ? .infinity : 1 }.max() ?? 0
    }
  }

  static func run(into report: inout Report) throws {
    var lines: [String] = []
    for file in try StrokeFile.all() {
      for horizon in horizons {
        let hold = score(Hold(), file, horizon)
        let kalmans = Kalman.jerks.map { score(Kalman(jerk: $0), file, horizon) }
        let rivals = [
          (Hold.name, hold), (TwoPointLine.name, score(TwoPointLine(), file, horizon)),
          (Kalman.name, kalmans.min { $0.mean < $1.mean } ?? hold),
        ]
        let ours = score(Ours(), file, horizon)
        add(file.name, horizon, ours, hold, rivals, &report)
        for (name, score) in rivals + [(Ours.name, ours)] {
          lines.append(line(file.name, horizon, name, score, hold))
        }
      }
    }
    report.remark(
      "\nmm; less: how much below holding still; worst: the worst stroke's mean over holding\n"
        + "file                ms  method           mean  less    p95  along across jitter worst")
    for line in lines { report.remark(line) }
  }

  private static func add(
    _ file: String, _ horizon: Double, _ ours: Score, _ hold: Score, _ rivals: [(String, Score)],
    _ report: inout Report
  ) {
    let name = "\(file) \(Int(horizon)) ms"
    guard let best = rivals.min(by: { $0.1.mean < $1.1.mean }) else { return }
    let share = horizon == 16 ? 0.55 : horizon == 32 ? 0.65 : 1
    report.add(
      Figure(
        name: "\(name) mean", value: ours.mean, unit: "mm", decimals: 3, floor: best.1.mean,
        floorName: best.0, budget: min(best.1.mean, share * hold.mean), isGate: true))
    report.add(
      Figure(
        name: "\(name) p95", value: ours.p95, unit: "mm", decimals: 3, budget: hold.p95,
        isGate: true))
    report.add(
      Figure(
        name: "\(name) worst stroke", value: ours.worst(than: hold), unit: "× hold", decimals: 2,
        budget: 1.5, isGate: true))
  }

  private static func line(
    _ file: String, _ horizon: Double, _ name: String, _ score: Score, _ hold: Score
  ) -> String {
    func right(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    func left(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - text.count))
    }
    let less = Text.fixed(100 * (1 - score.mean / hold.mean), 1) + "%"
    let numbers = [score.p95, score.along, score.across, score.jitter].map {
      right(Text.fixed($0, 3), 7)
    }
    return left(file, 19) + right(String(Int(horizon)), 3) + "  " + left(name, 15)
      + right(Text.fixed(score.mean, 3), 7) + right(less, 7) + numbers.joined()
      + right(Text.fixed(score.worst(than: hold), 2), 6)
  }

  private static func score<P: Predicting>(
    _ method: P, _ file: StrokeFile, _ horizon: Double
  ) -> Score {
    var method = method
    var score = Score()
    var errors: [Double] = []
    var jitters: [Double] = []
    for stroke in file.strokes {
      var place = 0
      var before: SIMD2<Double>?
      var sum = 0.0
      var count = 0
      for sample in stroke {
        method.observe(sample)
        let guess = method.offset(after: horizon)
        guard let truth = position(in: stroke, at: sample.milliseconds + horizon, from: &place)
        else { continue }
        let moved = truth - sample.position
        let error = guess - moved
        let size = error.length
        errors.append(size)
        sum += size
        count += 1
        let way = moved.length > 0 ? moved / moved.length : .zero
        let along = moved.length > 0 ? abs((error * way).sum()) : size
        score.along += along
        score.across += max(size * size - along * along, 0).squareRoot()
        if let before { jitters.append((error - before).length) }
        before = error
      }
      if count > 0 { score.means.append(sum / Double(count)) }
    }
    let count = Double(max(errors.count, 1))
    score.mean = errors.reduce(0, +) / count
    score.along /= count
    score.across /= count
    score.jitter = jitters.reduce(0, +) / Double(max(jitters.count, 1))
    errors.sort()
    score.p95 = errors.isEmpty ? 0 : errors[min(errors.count - 1, errors.count * 95 / 100)]
    return score
  }

  /// Where a stroke was at a time, `nil` after its end; `place` only goes on.
  private static func position(
    in stroke: [Sample], at ms: Double, from place: inout Int
  ) -> SIMD2<Double>? {
    while place < stroke.count, stroke[place].milliseconds < ms { place += 1 }
    guard place < stroke.count else { return nil }
    guard place > 0 else { return stroke[0].position }
    let (a, b) = (stroke[place - 1], stroke[place])
    let gap = b.milliseconds - a.milliseconds
    guard gap > 0 else { return b.position }
    return a.position + (b.position - a.position) * ((ms - a.milliseconds) / gap)
  }
}

extension SIMD2<Double> {
  var length: Double { (self * self).sum().squareRoot() }
}
