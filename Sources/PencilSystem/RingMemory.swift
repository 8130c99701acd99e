internal import CPencilShims
internal import Glibc

/// A ring of bytes whose end is followed in memory by its beginning, so that a record that crosses the end is still
/// one piece: it is written, pointed at and sent without being split.
///
/// The same pages are mapped twice, one mapping after the other; they become resident only when they are used. They
/// are left out of core dumps, because handwriting is private. The corresponding C functions are `memfd_create` and
/// `mmap`.
@safe
package struct RingMemory: ~Copyable {
  /// The size in bytes: what was asked for, in whole pages.
  package let capacity: Int

  private let base: UnsafeMutableRawPointer

  /// An empty ring, all zero, of at least `size` bytes.
  package init(size: Int) throws(Errno) {
    precondition(size > 0 && size <= 1 << 40, "a size out of range")
    let page = sysconf(CInt(_SC_PAGESIZE))
    let capacity = (size + page - 1) / page * page
    let memory = FileDescriptor(
      owning: CInt(try SystemCall.retry { Int(unsafe pencil_memfd("pencild ring")) }))
    let descriptor = memory.rawValue
    _ = try SystemCall.retry { Int(ftruncate(descriptor, capacity)) }

    // The address space is reserved whole first, so that the two halves can't land on something else.
    guard
      let base = unsafe mmap(
        nil, 2 * capacity, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
      unsafe base != MAP_FAILED
    else { throw Errno.current }
    for half in 0..<2 {
      let mapped = unsafe mmap(
        base + half * capacity, capacity, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
        descriptor, 0)
      if unsafe mapped == MAP_FAILED {
        let error = Errno.current
        unsafe munmap(base, 2 * capacity)
        throw error
      }
    }
    // Only advice: where the kernel doesn't take it, dumps are bigger.
    unsafe madvise(base, 2 * capacity, MADV_DONTDUMP)
    self.capacity = capacity
    unsafe self.base = base
  }

  deinit { unsafe munmap(base, 2 * capacity) }

  /// `count` bytes from `offset`, across the end if need be.
  @_lifetime(borrow self)
  package borrowing func bytes(at offset: Int, count: Int) -> RawSpan {
    check(offset, count)
    let span = unsafe RawSpan(_unsafeStart: base + offset, byteCount: count)
    return unsafe _overrideLifetime(span, borrowing: self)
  }

  /// The same, for writing.
  @_lifetime(&self)
  package mutating func mutableBytes(at offset: Int, count: Int) -> MutableRawSpan {
    check(offset, count)
    let span = unsafe MutableRawSpan(_unsafeStart: base + offset, byteCount: count)
    return unsafe _overrideLifetime(span, mutating: &self)
  }

  private borrowing func check(_ offset: Int, _ count: Int) {
    precondition(
      offset >= 0 && offset < capacity && count >= 0 && count <= capacity, "outside the ring")
  }
}
