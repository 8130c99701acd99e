internal import CPencilShims
internal import Glibc

/// An open file that is closed when its owner goes.
///
/// It can't be copied, so it can't be closed twice or used after that.
public struct FileDescriptor: ~Copyable {
  /// The C descriptor. It stays owned here: don't close it.
  public var rawValue: CInt { descriptor }

  private let descriptor: CInt

  /// Takes over an open descriptor.
  package init(owning descriptor: CInt) {
    precondition(descriptor >= 0, "not a descriptor")
    self.descriptor = descriptor
  }

  // Linux frees the number even when close is interrupted, so it is never repeated.
  deinit { _ = close(descriptor) }

  /// Gives the descriptor away without closing it.
  package consuming func release() -> CInt {
    let released = descriptor
    discard self
    return released
  }
}

/// How a file is opened.
package enum OpenMode: Sendable {
  /// `O_RDONLY`.
  case readOnly
  /// `O_RDWR`.
  case readWrite
  /// `O_WRONLY`.
  case writeOnly
  /// `O_WRONLY | O_CREAT | O_TRUNC`.
  case create(permissions: UInt32)
  /// `O_WRONLY | O_CREAT`: what is in it stays until it is written over or cut.
  case keep(permissions: UInt32)
  /// `O_WRONLY | O_CREAT | O_EXCL`.
  case createNew(permissions: UInt32)
  /// `O_WRONLY | O_CREAT | O_APPEND`.
  case append(permissions: UInt32)

  fileprivate var flags: CInt {
    switch self {
    case .readOnly: O_RDONLY
    case .readWrite: O_RDWR
    case .writeOnly: O_WRONLY
    case .create: O_WRONLY | O_CREAT | O_TRUNC
    case .keep: O_WRONLY | O_CREAT
    case .createNew: O_WRONLY | O_CREAT | O_EXCL
    case .append: O_WRONLY | O_CREAT | O_APPEND
    }
  }

  fileprivate var permissions: UInt32 {
    switch self {
    case .readOnly, .readWrite, .writeOnly: 0
    case .create(let permissions), .keep(let permissions), .createNew(let permissions),
      .append(let permissions):
      permissions
    }
  }
}

extension FileDescriptor {
  /// Opens a file, always with `O_CLOEXEC` and `O_NOCTTY`. The corresponding C function is `open`.
  package static func open(
    _ path: String, _ mode: OpenMode, nonBlocking: Bool = false
  ) throws(Errno) -> FileDescriptor {
    let flags = mode.flags | O_NOCTTY | (nonBlocking ? O_NONBLOCK : 0)
    let descriptor = try SystemCall.retry {
      Int(unsafe pencil_open(path, flags, mode.permissions))
    }
    return FileDescriptor(owning: CInt(descriptor))
  }

  /// Reads what is there, up to the size of `buffer`. The corresponding C function is `read`.
  package borrowing func read(into buffer: inout MutableRawSpan) throws(Errno) -> IOResult {
    let descriptor = descriptor
    return try SystemCall.transfer {
      unsafe buffer.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
    }
  }

  /// The same for a buffer of bytes.
  package borrowing func read(into buffer: inout MutableSpan<UInt8>) throws(Errno) -> IOResult {
    var bytes = unsafe buffer.mutableBytes
    return try read(into: &bytes)
  }

  /// Writes as much of `bytes` as fits. The corresponding C function is `write`.
  package borrowing func write(_ bytes: RawSpan) throws(Errno) -> IOResult {
    let descriptor = descriptor
    return try SystemCall.transfer {
      unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
  }

  /// Cuts the file to nothing; of a pipe or a device there is nothing to cut. The corresponding C function is `ftruncate`.
  package borrowing func cut() throws(Errno) {
    let descriptor = descriptor
    do throws(Errno) { _ = try SystemCall.retry { Int(ftruncate(descriptor, 0)) } } catch {
      if error != .invalid { throw error }
    }
  }

  /// Sets `O_NONBLOCK`, for everyone who shares the open file. The corresponding C function is `fcntl`.
  package borrowing func setNonBlocking() {
    let descriptor = descriptor
    SystemCall.infallible("fcntl") { Int(pencil_add_status_flags(descriptor, O_NONBLOCK)) }
  }

  /// A second descriptor of the same open file. The corresponding C call is `fcntl` with `F_DUPFD_CLOEXEC`.
  package borrowing func duplicate() throws(Errno) -> FileDescriptor {
    try FileDescriptor.duplicate(of: descriptor)
  }

  /// A descriptor of one's own of an open file that someone else owns, such as standard output.
  package static func duplicate(of descriptor: CInt) throws(Errno) -> FileDescriptor {
    let copy = pencil_duplicate(descriptor)
    // Not a bug here: a daemon may be started with standard output closed.
    if copy < 0 { throw Errno.current }
    return FileDescriptor(owning: copy)
  }
}
