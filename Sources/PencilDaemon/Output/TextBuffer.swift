internal import PencilSystem

/// Text on its way out: bytes of fixed capacity, made once, so that a line costs no allocation.
///
/// What doesn't fit is dropped and ``isFull`` is set; a writer then takes its line back as a whole, so that a reader
/// never sees half of one.
package struct TextBuffer: ~Copyable {
  /// Holds the longest line of any writer several times over.
  package static let standardCapacity = 65536
  /// What is written at once reaches so far behind what counts of it, or less.
  private static let slack = 8

  private var storage: ByteBuffer
  package let capacity: Int
  /// How many bytes are in it.
  package private(set) var count = 0
  /// Something did not fit since the last ``truncate(to:)`` or removal.
  package private(set) var isFull = false

  package init(capacity: Int = standardCapacity) {
    self.capacity = capacity
    storage = ByteBuffer(count: capacity + Self.slack)
  }

  package var isEmpty: Bool { count == 0 }

  /// What `write` appends to a buffer, as a text of at most 4 KiB.
  static func text(_ write: (inout TextBuffer) -> Void) -> String {
    var buffer = TextBuffer(capacity: 4096)
    write(&buffer)
    let bytes = buffer.bytes
    return String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
  }

  /// What is in it.
  package var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { storage.bytes.extracting(0..<count).items }
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
    if rest > 0 { move(sent..<count, by: -sent) }
    truncate(to: rest)
  }

  /// Moves a part of what is in it.
  private mutating func move(_ range: Range<Int>, by distance: Int) {
    // In the direction in which nothing is overwritten that is still to be read.
    for n in 0..<range.count {
      let i = distance < 0 ? range.lowerBound + n : range.upperBound - 1 - n
      let byte = storage.bytes.byte(at: i)
      var bytes = storage.mutableBytes
      bytes.storeBytes(of: byte, toByteOffset: i + distance, as: UInt8.self)
    }
  }

  /// Room for `n` more bytes, or ``isFull``.
  @inline(__always)
  private mutating func hasRoom(_ n: Int) -> Bool {
    guard n <= capacity &- count else {
      isFull = true
      return false
    }
    return true
  }

  /// Appends the first `n` bytes of a word, 0…8, the lowest first.
  @inline(__always)
  private mutating func append(_ word: UInt64, bytes n: Int) {
    guard hasRoom(n) else { return }
    storage.store(word, at: count)
    count &+= n
  }
}

// Texts.
extension TextBuffer {
  @inline(__always)
  package mutating func append(byte: UInt8) { append(UInt64(byte), bytes: 1) }

  /// Appends a text as it is. One of more than 15 bytes that is no literal may cost an allocation.
  package mutating func append(_ text: String) {
    let source = text.utf8Span.span
    guard hasRoom(source.count) else { return }
    let end = count
    var bytes = storage.mutableBytes
    bytes.store(source, at: end)
    count = end + source.count
  }

  /// Appends a text that was known when this was compiled.
  @inline(__always)
  package mutating func append(literal text: StaticString) {
    guard hasRoom(text.utf8CodeUnitCount) else { return }
    storage.store(text, at: count)
    count &+= text.utf8CodeUnitCount
  }

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

