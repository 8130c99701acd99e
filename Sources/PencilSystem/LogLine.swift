internal import Glibc

/// One line of the log, put together in a fixed buffer.
struct LogLine: ~Copyable {
  /// With the final newline; what is longer is cut.
  static var limit: Int { 1024 }

  private var bytes = InlineArray<1024, UInt8>(repeating: 0)
  private(set) var count = 0

  /// `<3>` if the journal reads it, then whose fault it is, then the text.
  init(_ level: Log.Level, _ source: Log.Source, _ text: String, forJournal: Bool) {
    if forJournal {
      append(UInt8(ascii: "<"))
      append(UInt8(ascii: "0") + level.rawValue)
      append(UInt8(ascii: ">"))
    }
    append(source.rawValue)
    append(": ")
    append(text)
    append(UInt8(ascii: "\n"))
  }

  /// What is written.
  var span: RawSpan {
    @_lifetime(borrow self)
    borrowing get { bytes.span.raw.extracting(0..<count) }
  }

  private mutating func append(_ text: String) {
    for byte in text.utf8 {
      // Room is kept for the ellipsis and the newline.
      if count >= LogLine.limit - 4 {
        // Not in the middle of a character: back to before its first byte.
        if byte & 0xc0 == 0x80 {
          while count > 0, bytes[count - 1] & 0xc0 == 0x80 { count -= 1 }
          count -= 1
        }
        append(0xe2)
        append(0x80)
        append(0xa6)
        return
      }
      // The text may hold what a client or a device calls itself: it must not begin a line of its own.
      append(byte < 0x20 || byte == 0x7f ? UInt8(ascii: " ") : byte)
    }
  }

  private mutating func append(_ byte: UInt8) {
    bytes[count] = byte
    count += 1
  }
}
