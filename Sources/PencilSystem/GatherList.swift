// Both, because iovec belongs to whichever of them the compiler happens to read first.
internal import CPencilShims
internal import Glibc

/// Pieces of memory that go out in one `sendmsg`. Fixed capacity, made once. The corresponding C type is `iovec`.
///
/// - Warning: It holds addresses. What is appended must stay where it is until it is sent or `removeAll` is called.
@safe
package struct GatherList: ~Copyable {
  /// How many pieces fit; a little below the kernel's limit of 1024.
  package static var capacity: Int { 1000 }

  /// How many pieces there are.
  package private(set) var count = 0

  /// The size of all pieces.
  package private(set) var byteCount = 0

  private let pieces: UnsafeMutablePointer<iovec>

  /// An empty list.
  package init() { unsafe pieces = .allocate(capacity: GatherList.capacity) }

  deinit { unsafe pieces.deallocate() }

  /// Whether the next piece may not fit (it still does where it continues the last one).
  package var isFull: Bool { count == GatherList.capacity }

  /// Forgets all pieces.
  package mutating func removeAll() {
    count = 0
    byteCount = 0
  }

  /// Adds a piece; one that begins where the last one ends in memory only makes that one longer. An empty one adds
  /// nothing. The memory must outlive the send.
  package mutating func append(_ span: RawSpan) {
    unsafe span.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, bytes.count > 0 else { return }
      byteCount += bytes.count
      if count > 0 {
        // Changed as a whole: the compiler fails at a change in place under the thread sanitizer.
        var last = unsafe pieces[count - 1]
        if let base = unsafe last.iov_base, unsafe base + last.iov_len == start {
          unsafe last.iov_len += bytes.count
          unsafe pieces[count - 1] = last
          return
        }
      }
      precondition(!isFull, "the gather list is full")
      // The kernel only reads it; iovec is the same type for both ways.
      unsafe (pieces + count).initialize(
        to: iovec(iov_base: UnsafeMutableRawPointer(mutating: start), iov_len: bytes.count))
      count += 1
    }
  }

  /// The piece at `index`, 0 ..< ``count``: what was appended there, with what continued it.
  package subscript(index: Int) -> RawSpan {
    @_lifetime(borrow self)
    borrowing get {
      precondition(index >= 0 && index < count, "no such piece")
      let piece = unsafe pieces[index]
      let span = unsafe RawSpan(
        _unsafeStart: piece.iov_base, byteCount: piece.iov_len)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// Lends the C array to one call.
  borrowing func withPieces(_ body: (UnsafeMutablePointer<iovec>, Int) -> Int) -> Int {
    unsafe body(pieces, count)
  }
}
