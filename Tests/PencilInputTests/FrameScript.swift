import PencilCore
import PencilInput
import PencilTestSupport

/// Scripts of input frames, and what the stages, the calibration and the tracker make of them:
/// `## name | settings`, frames, a blank line, the expected lines.
///
/// A frame: `time word=value…`, the time in µs; all words of a line are one frame. Words are the kernel's names
/// without their prefixes: `PEN RUBBER AIRBRUSH MOUSE TOUCH STYLUS STYLUS2 STYLUS3 X Y P D TX TY SERIAL MISC SCAN`; a
/// line `time DROPPED word=…` is what libevdev found to be different after lost events, and `time LETGO word=…` what the
/// kernel lets go before a suspend. `time expire`: no frame
/// until then; `time unplug`.
///
/// The tablet has X and Y 0…1000 at 10 a mm, P 0…100, D 0…100, TX and TY ±60 at 57 a radian, and all keys.
/// Settings: `-TOUCH` and the like: it lacks this; `held=PEN,…`; `button` (`EraserButton=`), `timeout=` µs,
/// `window=` µs, `PEN>RUBBER` or `PEN>RUBBER:serial` (override), `range=UPPER:LOWER` of pressure; `reasons`; `others` (another
/// vendor than Wacom).
///
/// Lines are ``EventLines``', and `time reason: name values…`.
struct FrameScript {
  var name = ""
  var settings: [Substring] = []
  var frames: [Substring] = []
  var expected: [String] = []

  static func scripts(_ text: String) -> [FrameScript] {
    var scripts: [FrameScript] = []
    var isExpected = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("## ") {
        let parts = line.dropFirst(3).split(separator: "|", maxSplits: 1)
        let settings = parts.count == 2 ? parts[1].split(separator: " ") : []
        scripts.append(FrameScript(name: String(parts[0]), settings: settings))
        isExpected = false
      } else if scripts.isEmpty {
        continue
      } else if line.isEmpty {
        isExpected = true
      } else if isExpected {
        scripts[scripts.count - 1].expected.append(String(line))
      } else {
        scripts[scripts.count - 1].frames.append(line)
      }
    }
    return scripts
  }

  /// What is wrong: the name, then found lines (+) in place of expected ones (-); `nil`: nothing.
  var fault: String? {
    let found = self.found
    guard found != expected else { return nil }
    let difference = found.difference(from: expected).map { change in
      switch change {
      case .insert(let at, let line, _): "+\(at) \(line)"
      case .remove(let at, let line, _): "-\(at) \(line)"
      }
    }
    return ([name] + difference).joined(separator: "\n")
  }

  /// What came of the frames.
  var found: [String] {
    var tablet = FrameScript.tablet
    var settings = TabletSettings()
    var held = KeyMask()
    var makesReasons = false
    for word in self.settings {
      let value = word.split(separator: "=").last ?? ""
      if word.hasPrefix("-") {
        FrameScript.remove(word.dropFirst(), from: &tablet)
      } else if word.hasPrefix("held=") {
        held = KeyMask(value.split(separator: ",").compactMap { FrameScript.key($0) })
      } else if word.hasPrefix("timeout=") {
        settings.proximityTimeout = UInt64(value) ?? 0
      } else if word.hasPrefix("window=") {
        settings.toolChangeWindow = UInt64(value) ?? 0
      } else if word.contains(">") {
        FrameScript.override(word).map { settings.toolOverrides.append($0) }
      } else if word.hasPrefix("range=") {
        var overrides = TabletOverrides()
        let limits = value.split(separator: ":").compactMap { Int32($0) }
        overrides.pressureRange = .init(upper: limits[0], lower: limits[1])
        settings = TabletSettings(overrides, of: tablet)
      } else if word == "button" {
        settings.eraserButton = .button
      } else if word == "reasons" {
        makesReasons = true
      } else if word == "others" {
        tablet.vendor = 0x256c
      } else {
        return ["not a setting: \(word)"]
      }
    }
    var run = StageRun(tablet, settings: settings, held: held)
    run.makesReasons = makesReasons
    for line in frames { run.take(line) }
    return run.lines
  }

  private static func override(_ word: Substring) -> ToolOverride? {
    let parts = word.split(separator: ">")
    let to = parts[1].split(separator: ":")
    guard let from = key(parts[0]).flatMap({ PenKeys(code: $0).tool }),
      let tool = key(to[0]).flatMap({ PenKeys(code: $0).tool })
    else { return nil }
    return ToolOverride(from, to: tool, serial: to.count > 1 ? UInt32(to[1]) ?? 0 : 0)
  }

  static let keys: [Substring: UInt16] = [
    "PEN": KeyCode.toolPen, "RUBBER": KeyCode.toolRubber, "AIRBRUSH": KeyCode.toolAirbrush,
    "MOUSE": KeyCode.toolMouse, "TOUCH": KeyCode.touch, "STYLUS": KeyCode.stylus,
    "STYLUS2": KeyCode.stylus2, "STYLUS3": KeyCode.stylus3,
  ]
  static let axes: [Substring: PenAxis] = [
    "X": .x, "Y": .y, "P": .pressure, "D": .distance, "TX": .tiltX, "TY": .tiltY, "MISC": .misc,
  ]
  static func key(_ name: Substring) -> UInt16? { keys[name] }

  static var tablet: TabletDescription {
    var tablet = TabletDescription()
    tablet.vendor = TabletDescription.wacom
    tablet.keys = KeyMask(keys.values)
    tablet.miscellaneous = 1
    tablet.axes = [
      axis(.x, 0, 1000, 10), axis(.y, 0, 1000, 10), axis(.pressure, 0, 100),
      axis(.distance, 0, 100), axis(.tiltX, -60, 60, 57), axis(.tiltY, -60, 60, 57),
      axis(.misc, 0, 0),
    ]
    return tablet
  }

  private static func remove(_ name: Substring, from tablet: inout TabletDescription) {
    if let key = key(name) { tablet.keys.remove(key) }
    if let axis = axes[name] { tablet.axes.removeAll { $0.code == axis.code } }
    if name == "TILT" {
      tablet.axes.removeAll { $0.code == PenAxis.tiltX.code || $0.code == PenAxis.tiltY.code }
    }
    if name == "TOOLS" {
      for key in [KeyCode.toolPen, KeyCode.toolRubber, KeyCode.toolAirbrush, KeyCode.toolMouse] {
        tablet.keys.remove(key)
      }
    }
  }
}

