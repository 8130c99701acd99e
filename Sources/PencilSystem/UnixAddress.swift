internal import CPencilShims

/// What travels on a Unix socket.
package enum SocketKind: Sendable {
  /// `SOCK_SEQPACKET`: connected, and each message arrives whole.
  case datagrams
  /// `SOCK_STREAM`: bytes.
  case stream

  var type: CInt {
    switch self {
    case .datagrams: pencil_type_packets()
    case .stream: pencil_type_stream()
    }
  }
}

/// The name of a Unix socket as the kernel wants it.
struct UnixAddress {
  /// A path with its final NUL, or an abstract name with its leading one.
  private let name: [CChar]

  /// How long a path may be.
  static var longestPath: Int { pencil_unix_path_size() - 1 }

  /// A path; `nil` if it is empty, too long or has a NUL in it.
  init?(path: String) {
    let bytes = path.utf8.map { CChar(bitPattern: $0) }
    guard !bytes.isEmpty, bytes.count <= UnixAddress.longestPath, !bytes.contains(0) else {
      return nil
    }
    name = bytes + [0]
  }

  /// An abstract name, without its leading NUL.
  init?(abstract: some StringProtocol) {
    let bytes = abstract.utf8.map { CChar(bitPattern: $0) }
    guard !bytes.isEmpty, bytes.count <= UnixAddress.longestPath else { return nil }
    name = [0] + bytes
  }

  /// `bind`.
  func bind(_ descriptor: CInt) throws(Errno) {
    _ = try SystemCall.retry { Int(unsafe pencil_bind(descriptor, name, name.count)) }
  }

  /// `connect`.
  func connect(_ descriptor: CInt) throws(Errno) {
    _ = try SystemCall.retry { Int(unsafe pencil_connect(descriptor, name, name.count)) }
  }
}

extension FileDescriptor {
  /// A new Unix socket.
  static func socket(_ kind: SocketKind) throws(Errno) -> FileDescriptor {
    let descriptor = try SystemCall.retry { Int(pencil_socket(kind.type, 1)) }
    return FileDescriptor(owning: CInt(descriptor))
  }
}
