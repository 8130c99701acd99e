internal import Glibc

/// A fixed number of bytes, allocated once, for datagrams and lines.
///
/// The safe owner of raw memory: an `Array`'s raw bytes can only be changed through unsafe constructs, and a growing
/// buffer has no place on the hot path.
///
/// Public for the compiler's sake: what is `package` it does not inline into another module, though it is asked to.
@safe
public struct ByteBuffer: ~Copyable {
  /// How many bytes it has.
  public let count: Int
  @usableFromInline let start: UnsafeMutableRawPointer

  /// Makes a buffer of `count` bytes of 0.
  public init(count: Int) {
    precondition(count > 0, "an empty buffer")
    self.count = count
    unsafe start = .allocate(byteCount: count, alignment: 16)
    unsafe start.initializeMemory(as: UInt8.self, repeating: 0, count: count)
  }

  deinit { unsafe start.deallocate() }

  /// The bytes, to read.
  @inlinable public var bytes: RawSpan {
    @_lifetime(borrow self)
    borrowing get {
      let span = unsafe RawSpan(_unsafeStart: start, byteCount: count)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// The bytes, to write.
  @inlinable public var mutableBytes: MutableRawSpan {
    @_lifetime(&self)
    mutating get {
      let span = unsafe MutableRawSpan(_unsafeStart: start, byteCount: count)
      return unsafe _overrideLifetime(span, mutating: &self)
    }
  }

  /// Stores eight bytes at `offset`, the lowest first; traps outside of the buffer.
  @inlinable @inline(__always)
  public mutating func store(_ word: UInt64, at offset: Int) {
    precondition(offset >= 0 && offset <= count &- 8)
    unsafe (start + offset).storeBytes(of: word.littleEndian, as: UInt64.self)
  }

  /// Copies a literal to `offset`; traps outside of the buffer. Where it is known when this is compiled, it becomes a few
  /// stores.
  @inlinable @inline(__always)
  public mutating func store(_ text: StaticString, at offset: Int) {
    let size = text.utf8CodeUnitCount
    precondition(text.hasPointerRepresentation && offset >= 0 && size <= count &- offset)
    unsafe (start + offset).copyMemory(from: text.utf8Start, byteCount: size)
  }
}
