internal import PencilCore
internal import PencilWire

// The records. A value that is not available, unknown or none is absent.

extension JSONLinesWriter {
  func predicted(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) -> Bool {
    guard sample("predicted", header, item, &buffer) else { return false }
    buffer.member(",\"confidence\":", PredictedNote.confidence(item), decimals: 3)
    return true
  }

  func sample(
    _ type: StaticString, _ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer
  ) -> Bool {
    guard let sample = SampleRecord.decode(item) else { return false }
    begin(type, header, &buffer)
    buffer.member(",\"attachment\":", sample.attachment)
    buffer.member(",\"tool\":", sample.tool)
    buffer.append(literal: ",\"toolType\":\"")
    buffer.append(literal: sample.toolType.literal)
    if sample.stroke != 0 {
      buffer.member("\",\"stroke\":", sample.stroke)
      buffer.member(",\"index\":", sample.index)
      buffer.append(literal: ",\"phase\":\"")
    } else {
      buffer.append(literal: "\",\"phase\":\"")
    }
    buffer.append(literal: sample.phase.literal)
    buffer.append(byte: UInt8(ascii: "\""))
    values(sample.values, sample.available, &buffer)
    if sample.available.contains(.force) {
      buffer.member(",\"rawPressure\":", sample.rawPressure)
    }
    buffer.member(",\"buttons\":", bits: sample.buttons.rawValue, BitNames.button)
    buffer.member(",\"estimated\":", bits: UInt32(sample.estimated.rawValue), BitNames.property)
    buffer.member(",\"expecting\":", bits: UInt32(sample.expecting.rawValue), BitNames.property)
    buffer.member(",\"flags\":", bits: UInt32(sample.flags.rawValue), BitNames.sampleFlag)
    return true
  }

  func values(_ values: SampleValues, _ available: Axes, _ buffer: inout TextBuffer) {
    if available.contains(.millimetres) {
      buffer.member(",\"x\":", values.x, decimals: 4)
      buffer.member(",\"y\":", values.y, decimals: 4)
    }
    if available.contains(.position) {
      buffer.member(",\"nx\":", values.nx, decimals: 6)
      buffer.member(",\"ny\":", values.ny, decimals: 6)
    }
    if available.contains(.force) { buffer.member(",\"force\":", values.force, decimals: 6) }
    if available.contains(.tilt) {
      buffer.member(",\"altitude\":", values.altitude, decimals: 6)
      buffer.member(",\"azimuth\":", values.azimuth, decimals: 6)
    }
    if available.contains(.roll) { buffer.member(",\"roll\":", values.roll, decimals: 6) }
    if available.contains(.hover) { buffer.member(",\"hover\":", values.hover, decimals: 6) }
    if available.contains(.slider) { buffer.member(",\"slider\":", values.slider, decimals: 6) }
  }

  func tablet(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) -> Bool {
    guard let tablet = TabletRecord(item) else { return false }
    begin("tablet", header, &buffer)
    buffer.member(",\"attachment\":", tablet.attachment)
    buffer.member(",\"present\":", tablet.flags.contains(.present))
    buffer.member(",\"direct\":", tablet.flags.contains(.direct))
    buffer.member(",\"replayed\":", tablet.flags.contains(.replayed))
    buffer.member(",\"name\":", quoted: tablet.name)
    buffer.member(",\"identity\":", quoted: tablet.identity)
    buffer.member(",\"seat\":", quoted: tablet.seat)
    buffer.member(",\"node\":", quoted: tablet.node)
    buffer.member(",\"bus\":", tablet.bus)
    buffer.member(",\"vendor\":", tablet.vendor)
    buffer.member(",\"product\":", tablet.product)
    buffer.member(",\"version\":", tablet.version)
    if tablet.width > 0, tablet.height > 0 {
      buffer.member(",\"width\":", tablet.width, decimals: 4)
      buffer.member(",\"height\":", tablet.height, decimals: 4)
    }
    range(",\"xRange\":", tablet.x, &buffer)
    range(",\"yRange\":", tablet.y, &buffer)
    range(",\"pressureRange\":", tablet.pressure, &buffer)
    range(",\"tiltXRange\":", tablet.tiltX, &buffer)
    range(",\"tiltYRange\":", tablet.tiltY, &buffer)
    buffer.member(",\"available\":", bits: UInt32(tablet.available.rawValue), BitNames.axis)
    buffer.member(",\"toolTypes\":", bits: UInt32(tablet.toolTypes), BitNames.tool)
    return true
  }

  private func range(_ key: StaticString, _ range: AxisRange, _ buffer: inout TextBuffer) {
    guard range.minimum != range.maximum else { return }
    buffer.append(literal: key)
    buffer.member("{\"minimum\":", range.minimum)
    buffer.member(",\"maximum\":", range.maximum)
    if range.resolution != 0 { buffer.member(",\"resolution\":", range.resolution) }
    buffer.append(byte: UInt8(ascii: "}"))
  }

  func tool(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) -> Bool {
    guard let tool = ToolRecord.decode(item) else { return false }
    begin("tool", header, &buffer)
    buffer.member(",\"tool\":", tool.id)
    buffer.member(",\"toolType\":", quoted: tool.type.word)
    if tool.serial != 0 { buffer.member(",\"serial\":", tool.serial) }
    if tool.hardwareID != 0 { buffer.member(",\"hardwareID\":", tool.hardwareID) }
    buffer.member(",\"available\":", bits: UInt32(tool.available.rawValue), BitNames.axis)
    return true
  }

