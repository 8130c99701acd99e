internal import PencilWire

// Whether this client may hear the pen.

extension JSONLinesWriter {
  func suspended(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) -> Bool {
    guard let note = SuspendedNote(item) else { return false }
    begin("suspended", header, &buffer)
    buffer.member(",\"reason\":", quoted: note.reason == .notActive ? "notActive" : "unknown")
    buffer.member(",\"head\":", note.head)
    return true
  }

  func resumed(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) -> Bool {
    guard let note = ResumedNote(item) else { return false }
    begin("resumed", header, &buffer)
    buffer.member(",\"head\":", note.head)
    return true
  }
}
