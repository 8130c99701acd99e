internal import PencilCore
internal import PencilWire

// The notes.

extension JSONLinesWriter {
  func welcome(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) -> Bool {
    guard let note = WelcomeNote(item) else { return false }
    begin("welcome", header, &buffer)
    buffer.member(",\"major\":", note.major)
    buffer.member(",\"minor\":", note.minor)
    epoch(note.epoch, &buffer)
    buffer.member(",\"head\":", note.head)
    buffer.member(",\"oldest\":", note.oldest)
    buffer.member(",\"version\":", quoted: note.version)
    return true
  }

  /// As a text: it uses all 64 bits, of which most readers of JSON numbers keep 53.
  func epoch(_ epoch: UInt64, _ buffer: inout TextBuffer) {
    buffer.append(literal: ",\"epoch\":\"")
    buffer.append(epoch)
    buffer.append(byte: UInt8(ascii: "\""))
  }

  func error(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) -> Bool {
    guard let note = ErrorNote(item) else { return false }
    begin("error", header, &buffer)
    line(note.token, &buffer)
    buffer.member(",\"code\":", note.code)
    buffer.member(",\"fatal\":", note.isFatal)
    buffer.member(",\"text\":", quoted: note.text)
    return true
  }

  func subscribed(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) -> Bool {
    guard let note = SubscribedNote(item) else { return false }
    begin("subscribed", header, &buffer)
    line(note.token, &buffer)
    pace(note.pace, &buffer)
    if case .display = note.pace {
      buffer.member(",\"phase\":", note.options.phase)
      buffer.member(",\"lead\":", note.options.lead)
    }
    if note.options.prediction == FrameOptions.oneBeat {
      buffer.append(literal: ",\"predict\":\"oneBeat\"")
    } else if note.options.prediction > 0 {
      buffer.member(",\"predict\":", note.options.prediction)
    }
    if note.options.flags.contains(.beatsOnly) { buffer.member(",\"beatsOnly\":", true) }
    buffer.member(",\"contents\":", bits: note.filter.contents.rawValue, BitNames.contents)
    if note.filter.tablet != 0 { buffer.member(",\"onlyTablet\":", note.filter.tablet) }
    if note.filter.tool != 0 { buffer.member(",\"onlyTool\":", note.filter.tool) }
    if note.filter.toolTypes != 0 {
      buffer.member(",\"onlyToolTypes\":", bits: UInt32(note.filter.toolTypes), BitNames.tool)
    }
    buffer.member(",\"head\":", note.head)
    return true
  }

  func frame(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) -> Bool {
    guard let note = FrameNote(item) else { return false }
    begin("frame", header, &buffer)
    buffer.member(",\"beat\":", note.beat)
    buffer.member(",\"due\":", note.due)
    buffer.member(",\"records\":", note.records)
    buffer.member(",\"flags\":", bits: UInt32(note.flags.rawValue)) {
      $0 == 0 ? "more" : $0 == 1 ? "continued" : $0 == 2 ? "flushed" : nil
    }
    if note.predicted > 0 { buffer.member(",\"predicted\":", note.predicted) }
    return true
  }

  func snapshot(
    _ type: StaticString, _ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer
  ) -> Bool {
    guard let head = SnapshotNote.head(item) else { return false }
    begin(type, header, &buffer)
    buffer.member(",\"head\":", head)
    return true
  }
}
