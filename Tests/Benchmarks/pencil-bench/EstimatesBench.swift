import PencilCore
import PencilInput
import PencilSystem

/// How far estimated forces are from the real ones, at publication and after their update, beside holding the last
/// value; on strokes whose real forces are known, of which some are withheld from the estimator.
enum EstimatesBench {
  /// A stroke's real forces in contact.
  struct Stroke {
    var times: [UInt64] = []
    var forces: [Float] = []
  }

  /// What is withheld.
  enum Loss: CaseIterable {
    case odd, even, firstTwo, lagOne, lagTwo

    var name: String {
      switch self {
      case .odd: "every other missing (odd)"
      case .even: "every other missing (even)"
      case .firstTwo: "first two missing"
      case .lagOne: "lag 1"
      case .lagTwo: "lag 2"
      }
    }

    var settings: EstimateSettings {
      switch self {
      case .odd, .even: EstimateSettings(splitsReports: true)
      case .firstTwo: EstimateSettings()
      case .lagOne: EstimateSettings(pressureLag: 1)
      case .lagTwo: EstimateSettings(pressureLag: 2)
      }
    }
  }

  static func run(into report: inout Report) throws {
    let folder = try StrokeFile.dataFolder()
    let signal = try signal(folder + "/strokes/bdalab-signal.svc")
    measure("bdalab-signal", signal, into: &report)
    for file in recordings {
      let strokes = try strokes(of: folder + "/recordings/" + file + ".evemu")
      measure(file, strokes, into: &report)
    }
    report.remark("Shares of the axis's maximum. floor: holding the last value, at publication.")
  }

  /// Those with pressure.
  private static let recordings = [
    "wacom-cintiq-12wx", "wacom-cintiq-13hd.part1", "wacom-cintiq-13hd.part2",
    "wacom-cintiq-13hd.part3", "wacom-cintiq-22hdt-pen.part1", "wacom-dth2242-pen",
    "wacom-intuos4-6x9-stylus-tap",
  ]

  private static func measure(_ name: String, _ strokes: [Stroke], into report: inout Report) {
    for loss in Loss.allCases {
      let found = errors(strokes, loss)
      guard !found.held.isEmpty else { continue }
      let (held, told, final) = (
        Errors(found.held), Errors(found.published), Errors(found.updated)
      )
      let isSplit = loss == .odd || loss == .even
      let isSignal = name == "bdalab-signal"
      report.add(
        Figure(
          name: "\(name): \(loss.name), published", value: told.mean, unit: "mean", decimals: 4,
          floor: held.mean, floorName: "hold", budget: loss == .firstTwo ? nil : held.mean,
          isGate: loss != .firstTwo))
      report.add(
        Figure(
          name: "\(name): \(loss.name), published", value: told.high, unit: "p95", decimals: 4,
          floor: held.high, floorName: "hold"))
      report.add(
        Figure(
          name: "\(name): \(loss.name), updated", value: final.mean, unit: "mean", decimals: 4,
          floor: held.mean, floorName: "hold",
          budget: isSplit ? (isSignal ? 0.003 : 0.6 * held.mean) : nil, isGate: isSplit))
      report.add(
        Figure(
          name: "\(name): \(loss.name), updated", value: final.high, unit: "p95", decimals: 4,
          floor: held.high, floorName: "hold"))
      if isSplit, !found.lifted.isEmpty {
        report.add(
          Figure(
            name: "\(name): \(loss.name), last before the lift", value: Errors(found.lifted).mean,
            unit: "mean", decimals: 4))
      }
    }
  }

  struct Errors {
    var mean = 0.0
    var high = 0.0

    init(_ errors: [Float]) {
      guard !errors.isEmpty else { return }
      mean = errors.reduce(0) { $0 + Double($1) } / Double(errors.count)
      let sorted = errors.sorted()
      high = Double(sorted[min(errors.count * 95 / 100, errors.count - 1)])
    }
  }

  private struct Found {
    var held: [Float] = []
    var published: [Float] = []
    var updated: [Float] = []
    /// Of those that no value ever came behind.
    var lifted: [Float] = []
  }