  /// Appends a text that came from outside for a terminal: what could steer it, or turn the direction in which it is
  /// read, becomes `?`.
  package mutating func append(printable text: String) {
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: append(byte: UInt8(ascii: "?"))
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

// Numbers. Digits are made eight at once, in a word that is stored as a whole, whatever counts of it.
extension TextBuffer {
  @inline(__always)
  package mutating func append(_ value: some FixedWidthInteger & UnsignedInteger) {
    append(digits: UInt64(value))
  }

  @inline(__always)
  package mutating func append(_ value: some FixedWidthInteger & SignedInteger) {
    if value < 0 { append(byte: UInt8(ascii: "-")) }
    append(digits: UInt64(value.magnitude))
  }

  /// Appends a number with a fixed count of decimals, 0…6, and never an exponent; what is no number becomes 0.
  @inline(__always)
  package mutating func append(_ value: Double, decimals: Int) {
    // By constants, so that none of them is really divided by.
    switch decimals {
    case 0: append(value, decimals: 0, scale: 1)
    case 1: append(value, decimals: 1, scale: 10)
    case 2: append(value, decimals: 2, scale: 100)
    case 3: append(value, decimals: 3, scale: 1000)
    case 4: append(value, decimals: 4, scale: 10_000)
    case 5: append(value, decimals: 5, scale: 100_000)
    default: append(millionths: value)
    }
  }

  @inline(__always)
  package mutating func append(_ value: Float, decimals: Int) {
    append(Double(value), decimals: decimals)
  }

  private mutating func append(_ value: Double, decimals: Int, scale: Double) {
    let scaled = value.magnitude * scale
    // False for NaN, too.
    guard decimals > 0, scaled < 9_999_999 else {
      return append(long: value, scaled, decimals: decimals, scale: UInt64(scale))
    }
    let digits = Self.integer(scaled)
    if value < 0, digits != 0 { append(byte: UInt8(ascii: "-")) }
    // All of it in one word: at most seven digits, in which a point goes before the decimals.
    let word = Self.eightDigits(digits)
    let leading = min(word.trailingZeroBitCount &>> 3, 7 &- decimals)
    let text = (word | Self.zeros) &>> UInt64(truncatingIfNeeded: 8 &* leading)
    let point = UInt64(truncatingIfNeeded: 8 &* (8 &- decimals &- leading))
    let whole = UInt64(1) &<< point &- 1
    let decimal = (text & ~whole) &<< 8 | UInt64(UInt8(ascii: ".")) &<< point
    append(text & whole | decimal, bytes: 9 &- leading)
  }

  /// With six decimals most values have one digit before the point: it, the point and they are a word of their own.
  private mutating func append(millionths value: Double) {
    let scaled = value.magnitude * 1_000_000
    guard scaled < 9_999_999 else {
      return append(long: value, scaled, decimals: 6, scale: 1_000_000)
    }
    let digits = Self.integer(scaled)
    if value < 0, digits != 0 { append(byte: UInt8(ascii: "-")) }
    let word = Self.eightDigits(digits) | Self.zeros
    append(word & ~0xFFFF | UInt64(UInt8(ascii: ".")) &<< 8 | word &>> 8 & 0xFF, bytes: 8)
  }

  /// The nearest integer to a number from 0 to 2⁵². Where a double has 52 bits before the point, adding rounds to nearest,
  /// and the integer is in its lowest bits.
  @inline(__always)
  private static func integer(_ value: Double) -> UInt64 {
    (value + 0x1p52).bitPattern & 0xF_FFFF_FFFF_FFFF
  }

  private mutating func append(
    long value: Double, _ scaled: Double, decimals: Int, scale: UInt64
  ) {
    let digits = scaled < 1e18 ? UInt64(scaled.rounded(.toNearestOrEven)) : 0
    if value < 0, digits != 0 { append(byte: UInt8(ascii: "-")) }
    let (whole, part) = digits.quotientAndRemainder(dividingBy: scale)
    append(digits: whole)
    guard decimals > 0 else { return }
    // The point, and as many of eight decimals as are wanted.
    let decimalDigits = Self.eightDigits(part &* (Self.eight / scale)) | Self.zeros
    append(decimalDigits << 8 | UInt64(UInt8(ascii: ".")), bytes: 1 + decimals)
  }

  private static var eight: UInt64 { 100_000_000 }
  private static var zeros: UInt64 { 0x3030_3030_3030_3030 }

  /// The values of the eight digits of a number below 10⁸, a byte each, the first one the lowest: by halves, each time
  /// for all parts at once. The divisions are by multiplying, which is exact up to 9999 and 99.
  @inline(__always)
  private static func eightDigits(_ value: UInt64) -> UInt64 {
    let (high, low) = value.quotientAndRemainder(dividingBy: 10_000)
    let fours = high | low &<< 32
    let hundreds = (fours &* 10486) &>> 20 & 0x0000_007F_0000_007F
    let twos = hundreds | (fours &- hundreds &* 100) &<< 16
    let tens = (twos &* 103) &>> 10 & 0x000F_000F_000F_000F
    return tens | (twos &- tens &* 10) &<< 8
  }

  private mutating func append(digits value: UInt64) {
    guard value >= 10 else {
      return append(byte: UInt8(ascii: "0") | UInt8(truncatingIfNeeded: value))
    }
    guard value < Self.eight else { return append(longDigits: value) }
    let digits = Self.eightDigits(value)
    let leading = min(digits.trailingZeroBitCount &>> 3, 7)
    append((digits | Self.zeros) &>> UInt64(truncatingIfNeeded: 8 &* leading), bytes: 8 &- leading)
  }

  private mutating func append(longDigits value: UInt64) {
    let (high, low) = value.quotientAndRemainder(dividingBy: Self.eight)
    append(digits: high)
    append(Self.eightDigits(low) | Self.zeros, bytes: 8)
  }
}

// Columns. Widths are of what is seen: a character of several bytes counts once.
extension TextBuffer {
  /// How many characters were appended after it had `start` bytes.
  package func width(from start: Int) -> Int {
    var width = 0
    for i in start..<max(count, start) where storage.bytes.byte(at: i) & 0xC0 != 0x80 { width += 1 }
    return width
  }

  /// Fills the cell that began at byte `start` up to `width` on its right.
  package mutating func padRight(from start: Int, to width: Int) {
    append(spaces: width - self.width(from: start))
  }

  /// Takes back spaces at the end.
  package mutating func trimSpaces() {
    while count > 0, storage.bytes.byte(at: count - 1) == UInt8(ascii: " ") { count -= 1 }
  }

  /// Fills the cell that began at byte `start` up to `width` on its left, for numbers.
  package mutating func padLeft(from start: Int, to width: Int) {
    let fill = width - self.width(from: start)
    guard fill > 0, hasRoom(fill) else { return }
    move(start..<count, by: fill)
    count += fill
    // One by one: what appends stores whole words, over what was moved.
    var bytes = storage.mutableBytes
    for i in start..<(start + fill) {
      bytes.storeBytes(of: UInt8(ascii: " "), toByteOffset: i, as: UInt8.self)
    }
  }
}
