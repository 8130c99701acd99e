import PencilCore

/// Scripts of input frames, and what is told of force: `## name`, `settings`, frames, a blank line, what is told.
///
/// A frame: `ms words…`: what the kernel *sent*; the rest stands as it was. `touch`, `up`; `x` position; `z` roll;
/// `w` wheel; `t` tilt; `p=` pressure, 0…2047; `m` marker; `ts=` MSC_TIMESTAMP; `b`, `nob` the button; `in`,
/// `in=airbrush`, `out` the tool; `hw=` its id in hex; `gap`; `expire`: the clock alone; `unplug`.
///
/// Told: `ms phase index value`, where the value is in units of pressure, with `~` where it is an estimate and `?`
/// where it expects an update; `ms update index value cause` with `~` where it stays an estimate; `ms final stroke`.
/// Hover is not told.
struct EstimateScript {
  var name: String
  var settings = EstimateSettings()
  var frames: [String] = []
  var expected: [String] = []

  static func scripts(_ text: String) -> [EstimateScript] {
    var scripts: [EstimateScript] = []
    var isExpected = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("## ") {
        scripts.append(EstimateScript(name: String(line.dropFirst(3))))
        isExpected = false
        continue
      }
      guard !scripts.isEmpty else { continue }
      let last = scripts.count - 1
      if line.isEmpty {
        isExpected = !scripts[last].frames.isEmpty
      } else if line.hasPrefix("lag=") {
        scripts[last].settings = EstimateSettings(pressureLag: Int(line.dropFirst(4)) ?? 0)
      } else if line == "splits" {
        scripts[last].settings = EstimateSettings(splitsReports: true)
      } else if isExpected {
        scripts[last].expected.append(line)
      } else {
        scripts[last].frames.append(line)
      }
    }
    return scripts
  }

  /// What is wrong: the name, then found lines (+) in place of expected ones (-); `nil`: nothing.
  var fault: String? {
    var rig = EstimateRig(settings: settings)
    var reading = EstimateRig.reading
    for line in frames {
      let words = line.split(separator: " ")
      guard let first = words.first, let time = Double(first) else { return "\(name): \(line)" }
      reading.time = UInt64(time * 1000)
      reading.reported = []
      reading.hasMarker = false
      reading.timestamp = nil
      reading.afterGap = false
      if words.contains("expire") {
        rig.expire(now: reading.time)
      } else if words.contains("unplug") {
        rig.end(time: reading.time)
      } else {
        for word in words.dropFirst() where !EstimateScript.apply(word, to: &reading) {
          return "\(name): \(word)"
        }
        rig.take(reading)
      }
    }
    let found = rig.events.compactMap { EstimateScript.line($0) }
    guard found != expected else { return nil }
    return ([name] + found.difference(from: expected).map(EstimateScript.change)).joined(
      separator: "\n")
  }

  private static func change(_ change: CollectionDifference<String>.Change) -> String {
    switch change {
    case .insert(let at, let line, _): "+\(at) \(line)"
    case .remove(let at, let line, _): "-\(at) \(line)"
    }
  }

  private static func apply(_ word: Substring, to reading: inout Reading) -> Bool {
    let parts = word.split(separator: "=", maxSplits: 1)
    let value = parts.count == 2 ? parts[1] : ""
    switch parts[0] {
    case "touch": reading.touch = true
    case "up": reading.touch = false
    case "x":
      reading.reported.insert(.position)
      reading.values.nx += 0.001
    case "z": reading.reported.insert(.roll)
    case "w": reading.reported.insert(.slider)
    case "t": reading.reported.insert(.tilt)
    case "p":
      reading.reported.insert(.force)
      reading.rawPressure = Int32(value) ?? 0
      reading.values.force = Float(reading.rawPressure) / 2047
    case "m": reading.hasMarker = true
    case "ts": reading.timestamp = UInt32(value)
    case "b": reading.buttons = .stylus
    case "nob": reading.buttons = []
    case "hw": reading.hardwareID = UInt32(value, radix: 16) ?? 0
    case "gap": reading.afterGap = true
    case "in": reading.tool = value == "airbrush" ? .airbrush : value == "eraser" ? .eraser : .pen
    case "out": reading.tool = nil
    default: return false
    }
    return true
  }

  private static func units(_ force: Float) -> Int { Int((force * 2047).rounded()) }

  private static func line(_ event: TrackerEvent) -> String? {
    func milliseconds(_ time: UInt64) -> String {
      time % 1000 == 0 ? "\(time / 1000)" : "\(Double(time) / 1000)"
    }
    switch event {
    case .sample(let sample):
      guard sample.phase.isInStroke else { return nil }
      let isEstimated = sample.estimated.contains(.force)
      let isExpecting = sample.expecting.contains(.force)
      return "\(milliseconds(sample.time)) \(sample.phase) \(sample.index) "
        + "\(isEstimated ? "~" : "")\(units(sample.values.force))\(isExpecting ? "?" : "")"
    case .update(let update):
      let isEstimated = update.estimated.contains(.force)
      return "\(milliseconds(update.time)) update \(update.index) "
        + "\(isEstimated ? "~" : "")\(units(update.value)) \(update.cause)"
    case .stroke(let stroke):
      return "\(milliseconds(stroke.time)) final \(stroke.stroke)"
        + (stroke.isCancelled ? " cancelled" : "")
    default: return nil
    }
  }
}

/// A tracker and an estimator, and what they told.
struct EstimateRig {
  var tracker: StrokeTracker
  var estimator: ForceEstimator
  var numbers = Numbers()
  var events: [TrackerEvent] = []

  init(settings: EstimateSettings = EstimateSettings(), attachment: UInt32 = 1) {
    tracker = StrokeTracker(tablet: 1, attachment: attachment)
    estimator = ForceEstimator(settings)
  }

  /// A pen in range that has told nothing yet.
  static var reading: Reading {
    var reading = Reading()
    reading.tool = .pen
    reading.touch = false
    reading.available = [.position, .force, .tilt, .roll]
    reading.values.altitude = 1
    reading.known = .tilt
    reading.forceStep = 1 / 2047
    return reading
  }

  mutating func take(_ reading: Reading) {
    estimator.take(reading, tracker: &tracker, numbers: &numbers) { events.append($0) }
  }

  mutating func expire(now: UInt64) {
    estimator.expire(now: now, tracker: &tracker) { events.append($0) }
  }

  mutating func end(time: UInt64) {
    estimator.end(time: time, tracker: &tracker, numbers: &numbers) { events.append($0) }
  }
}
