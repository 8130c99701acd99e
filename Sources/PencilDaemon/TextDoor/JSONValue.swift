/// A value of JSON, as a request line holds it: small, so a tree of arrays is enough.
package indirect enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  /// As it was written, since an epoch has more digits than a `Double`.
  case number(String)
  case string(String)
  case array([JSONValue])
  /// In the order of the text; a key that is there twice is an error of ``JSONError``.
  case object([(key: String, value: JSONValue)])

  package static func == (a: JSONValue, b: JSONValue) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.number(let a), .number(let b)), (.string(let a), .string(let b)): a == b
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.key == $1.key && $0.value == $1.value }
    default: false
    }
  }
}

/// Why a line is not JSON, and at which byte.
package struct JSONError: Error, Equatable, CustomStringConvertible {
  package var offset: Int
  package var reason: String
  package var description: String { "not JSON at byte \(offset): \(reason)" }
}

extension JSONValue {
  /// How deep arrays and objects may be nested.
  private static let depthLimit = 8

  /// The one value of a line, as RFC 8259 has it.
  package init(parsing line: Span<UInt8>) throws(JSONError) {
    var at = 0
    self = try Self.value(line, &at, depth: 0)
    Self.skipBlanks(line, &at)
    guard at == line.count else { throw JSONError(offset: at, reason: "more behind the value") }
  }

  private static func skipBlanks(_ line: Span<UInt8>, _ at: inout Int) {
    while at < line.count, [0x20, 0x09, 0x0D, 0x0A].contains(line[at]) { at += 1 }
  }

  private static func value(
    _ line: Span<UInt8>, _ at: inout Int, depth: Int
  ) throws(JSONError) -> JSONValue {
    guard depth < depthLimit else { throw JSONError(offset: at, reason: "nested too deep") }
    skipBlanks(line, &at)
    guard at < line.count else { throw JSONError(offset: at, reason: "a value is missing") }
    switch line[at] {
    case UInt8(ascii: "{"): return try object(line, &at, depth: depth)
    case UInt8(ascii: "["): return try array(line, &at, depth: depth)
    case UInt8(ascii: "\""): return .string(try string(line, &at))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return .number(try number(line, &at))
    default: return try word(line, &at)
    }
  }

  private static func word(_ line: Span<UInt8>, _ at: inout Int) throws(JSONError) -> JSONValue {
    let words: [(String, JSONValue)] = [
      ("true", .bool(true)), ("false", .bool(false)), ("null", .null),
    ]
    for (text, value) in words where matches(line, at, text) {
      at += text.utf8.count
      return value
    }
    throw JSONError(offset: at, reason: "no value begins so")
  }

  private static func matches(_ line: Span<UInt8>, _ at: Int, _ text: String) -> Bool {
    guard at + text.utf8.count <= line.count else { return false }
    return text.utf8.enumerated().allSatisfy { line[at + $0.offset] == $0.element }
  }

  private static func number(_ line: Span<UInt8>, _ at: inout Int) throws(JSONError) -> String {
    let start = at
    func digits() -> Int {
      let first = at
      while at < line.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(line[at]) { at += 1 }
      return at - first
    }
    func take(_ choices: String) -> Bool {
      guard at < line.count, choices.utf8.contains(line[at]) else { return false }
      at += 1
      return true
    }
    _ = take("-")
    let whole = at
    var isWhole = digits() > 0 && (line[whole] != UInt8(ascii: "0") || at == whole + 1)
    if take(".") { isWhole = digits() > 0 && isWhole }
    if take("eE") {
      _ = take("+-")
      isWhole = digits() > 0 && isWhole
    }
    guard isWhole else { throw JSONError(offset: start, reason: "no number is written so") }
    return text(line, start..<at)
  }

  private static func array(
    _ line: Span<UInt8>, _ at: inout Int, depth: Int
  ) throws(JSONError) -> JSONValue {
    var values: [JSONValue] = []
    at += 1
    if close("]", line, &at) { return .array(values) }
    while true {
      values.append(try value(line, &at, depth: depth + 1))
      if close("]", line, &at) { return .array(values) }
      try expect(",", line, &at)
    }
  }

