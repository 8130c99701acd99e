import PencilCore
import PencilInput
import PencilSystem
import PencilTestSupport
import Testing

@testable import PencilDaemon

/// What pencild.conf(5) says of keys is what the parser does: which there are, their ranges, and their defaults.
struct ManualTests {
  /// One key of the page.
  struct Entry {
    var section: String
    var key: String
    /// What stands between `.Cm` lines with a `to` between them; the last one of an entry.
    var range: (low: String, high: String)?
    /// Behind “The default is”.
    var standard: String?
  }

  /// The sections of the page that have keys, and the section of a file that has the same.
  static let sections = [
    "SECTION DAEMON": "Daemon", "SECTIONS TABLET": "Tablet *",
    "SECTIONS GESTURES AND TOOL": "Gestures", "QUIRKS": "Quirk of the page",
  ]

  static let page = lines("pencild.conf.5")

  private static func lines(_ name: String) -> [Substring] {
    let path = ReferenceData.packageFolder + "/Documentation/man/" + name
    let text = String(decoding: ReferenceData.contents(path) ?? [], as: UTF8.self)
    return text.split(separator: "\n")
  }

  /// What a `.Cm` line marks, without the punctuation behind it.
  private static func marked(_ line: Substring) -> String? {
    guard line.hasPrefix(".Cm ") else { return nil }
    var words = line.dropFirst(4).split(separator: " ")
    while let last = words.last, [".", ",", ";", ":"].contains(last) { words.removeLast() }
    return words.joined(separator: " ")
  }

  static let entries: [Entry] = {
    var entries: [Entry] = []
    var section: String?
    for (place, line) in page.enumerated() {
      if line.hasPrefix(".Sh ") { section = sections[String(line.dropFirst(4))] }
      guard let section else { continue }
      if line.hasPrefix(".It Ic "), line.hasSuffix("=") {
        entries.append(Entry(section: section, key: String(line.dropFirst(7).dropLast())))
      }
      guard !entries.isEmpty else { continue }
      let last = entries.count - 1
      if line == "to", let low = marked(page[place - 1]), let high = marked(page[place + 1]) {
        entries[last].range = (low, high)
      }
      if line == "The default is" { entries[last].standard = marked(page[place + 1]) }
    }
    return entries
  }()

  // MARK: - What the parser does

  /// All that counts after a line in a section, places left out; `nil`: it is refused, or not known.
  private static func outcome(_ section: String, _ line: String) -> String? {
    var text = "[\(section)]\n\(line)\n"
    var isKnown = true
    do throws(ConfigurationErrors) {
      if section.hasPrefix("Quirk") {
        text += "MatchBus=usb\n"
        var quirks = QuirkSet()
        try quirks.add(ConfigurationFile(Array(text.utf8), name: "p")) { _ in isKnown = false }
        var overrides = quirks.overrides(for: penDescription())
        overrides.applied = []
        return isKnown ? "\(overrides)" : nil
      }
      let file = ConfigurationFile(Array(text.utf8), name: "p")
      let configuration = try Configuration([file]) { problem in
        if problem.reason.hasPrefix("unknown") { isKnown = false }
      }
      guard isKnown else { return nil }
      let access = configuration.access
      let setup = TabletSetups(sections: configuration.tablets).setup(for: penDescription())
      return
        "\(configuration.journalSize) \(configuration.idleExit ?? 0) \(access.mode) \(access.group) "
        + "\(access.gesturesFor) \(access.clientsPerUser) \(setup) \(configuration.gestures.preferences) "
        + "\(configuration.gestures.layers(of: ["Test Pen"]).settings(of: .pen, serial: 0))"
    } catch { return nil }
  }

  /// A line with one of the ends of a range.
  private static func line(_ key: String, _ value: String) -> String {
    switch key {
    // The range is the longest time's.
    case "DoublePressTime": "\(key)=1us-\(value)"
    // The least distance of two edges, the only range that is one of percents.
    case "ActiveArea": "\(key)=0% 0% \(value) 100%"
    default: "\(key)=\(value)"
    }
  }

  /// The nearest value beyond one end of a range that a file can have.
  static func beyond(_ text: String, by step: Int) -> String? {
    if let time = text.asMicroseconds, text.last?.isLetter == true {
      return time == 0 && step < 0 ? nil : "\(Int(time) + step)us"
    }
    if let bytes = Configuration.bytes(text), text.last?.isLetter == true {
      return "\(bytes + step)"
    }
    if text.hasSuffix("mm"), let length = Double(text.dropLast(2)) {
      return "\(length + Double(step) / 1000)mm"
    }
    if text.hasSuffix("%"), let share = Double(text.dropLast()) {
      return "\(share + Double(step) / 100)%"
    }
    if text.hasPrefix("range/") {
      return Int(text.dropFirst(6)).map { "range/\($0 + step)" }
    }
    let sides = text.split(separator: ":").compactMap { Int($0) }
    if sides.count == 2 {
      return step < 0 ? "\(sides[0]):\(sides[1] - step)" : "\(sides[0] + step):\(sides[1])"
    }
    return Int(text).map { "\($0 + step)" }
  }

