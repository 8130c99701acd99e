internal import Glibc

/// The name of a socket that was made here; unlinked when its owner goes.
struct OwnName: ~Copyable {
  private let path: String
  private let identity: FileIdentity?

  init(path: String) {
    self.path = path
    identity = FileIdentity(path: path)
  }

  deinit {
    // By now another daemon may have put its own there.
    if let identity, FileIdentity(path: path) == identity { _ = unsafe unlink(path) }
  }
}

extension ListeningSocket {
  /// A new socket with the name, open to no one else.
  static func bound(
    to address: UnixAddress, path: String, kind: SocketKind
  ) throws(SocketError) -> FileDescriptor {
    let file = try newSocket(kind)
    let descriptor = file.rawValue
    // The name gets the permissions of the socket, so it is never open to others for a moment; and without a change
    // of the umask, which belongs to the whole process.
    try named("fchmod") { () throws(Errno) in
      _ = try SystemCall.retry { Int(fchmod(descriptor, 0o600)) }
    }
    try claim(address, path: path, kind: kind, for: descriptor)
    return file
  }

  /// Binds, over a left-over socket file if there is one.
  private static func claim(
    _ address: UnixAddress, path: String, kind: SocketKind, for descriptor: CInt
  ) throws(SocketError) {
    for attempt in 0..<2 {
      do throws(Errno) {
        return try address.bind(descriptor)
      } catch {
        if error != .addressInUse { throw .failed(call: "bind", error) }
        // Someone was faster than this one after the removal.
        if attempt > 0 { throw .anotherListens }
      }
      try removeLeftOver(address, path: path, kind: kind)
    }
  }

  private static func removeLeftOver(
    _ address: UnixAddress, path: String, kind: SocketKind
  ) throws(SocketError) {
    guard let found = FileIdentity(path: path) else { return }
    guard found.isSocket else { throw .notASocket }
    let probe = try newSocket(kind)
    do throws(Errno) {
      try address.connect(probe.rawValue)
      throw Errno.wouldBlock
    } catch {
      switch error {
      case .connectionRefused: break
      case .noSuchFileOrDirectory: return
      // Connected, its queue is full, or a socket of another kind: each means that someone is there.
      case .wouldBlock, .wrongSocketKind: throw .anotherListens
      default: throw .failed(call: "connect", error)
      }
    }
    // Not what another daemon put there meanwhile.
    guard FileIdentity(path: path) == found else { throw .anotherListens }
    if unsafe unlink(path) != 0, Errno.current != .noSuchFileOrDirectory {
      throw .failed(call: "unlink", .current)
    }
  }

  /// A new socket.
  private static func newSocket(_ kind: SocketKind) throws(SocketError) -> FileDescriptor {
    do throws(Errno) { return try .socket(kind) } catch { throw .failed(call: "socket", error) }
  }

  /// The folder that holds `path`.
  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Gives an error of the call its name.
  static func named(
    _ call: StaticString, _ body: () throws(Errno) -> Void
  ) throws(SocketError) {
    do throws(Errno) { try body() } catch { throw .failed(call: call, error) }
  }
}