  private static func object(
    _ line: Span<UInt8>, _ at: inout Int, depth: Int
  ) throws(JSONError) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = []
    at += 1
    if close("}", line, &at) { return .object(members) }
    while true {
      skipBlanks(line, &at)
      let start = at
      guard at < line.count, line[at] == UInt8(ascii: "\"") else {
        throw JSONError(offset: at, reason: "a key in quotes is missing")
      }
      let key = try string(line, &at)
      if members.contains(where: { $0.key == key }) {
        throw JSONError(offset: start, reason: "“\(key)” is there twice")
      }
      try expect(":", line, &at)
      members.append((key, try value(line, &at, depth: depth + 1)))
      if close("}", line, &at) { return .object(members) }
      try expect(",", line, &at)
    }
  }

  private static func close(_ end: String, _ line: Span<UInt8>, _ at: inout Int) -> Bool {
    skipBlanks(line, &at)
    guard matches(line, at, end) else { return false }
    at += 1
    return true
  }

  private static func expect(
    _ mark: String, _ line: Span<UInt8>, _ at: inout Int
  ) throws(JSONError) {
    guard close(mark, line, &at) else {
      throw JSONError(offset: at, reason: "“\(mark)” is missing")
    }
  }

  private static func text(_ line: Span<UInt8>, _ range: Range<Int>) -> String {
    String(decoding: range.map { line[$0] }, as: UTF8.self)
  }
}

// MARK: - Strings

extension JSONValue {
  private static func string(_ line: Span<UInt8>, _ at: inout Int) throws(JSONError) -> String {
    let start = at
    var bytes: [UInt8] = []
    at += 1
    while at < line.count {
      let byte = line[at]
      at += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: bytes, as: UTF8.self)
      case UInt8(ascii: "\\"): try escape(line, &at, into: &bytes)
      case 0..<0x20: throw JSONError(offset: at - 1, reason: "a control character in a string")
      default: bytes.append(byte)
      }
    }
    throw JSONError(offset: start, reason: "a string without its end")
  }

  private static func escape(
    _ line: Span<UInt8>, _ at: inout Int, into bytes: inout [UInt8]
  ) throws(JSONError) {
    guard at < line.count else { return }
    let letter = line[at]
    at += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(letter)
    case UInt8(ascii: "b"): bytes.append(0x08)
    case UInt8(ascii: "f"): bytes.append(0x0C)
    case UInt8(ascii: "n"): bytes.append(0x0A)
    case UInt8(ascii: "r"): bytes.append(0x0D)
    case UInt8(ascii: "t"): bytes.append(0x09)
    case UInt8(ascii: "u"):
      var unit = try fourDigits(line, &at)
      // The two halves of a pair; a half alone is no character.
      if (0xD800..<0xDC00).contains(unit), matches(line, at, "\\u") {
        at += 2
        let low = try fourDigits(line, &at)
        if (0xDC00..<0xE000).contains(low) {
          unit = 0x10000 + (unit - 0xD800) << 10 + low - 0xDC00
        } else {
          at -= 6
        }
      }
      let scalar = Unicode.Scalar(unit) ?? "\u{FFFD}"
      bytes.append(contentsOf: Array(String(Character(scalar)).utf8))
    default: throw JSONError(offset: at - 2, reason: "no such escape in a string")
    }
  }

  private static func fourDigits(
    _ line: Span<UInt8>, _ at: inout Int
  ) throws(JSONError) -> UInt32 {
    guard at + 4 <= line.count, let unit = UInt32(text(line, at..<(at + 4)), radix: 16),
      line[at] != UInt8(ascii: "+"), line[at] != UInt8(ascii: "-")
    else { throw JSONError(offset: at, reason: "\\u wants four hexadecimal digits") }
    at += 4
    return unit
  }
}
