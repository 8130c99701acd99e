internal import PencilCore
internal import PencilWire

// Who gets gestures, and what they do.

extension DumpWriter {
  mutating func interaction(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) {
    guard let note = InteractionNote(item) else { return }
    begin(header, " ", "interaction", .faint, &buffer)
    style.begin(.faint, &buffer)
    buffer.append(note.isOn ? "gestures on · claim " : "gestures off · claim ")
    buffer.append(note.claim.word)
    style.end(&buffer)
    end(&buffer)
  }

  mutating func preferences(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) {
    guard let note = PreferencesNote(item) else { return }
    begin(header, " ", "preferences", .faint, &buffer)
    style.begin(.faint, &buffer)
    for (i, line) in note.lines.enumerated() {
      if i > 0 { wrap(&buffer) }
      buffer.append(preference: line, off: note.off)
    }
    style.end(&buffer)
    end(&buffer)
  }
}

extension TextBuffer {
  /// The gesture and what it does, of what, and who said so.
  ///
  /// - Parameter off: gestures that are off, and do nothing whatever is preferred.
  mutating func append(preference line: Preference, off: GestureSet) {
    append(line.gesture.optionWord)
    append("=")
    append(line.action.word)
    var parts = 0
    func begin(_ buffer: inout TextBuffer) {
      buffer.append(parts == 0 ? " (" : ", ")
      parts += 1
    }
    if let button = line.button {
      begin(&self)
      append(BitNames.button(Int(button)) ?? "unknown")
    }
    if let type = line.toolType {
      begin(&self)
      append(type.word)
    }
    if line.serial != 0 {
      begin(&self)
      append("serial ")
      append(hex: line.serial, digits: 8)
    }
    if !line.tablet.isEmpty {
      begin(&self)
      append(printable: line.tablet)
    }
    if parts > 0 { append(")") }
    switch line.source {
    case .user: append(": yours")
    case .configuration: append(": configuration")
    case .builtIn: append(": built in")
    }
    if off.contains(GestureSet(line.gesture)) { append(" · off") }
  }

  mutating func append(pace: Pace) {
    switch pace {
    case .everyReport: append("every report")
    case .displayFrames(let millihertz):
      append("display frames at ")
      append(Double(millihertz) / 1000, decimals: 3)
      append(" Hz")
    case .display(let period):
      append("at the display's pace, ")
      append(Double(period) / 1e6, decimals: 3)
      append(" ms")
    case .onRequest: append("display frames on request")
    case .other(let kind, _):
      append("a pace of a later version, number ")
      append(kind)
    }
  }
}