  private static func errors(_ strokes: [Stroke], _ loss: Loss) -> Found {
    var found = Found()
    var tracker = StrokeTracker(tablet: 1, attachment: 1)
    var numbers = Numbers()
    var estimator = ForceEstimator(loss.settings)
    // A tool that is new would not be believed yet.
    if loss == .firstTwo { teach(&estimator, &tracker, &numbers, from: strokes) }
    var truth: [UInt32: (force: Float, held: Float)] = [:]
    var now: (force: Float, held: Float) = (0, 0)
    var offset: UInt64 = 10_000_000
    func emit(_ event: TrackerEvent) {
      switch event {
      case .sample(let sample) where sample.phase.isInStroke && !sample.expecting.isEmpty:
        truth[sample.index] = now
        found.published.append(abs(sample.values.force - now.force))
        found.held.append(abs(now.held - now.force))
      case .update(let update):
        guard let real = truth[update.index] else { return }
        let error = abs(update.value - real.force)
        if update.cause == .lifted { found.lifted.append(error) }
        found.updated.append(error)
      default: break
      }
    }
    for stroke in strokes where stroke.times.count > 4 {
      var reading = blank
      let begin = stroke.times[0]
      var held: Float = 0
      let lag = loss.settings.pressureLag
      for i in stroke.times.indices {
        reading.time = offset + stroke.times[i] - begin
        reading.touch = true
        reading.reported = .position
        let isSent: Bool =
          switch loss {
          case .odd: i % 2 == 0 || i == 0
          case .even: i % 2 == 1 || i == 0
          case .firstTwo: i >= 2
          case .lagOne, .lagTwo: true
          }
        if isSent {
          let force = i >= lag ? stroke.forces[i - lag] : 0
          reading.reported.insert(.force)
          reading.values.force = force
        }
        now = (stroke.forces[i], held == 0 ? ToolPrior.force : held)
        if isSent, reading.values.force > 0 { held = reading.values.force }
        if lag > 0 { now.held = held == 0 ? ToolPrior.force : held }
        estimator.take(reading, tracker: &tracker, numbers: &numbers, emit: emit)
      }
      offset = reading.time
      reading.touch = false
      for i in 0...lag {
        offset += 8000
        reading.time = offset
        let at = stroke.forces.count + i - lag
        reading.reported = [.position, .force]
        reading.values.force = at < stroke.forces.count ? stroke.forces[at] : 0
        estimator.take(reading, tracker: &tracker, numbers: &numbers, emit: emit)
      }
      offset += 500_000
    }
    estimator.end(time: offset, tracker: &tracker, numbers: &numbers, emit: emit)
    return found
  }

  /// What one who holds has before the first value: the estimator's own start.
  private enum ToolPrior { static let force: Float = 0.05 }

  private static var blank: Reading {
    var reading = Reading()
    reading.tool = .pen
    reading.touch = false
    reading.available = [.position, .force]
    reading.forceStep = 1 / 1023
    return reading
  }

  /// Shows a tool that touches before its pressure comes, twice.
  private static func teach(
    _ estimator: inout ForceEstimator, _ tracker: inout StrokeTracker, _ numbers: inout Numbers,
    from strokes: [Stroke]
  ) {
    var reading = blank
    for (i, stroke) in strokes.prefix(2).enumerated() {
      for (j, force) in [Float(0), 0, stroke.forces.first ?? 0.05, 0].enumerated() {
        reading.time = UInt64(i * 1_000_000 + j * 8000)
        reading.touch = j < 3
        reading.values.force = force
        reading.reported = j < 2 ? .position : [.position, .force]
        estimator.take(reading, tracker: &tracker, numbers: &numbers) { _ in }
      }
    }
  }
}

// MARK: - Data

extension EstimatesBench {
  private static func bytes(_ path: String) throws -> [UInt8] {
    do throws(Errno) { return try Files.contents(of: path, limit: 64 << 20) } catch {
      throw BenchError("\(path): \(error)")
    }
  }

  /// `x mm, y mm, time s, on paper, azimuth, altitude, pressure` a line; the pressure is a share.
  private static func signal(_ path: String) throws -> [Stroke] {
    var strokes: [Stroke] = []
    var stroke = Stroke()
    let text = String(decoding: try bytes(path), as: UTF8.self)
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").compactMap { Double($0) }
      guard words.count == 7 else { continue }
      if words[3] == 1 {
        stroke.times.append(UInt64((words[2] * 1e6).rounded()))
        // In contact it is never 0.
        stroke.forces.append(max(Float(words[6]), 1 / 1023))
      } else if !stroke.times.isEmpty {
        strokes.append(stroke)
        stroke = Stroke()
      }
    }
    if !stroke.times.isEmpty { strokes.append(stroke) }
    return strokes
  }

  /// Strokes whose pressure is the pen's own in each report: those of art pens and airbrushes are split already, so
  /// that their real forces are not known.
  static func strokes(of path: String) throws -> [Stroke] {
    let recording: Recording
    do { recording = try Recording.parse(try bytes(path), file: path) } catch {
      throw BenchError("\(path): \(error)")
    }
    var calibrator = Calibrator(recording.tablets[0].description)
    var tracker = StrokeTracker(tablet: 1, attachment: 1)
    var numbers = Numbers()
    var strokes: [Stroke] = []
    var stroke = Stroke()
    var estimator = ForceEstimator()
    var isSplit = false
    var replay = Replay(recording, origin: 0)
    while let tablet = replay.advance(to: .max) {
      let frame = replay.frame(of: tablet)
      let reading = calibrator.reading(of: frame)
      estimator.take(reading, tracker: &tracker, numbers: &numbers) { event in
        guard case .sample(let sample) = event, sample.available.contains(.force) else { return }
        if !sample.expecting.isEmpty { isSplit = true }
        switch sample.phase {
        case .began, .moved:
          stroke.times.append(sample.time)
          stroke.forces.append(sample.values.force)
        case .ended, .cancelled:
          if !isSplit { strokes.append(stroke) }
          stroke = Stroke()
          isSplit = false
        default: break
        }
      }
    }
    return strokes
  }
}
