internal import PencilCore
internal import PencilSystem

/// The file of the users' own preferences: a section a user, a line a preference.
///
/// ```
/// [User 1000]
/// double-press=switchPrevious
/// double-press=ignore button=stylus2 tool=pen serial=10c0a11e tablet=Wacom Intuos*
/// ```
enum PreferenceFile {
  static func text(_ preferences: [UInt32: [Preference]]) -> String {
    var text = "# What users chose with pencild --prefer; written by pencild.\n"
    for (uid, lines) in preferences.sorted(by: { $0.key < $1.key }) {
      text += "\n[User \(uid)]\n"
      for line in lines { text += "\(line.gesture.optionWord)=\(value(of: line))\n" }
    }
    return text
  }

  private static func value(of line: Preference) -> String {
    var text = line.action.word
    if let button = line.button { text += " button=\(Buttons.name(ofNumber: Int(button)))" }
    if let type = line.toolType { text += " tool=\(type.word)" }
    if line.serial != 0 { text += " serial=" + String(line.serial, radix: 16) }
    // Last, as it may hold blanks. What would end the line can't come back: no name has it.
    let tablet = line.tablet.filter { $0 != "\n" && $0 != "\r" }
    if !tablet.isEmpty { text += " tablet=\(tablet)" }
    return text
  }

  static func parse(
    _ file: ConfigurationFile
  ) throws(ConfigurationError) -> [UInt32: [Preference]] {
    var preferences: [UInt32: [Preference]] = [:]
    for entry in file.entries {
      guard let uid = entry.section.argument(of: "User").flatMap({ UInt32($0) }),
        let gesture = GestureKind(optionWord: entry.key),
        let preference = preference(gesture, entry.value)
      else {
        throw ConfigurationError(
          file: file.name, line: entry.line,
          reason: "no preference of a user: [\(entry.section)] \(entry.key)=\(entry.value)")
      }
      preferences[uid, default: []].append(preference)
    }
    return preferences
  }

  private static func preference(_ gesture: GestureKind, _ value: String) -> Preference? {
    var rest = value[...]
    guard let action = PreferredAction(word: String(rest.prefix { $0 != " " })) else { return nil }
    var line = Preference(gesture, action, source: .user)
    rest = rest.drop { $0 != " " }.drop { $0 == " " }
    while !rest.isEmpty {
      let key = rest.prefix { $0 != "=" }
      rest = rest.dropFirst(key.count + 1)
      let value = key == "tablet" ? rest : rest.prefix { $0 != " " }
      rest = rest.dropFirst(value.count).drop { $0 == " " }
      switch key {
      case "button":
        guard let button = Buttons.number(ofName: String(value)) else { return nil }
        line.button = button
      case "tool":
        guard case .type(let type) = ToolMatch(String(value)) else { return nil }
        line.toolType = type
      case "serial":
        guard let serial = UInt32(value, radix: 16) else { return nil }
        line.serial = serial
      case "tablet": line.tablet = String(value)
      default: return nil
      }
    }
    return line
  }
}

extension PreferredAction {
  /// The action that is called so.
  package init?(word: String) {
    guard let action = PreferredAction.allCases.first(where: { $0.word == word }) else {
      return nil
    }
    self = action
  }

  /// All of them, for a person.
  package static var words: String { allCases.map(\.word).joined(separator: ", ") }
}

extension Buttons {
  /// All names, for a person.
  static var names: String {
    (0..<knownCount).map { Buttons.name(ofNumber: $0).description }.joined(separator: ", ")
  }

  /// The number of the button that is called so.
  static func number(ofName name: String) -> UInt8? {
    for number in 0..<knownCount where Buttons.name(ofNumber: number).description == name {
      return UInt8(number)
    }
    return nil
  }
}