  // MARK: - Both

  @Test func thePageIsRead() {
    let ranged = Self.entries.filter { $0.range != nil }.map(\.key)
    #expect(
      ranged == [
        "IdleExit", "JournalSize", "ClientsPerUserMax", "ActiveArea", "KeepAspect", "PressTime",
        "DoublePressTime", "DoublePressTravel", "HoldTime", "TiltUnit", "ContactThreshold",
        "PressureLag", "ProximityTimeout", "PadModes", "PadModeButton",
      ])
    let withDefaults = Self.entries.filter { $0.standard != nil }.map(\.key)
    #expect(
      withDefaults == [
        "IdleExit", "JournalSize", "Access", "Group", "ClientsPerUserMax", "Rotation", "ActiveArea",
        "PressTime", "DoublePressTime", "DoublePressTravel", "When", "HoldTime",
      ])
  }

  /// Both ends of each range are taken, and change something unless they are the default; the next values beyond are not.
  @Test func rangesAreTheParsers() {
    var wrong: [String] = []
    for entry in Self.entries {
      guard let (low, high) = entry.range else { continue }
      let nothing = Self.outcome(entry.section, "")
      for end in [low, high] where entry.key != "ActiveArea" || end == low {
        let line = Self.line(entry.key, end)
        let outcome = Self.outcome(entry.section, line)
        if outcome == nil { wrong.append("\(line) is refused") }
        if outcome == nothing, end != entry.standard { wrong.append("\(line) changes nothing") }
      }
      let next = [Self.beyond(low, by: -1), Self.beyond(high, by: 1)]
      for value in next.compactMap(\.self)
      where Self.outcome(entry.section, Self.line(entry.key, value)) != nil {
        wrong.append("\(Self.line(entry.key, value)) is taken")
      }
    }
    #expect(wrong == [])
  }

  @Test func defaultsAreTheParsers() {
    var wrong: [String] = []
    for entry in Self.entries {
      guard let standard = entry.standard else { continue }
      let line = "\(entry.key)=\(standard)"
      if Self.outcome(entry.section, line) != Self.outcome(entry.section, "") { wrong.append(line) }
    }
    #expect(wrong == [])
  }

  /// No key of the page is unknown to the section that it stands in.
  @Test func keysAreTheParsers() {
    let unknown = Self.entries.filter { entry in
      let text = Array("[\(entry.section)]\n\(entry.key)=\u{1}\n".utf8)
      let file = ConfigurationFile(text, name: "p")
      var isUnknown = false
      if entry.section.hasPrefix("Quirk") {
        var quirks = QuirkSet()
        try? quirks.add(file) { _ in isUnknown = true }
      } else {
        _ = try? Configuration([file]) { _ in isUnknown = true }
      }
      return isUnknown
    }
    #expect(unknown.map(\.key) == [])
  }

  /// The synopsis of pencild(8) has beside each mode the options that mean something beside it.
  @Test func theSynopsisIsTheParsers() {
    let page = Self.lines("pencild.8")
    let synopsis = page.drop { $0 != ".Sh SYNOPSIS" }.dropFirst().prefix { !$0.hasPrefix(".Sh") }
    let definitions = Options.definitions
    var shown: [UInt16: Set<String>] = [:]
    for block in synopsis.split(separator: ".Nm") {
      let words = block.flatMap { $0.split(separator: " ") }
      let names = words.filter { $0.hasPrefix("-") && $0.count > 1 }.map { "-\($0)" }
      let options = definitions.filter { names.contains($0.name) }
      let modes = options.filter { $0.modes.names == $0.name }.map(\.modes)
      for mode in modes.isEmpty ? [.serve] : modes {
        shown[mode.rawValue, default: []].formUnion(options.map(\.name))
      }
    }
    var taken: [UInt16: Set<String>] = [:]
    for mode in (0..<9).map({ UInt16(1 << $0) }) {
      let options = definitions.filter { $0.modes.rawValue & mode != 0 }
      taken[mode] = Set(options.map(\.name))
    }
    // The two that read files alone share a line.
    let files = [Options.Modes.checkConfiguration, .showConfiguration].map(\.rawValue)
    for mode in files { taken[mode]?.formUnion(["--check-config", "--show-config"]) }
    #expect(shown == taken)
  }

  /// The words that values are made of.
  @Test func wordsAreTheParsers() {
    let marked = Set(
      Self.page.compactMap(Self.marked).flatMap { $0.split(separator: " ").map(String.init) })
    let words =
      ToolType.allCases.map(\.word) + PreferredAction.allCases.map(\.word)
      + AccessRule.Mode.allCases.map(\.rawValue) + PressSettings.Place.allCases.map(\.rawValue)
    #expect(words.filter { !marked.contains($0) } == [])
    let forms = ["[Daemon]", "[Gestures]", "[Tablet NAME]", "[Tool TYPE]", "[Tool SERIAL]"]
    #expect(forms.filter { form in !Self.page.contains { $0.contains(form) } } == [])
  }
}
