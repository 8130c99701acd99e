/// Reads evemu's text, versions 1.0 to 1.3: header and events in one file.
///
/// A file of events alone is read as a tablet of the file's name that has just the keys and axes that occur,
/// with a range from the smallest to the largest value (from 0 where none is negative), without resolution
/// and with all numbers 0. Blank lines and comments are allowed anywhere.
struct EvemuParser {
  private let file: String
  private var line = 0
  private var description = TabletDescription()
  private var comments = RecordingComments()
  private var events: [RawEvent] = []
  private var hasHeader = false
  private var propertyBytes = 0
  private var maskBytes: [UInt16: Int] = [:]

  init(file: String) { self.file = file }

  mutating func parse(_ bytes: [UInt8]) throws(RecordingError) -> Recording {
    events.reserveCapacity(bytes.count / 32)
    var start = 0
    while start < bytes.count {
      let text = TextLine(bytes, from: start)
      start = text.next
      line += 1
      try read(text)
    }
    if !hasHeader && events.isEmpty { throw error("neither a tablet nor an event in this file") }
    if hasHeader {
      finishHeader()
    } else {
      describeByEvents()
    }
    description.node = file
    return Recording(tablets: [RecordedTablet(description: description, events: events)])
  }

  private func error(_ reason: String) -> RecordingError {
    RecordingError(file: file, line: max(line, 1), reason: reason)
  }

  private mutating func read(_ text: TextLine) throws(RecordingError) {
    var text = text
    text.skipBlanks()
    guard let kind = text.peek else { return }
    if text.skip("#") { return try readComment(text) }
    guard text.skip("E:") else {
      return try readHeader(kind, text)
    }
    try readEvent(&text)
  }

  private mutating func readComment(_ text: TextLine) throws(RecordingError) {
    var text = text
    comments.look(at: text)
    text.skipBlanks()
    guard text.skip("EVEMU ") else { return }
    guard text.integer() == 1 else {
      throw error("evemu's format 1 is understood, not " + text.rest)
    }
  }

  private mutating func readEvent(_ text: inout TextLine) throws(RecordingError) {
    // The fraction is a whole number of µs, however many digits it has.
    guard let seconds = text.integer(), text.skip("."), let micros = text.integer(),
      let time = Recording.time(seconds: seconds, micros: micros)
    else { throw error("event has no time, or one out of range") }
    guard let type = text.integer(radix: 16).flatMap({ UInt16(exactly: $0) }) else {
      throw error("event has no type, or one out of range")
    }
    guard let code = text.integer(radix: 16).flatMap({ UInt16(exactly: $0) }) else {
      throw error("event has no code, or one out of range")
    }
    guard let value = text.integer()?.asValue else {
      throw error("event has no value, or one out of range")
    }
    text.skipBlanks()
    guard text.isAtEnd || text.peek == UInt8(ascii: "#") else {
      throw error("event has something behind its value: " + text.rest)
    }
    events.append(RawEvent(time: time, type: type, code: code, value: value))
  }

  private mutating func readHeader(_ kind: UInt8, _ text: TextLine) throws(RecordingError) {
    var text = text
    switch kind {
    case UInt8(ascii: "N") where text.skip("N:"):
      text.skipBlanks()
      description.name = text.rest
    case UInt8(ascii: "I") where text.skip("I:"):
      guard let bus = hexadecimal(&text), let vendor = hexadecimal(&text),
        let product = hexadecimal(&text), let version = hexadecimal(&text)
      else { throw error("identity needs bus, vendor, product and version") }
      description.bus = bus
      description.vendor = vendor
      description.product = product
      description.version = version
    case UInt8(ascii: "P") where text.skip("P:"):
      try readMask(&text, offset: propertyBytes) { $0.properties |= $1 < 32 ? 1 << $1 : 0 }
      propertyBytes += 8
    case UInt8(ascii: "B") where text.skip("B:"):
      guard let type = hexadecimal(&text) else { throw error("mask has no type") }
      try readMask(&text, offset: maskBytes[type, default: 0]) { $0.add(type: type, code: $1) }
      maskBytes[type, default: 0] += 8
    case UInt8(ascii: "A") where text.skip("A:"):
      try readAxis(&text)
    case UInt8(ascii: "L") where text.skip("L:"), UInt8(ascii: "S") where text.skip("S:"):
      break
    default:
      throw error("not a line of evemu's format: " + text.rest)
    }
    hasHeader = true
  }

  private func hexadecimal(_ text: inout TextLine) -> UInt16? {
    text.integer(radix: 16).flatMap { UInt16(exactly: $0) }
  }

  private mutating func readMask(
    _ text: inout TextLine, offset: Int, set: (inout TabletDescription, UInt16) -> Void
  ) throws(RecordingError) {
    for index in 0..<8 {
      guard let byte = text.integer(radix: 16), (0...0xff).contains(byte) else {
        throw error("mask needs eight bytes")
      }
      for bit in 0..<8 where byte >> Int64(bit) & 1 == 1 {
        set(&description, UInt16(clamping: (offset + index) * 8 + bit))
      }
    }
  }

  private mutating func readAxis(_ text: inout TextLine) throws(RecordingError) {
    guard let code = hexadecimal(&text) else { throw error("axis has no code") }
    guard code < AxisDescription.codeCount else { throw error(Recording.axisCodeError) }
    guard let minimum = text.integer()?.asValue, let maximum = text.integer()?.asValue,
      let fuzz = text.integer()?.asValue, let flat = text.integer()?.asValue
    else { throw error("axis needs minimum, maximum, fuzz and flat") }
    var axis = AxisDescription(code: code)
    axis.minimum = minimum
    axis.maximum = maximum
    axis.fuzz = fuzz
    axis.flat = flat
    // Since 1.2.
    axis.resolution = text.integer()?.asValue ?? 0
    description.replace(axis)
  }

  /// The kernel's mask says which axes there are; a range without its bit is one of no axis.
  private mutating func finishHeader() {
    comments.apply(to: &description)
  }

  private mutating func describeByEvents() {
    description.name = file.split(separator: "/").last.map { String($0) } ?? file
    for event in events {
      description.add(type: event.type, code: event.code)
      guard event.type == EventType.absolute, var axis = description.axis(event.code) else {
        continue
      }
      axis.minimum = min(axis.minimum, event.value)
      axis.maximum = max(axis.maximum, event.value)
      description.replace(axis)
    }
  }
}

extension TabletDescription {
  /// Adds an ability: a code of a type.
  mutating func add(type: UInt16, code: UInt16) {
    switch type {
    case EventType.key: keys.insert(code)
    case EventType.relative where code < 16: relatives |= 1 << code
    case EventType.miscellaneous where code < 8: miscellaneous |= 1 << UInt8(code)
    case EventType.absolute where code < AxisDescription.codeCount && axis(code) == nil:
      replace(AxisDescription(code: code))
    default: break
    }
  }

  /// Puts an axis in its place.
  mutating func replace(_ axis: AxisDescription) {
    if let index = axes.firstIndex(where: { $0.code >= axis.code }) {
      if axes[index].code == axis.code {
        axes[index] = axis
      } else {
        axes.insert(axis, at: index)
      }
    } else {
      axes.append(axis)
    }
  }
}
