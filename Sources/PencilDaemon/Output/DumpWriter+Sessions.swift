internal import PencilWire

// Whether this client may hear the pen.

extension DumpWriter {
  mutating func suspended(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) {
    guard let note = SuspendedNote(item) else { return }
    begin(header, "!", "suspended", .warning, &buffer)
    style.begin(.warning, &buffer)
    buffer.append(
      note.reason == .notActive
        ? "another session is the active one: nothing comes until this one is"
        : "nothing comes for now")
    style.end(&buffer)
    buffer.append(" · since record ")
    buffer.append(note.head)
    end(&buffer)
  }

  mutating func resumed(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) {
    guard let note = ResumedNote(item) else { return }
    begin(header, "=", "resumed", .faint, &buffer)
    style.begin(.faint, &buffer)
    buffer.append("this session is the active one · from record ")
    buffer.append(note.head)
    buffer.append(" on")
    style.end(&buffer)
    end(&buffer)
  }
}
