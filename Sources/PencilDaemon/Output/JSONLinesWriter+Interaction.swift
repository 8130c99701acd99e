internal import PencilCore
internal import PencilWire

// Who gets gestures, and what they do.

extension JSONLinesWriter {
  func interaction(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) -> Bool {
    guard let note = InteractionNote(item) else { return false }
    begin("interaction", header, &buffer)
    line(note.token, &buffer)
    buffer.member(",\"gestures\":", quoted: note.isOn ? "on" : "off")
    buffer.member(",\"claim\":", quoted: note.claim.word)
    return true
  }

  func preferences(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) -> Bool {
    guard let note = PreferencesNote(item) else { return false }
    begin("preferences", header, &buffer)
    line(note.token, &buffer)
    buffer.append(literal: ",\"lines\":[")
    for (i, line) in note.lines.enumerated() {
      buffer.member(i == 0 ? "{\"gesture\":" : ",{\"gesture\":", quoted: line.gesture.word)
      buffer.member(",\"action\":", quoted: line.action.word)
      if let button = line.button {
        buffer.member(",\"button\":", quoted: BitNames.button(Int(button)) ?? "unknown")
      }
      if let type = line.toolType { buffer.member(",\"toolType\":", quoted: type.word) }
      if line.serial != 0 { buffer.member(",\"serial\":", line.serial) }
      if !line.tablet.isEmpty { buffer.member(",\"tablet\":", quoted: line.tablet) }
      buffer.member(",\"source\":", quoted: line.source.word)
      buffer.append(byte: UInt8(ascii: "}"))
    }
    buffer.append(byte: UInt8(ascii: "]"))
    if !note.off.isEmpty {
      buffer.member(",\"off\":", bits: UInt32(note.off.rawValue)) {
        GestureKind(rawValue: UInt8($0))?.word
      }
    }
    return true
  }
}

extension InteractionNote.Claim {
  var word: String {
    switch self {
    case .none: "none"
    case .held: "held"
    case .lost: "lost"
    case .lapsed: "lapsed"
    default: "unknown"
    }
  }
}

extension Preference.Source {
  var word: String {
    switch self {
    case .builtIn: "builtIn"
    case .configuration: "configuration"
    case .user: "user"
    }
  }
}
