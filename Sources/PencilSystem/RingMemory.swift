internal import CPencilShims
internal import Glibc

/// A ring of bytes whose end is followed in memory by its beginning, so that a record that crosses the end is still
/// one piece: it is written, pointed at and sent without being split.
///
/// The same pages are mapped twice, one mapping after the other; they become resident only when they are used. They
/// are left out of core dumps, because handwriting is private. The corresponding C functions are `memfd_create` and
/// `mmap`.
///
/// The pages are a file without a name, ``file``: whoever holds it keeps them, also when this process has ended. In
/// front of the ring the file can have a header, for what is to be known of the ring then.
@safe
package struct RingMemory: ~Copyable {
  /// The size in bytes: what was asked for, in whole pages.
  package let capacity: Int

  /// The bytes of the header.
  package let headerSize: Int
  /// The pages themselves.
  package let file: FileDescriptor

  /// The header, then the ring, then the ring again.
  private let start: UnsafeMutableRawPointer
  private let base: UnsafeMutableRawPointer

  /// An empty ring, all zero, of at least `size` bytes, behind a header of at least `headerSize` bytes.
  package init(size: Int, headerSize: Int = 0) throws(Errno) {
    precondition(size > 0 && size <= 1 << 40, "a size out of range")
    precondition(headerSize >= 0 && headerSize <= 1 << 30, "a header's size out of range")
    let (capacity, header) = (Self.inPages(size), Self.inPages(headerSize))
    let memory = FileDescriptor(
      owning: CInt(try SystemCall.retry { Int(unsafe pencil_memfd("pencild ring")) }))
    let descriptor = memory.rawValue
    _ = try SystemCall.retry { Int(ftruncate(descriptor, header + capacity)) }
    try self.init(mapping: memory, capacity: capacity, headerSize: header)
  }

  /// A ring that was made by ``init(size:headerSize:)`` with the same sizes, perhaps by an earlier process.
  ///
  /// - Throws: `invalid` when the file is of another size, or what the calls fail with.
  package init(
    adopting file: consuming FileDescriptor, size: Int, headerSize: Int
  ) throws(Errno) {
    let (capacity, header) = (Self.inPages(size), Self.inPages(headerSize))
    var status = stat()
    guard unsafe fstat(file.rawValue, &status) == 0 else { throw Errno.current }
    // Shorter, and a page of the mapping would be a SIGBUS.
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size == header + capacity else {
      throw .invalid
    }
    try self.init(mapping: file, capacity: capacity, headerSize: header)
  }

  private static func inPages(_ size: Int) -> Int {
    let page = sysconf(CInt(_SC_PAGESIZE))
    return (size + page - 1) / page * page
  }

  private init(
    mapping file: consuming FileDescriptor, capacity: Int, headerSize: Int
  ) throws(Errno) {
    let descriptor = file.rawValue
    let whole = headerSize + 2 * capacity
    // The address space is reserved whole first, so that the parts can't land on something else.
    guard
      let start = unsafe mmap(
        nil, whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
      unsafe start != MAP_FAILED
    else { throw Errno.current }
    // The header and the ring at once, then the ring once more.
    for (place, offset, length) in [
      (0, 0, headerSize + capacity), (headerSize + capacity, headerSize, capacity),
    ] {
      let mapped = unsafe mmap(
        start + place, length, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, descriptor, offset)
      if unsafe mapped == MAP_FAILED {
        let error = Errno.current
        unsafe munmap(start, whole)
        throw error
      }
    }
    // Only advice: where the kernel doesn't take it, dumps are bigger.
    unsafe madvise(start, whole, MADV_DONTDUMP)
    self.capacity = capacity
    self.headerSize = headerSize
    self.file = file
    unsafe self.start = start
    unsafe base = start + headerSize
  }

  deinit { unsafe munmap(start, headerSize + 2 * capacity) }

  /// `count` bytes of the header.
  @_lifetime(borrow self)
  package borrowing func header(at offset: Int, count: Int) -> RawSpan {
    checkHeader(offset, count)
    let span = unsafe RawSpan(_unsafeStart: start + offset, byteCount: count)
    return unsafe _overrideLifetime(span, borrowing: self)
  }

  /// The same, for writing.
  @_lifetime(&self)
  package mutating func mutableHeader(at offset: Int, count: Int) -> MutableRawSpan {
    checkHeader(offset, count)
    let span = unsafe MutableRawSpan(_unsafeStart: start + offset, byteCount: count)
    return unsafe _overrideLifetime(span, mutating: &self)
  }

  /// Stores a number in the header, after all that was written before and before all that is written after it: what
  /// a process finds that takes over when this one is killed between any two instructions.
  package mutating func mark(_ value: UInt64, at offset: Int) {
    checkHeader(offset, 8)
    unsafe pencil_store_in_order((start + offset).assumingMemoryBound(to: UInt64.self), value)
  }

  private borrowing func checkHeader(_ offset: Int, _ count: Int) {
    precondition(
      offset >= 0 && count >= 0 && offset <= headerSize && count <= headerSize - offset,
      "outside the header")
  }

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
