internal import Glibc

/// A fixed number of bytes, allocated once, for datagrams and lines.
///
/// The safe owner of raw memory: an `Array`'s raw bytes can only be changed through unsafe constructs, and a growing
/// buffer has no place on the hot path.
@safe
package struct ByteBuffer: ~Copyable {
  package let count: Int
  @usableFromInline let start: UnsafeMutableRawPointer

  /// Makes a buffer of `count` bytes of 0.
  package init(count: Int) {
    precondition(count > 0, "an empty buffer")
    self.count = count
    unsafe start = .allocate(byteCount: count, alignment: 16)
    unsafe start.initializeMemory(as: UInt8.self, repeating: 0, count: count)
  }

  deinit { unsafe start.deallocate() }

  @inlinable package var bytes: RawSpan {
    @_lifetime(borrow self)
    borrowing get {
      let span = unsafe RawSpan(_unsafeStart: start, byteCount: count)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  @inlinable package var mutableBytes: MutableRawSpan {
    @_lifetime(&self)
    mutating get {
      let span = unsafe MutableRawSpan(_unsafeStart: start, byteCount: count)
      return unsafe _overrideLifetime(span, mutating: &self)
    }
  }
}
