internal import PencilWire

/// Writes a state's parts one behind the other, and remembers that one did not fit. It allocates nothing.
struct StateWriter {
  private(set) var used = 0
  private(set) var fits = true

  private mutating func place(_ size: Int, in bytes: borrowing MutableRawSpan) -> Int? {
    guard fits, used + size <= bytes.byteCount else {
      fits = false
      return nil
    }
    used += size
    return used - size
  }

  mutating func write(_ a: UInt32, _ b: UInt32, into bytes: inout MutableRawSpan) {
    guard let place = place(8, in: bytes) else { return }
    bytes.store(a, at: place)
    bytes.store(b, at: place + 4)
  }

  mutating func write(_ value: UInt64, into bytes: inout MutableRawSpan) {
    guard let place = place(8, in: bytes) else { return }
    bytes.store(value, at: place)
  }

  mutating func write(_ text: String, length: Int, into bytes: inout MutableRawSpan) {
    guard let place = place(length, in: bytes) else { return }
    bytes.storeText(text, at: place, length: length)
  }

  /// A record, as it is in the journal.
  mutating func write(
    size: Int, into bytes: inout MutableRawSpan, _ encode: (inout MutableRawSpan) -> Void
  ) {
    guard let place = place(size, in: bytes) else { return }
    var part = bytes._mutatingExtracting(place..<(place + size))
    encode(&part)
  }
}

/// Reads what a ``StateWriter`` has written. What is missing reads as 0, and ``isWhole`` says so.
struct StateReader {
  private var offset = 0
  private(set) var isWhole = true

  mutating func word(_ bytes: RawSpan) -> UInt32 {
    guard let place = place(4, in: bytes) else { return 0 }
    return bytes.load(UInt32.self, at: place)
  }

  mutating func long(_ bytes: RawSpan) -> UInt64 {
    guard let place = place(8, in: bytes) else { return 0 }
    return bytes.load(UInt64.self, at: place)
  }

  mutating func text(length: Int, _ bytes: RawSpan) -> String {
    guard let place = place(length, in: bytes) else { return "" }
    return bytes.loadText(at: place, length: length)
  }

  /// A record; `nil`, also when it is none of these, and then the whole is no state.
  mutating func record<T>(size: Int, _ bytes: RawSpan, _ decode: (RawSpan) -> T?) -> T? {
    guard let place = place(size, in: bytes),
      let value = decode(bytes.extracting(place..<(place + size)))
    else {
      isWhole = false
      return nil
    }
    return value
  }

  /// How many follow; 0 when there can't be so many.
  mutating func count(_ bytes: RawSpan) -> Int {
    let count = Int(word(bytes))
    _ = word(bytes)
    guard count <= bytes.byteCount / 8 else {
      isWhole = false
      return 0
    }
    return count
  }

  private mutating func place(_ size: Int, in bytes: RawSpan) -> Int? {
    guard isWhole, offset + size <= bytes.byteCount else {
      isWhole = false
      return nil
    }
    offset += size
    return offset - size
  }
}
