internal import CPencilShims
internal import Glibc

/// Why a socket can't be listened on.
package enum SocketError: Error, Equatable, CustomStringConvertible {
  /// The path doesn't fit a Unix address.
  case pathTooLong(limit: Int)
  /// Something that is not a socket has the name.
  case notASocket
  /// Another process listens there.
  case anotherListens
  /// Its folder is not there, and can't be made.
  case noFolder(String, Errno)
  /// A call failed.
  case failed(call: StaticString, Errno)

  package var description: String {
    switch self {
    case .pathTooLong(let limit): "the path is longer than \(limit) bytes"
    case .notASocket: "the path exists and is not a socket"
    case .anotherListens: "another daemon listens there"
    case .noFolder(let folder, let error): "the folder \(folder) can't be made: \(error)"
    case .failed(let call, let error): "\(call): \(error)"
    }
  }

  package static func == (one: SocketError, other: SocketError) -> Bool {
    switch (one, other) {
    case (.pathTooLong(let a), .pathTooLong(let b)): a == b
    case (.notASocket, .notASocket), (.anotherListens, .anotherListens): true
    case (.failed(_, let a), .failed(_, let b)): a == b
    case (.noFolder(let a, let b), .noFolder(let c, let d)): a == c && b == d
    default: false
    }
  }
}

/// What an accept brought.
package enum Accepted: ~Copyable {
  /// A new client.
  case connection(ConnectedSocket)
  /// No one waits.
  case wouldBlock
  /// Someone waits, but this process or the system has no descriptor for it. It goes on waiting, and the socket
  /// stays readable: stop watching it until a descriptor is free.
  case outOfDescriptors
}

/// A Unix socket that accepts connections. It never blocks.
package struct ListeningSocket: ~Copyable {
  private let file: FileDescriptor
  /// Only of a socket made here: one that was inherited belongs to the service manager.
  private let own: OwnName?

  /// Makes a socket at `path`, and its folder if that is absent (not the folders above it).
  ///
  /// A socket file that no one listens on is left over from a crash and is replaced. The corresponding C functions
  /// are `socket`, `bind`, `chmod` and `listen`.
  package init(
    path: String, kind: SocketKind, permissions: UInt32, folderPermissions: UInt32 = 0o755,
    backlog: Int32 = 64
  ) throws(SocketError) {
    guard let address = UnixAddress(path: path) else {
      throw .pathTooLong(limit: UnixAddress.longestPath)
    }
    let folder = ListeningSocket.folder(of: path)
    if !Files.exists(folder) {
      do throws(Errno) {
        try Files.makeFolder(folder, permissions: folderPermissions)
      } catch { throw .noFolder(folder, error) }
    }
    let file = try ListeningSocket.bound(to: address, path: path, kind: kind)
    let descriptor = file.rawValue
    let own = OwnName(path: path)
    try ListeningSocket.named("listen") { () throws(Errno) in
      _ = try SystemCall.retry { Int(listen(descriptor, backlog)) }
    }
    // Last, so that others find the socket closed to them or listening, but never refusing.
    try ListeningSocket.named("chmod") { () throws(Errno) in
      _ = try SystemCall.retry { Int(unsafe chmod(path, permissions)) }
    }
    self.file = file
    self.own = consume own
  }

  /// Takes over a listening socket of the service manager, whose name stays when this goes.
  package init(inherited file: consuming FileDescriptor) {
    file.setNonBlocking()
    self.file = file
    own = nil
  }

  /// For an `EventLoop`: readable when a client waits.
  package var descriptor: CInt { file.rawValue }

  /// What the socket carries; `nil` if it is neither. The corresponding C call is `getsockopt` with `SO_TYPE`.
  package var kind: SocketKind? {
    let type = pencil_socket_type(descriptor)
    if type == SocketKind.datagrams.type { return .datagrams }
    if type == SocketKind.stream.type { return .stream }
    return nil
  }

  /// Whether others than the owner may connect, as far as its own permissions go; one whose name is not known says yes.
  /// The corresponding C functions are `getsockname` and `lstat`.
  package var isReachableByOthers: Bool {
    var path = [CChar](repeating: 0, count: pencil_unix_path_size() + 1)
    let (descriptor, size) = (descriptor, path.count)
    let result = unsafe path.withUnsafeMutableBufferPointer {
      unsafe pencil_socket_path(descriptor, $0.baseAddress, size)
    }
    guard result == 0, path[0] != 0 else { return true }
    let name = path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    guard let file = FileIdentity(path: String(decoding: name, as: UTF8.self)) else { return true }
    return file.mode & 0o077 != 0
  }

  /// The next client that waits. The corresponding C function is `accept4`.
  package borrowing func accept() throws(Errno) -> Accepted {
    let descriptor = descriptor
    while true {
      do throws(Errno) {
        switch try SystemCall.transfer({ Int(pencil_accept(descriptor)) }) {
        case .processed(let accepted):
          return .connection(ConnectedSocket(accepted: FileDescriptor(owning: CInt(accepted))))
        case .wouldBlock:
          return .wouldBlock
        }
      } catch {
        switch error {
        case .connectionAborted, .protocolError: continue
        case .tooManyOpenFiles, .tooManyOpenFilesInSystem, .noBufferSpace, .noMemory:
          return .outOfDescriptors
        default: throw error
        }
      }
    }
  }
}
