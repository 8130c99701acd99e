internal import PencilWire

// What the daemon does.

extension JSONLinesWriter {
  func daemonStatus(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) -> Bool {
    guard let note = DaemonStatusNote(item) else { return false }
    begin("daemonStatus", header, &buffer)
    line(note.token, &buffer)
    buffer.member(",\"version\":", quoted: note.version)
    buffer.member(",\"started\":", note.started)
    epoch(note.epoch, &buffer)
    buffer.member(",\"capacity\":", note.capacity)
    if note.isActivityHidden {
      buffer.member(",\"activityHidden\":", true)
    } else {
      buffer.member(",\"head\":", note.head)
      buffer.member(",\"oldest\":", note.oldest)
      buffer.member(",\"used\":", note.used)
      buffer.member(",\"inputFrames\":", note.inputFrames)
    }
    if note.memory != 0 { buffer.member(",\"memory\":", note.memory) }
    buffer.member(",\"clients\":", note.clients)
    return true
  }

  func tabletStatus(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) -> Bool {
    guard let note = TabletStatusNote(item) else { return false }
    begin("tabletStatus", header, &buffer)
    line(note.token, &buffer)
    buffer.member(",\"attachment\":", note.attachment)
    buffer.member(",\"name\":", quoted: note.name)
    buffer.member(",\"node\":", quoted: note.node)
    buffer.member(",\"inputFrames\":", note.inputFrames)
    if note.lastFrame != 0 { buffer.member(",\"lastFrame\":", note.lastFrame) }
    if note.rate != 0 {
      buffer.append(literal: ",\"rate\":")
      buffer.append(Double(note.rate) / 1000, decimals: 3)
    }
    buffer.member(",\"overruns\":", note.overruns)
    return true
  }

  func clientStatus(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) -> Bool {
    guard let note = ClientStatusNote(item) else { return false }
    begin("clientStatus", header, &buffer)
    line(note.token, &buffer)
    buffer.member(",\"number\":", note.number)
    buffer.member(",\"uid\":", note.uid)
    buffer.member(",\"pid\":", note.pid)
    if !note.name.isEmpty { buffer.member(",\"claimedName\":", quoted: note.name) }
    buffer.member(",\"door\":", quoted: note.flags.contains(.text) ? "json" : "binary")
    if note.flags.contains(.subscribed) {
      pace(note.pace, &buffer)
      buffer.member(",\"contents\":", bits: note.contents.rawValue, BitNames.contents)
    }
    buffer.member(",\"flags\":", bits: UInt32(note.flags.rawValue) & ~3, BitNames.clientFlag)
    buffer.member(",\"connected\":", note.connected)
    buffer.member(",\"lag\":", note.lag)
    buffer.member(",\"lost\":", note.lost)
    buffer.member(",\"gaps\":", note.gaps)
    return true
  }

  func statusEnd(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) -> Bool {
    guard let token = StatusEndNote.token(item) else { return false }
    begin("statusEnd", header, &buffer)
    line(token, &buffer)
    return true
  }

  /// A pace without its phase.
  func pace(_ pace: Pace, _ buffer: inout TextBuffer) {
    switch pace {
    case .everyReport: buffer.append(literal: ",\"pace\":\"everyReport\"")
    case .displayFrames(let millihertz):
      buffer.append(literal: ",\"pace\":\"displayFrames\",\"rate\":")
      buffer.append(Double(millihertz) / 1000, decimals: 3)
    case .display(let period):
      buffer.append(literal: ",\"pace\":\"display\"")
      buffer.member(",\"period\":", period)
    case .onRequest: buffer.append(literal: ",\"pace\":\"onRequest\"")
    case .other: buffer.append(literal: ",\"pace\":\"unknown\"")
    }
  }
}
