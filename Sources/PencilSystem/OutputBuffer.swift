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
    /// The program is to end, and whoever reads it stood still: the rest is dropped.
    case abandoned
  }

  /// How much is collected.
  package static var capacity: Int { 65536 }
  /// How long a reader may take for what is left once the program is to end, ns.
  private static var patience: UInt64 { 1_000_000_000 }
  /// What a pipe takes without blocking once it is writable, bytes: `PIPE_BUF`.
  private static var part: Int { 4096 }

  /// What ends the waiting for a reader; `nil`: nothing does, and a write blocks.
  package var ending: EndingSignals?
  /// When nobody waits for the reader any more, ns.
  private var end: UInt64?
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
      if let ending, !waitUntilWritable(or: ending) {
        outcome = .abandoned
        break
      }
      let part = ending == nil ? count - done : min(count - done, Self.part)
      do throws(Errno) {
        switch try file.write(unsafe RawSpan(_unsafeStart: bytes + done, byteCount: part)) {
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
    _ = unsafe poll(&one, 1, ending == nil ? -1 : 0)
  }

  /// A write that blocks could not be ended by a signal, which comes as a descriptor here.
  ///
  /// - Returns: False: the program is to end, and its time is over.
  private mutating func waitUntilWritable(or ending: EndingSignals) -> Bool {
    while true {
      let now = Clock.monotonicNanoseconds
      if end == nil, ending.haveCome { end = now + Self.patience }
      if let end, now >= end {
        ending.letKill()
        return false
      }
      let timeout = end.map { CInt(($0 - now) / 1_000_000 + 1) } ?? -1
      var both = [
        pollfd(fd: file.rawValue, events: Int16(POLLOUT), revents: 0),
        // One that has been seen doesn't show any more, and a negative descriptor is not looked at.
        pollfd(fd: end == nil ? ending.descriptor : -1, events: Int16(POLLIN), revents: 0),
      ]
      if unsafe poll(&both, 2, timeout) > 0, both[0].revents != 0 { return true }
    }
  }
}