/// One tablet's way from events to what the tracker tells, as the daemon's pipeline goes it.
struct StageRun {
  var assembler: FrameAssembler
  var stages: FrameStages
  var calibrator: Calibrator
  var tracker: StrokeTracker
  var numbers = Numbers()
  var lines: [String] = []
  var rules = TrackerRules()
  var makesReasons: Bool {
    get { stages.makesReasons }
    set { stages.makesReasons = newValue }
  }

  init(
    _ tablet: TabletDescription, settings: TabletSettings = TabletSettings(),
    held: KeyMask = KeyMask()
  ) {
    assembler = FrameAssembler(tablet, held: held)
    stages = FrameStages(tablet, settings: settings, held: held)
    calibrator = Calibrator(tablet)
    tracker = StrokeTracker(tablet: 1, attachment: 1, threshold: settings.contactThreshold)
  }

  mutating func take(_ line: Substring) {
    let words = line.split(separator: " ")
    guard let time = UInt64(words[0]) else { return lines.append("not a frame: \(line)") }
    switch words.count > 1 ? words[1] : "" {
    case "expire": return expire(time)
    case "unplug": return end(time)
    case "DROPPED": assembler.beginResync()
    default: break
    }
    for word in words.dropFirst() where word != "DROPPED" && word != "LETGO" {
      let parts = word.split(separator: "=")
      guard parts.count == 2, let value = Int32(parts[1]),
        let event = StageRun.event(parts[0], value)
      else { return lines.append("not an event: \(word)") }
      _ = assembler.add(type: event.0, code: event.1, value: value, time: time)
    }
    let isComplete = assembler.add(
      type: EventType.synchronisation, code: SyncCode.report,
      value: words.contains("LETGO") ? 1 : 0,
      time: time)
    if isComplete || assembler.endResync() { take(assembler.frame) }
  }

  private static func event(_ name: Substring, _ value: Int32) -> (UInt16, UInt16)? {
    if let key = FrameScript.key(name) { return (EventType.key, key) }
    if let axis = FrameScript.axes[name] { return (EventType.absolute, axis.code) }
    if name == "SERIAL" { return (EventType.miscellaneous, MiscCode.serial) }
    return name == "SCAN" ? (EventType.miscellaneous, MiscCode.scan) : nil
  }

  mutating func take(_ frame: InputFrame) {
    stages.take(frame, isBusy: tracker.isBusy)
    publish(frame.time)
  }

  mutating func expire(_ time: UInt64) {
    guard let deadline = stages.nextDeadline, deadline <= time else { return }
    stages.expire(now: time, isBusy: tracker.isBusy)
    publish(time)
  }

  mutating func end(_ time: UInt64) {
    stages.finish()
    publish(time)
    tracker.end(time: time, numbers: &numbers) {
      rules.check($0)
      lines.append(EventLines.line($0))
    }
    rules.checkEnd(tablet: 1)
  }

  private mutating func publish(_ time: UInt64) {
    for index in 0..<stages.reasons.count {
      let reason = stages.reasons[index]
      let values = (0..<4).map { String(reason.values[$0]) }.joined(separator: " ")
      let name = ReasonName(stage: reason.stage, code: reason.code).map { "\($0)" } ?? "unknown"
      lines.append("\(time) reason: \(name) \(values)")
    }
    while let frame = stages.next() {
      tracker.track(calibrator.reading(of: frame), numbers: &numbers) {
        rules.check($0)
        lines.append(EventLines.line($0))
      }
    }
  }
}
