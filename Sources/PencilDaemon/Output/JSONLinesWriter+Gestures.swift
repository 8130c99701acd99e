internal import PencilCore
internal import PencilWire

extension JSONLinesWriter {
  func gesture(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) -> Bool {
    guard let gesture = GestureRecord.decode(item) else { return false }
    begin("gesture", header, &buffer)
    buffer.member(",\"attachment\":", gesture.attachment)
    buffer.member(",\"tool\":", gesture.tool)
    buffer.member(",\"toolType\":", quoted: gesture.toolType.word)
    if gesture.stroke != 0 { buffer.member(",\"stroke\":", gesture.stroke) }
    buffer.member(",\"number\":", gesture.number)
    buffer.member(",\"gesture\":", quoted: gesture.kind.word)
    buffer.member(",\"phase\":", quoted: gesture.phase.word)
    buffer.member(",\"button\":", quoted: BitNames.button(Int(gesture.button)) ?? "unknown")
    buffer.member(",\"action\":", quoted: gesture.action.word)
    buffer.append(literal: ",\"presses\":[")
    for i in 0..<GesturePresses.capacity where i < gesture.presses.count {
      if i > 0 { buffer.append(byte: UInt8(ascii: ",")) }
      buffer.append(gesture.presses[i])
    }
    buffer.append(byte: UInt8(ascii: "]"))
    values(gesture.pose.values, gesture.pose.available, &buffer)
    buffer.member(",\"buttons\":", bits: gesture.buttons.rawValue, BitNames.button)
    return true
  }
}
