internal import PencilCore
internal import PencilWire

extension DumpWriter {
  mutating func pad(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) {
    guard let event = PadRecord.decode(item) else { return }
    begin(header, Self.mark(event), "pad", number: UInt64(event.pad), .event, &buffer)
    buffer.append(event.control.word)
    buffer.append(" ")
    buffer.append(UInt32(event.index))
    switch event.control {
    case .button, .key:
      buffer.append(event.isPressed ? " pressed" : " released")
      if event.isSynthetic {
        buffer.append(
          event.isPressed
            ? " by pencild: it was down already (synthetic, never a click)"
            : " by pencild: the pad went away (synthetic, never a click)")
      }
    case .ring:
      if let value = event.value {
        buffer.append(" at ")
        buffer.append(value * (180 / .pi), decimals: 1)
        buffer.append("°")
      } else {
        buffer.append(" left")
      }
    case .strip:
      if let value = event.value {
        buffer.append(" at ")
        buffer.append(value, decimals: 3)
      } else {
        buffer.append(" left")
      }
    case .dial:
      buffer.append(" turned by ")
      buffer.append(Double(event.delta) / 120, decimals: 2)
    case .mode:
      buffer.append(" is ")
      buffer.append(UInt32(event.mode))
    }
    if event.mode != 0, event.control != .mode {
      buffer.append(" · mode ")
      buffer.append(UInt32(event.mode))
    }
    end(&buffer)
  }

  private static func mark(_ event: PadEvent) -> String {
    switch event.control {
    case .button, .key: event.isPressed ? "▼" : "▲"
    case .ring, .strip, .dial: "○"
    case .mode: "="
    }
  }

  mutating func padDescription(
    _ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer
  ) {
    guard let pad = PadDescriptionRecord.decode(item) else { return }
    begin(
      header, pad.isPresent ? "+" : "-", "pad", number: UInt64(pad.id),
      pad.isPresent ? .event : .warning, &buffer)
    style.begin(.title, &buffer)
    buffer.append(printable: pad.name)
    style.end(&buffer)
    guard pad.isPresent else {
      buffer.append(" has gone")
      return end(&buffer)
    }
    if pad.tablet != 0 {
      buffer.append(" · of tablet ")
      buffer.append(pad.tablet)
    }
    if pad.isReplayed { buffer.append(" · replayed from a recording") }
    wrap(&buffer)
    style.begin(.faint, &buffer)
    var isFirst = true
    count(pad.buttons, "button", &isFirst, &buffer)
    count(pad.rings, "ring", &isFirst, &buffer)
    count(pad.strips, "strip", &isFirst, &buffer)
    count(pad.dials, "dial", &isFirst, &buffer)
    if pad.modes > 1 { count(pad.modes, "mode", &isFirst, &buffer) }
    if isFirst { buffer.append("nothing to press or turn") }
    if !pad.node.isEmpty {
      buffer.append(" · ")
      buffer.append(printable: pad.node)
    }
    style.end(&buffer)
    end(&buffer)
  }

  private func count(
    _ number: UInt8, _ word: String, _ isFirst: inout Bool, _ buffer: inout TextBuffer
  ) {
    guard number > 0 else { return }
    if !isFirst { buffer.append(", ") }
    isFirst = false
    buffer.append(UInt32(number))
    buffer.append(" ")
    buffer.append(word)
    if number != 1 { buffer.append("s") }
  }
}
