internal import PencilCore
internal import PencilWire

extension JSONLinesWriter {
  func pad(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) -> Bool {
    guard let event = PadRecord.decode(item) else { return false }
    begin("pad", header, &buffer)
    buffer.member(",\"pad\":", event.pad)
    buffer.member(",\"attachment\":", event.attachment)
    buffer.member(",\"control\":", quoted: event.control.word)
    buffer.member(",\"index\":", event.index)
    buffer.member(",\"mode\":", event.mode)
    switch event.control {
    case .button, .key:
      buffer.append(literal: ",\"name\":\"")
      names.event(1, event.code, &buffer)  // EV_KEY
      buffer.append(literal: "\"")
      buffer.member(",\"pressed\":", event.isPressed)
      buffer.member(",\"synthetic\":", event.isSynthetic)
    case .ring, .strip:
      // Absent: the finger has left.
      if let value = event.value { buffer.member(",\"value\":", value, decimals: 6) }
      buffer.member(",\"synthetic\":", event.isSynthetic)
    case .dial: buffer.member(",\"delta\":", event.delta)
    case .mode: break
    }
    buffer.member(",\"buttons\":", numbersOf: [event.buttons])
    return true
  }

  func padDescription(
    _ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer
  ) -> Bool {
    guard let pad = PadDescriptionRecord.decode(item) else { return false }
    begin("padDescription", header, &buffer)
    buffer.member(",\"pad\":", pad.id)
    buffer.member(",\"attachment\":", pad.attachment)
    buffer.member(",\"present\":", pad.isPresent)
    buffer.member(",\"replayed\":", pad.isReplayed)
    buffer.member(",\"name\":", quoted: pad.name)
    buffer.member(",\"node\":", quoted: pad.node)
    buffer.member(",\"buttons\":", pad.buttons)
    buffer.member(",\"rings\":", pad.rings)
    buffer.member(",\"strips\":", pad.strips)
    buffer.member(",\"dials\":", pad.dials)
    buffer.member(",\"modes\":", pad.modes)
    buffer.member(",\"mode\":", pad.mode)
    return true
  }
}

extension PadControl {
  /// The word in output.
  var word: String {
    switch self {
    case .button: "button"
    case .ring: "ring"
    case .strip: "strip"
    case .dial: "dial"
    case .key: "key"
    case .mode: "mode"
    }
  }
}
