/// The header: everything but the rows of events.
extension YAMLRecordingParser {
  /// Takes the value at a place, as far as it is wanted.
  mutating func readValue(
    _ text: inout TextLine, key: ArraySlice<UInt8>, path: [Step]
  ) throws(RecordingError) {
    if path == [.other] && key.elementsEqual("version".utf8) { return try readVersion(&text) }
    guard path.count > 2, path[0] == .devices, path[1] == .item, !tablets.isEmpty else { return }
    let last = tablets.count - 1
    switch Array(path.dropFirst(2)) {
    case [.other] where key.elementsEqual("node".utf8):
      tablets[last].description.node = text.scalar()
    case [.evdev, .other]:
      try readIdentity(&text, key: key, into: &tablets[last].description)
    case [.evdev, .properties]:
      for property in try numbers(&text) where (0..<32).contains(property) {
        tablets[last].description.properties |= 1 << UInt32(property)
      }
    case [.evdev, .codes, .other]:
      let type = try code(key)
      for number in try numbers(&text) {
        tablets[last].description.add(type: type, code: UInt16(clamping: number))
      }
    case [.evdev, .absinfo, .other]:
      try readAxis(&text, code: try code(key), into: &tablets[last].description)
    case [.udev, .properties, .item]:
      readProperty(text.scalar(), into: &tablets[last].description)
    case [.pencild, .other], [.pencild, .values, .other]:
      try readOwn(&text, key: key, isAxis: path.count > 4)
    case [.events, .item, .pencild]:
      isGapBefore = text.scalar() == "gap"
    default:
      break
    }
  }

  private mutating func readVersion(_ text: inout TextLine) throws(RecordingError) {
    guard text.scalar() == "1" else {
      throw error("libinput's format 1 is understood, not " + text.scalar())
    }
    hasVersion = true
  }

  private func readIdentity(
    _ text: inout TextLine, key: ArraySlice<UInt8>, into description: inout TabletDescription
  ) throws(RecordingError) {
    if key.elementsEqual("name".utf8) {
      description.name = text.scalar()
    } else if key.elementsEqual("id".utf8) {
      let ids = try numbers(&text).compactMap { UInt16(exactly: $0) }
      guard ids.count == 4 else { throw error("id needs bus, vendor, product and version") }
      description.bus = ids[0]
      description.vendor = ids[1]
      description.product = ids[2]
      description.version = ids[3]
    }
  }

  private func readAxis(
    _ text: inout TextLine, code: UInt16, into description: inout TabletDescription
  ) throws(RecordingError) {
    guard code < AxisDescription.codeCount else { throw error(Recording.axisCodeError) }
    let values = try numbers(&text).compactMap(\.asValue)
    guard values.count == 5 else {
      throw error("axis needs minimum, maximum, fuzz, flat and resolution")
    }
    var axis = AxisDescription(code: code)
    axis.minimum = values[0]
    axis.maximum = values[1]
    axis.fuzz = values[2]
    axis.flat = values[3]
    axis.resolution = values[4]
    axis.value = description.axis(code)?.value ?? 0
    description.replace(axis)
  }

  private func readProperty(_ text: String, into description: inout TabletDescription) {
    let parts = text.split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else { return }
    switch parts[0] {
    case "ID_PATH": description.idPath = String(parts[1])
    case "ID_SEAT": description.seat = String(parts[1])
    default: break
    }
  }

  /// What libinput's recordings lack: the state at the start, and what else tells tablets apart.
  private mutating func readOwn(
    _ text: inout TextLine, key: ArraySlice<UInt8>, isAxis: Bool
  ) throws(RecordingError) {
    let last = tablets.count - 1
    if isAxis {
      let code = try code(key)
      guard let value = text.integer()?.asValue else { throw error("axis has no value") }
      guard var axis = tablets[last].description.axis(code) else { return }
      axis.value = value
      tablets[last].description.replace(axis)
    } else if key.elementsEqual("keys".utf8) {
      tablets[last].held = KeyMask(try numbers(&text).compactMap { UInt16(exactly: $0) })
    } else if key.elementsEqual("serial".utf8) {
      guard let serial = text.integer().flatMap({ UInt32(exactly: $0) }) else {
        throw error("serial is not a number of 32 bits")
      }
      tablets[last].serial = serial
    } else if key.elementsEqual("uniq".utf8) {
      tablets[last].description.uniq = text.scalar()
    } else if key.elementsEqual("phys".utf8) {
      tablets[last].description.phys = text.scalar()
    }
  }

  private func code(_ key: ArraySlice<UInt8>) throws(RecordingError) -> UInt16 {
    guard let code = UInt16(String(decoding: key, as: UTF8.self)) else {
      throw error("not a number: " + String(decoding: key, as: UTF8.self))
    }
    return code
  }

  /// A flow list of integers.
  private func numbers(_ text: inout TextLine) throws(RecordingError) -> [Int64] {
    guard text.skip("[") else { throw error("not a list of numbers: " + text.rest) }
    var all: [Int64] = []
    text.skipBlanks()
    if text.skip("]") { return all }
    while let number = text.integer() {
      all.append(number)
      text.skipBlanks()
      if text.skip("]") { return all }
      guard text.skipComma() else { break }
    }
    throw error("not a list of numbers: " + text.rest)
  }
}

extension TextLine {
  /// Skips a comma and the blanks before it.
  mutating func skipComma() -> Bool {
    skipBlanks()
    return skip(",")
  }

  /// What is left, as a plain or quoted scalar without a comment behind it.
  func scalar() -> String {
    var text = self
    if text.skip("\"") { return text.quoted(by: UInt8(ascii: "\""), escape: UInt8(ascii: "\\")) }
    if text.skip("'") { return text.quoted(by: UInt8(ascii: "'"), escape: UInt8(ascii: "'")) }
    var previous = UInt8(0x20)
    for (index, byte) in zip(text.restBytes.indices, text.restBytes) {
      if byte == UInt8(ascii: "#") && previous.isBlank {
        text.cut(at: index)
        break
      }
      previous = byte
    }
    return text.rest
  }

  private func quoted(by quote: UInt8, escape: UInt8) -> String {
    var all: [UInt8] = []
    var iterator = restBytes.makeIterator()
    while let byte = iterator.next() {
      if byte == escape {
        // Of a quote that is its own escape, a single one is the end.
        guard let next = iterator.next(), escape != quote || next == quote else { break }
        all.append(next)
      } else if byte == quote {
        break
      } else {
        all.append(byte)
      }
    }
    return String(decoding: all, as: UTF8.self)
  }
}
