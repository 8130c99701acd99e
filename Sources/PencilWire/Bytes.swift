// Loading and storing of single fields.

extension RawSpan {
  /// The little-endian integer at `offset`; traps outside of the span.
  ///
  /// The one place of this room with `unsafe`: the standard library has a safe store but no safe load. It is
  /// bounds-checked, and any bytes are a valid integer.
  @inline(__always)
  package func load<T: FixedWidthInteger & BitwiseCopyable>(_ type: T.Type, at offset: Int) -> T {
    T(littleEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: T.self))
  }

  @inline(__always)
  func loadFloat(at offset: Int) -> Float { Float(bitPattern: load(UInt32.self, at: offset)) }

  /// The text of a field of fixed length, padded with NUL.
  package func loadText(at offset: Int, length: Int) -> String {
    var bytes: [UInt8] = []
    for i in offset..<(offset + length) {
      let byte = load(UInt8.self, at: i)
      if byte == 0 { break }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension MutableRawSpan {
  @inline(__always) @_lifetime(self: copy self)
  package mutating func store<T: FixedWidthInteger & BitwiseCopyable>(_ value: T, at offset: Int) {
    storeBytes(of: value.littleEndian, toByteOffset: offset, as: T.self)
  }

  @inline(__always) @_lifetime(self: copy self)
  mutating func storeFloat(_ value: Float, at offset: Int) {
    store(value.bitPattern, at: offset)
  }

  /// Stores a text in a field of fixed length: cut at a character's border, and at least one NUL at the end.
  @_lifetime(self: copy self)
  package mutating func storeText(_ text: String, at offset: Int, length: Int) {
    var used = 0
    for character in text.unicodeScalars {
      let bytes = UTF8.encode(character) ?? UTF8.encodedReplacementCharacter
      if used + bytes.count >= length { break }
      for byte in bytes {
        store(byte, at: offset + used)
        used += 1
      }
    }
    for i in used..<length { store(0 as UInt8, at: offset + i) }
  }
}
