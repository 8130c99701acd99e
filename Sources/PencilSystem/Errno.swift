internal import CPencilShims
internal import Glibc

/// The number of a failed system call, `errno`.
///
/// A struct and not an enum: the kernel may return numbers that have no name here.
public struct Errno: RawRepresentable, Error, Hashable, Sendable {
  /// The C number.
  public var rawValue: CInt

  /// The error with this C number.
  public init(rawValue: CInt) { self.rawValue = rawValue }

  /// What the last failed call of this thread left in `errno`.
  public static var current: Errno { Errno(rawValue: errno) }
}

extension Errno {
  /// `EPERM`.
  public static var notPermitted: Errno { Errno(rawValue: EPERM) }
  /// `ENOENT`.
  public static var noSuchFileOrDirectory: Errno { Errno(rawValue: ENOENT) }
  /// `ESRCH`.
  public static var noSuchProcess: Errno { Errno(rawValue: ESRCH) }
  /// `EINTR`.
  public static var interrupted: Errno { Errno(rawValue: EINTR) }
  /// `EIO`.
  public static var inputOutput: Errno { Errno(rawValue: EIO) }
  /// `ENXIO`.
  public static var noSuchAddressOrDevice: Errno { Errno(rawValue: ENXIO) }
  /// `EBADF`.
  public static var badFileDescriptor: Errno { Errno(rawValue: EBADF) }
  /// `EAGAIN`.
  public static var again: Errno { Errno(rawValue: EAGAIN) }
  /// `EWOULDBLOCK`, which is `EAGAIN` on Linux.
  public static var wouldBlock: Errno { Errno(rawValue: EWOULDBLOCK) }
  /// `ENOMEM`.
  public static var noMemory: Errno { Errno(rawValue: ENOMEM) }
  /// `EACCES`.
  public static var accessDenied: Errno { Errno(rawValue: EACCES) }
  /// `EFAULT`.
  public static var badAddress: Errno { Errno(rawValue: EFAULT) }
  /// `EBUSY`.
  public static var busy: Errno { Errno(rawValue: EBUSY) }
  /// `EEXIST`.
  public static var exists: Errno { Errno(rawValue: EEXIST) }
  /// `ENODEV`.
  public static var noDevice: Errno { Errno(rawValue: ENODEV) }
  /// `ENOTDIR`.
  public static var notDirectory: Errno { Errno(rawValue: ENOTDIR) }
  /// `EISDIR`.
  public static var isDirectory: Errno { Errno(rawValue: EISDIR) }
  /// `EINVAL`.
  public static var invalid: Errno { Errno(rawValue: EINVAL) }
  /// `ENFILE`.
  public static var tooManyOpenFilesInSystem: Errno { Errno(rawValue: ENFILE) }
  /// `EMFILE`.
  public static var tooManyOpenFiles: Errno { Errno(rawValue: EMFILE) }
  /// `ENOTTY`.
  public static var notTerminal: Errno { Errno(rawValue: ENOTTY) }
  /// `EFBIG`.
  public static var fileTooLarge: Errno { Errno(rawValue: EFBIG) }
  /// `ENOSPC`.
  public static var noSpace: Errno { Errno(rawValue: ENOSPC) }
  /// `EPIPE`.
  public static var brokenPipe: Errno { Errno(rawValue: EPIPE) }
  /// `ERANGE`.
  public static var outOfRange: Errno { Errno(rawValue: ERANGE) }
  /// `ENAMETOOLONG`.
  public static var nameTooLong: Errno { Errno(rawValue: ENAMETOOLONG) }
  /// `EPROTO`.
  public static var protocolError: Errno { Errno(rawValue: EPROTO) }
  /// `ENOTSOCK`.
  public static var notSocket: Errno { Errno(rawValue: ENOTSOCK) }
  /// `EMSGSIZE`.
  public static var messageTooLong: Errno { Errno(rawValue: EMSGSIZE) }
  /// `EPROTOTYPE`: the socket is of another kind.
  public static var wrongSocketKind: Errno { Errno(rawValue: EPROTOTYPE) }
  /// `ENOTSUP`.
  public static var notSupported: Errno { Errno(rawValue: ENOTSUP) }
  /// `EADDRINUSE`.
  public static var addressInUse: Errno { Errno(rawValue: EADDRINUSE) }
  /// `ECONNABORTED`.
  public static var connectionAborted: Errno { Errno(rawValue: ECONNABORTED) }
  /// `ECONNRESET`.
  public static var connectionReset: Errno { Errno(rawValue: ECONNRESET) }
  /// `ENOBUFS`.
  public static var noBufferSpace: Errno { Errno(rawValue: ENOBUFS) }
  /// `ENOTCONN`.
  public static var notConnected: Errno { Errno(rawValue: ENOTCONN) }
  /// `ETIMEDOUT`.
  public static var timedOut: Errno { Errno(rawValue: ETIMEDOUT) }
  /// `ECONNREFUSED`.
  public static var connectionRefused: Errno { Errno(rawValue: ECONNREFUSED) }
}

extension Errno: CustomStringConvertible {
  /// The text of `strerror_r`.
  public var description: String {
    var buffer = [CChar](repeating: 0, count: 128)
    return unsafe buffer.withUnsafeMutableBufferPointer { space in
      guard let base = space.baseAddress,
        let text = unsafe pencil_error_text(rawValue, base, space.count)
      else { return "error \(rawValue)" }
      return unsafe String(cString: text)
    }
  }
}
