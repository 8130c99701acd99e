internal import PencilCore
internal import PencilWire

// Notes, and what the kernel said.

extension DumpWriter {
  mutating func raw(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) {
    guard let raw = RawRecord.decode(item) else { return }
    prefix(header, "<", .faint, &buffer)
    tabletCell(header, &buffer)
    style.begin(.faint, &buffer)
    var line = buffer.count
    if raw.flags.contains(.afterGap) { buffer.append("after a gap  ") }
    for i in 0..<raw.events {
      let event = RawRecord.event(item, at: i)
      let start = buffer.count
      self.event(event, &buffer)
      if buffer.width(from: line) > DumpColumns.lineWidth - DumpColumns.indent, start > line {
        buffer.takeBack(to: start)
        buffer.trimSpaces()
        end(&buffer)
        buffer.append(spaces: DumpColumns.indent)
        line = buffer.count
        self.event(event, &buffer)
      }
      buffer.append("  ")
    }
    if raw.flags.contains(.truncated) { buffer.append("and more") }
    buffer.trimSpaces()
    style.end(&buffer)
    end(&buffer)
  }

  private func event(_ event: RawRecord.Event, _ buffer: inout TextBuffer) {
    name(event.type, event.code, &buffer)
    // Every frame ends with it, and its value says nothing.
    guard event.type != 0 else { return }
    buffer.append(" ")
    buffer.append(event.value)
  }

  private func name(_ type: UInt16, _ code: UInt16, _ buffer: inout TextBuffer) {
    let start = buffer.count
    names.event(type, code, &buffer)
    guard buffer.count == start else { return }
    buffer.append(type)
    buffer.append(":")
    buffer.append(code)
  }

  mutating func description(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) {
    guard let record = DescriptionRecord(item) else { return }
    begin(header, "<", "tablet", number: UInt64(header.tablet), .faint, &buffer)
    style.begin(.faint, &buffer)
    buffer.append("as its kernel describes it: ")
    buffer.append(record.keys.reduce(0) { $0 + $1.nonzeroBitCount })
    buffer.append(" keys, ")
    buffer.append(record.axes.count)
    buffer.append(record.axes.count == 1 ? " axis" : " axes")
    for axis in record.axes {
      wrap(&buffer)
      let start = buffer.count
      name(3, axis.code, &buffer)  // EV_ABS
      buffer.padRight(from: start, to: 16)
      buffer.append(axis.minimum)
      buffer.append("…")
      buffer.append(axis.maximum)
      buffer.append(" · fuzz ")
      buffer.append(axis.fuzz)
      buffer.append(" · flat ")
      buffer.append(axis.flat)
      buffer.append(" · resolution ")
      buffer.append(axis.resolution)
    }
    style.end(&buffer)
    end(&buffer)
  }

  mutating func welcome(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) {
    guard let note = WelcomeNote(item) else { return }
    begin(header, " ", "welcome", .faint, &buffer)
    style.begin(.faint, &buffer)
    buffer.append("pencild ")
    buffer.append(printable: note.version)
    buffer.append(" · protocol ")
    buffer.append(note.major)
    buffer.append(".")
    buffer.append(note.minor)
    buffer.append(" · head ")
    buffer.append(note.head)
    style.end(&buffer)
    end(&buffer)
  }

  mutating func error(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) {
    guard let note = ErrorNote(item) else { return }
    begin(header, "!", "error", number: UInt64(note.code), .warning, &buffer)
    style.begin(.warning, &buffer)
    buffer.append(printable: note.text)
    style.end(&buffer)
    end(&buffer)
  }

  mutating func subscribed(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) {
    guard let note = SubscribedNote(item) else { return }
    begin(header, " ", "subscribed", .faint, &buffer)
    style.begin(.faint, &buffer)
    buffer.append(pace: note.pace)
    if note.options.prediction == FrameOptions.oneBeat {
      buffer.append(" · predicted by a beat")
    } else if note.options.prediction > 0 {
      buffer.append(" · predicted by ")
      buffer.append(Double(note.options.prediction) / 1000, decimals: 1)
      buffer.append(" ms")
    }
    buffer.append(" · ")
    words(note.filter.contents.rawValue, BitNames.contents, separator: " ", &buffer)
    style.end(&buffer)
    end(&buffer)
  }

  mutating func frame(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) {
    guard let note = FrameNote(item) else { return }
    begin(header, "┄", "frame", number: note.beat, .faint, &buffer)
    style.begin(.faint, &buffer)
    buffer.append(note.records)
    buffer.append(note.records == 1 ? " record · " : " records · ")
    if note.predicted > 0 {
      buffer.append(note.predicted)
      buffer.append(" predicted · ")
    }
    let lateness = Int64(bitPattern: header.time &- note.due)
    buffer.append(Double(lateness.magnitude) / 1000, decimals: 3)
    buffer.append(lateness < 0 ? " ms before its beat" : " ms late")
    if let off = state.prediction.takeOff() {
      buffer.append(" · the last prediction was off by ")
      buffer.append(off, decimals: 2)
      buffer.append(state.prediction.isInMillimetres ? " mm" : " %")
    }
    if note.flags.contains(.continued) { buffer.append(" · goes on from the last message") }
    if note.flags.contains(.more) { buffer.append(" · goes on in the next message") }
    style.end(&buffer)
    end(&buffer)
  }

  mutating func snapshot(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) {
    guard let head = SnapshotNote.head(item) else { return }
    begin(header, "=", "snapshot", .faint, &buffer)
    style.begin(.faint, &buffer)
    buffer.append("what is, up to record ")
    buffer.append(head)
    style.end(&buffer)
    end(&buffer)
  }
}
