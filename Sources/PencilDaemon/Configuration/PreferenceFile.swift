package import PencilCore
package import PencilSystem

/// The file of the users' own preferences: a section a user, a line a preference.
///
/// ```
/// [User 1000]
/// double-press=switchPrevious
/// double-press=ignore button=stylus2 tool=pen serial=10c0a11e tablet=Wacom Intuos*
/// ```
package enum PreferenceFile {
  package static func text(_ preferences: [UInt32: [Preference]]) -> String {
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
    // Last, as it may hold blanks.
    if !line.tablet.isEmpty { text += " tablet=\(escaped(line.tablet))" }
    return text
  }

  /// A client's text as a part of a line, which it must neither end nor let go on: what could is written as `%0a`.
  private static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    let last = text.utf8.count - 1
    for (i, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: " ") where i > 0 && i < last: bytes.append(byte)
      case 0...0x20, 0x7F, UInt8(ascii: "%"), UInt8(ascii: "\\"):
        bytes += Array("%\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func unescaped(_ text: String) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, let byte = UInt8(digits, radix: 16) else { return nil }
      bytes.append(byte)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  package static func parse(
    _ file: ConfigurationFile
  ) throws(ConfigurationError) -> [UInt32: [Preference]] {
    if let error = file.errors.first { throw error }
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
    // By scalars: a mark that joins the sign before it would hide that from a look at characters.
    var rest = value.unicodeScalars[...]
    guard let action = PreferredAction(word: String(rest.prefix { $0 != " " })) else { return nil }
    var line = Preference(gesture, action, source: .user)
    rest = rest.drop { $0 != " " }.drop { $0 == " " }
    while !rest.isEmpty {
      let key = String(rest.prefix { $0 != "=" })
      rest = rest.dropFirst(key.unicodeScalars.count + 1)
      let scalars = key == "tablet" ? rest : rest.prefix { $0 != " " }
      rest = rest.dropFirst(scalars.count).drop { $0 == " " }
      let value = String(scalars)
      switch key {
      case "button":
        guard let button = Buttons.number(ofName: value) else { return nil }
        line.button = button
      case "tool":
        guard case .type(let type) = ToolMatch(value) else { return nil }
        line.toolType = type
      case "serial":
        guard let serial = UInt32(value, radix: 16) else { return nil }
        line.serial = serial
      case "tablet":
        guard let tablet = unescaped(value) else { return nil }
        line.tablet = tablet
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
