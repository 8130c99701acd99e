internal import Glibc

/// Bytes on their way to standard output or a file, collected to 64 KiB. Full, it flushes itself; what went wrong
/// then is kept, what comes after it is dropped, and `flush` tells it.
///
/// What was not flushed is lost when the buffer goes: a `deinit` could not tell that it failed.
@safe
package struct OutputBuffer: ~Copyable {
  /// How a flush ended.
  package enum Outcome: Equatable, Sendable {
    /// All is written.
    case written
    /// No one reads it any more, as with `pencild --dump | head`: time to stop, and no error.
    case readerGone
  }

  /// How much is collected.
  package static var capacity: Int { 65536 }

  private let file: FileDescriptor
  private let bytes: UnsafeMutableRawPointer
  private var count = 0
  private var outcome = Outcome.written
  private var failure: Errno?

  /// For a file.
  package init(_ file: consuming FileDescriptor) {
    self.file = file
    unsafe bytes = .allocate(byteCount: OutputBuffer.capacity, alignment: 16)
  }

  /// For standard output, through a descriptor of its own.
  package static func standardOutput() throws(Errno) -> OutputBuffer {
    OutputBuffer(try .duplicate(of: STDOUT_FILENO))
  }

  deinit { unsafe bytes.deallocate() }

  /// How many bytes wait.
  package var waiting: Int { count }

  /// Adds bytes.
  package mutating func append(_ span: RawSpan) {
    var done = 0
    while done < span.byteCount {
      if count == OutputBuffer.capacity { drain() }
      let part = min(span.byteCount - done, OutputBuffer.capacity - count)
      unsafe span.withUnsafeBytes { source in
        guard let start = source.baseAddress else { return }
        unsafe (bytes + count).copyMemory(from: start + done, byteCount: part)
      }
      count += part
      done += part
    }
  }

  /// Adds text.
  package mutating func append(_ text: StaticString) {
    precondition(text.hasPointerRepresentation)
    append(unsafe RawSpan(_unsafeStart: text.utf8Start, byteCount: text.utf8CodeUnitCount))
  }

  /// Adds text.
  package mutating func append(_ text: String) { append(text.utf8Span.span.raw) }

  /// Adds one byte.
  package mutating func append(_ byte: UInt8) {
    if count == OutputBuffer.capacity { drain() }
    unsafe bytes.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  /// Writes what waits. Throws what went wrong now or in an earlier flush.
  package mutating func flush() throws(Errno) -> Outcome {
    drain()
    if let failure { throw failure }
    return outcome
  }

  /// Leaves the buffer empty, whatever happens.
  private mutating func drain() {
    defer { count = 0 }
    var done = 0
    while done < count, failure == nil, outcome == .written {
      do throws(Errno) {
        switch try file.write(
          unsafe RawSpan(_unsafeStart: bytes + done, byteCount: count - done))
        {
        case .processed(let written): done += written
        case .wouldBlock: waitUntilWritable()
        }
      } catch {
        if error == .brokenPipe { outcome = .readerGone } else { failure = error }
      }
    }
  }

  /// Standard output may be in no-blocking mode, because whoever shares it made it so.
  private borrowing func waitUntilWritable() {
    var one = pollfd(fd: file.rawValue, events: Int16(POLLOUT), revents: 0)
    _ = unsafe poll(&one, 1, -1)
  }
}
