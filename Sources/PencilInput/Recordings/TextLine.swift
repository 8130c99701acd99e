/// One line of a text in bytes, read from left to right.
struct TextLine {
  private let bytes: [UInt8]
  private(set) var position: Int
  private(set) var end: Int

  /// The line that begins at `start`, without its line break and spaces at its end.
  init(_ bytes: [UInt8], from start: Int) {
    var end = start
    while end < bytes.count && bytes[end] != .newline { end += 1 }
    next = end + 1
    while end > start && bytes[end - 1].isBlank { end -= 1 }
    self.bytes = bytes
    self.position = start
    self.end = end
  }

  /// Where the line after this one begins.
  let next: Int

  var isAtEnd: Bool { position >= end }
  var peek: UInt8? { position < end ? bytes[position] : nil }

  /// What is left, as text.
  var rest: String { String(decoding: bytes[position..<max(position, end)], as: UTF8.self) }
  /// What is left, as bytes.
  var restBytes: ArraySlice<UInt8> { bytes[position..<max(position, end)] }

  /// Skips blanks; returns how many.
  @discardableResult
  mutating func skipBlanks() -> Int {
    let start = position
    while position < end && bytes[position].isBlank { position += 1 }
    return position - start
  }

  /// Skips exactly this text; returns whether it was there.
  mutating func skip(_ text: StaticString) -> Bool {
    guard position + text.utf8CodeUnitCount <= end else { return false }
    for index in 0..<text.utf8CodeUnitCount
    where unsafe bytes[position + index] != text.utf8Start[index] {
      return false
    }
    position += text.utf8CodeUnitCount
    return true
  }

  /// Reads an integer after blanks: a sign and digits of the radix, of which leading zeros mean nothing.
  ///
  /// - Returns: `nil` where there are no digits, or the number has more than 62 bits.
  mutating func integer(radix: Int64 = 10) -> Int64? {
    skipBlanks()
    let isNegative = peek == UInt8(ascii: "-")
    if isNegative || peek == UInt8(ascii: "+") { position += 1 }
    if radix == 16 && (skip("0x") || skip("0X")) {}
    var value: Int64 = 0
    var digits = 0
    while let byte = peek, let digit = byte.digit, digit < radix {
      guard value < 1 << 57 else { return nil }
      value = value * radix + digit
      digits += 1
      position += 1
    }
    return digits == 0 ? nil : isNegative ? -value : value
  }

  /// Goes on at this place.
  mutating func advance(to place: Int) { position = min(max(place, position), end) }

  /// Cuts the line off before this place.
  mutating func cut(at place: Int) {
    end = min(end, max(place, position))
    while end > position && bytes[end - 1].isBlank { end -= 1 }
  }
}

extension UInt8 {
  static let newline = UInt8(ascii: "\n")

  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0d }

  /// The value of a digit of radix 16 or less.
  fileprivate var digit: Int64? {
    switch self {
    case 0x30...0x39: Int64(self) - 0x30
    case 0x41...0x46: Int64(self) - 0x41 + 10
    case 0x61...0x66: Int64(self) - 0x61 + 10
    default: nil
    }
  }
}

extension Int64 {
  /// As the `int` of an event or axis: 32 bits, written with or without a sign.
  var asValue: Int32? {
    Int32(exactly: self) ?? UInt32(exactly: self).map { Int32(bitPattern: $0) }
  }
}
