import PencilCore
import PencilTestSupport

/// Scripts of readings, and events as lines: `## name`, readings, a blank line, the events that they make.
///
/// A reading: `time tool words…`, where the tool is `-` for none; or `time unplug`. All of the reading is on its
/// line. Words: `touch` (else up), `notouch` (no BTN_TOUCH), `noforce`, `notilt`; `f=` force, `x=` share of the
/// width, `alt=` and `az=` in degrees, `b=` buttons by comma, `s=` serial, `hw=` id, `stale` (tilt not
/// reported yet), `guess`, `gap`, `kept` (nothing reported), `lifts`, `made`; `@2`: the second tablet.
/// ``EventLines`` writes the events.
struct TrackerScript {
  var name: String
  var readings: [String] = []
  var expected: [String] = []

  static func scripts(_ text: String) -> [TrackerScript] {
    var scripts: [TrackerScript] = []
    var isExpected = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("## ") {
        scripts.append(TrackerScript(name: String(line.dropFirst(3))))
        isExpected = false
      } else if line.isEmpty {
        isExpected = scripts.last.map { !$0.readings.isEmpty } ?? false
      } else if !scripts.isEmpty {
        let last = scripts.count - 1
        if isExpected {
          scripts[last].expected.append(line)
        } else {
          scripts[last].readings.append(line)
        }
      }
    }
    return scripts
  }

  /// What is wrong: the name, then found lines (+) in place of expected ones (-); `nil`: nothing.
  var fault: String? {
    var found: [String] = []
    var numbers = Numbers()
    var trackers = [
      StrokeTracker(tablet: 1, attachment: 1), StrokeTracker(tablet: 2, attachment: 2),
    ]
    for line in readings {
      let tablet = line.hasSuffix("@2") ? 1 : 0
      let emit: (TrackerEvent) -> Void = { found.append(EventLines.line($0)) }
      guard let reading = Self.reading(line) else { return "\(name): not a reading: \(line)" }
      if line.contains("unplug") {
        trackers[tablet].end(time: reading.time, numbers: &numbers, emit: emit)
      } else {
        trackers[tablet].track(reading, numbers: &numbers, emit: emit)
      }
    }
    guard found != expected else { return nil }
    let difference = found.difference(from: expected).map { change in
      switch change {
      case .insert(let at, let line, _): "+\(at) \(line)"
      case .remove(let at, let line, _): "-\(at) \(line)"
      }
    }
    return ([name] + difference).joined(separator: "\n")
  }

  static func tool(_ name: Substring) -> ToolType? { ToolType.allCases.first { "\($0)" == name } }

  static func reading(_ line: String) -> Reading? {
    let words = line.split(separator: " ")
    guard words.count >= 2, let time = UInt64(words[0]) else { return nil }
    var reading = Reading()
    reading.time = time
    reading.tool = tool(words[1])
    guard reading.tool != nil || words[1] == "-" || words[1] == "unplug" else { return nil }
    reading.touch = false
    reading.available = [.position, .force]
    reading.values.altitude = .pi / 2
    reading.tiltQuantum = 1 / 57
    var isStale = false
    var isUnreported = false
    for word in words.dropFirst(2) {
      let parts = word.split(separator: "=", maxSplits: 1)
      let value = parts.count == 2 ? parts[1] : ""
      switch parts[0] {
      case "touch": reading.touch = true
      case "notouch": reading.touch = nil
      case "noforce": reading.available.remove(.force)
      case "stale": isStale = true
      case "guess": reading.tiltUnitGuessed = true
      case "gap": reading.afterGap = true
      case "kept": isUnreported = true
      case "lifts": reading.liftsOnly = true
      case "made": reading.flags.insert(.synthetic)
      case "@2": break
      case "s": reading.serial = UInt32(value) ?? 0
      case "hw": reading.hardwareID = UInt32(value) ?? 0
      case "f":
        reading.values.force = Float(value) ?? 0
        reading.rawPressure = Int32(reading.values.force * 1000)
      case "x": reading.values.nx = Float(value) ?? 0
      case "alt", "az":
        let angle = (Float(value) ?? 0) * .pi / 180
        reading.available.insert(.tilt)
        if parts[0] == "alt" {
          reading.values.altitude = angle
        } else {
          reading.values.azimuth = angle
        }
      case "b":
        for name in value.split(separator: ",") {
          for number in 0..<Buttons.knownCount
          where Buttons.name(ofNumber: number).description == name {
            reading.buttons.insert(Buttons(number: number))
          }
        }
      default: return nil
      }
    }
    reading.known = isStale ? reading.available.subtracting(.tilt) : reading.available
    reading.reported = isUnreported ? [] : reading.known
    return reading
  }
}