  func stroke(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) -> Bool {
    guard let stroke = StrokeRecord.decode(item) else { return false }
    begin("stroke", header, &buffer)
    buffer.member(",\"tool\":", stroke.tool)
    buffer.member(",\"toolType\":", quoted: stroke.toolType.word)
    buffer.member(",\"stroke\":", stroke.stroke)
    buffer.member(",\"began\":", stroke.began)
    buffer.member(",\"samples\":", stroke.samples)
    buffer.member(",\"cancelled\":", stroke.isCancelled)
    if stroke.isCutByRestart { buffer.member(",\"restart\":", true) }
    return true
  }

  func button(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) -> Bool {
    guard let change = ButtonRecord.decode(item) else { return false }
    begin("button", header, &buffer)
    buffer.member(",\"tool\":", change.tool)
    buffer.member(",\"toolType\":", quoted: change.toolType.word)
    if change.stroke != 0 { buffer.member(",\"stroke\":", change.stroke) }
    buffer.member(",\"button\":", quoted: BitNames.button(Int(change.button)) ?? "unknown")
    buffer.member(",\"pressed\":", change.isPressed)
    buffer.member(",\"synthetic\":", change.isSynthetic)
    buffer.member(",\"buttons\":", bits: change.buttons.rawValue, BitNames.button)
    return true
  }

  func gap(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) -> Bool {
    guard let gap = GapRecord(item) else { return false }
    begin("gap", header, &buffer)
    buffer.member(",\"cause\":", quoted: gap.cause.word)
    if gap.lost.last != 0 {
      buffer.member(",\"first\":", gap.lost.first)
      buffer.member(",\"last\":", gap.lost.last)
    }
    return true
  }

  func raw(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) -> Bool {
    guard let raw = RawRecord.decode(item) else { return false }
    begin("raw", header, &buffer)
    buffer.append(literal: ",\"events\":[")
    for i in 0..<raw.events {
      let event = RawRecord.event(item, at: i)
      buffer.append(literal: i == 0 ? "{" : ",{")
      name(event.type, event.code, &buffer)
      buffer.member("\"type\":", event.type)
      buffer.member(",\"code\":", event.code)
      buffer.member(",\"value\":", event.value)
      buffer.append(byte: UInt8(ascii: "}"))
    }
    buffer.append(byte: UInt8(ascii: "]"))
    buffer.member(",\"flags\":", bits: UInt32(raw.flags.rawValue)) {
      $0 == 0 ? "truncated" : $0 == 1 ? "afterGap" : nil
    }
    return true
  }

  /// The member `name`, where the event has one, and the comma behind it.
  private func name(_ type: UInt16, _ code: UInt16, _ buffer: inout TextBuffer) {
    let start = buffer.count
    buffer.append(literal: "\"name\":\"")
    let end = buffer.count
    names.event(type, code, &buffer)
    if buffer.count > end { buffer.append(literal: "\",") } else { buffer.takeBack(to: start) }
  }

  func reason(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) -> Bool {
    guard let record = ReasonRecord(item) else { return false }
    begin("reason", header, &buffer)
    if record.tool != 0 { buffer.member(",\"tool\":", record.tool) }
    buffer.member(",\"stage\":", record.reason.stage)
    buffer.member(",\"code\":", record.reason.code)
    buffer.append(literal: ",\"values\":[")
    for i in 0..<4 {
      if i > 0 { buffer.append(byte: UInt8(ascii: ",")) }
      buffer.append(record.reason.values[i])
    }
    buffer.append(byte: UInt8(ascii: "]"))
    let start = buffer.count
    buffer.append(literal: ",\"text\":\"")
    let end = buffer.count
    names.reason(record.reason, &buffer)
    if buffer.count > end { buffer.append(literal: "\"") } else { buffer.takeBack(to: start) }
    return true
  }

  func description(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) -> Bool {
    guard let record = DescriptionRecord(item) else { return false }
    begin("description", header, &buffer)
    buffer.member(",\"attachment\":", record.attachment)
    buffer.member(",\"properties\":", numbersOf: [UInt64(record.properties)])
    buffer.member(",\"keys\":", numbersOf: record.keys)
    buffer.member(",\"relative\":", numbersOf: [UInt64(record.relative)])
    buffer.member(",\"miscellaneous\":", numbersOf: [UInt64(record.miscellaneous)])
    buffer.append(literal: ",\"axes\":[")
    for (i, axis) in record.axes.enumerated() {
      buffer.append(literal: i == 0 ? "{" : ",{")
      name(3, axis.code, &buffer)  // EV_ABS
      buffer.member("\"code\":", axis.code)
      buffer.member(",\"minimum\":", axis.minimum)
      buffer.member(",\"maximum\":", axis.maximum)
      buffer.member(",\"fuzz\":", axis.fuzz)
      buffer.member(",\"flat\":", axis.flat)
      buffer.member(",\"resolution\":", axis.resolution)
      buffer.member(",\"value\":", axis.value)
      buffer.append(byte: UInt8(ascii: "}"))
    }
    buffer.append(byte: UInt8(ascii: "]"))
    return true
  }
}
