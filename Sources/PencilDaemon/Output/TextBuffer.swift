/// Text on its way out: bytes of fixed capacity, made once, so that a line costs no allocation.
///
/// What doesn't fit is dropped and ``isFull`` is set; a writer then takes its line back as a whole, so that a reader
/// never sees half of one.
package struct TextBuffer: ~Copyable {
  /// Holds the longest line of any writer several times over.
  package static let standardCapacity = 65536

  private var storage: [UInt8]
  /// How many bytes are in it.
  package private(set) var count = 0
  /// Something did not fit since the last ``truncate(to:)`` or removal.
  package private(set) var isFull = false

  package init(capacity: Int = standardCapacity) {
    storage = [UInt8](repeating: 0, count: capacity)
  }

  package var capacity: Int { storage.count }
  package var isEmpty: Bool { count == 0 }

  /// What is in it.
  package var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { storage.span.extracting(0..<count) }
  }

  /// Takes back what was appended after it had `count` bytes.
  package mutating func truncate(to count: Int) {
    self.count = min(count, self.count)
    isFull = false
  }

  /// Takes back a part of a line; ``isFull`` stays.
  package mutating func takeBack(to count: Int) { self.count = min(count, self.count) }

  package mutating func removeAll() { truncate(to: 0) }

  /// Forgets the first bytes, which have been sent.
  package mutating func removeFirst(_ sent: Int) {
    let rest = max(count - sent, 0)
    var bytes = storage.mutableSpan
    for i in 0..<rest { bytes[i] = bytes[sent + i] }
    truncate(to: rest)
  }

  /// Room for `n` more bytes, or ``isFull``.
  @inline(__always)
  private mutating func hasRoom(_ n: Int) -> Bool {
    guard count + n <= storage.count else {
      isFull = true
      return false
    }
    return true
  }
}

// Texts.
extension TextBuffer {
  package mutating func append(byte: UInt8) {
    guard hasRoom(1) else { return }
    storage[count] = byte
    count += 1
  }

  /// Appends a text as it is. A literal costs no allocation.
  package mutating func append(_ text: String) {
    let source = text.utf8Span.span
    let n = source.count
    guard hasRoom(n) else { return }
    let start = count
    var target = storage.mutableSpan
    for i in 0..<n { target[start + i] = source[i] }
    count = start + n
  }

  /// Appends a short name, of at most 15 bytes if it is not to allocate.
  package mutating func append(name: StaticString) { append(name.description) }

  package mutating func append(spaces n: Int) {
    for _ in 0..<max(n, 0) { append(byte: UInt8(ascii: " ")) }
  }

  /// Appends a text as a JSON string, quoted.
  package mutating func append(quoted text: String) {
    append(byte: UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        append(byte: UInt8(ascii: "\\"))
        append(byte: byte)
      case 0..<0x20:
        append("\\u00")
        append(hexDigit: byte >> 4)
        append(hexDigit: byte & 15)
      default: append(byte: byte)
      }
    }
    append(byte: UInt8(ascii: "\""))
  }

  /// Appends a text that came from outside for a terminal: a control character, which could steer it, becomes `?`.
  package mutating func append(printable text: String) {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0: append(byte: UInt8(ascii: "?"))
      default:
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(byte: byte) }
      }
    }
  }

  private mutating func append(hexDigit digit: UInt8) {
    append(byte: digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
  }

  /// Appends a number in hexadecimal, of at least `digits`.
  package mutating func append(hex value: UInt32, digits: Int) {
    var shift = 28
    while shift >= 0 {
      if shift < 4 * digits || value >> UInt32(shift) != 0 {
        append(hexDigit: UInt8(value >> UInt32(shift) & 15))
      }
      shift -= 4
    }
  }
}

// Numbers.
extension TextBuffer {
  package mutating func append(_ value: some FixedWidthInteger & UnsignedInteger) {
    append(UInt64(value), decimals: 0, isNegative: false)
  }

  package mutating func append(_ value: some FixedWidthInteger & SignedInteger) {
    append(UInt64(value.magnitude), decimals: 0, isNegative: value < 0)
  }

  /// Appends a number with a fixed count of decimals, 0…6, and never an exponent; what is no number becomes 0.
  package mutating func append(_ value: Double, decimals: Int) {
    // Rounding by adding a half: the library's own is a call of a function.
    let scaled = value.magnitude * Self.scale(decimals) + 0.5
    let digits = scaled < 1e18 ? UInt64(scaled) : 0  // false for NaN, too
    append(digits, decimals: decimals, isNegative: value < 0 && digits != 0)
  }

  package mutating func append(_ value: Float, decimals: Int) {
    append(Double(value), decimals: decimals)
  }

  private static func scale(_ decimals: Int) -> Double {
    switch decimals {
    case 0: 1
    case 1: 10
    case 2: 100
    case 3: 1000
    case 4: 10_000
    case 5: 100_000
    default: 1_000_000
    }
  }

  /// Appends digits with a point before the last `decimals` of them.
  private mutating func append(_ value: UInt64, decimals: Int, isNegative: Bool) {
    var digits = 1
    var power: UInt64 = 10
    while digits < 20, value >= power {
      digits += 1
      let next = power.multipliedReportingOverflow(by: 10)
      if next.overflow { break }
      power = next.partialValue
    }
    if digits <= decimals { digits = decimals + 1 }
    let length = digits + (decimals > 0 ? 1 : 0) + (isNegative ? 1 : 0)
    guard hasRoom(length) else { return }
    let start = count
    count += length
    var at = count
    var target = storage.mutableSpan
    if isNegative { target[start] = UInt8(ascii: "-") }
    var rest = value
    for i in 0..<digits {
      if i == decimals, decimals > 0 {
        at -= 1
        target[at] = UInt8(ascii: ".")
      }
      at -= 1
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      target[at] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
      rest = quotient
    }
  }
}

// Columns. Widths are of what is seen: a character of several bytes counts once.
extension TextBuffer {
  /// How many characters were appended after it had `start` bytes.
  package func width(from start: Int) -> Int {
    var width = 0
    for i in start..<max(count, start) where storage[i] & 0xC0 != 0x80 { width += 1 }
    return width
  }

  /// Fills the cell that began at byte `start` up to `width` on its right.
  package mutating func padRight(from start: Int, to width: Int) {
    append(spaces: width - self.width(from: start))
  }

  /// Takes back spaces at the end.
  package mutating func trimSpaces() {
    while count > 0, storage[count - 1] == UInt8(ascii: " ") { count -= 1 }
  }

  /// Fills the cell that began at byte `start` up to `width` on its left, for numbers.
  package mutating func padLeft(from start: Int, to width: Int) {
    let fill = width - self.width(from: start)
    guard fill > 0, hasRoom(fill) else { return }
    var i = count - 1
    count += fill
    var bytes = storage.mutableSpan
    while i >= start {
      bytes[i + fill] = bytes[i]
      i -= 1
    }
    for i in start..<(start + fill) { bytes[i] = UInt8(ascii: " ") }
  }
}
