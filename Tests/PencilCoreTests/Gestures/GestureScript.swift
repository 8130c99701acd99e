import PencilCore

/// Scripts of readings, and the gestures that come of them: ``TrackerScript``'s form, with times in ms.
///
/// A reading has these words, too: `mm=` and `my=`: its place in mm. `time expire`: the clock alone. Behind the name,
/// after `|`, stand settings: `on=`, `off=` (`double triple hold contact`, by comma), `when=`, `press=`, `gap=min-max`,
/// `hold=` in ms, `travel=` in mm, `quiet` (no reasons).
///
/// A gesture: `time kind [phase] button presses`, the presses by their number in the script, then `#stroke`, `x=` in mm,
/// `out` (no pose). A reason: `time name button values…` in ms or mm.
struct GestureScript {
  var script: TrackerScript
  private var settings = PressSettings()
  private var isQuiet = false
  private var isWrong = false

  static func scripts(_ text: String) -> [GestureScript] {
    TrackerScript.scripts(text).map(GestureScript.init)
  }

  private init(_ script: TrackerScript) {
    self.script = script
    let parts = script.name.split(separator: "|")
    for word in parts.count > 1 ? parts[1].split(separator: " ") : [] { set(word) }
  }

  private mutating func set(_ word: Substring) {
    let parts = word.split(separator: "=")
    let value = parts.count > 1 ? parts[1] : ""
    switch parts[0] {
    case "on", "off":
      for name in value.split(separator: ",") {
        let kinds: [Substring: GestureSet] = [
          "double": .doublePress, "triple": .triplePress, "hold": .hold, "contact": .contactPress,
        ]
        guard let kind = kinds[name] else { return isWrong = true }
        for button in 0..<PressSettings.buttons {
          if parts[0] == "on" {
            settings.on[button].insert(kind)
          } else {
            settings.on[button].remove(kind)
          }
        }
      }
    case "when": settings.place = PressSettings.Place(rawValue: String(value)) ?? .any
    case "press": settings.pressMax = GestureScript.µs(value) ?? 0
    case "hold": settings.holdTime = GestureScript.µs(value) ?? 0
    case "gap":
      let limits = value.split(separator: "-").compactMap { GestureScript.µs($0) }
      (settings.gapMin, settings.gapMax) = (limits[0], limits[1])
    case "travel": settings.travel = Float(value) ?? 0
    case "quiet": isQuiet = true
    default: isWrong = true
    }
  }

  private static func µs(_ text: Substring) -> UInt64? {
    Double(text).map { UInt64(($0 * 1000).rounded()) }
  }

  /// What is wrong: the name, then found lines (+) in place of expected ones (-); `nil`: nothing.
  var fault: String? {
    let found = self.found
    guard found != script.expected else { return nil }
    let difference = found.difference(from: script.expected).map { change in
      switch change {
      case .insert(let at, let line, _): "+\(at) \(line)"
      case .remove(let at, let line, _): "-\(at) \(line)"
      }
    }
    return ([script.name] + difference).joined(separator: "\n")
  }

  /// The gestures and reasons of all readings.
  private var found: [String] {
    guard !isWrong else { return ["not a setting"] }
    var lines: [String] = []
    var numbers = Numbers()
    var tracker = StrokeTracker(tablet: 1, attachment: 1)
    var recognizer = PressRecognizer()
    recognizer.settings = settings
    recognizer.makesReasons = !isQuiet
    var presses: UInt64 = 0
    let emit: (TrackerEvent) -> Void = { event in
      if case .button(let change) = event, change.isPressed { presses += 1 }
      recognizer.take(event, number: presses) { lines.append(Self.line($0)) }
    }
    for line in script.readings {
      let words = line.split(separator: " ")
      guard let time = Self.µs(words[0]) else { return ["not a time: \(line)"] }
      if words[1] == "expire" {
        guard let deadline = recognizer.nextDeadline, deadline <= time else { continue }
        recognizer.expire(now: time) { lines.append(Self.line($0)) }
        continue
      }
      guard let reading = Self.reading(words, time: time) else { return ["no reading: \(line)"] }
      if words[1] == "unplug" {
        tracker.end(time: time, numbers: &numbers, emit: emit)
        recognizer.finish(time: time) { lines.append(Self.line($0)) }
      } else {
        tracker.track(reading, numbers: &numbers, emit: emit)
      }
    }
    return lines
  }

  private static func reading(_ words: [Substring], time: UInt64) -> Reading? {
    let isPlace: (Substring) -> Bool = { $0.hasPrefix("mm=") || $0.hasPrefix("my=") }
    let rest = words.dropFirst().filter { !isPlace($0) }
    guard var reading = TrackerScript.reading("\(time) \(rest.joined(separator: " "))") else {
      return nil
    }
    for word in words.filter(isPlace) {
      reading.available.insert(.millimetres)
      let value = Float(word.dropFirst(3)) ?? 0
      if word.hasPrefix("mm") { reading.values.x = value } else { reading.values.y = value }
    }
    return reading
  }

  private static func line(_ decision: PressDecision) -> String {
    switch decision {
    case .gesture(let gesture):
      var words = ["\(thousandths(Int(gesture.time))) \(gesture.kind)"]
      if gesture.kind == .hold { words.append("\(gesture.phase)") }
      words.append("\(Buttons.name(ofNumber: Int(gesture.button)))")
      let presses = (0..<gesture.presses.count).map { "\(gesture.presses[$0])" }
      words.append(presses.joined(separator: "+"))
      if gesture.stroke != 0 { words.append("#\(gesture.stroke)") }
      if let x = gesture.pose.x { words.append("x=\(x)") }
      if gesture.pose.available.isEmpty { words.append("out") }
      return words.joined(separator: " ")
    case .reason(let reason, _, let time):
      let name = ReasonName(stage: reason.stage, code: reason.code)
      var words = ["\(thousandths(Int(time))) \(name.map { "\($0)" } ?? "unknown")"]
      if name == .chord {
        for number in 0..<Buttons.knownCount where reason.values[0] >> Int32(number) & 1 == 1 {
          words.append("\(Buttons.name(ofNumber: number))")
        }
        return words.joined(separator: " ")
      }
      words.append("\(Buttons.name(ofNumber: Int(reason.values[0])))")
      if name == .otherButtonBetween {
        words.append("\(Buttons.name(ofNumber: Int(reason.values[1])))")
      } else {
        for i in 1..<3 where reason.values[i] != 0 || (name == .bounce && i == 1) {
          words.append(thousandths(Int(reason.values[i])))
        }
      }
      return words.joined(separator: " ")
    }
  }

  /// 1500 as `1.5`.
  private static func thousandths(_ number: Int) -> String {
    guard number % 1000 != 0 else { return "\(number / 1000)" }
    var text = "\(number / 1000).\(String(number % 1000 + 1000).dropFirst())"
    while text.hasSuffix("0") { text.removeLast() }
    return text
  }
}
