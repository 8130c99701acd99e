internal import PencilCore
internal import PencilWire

// A line for each change of state.

extension DumpWriter {
  mutating func tablet(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) {
    guard let tablet = TabletRecord(item) else { return }
    let isPresent = tablet.flags.contains(.present)
    begin(
      header, isPresent ? "+" : "-", "tablet", number: UInt64(header.tablet),
      isPresent ? .event : .warning, &buffer)
    style.begin(.title, &buffer)
    buffer.append(printable: tablet.name)
    style.end(&buffer)
    guard isPresent else {
      buffer.append(" has gone")
      return end(&buffer)
    }
    if tablet.flags.contains(.direct) { buffer.append(" · the pen draws on its display") }
    if tablet.flags.contains(.replayed) { buffer.append(" · replayed from a recording") }
    wrap(&buffer)
    ids(tablet, &buffer)
    wrap(&buffer)
    axes(tablet, &buffer)
    end(&buffer)
  }

  private func ids(_ tablet: TabletRecord, _ buffer: inout TextBuffer) {
    style.begin(.faint, &buffer)
    buffer.append("bus ")
    buffer.append(hex: UInt32(tablet.bus), digits: 4)
    buffer.append(" vendor ")
    buffer.append(hex: UInt32(tablet.vendor), digits: 4)
    buffer.append(" product ")
    buffer.append(hex: UInt32(tablet.product), digits: 4)
    buffer.append(" version ")
    buffer.append(hex: UInt32(tablet.version), digits: 4)
    if !tablet.node.isEmpty {
      buffer.append(" · ")
      buffer.append(printable: tablet.node)
    }
    if !tablet.seat.isEmpty {
      buffer.append(" · ")
      buffer.append(printable: tablet.seat)
    }
    style.end(&buffer)
  }

  private mutating func axes(_ tablet: TabletRecord, _ buffer: inout TextBuffer) {
    style.begin(.faint, &buffer)
    if tablet.width > 0, tablet.height > 0 {
      buffer.append(tablet.width, decimals: 1)
      buffer.append(" × ")
      buffer.append(tablet.height, decimals: 1)
      buffer.append(" mm")
    } else {
      buffer.append("size unknown")
    }
    range("x", tablet.x, "/mm", &buffer)
    range("y", tablet.y, "/mm", &buffer)
    range("pressure", tablet.pressure, "", &buffer)
    // On a line of its own, as all five are too long for one.
    if tablet.tiltX.span > 0 || tablet.tiltY.span > 0 {
      style.end(&buffer)
      wrap(&buffer)
      style.begin(.faint, &buffer)
      range("tilt x", tablet.tiltX, "/rad", isFirst: true, &buffer)
      range("tilt y", tablet.tiltY, "/rad", isFirst: tablet.tiltX.span <= 0, &buffer)
    }
    style.end(&buffer)
  }

  private func range(
    _ word: String, _ range: AxisRange, _ unit: String, isFirst: Bool = false,
    _ buffer: inout TextBuffer
  ) {
    guard range.span > 0 else { return }
    if !isFirst { buffer.append(" · ") }
    buffer.append(word)
    buffer.append(" ")
    buffer.append(range.minimum)
    buffer.append("…")
    buffer.append(range.maximum)
    guard range.resolution > 0, !unit.isEmpty else { return }
    buffer.append(" (")
    buffer.append(range.resolution)
    buffer.append(unit)
    buffer.append(")")
  }

  mutating func tool(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) {
    guard let tool = ToolRecord.decode(item) else { return }
    state.columns.axes.formUnion(tool.available)
    begin(header, "+", "tool", number: UInt64(tool.id), .event, &buffer)
    style.begin(.title, &buffer)
    buffer.append(tool.type.word)
    style.end(&buffer)
    if tool.serial != 0 {
      buffer.append(" · serial ")
      buffer.append(hex: tool.serial, digits: 8)
    }
    if tool.hardwareID != 0 {
      buffer.append(" · hardware id ")
      buffer.append(hex: tool.hardwareID, digits: 4)
    }
    buffer.append(" · ")
    words(UInt32(tool.available.rawValue), BitNames.axis, separator: " ", &buffer)
    end(&buffer)
  }

  mutating func stroke(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) {
    guard let stroke = StrokeRecord.decode(item) else { return }
    begin(
      header, "=", "stroke", number: UInt64(stroke.stroke),
      stroke.isCancelled ? .warning : .ended, &buffer)
    tool(stroke.toolType, stroke.tool, &buffer)
    if stroke.isCutByRestart {
      buffer.append(" · cut by a restart after ")
    } else {
      buffer.append(stroke.isCancelled ? " · cancelled after " : " · ")
    }
    buffer.append(stroke.samples)
    buffer.append(stroke.samples == 1 ? " sample in " : " samples in ")
    buffer.append(Double(header.time &- stroke.began) / 1000, decimals: 1)
    buffer.append(" ms")
    end(&buffer)
  }

  mutating func button(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) {
    guard let change = ButtonRecord.decode(item) else { return }
    begin(header, change.isPressed ? "▼" : "▲", "button", .event, &buffer)
    tool(change.toolType, change.tool, &buffer)
    buffer.append(" · ")
    buffer.append(BitNames.button(Int(change.button)) ?? "unknown")
    buffer.append(change.isPressed ? " pressed" : " released")
    if change.isSynthetic { buffer.append(" by pencild: the tool left (synthetic, never a click)") }
    end(&buffer)
  }

  mutating func gap(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) {
    guard let gap = GapRecord(item) else { return }
    begin(header, "!", "gap", .warning, &buffer)
    style.begin(.warning, &buffer)
    switch gap.cause {
    case .kernelOverrun: buffer.append("events lost: the kernel's buffer ran over (SYN_DROPPED)")
    case .lapped: buffer.append("records lost: this reader was too slow")
    case .notHeld: buffer.append("records lost: they are no longer held")
    case .notPermitted: buffer.append("records left out: another session was the active one")
    case .crash: buffer.append("events lost: the daemon ended without warning")
    default:
      buffer.append("something lost: for a reason of a later version, number ")
      buffer.append(gap.cause.rawValue)
    }
    style.end(&buffer)
    if gap.lost.last != 0 {
      buffer.append(" · numbers ")
      buffer.append(gap.lost.first)
      buffer.append("…")
      buffer.append(gap.lost.last)
    }
    switch gap.cause {
    case .kernelOverrun, .lapped, .notHeld, .crash: buffer.append(" · the state was read anew")
    default: break
    }
    end(&buffer)
  }

  mutating func reason(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) {
    guard let record = ReasonRecord(item),
      showsReasons || record.reason.stage == ReasonName.pressStage
    else { return }
    begin(header, "?", "reason", .estimate, &buffer)
    let start = buffer.count
    names.reason(record.reason, &buffer)
    if buffer.count == start {
      buffer.append("stage ")
      buffer.append(record.reason.stage)
      buffer.append(" · code ")
      buffer.append(record.reason.code)
      buffer.append(" ·")
      for i in 0..<4 {
        buffer.append(" ")
        buffer.append(record.reason.values[i])
      }
    }
    end(&buffer)
  }
}
