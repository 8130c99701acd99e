// `Span.bytes` counts as unsafe in general, because an element may have padding. A byte has none, so the rooms that do
// without `unsafe` get these.

extension Span where Element == UInt8 {
  /// The same memory, untyped.
  package var raw: RawSpan {
    @_lifetime(copy self)
    get { unsafe bytes }
  }
}

extension MutableSpan where Element == UInt8 {
  /// The same memory, untyped, for as long as it is lent.
  package var mutableRaw: MutableRawSpan {
    @_lifetime(&self)
    mutating get { unsafe mutableBytes }
  }
}

extension RawSpan {
  /// The byte at an offset; traps outside of the span.
  package func byte(at offset: Int) -> UInt8 {
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  /// The same memory, a byte an element: any bytes are ones.
  package var items: Span<UInt8> {
    @_lifetime(copy self)
    get { unsafe _unsafeView(as: UInt8.self) }
  }
}

extension MutableRawSpan {
  /// Copies bytes to `offset`; traps outside of the span.
  @inlinable @_lifetime(self: copy self)
  package mutating func store(_ bytes: Span<UInt8>, at offset: Int) {
    precondition(offset >= 0 && bytes.count <= byteCount - offset)
    unsafe withUnsafeMutableBytes { target in
      unsafe bytes.withUnsafeBytes { source in
        guard let start = target.baseAddress, let from = source.baseAddress else { return }
        unsafe (start + offset).copyMemory(from: from, byteCount: source.count)
      }
    }
  }
}
