internal import CPencilShims
internal import Glibc

/// What a receive brought.
package enum Received: Equatable, Sendable {
  /// So many bytes; of a datagram, all of it.
  case bytes(Int)
  /// Nothing there now.
  case wouldBlock
  /// The other end is gone. An empty datagram looks the same, and no one has a reason to send one.
  case closed
  /// A datagram longer than the buffer; its rest is lost.
  case truncated
}

/// What became of a send.
package enum SendResult: Equatable, Sendable {
  /// So many bytes; of a datagram, all of it.
  case sent(Int)
  /// The buffer of the socket is full; nothing was sent.
  case wouldBlock
  /// The other end is gone.
  case closed
}

/// One end of a connection on a Unix socket. It never blocks and never raises `SIGPIPE`.
package struct ConnectedSocket: ~Copyable {
  private let file: FileDescriptor

  /// Takes over a connected socket, and makes it non-blocking.
  package init(_ file: consuming FileDescriptor) {
    file.setNonBlocking()
    self.file = file
  }

  init(accepted file: consuming FileDescriptor) { self.file = file }

  /// For an `EventLoop`.
  package var descriptor: CInt { file.rawValue }

  /// Connects at once or fails: `wouldBlock` if the listener's queue is full, `nameTooLong` if the path doesn't fit
  /// a Unix address. The corresponding C functions are `socket` and `connect`.
  package static func connect(
    path: String, kind: SocketKind
  ) throws(Errno) -> ConnectedSocket {
    guard let address = UnixAddress(path: path) else {
      throw path.isEmpty ? .noSuchFileOrDirectory : .nameTooLong
    }
    let file = try FileDescriptor.socket(kind)
    try address.connect(file.rawValue)
    return ConnectedSocket(accepted: file)
  }

  /// Two sockets connected to each other. The corresponding C function is `socketpair`.
  package static func pair(_ kind: SocketKind) throws(Errno) -> ConnectedPair {
    var both: InlineArray<2, CInt> = [-1, -1]
    var space = both.mutableSpan
    _ = try SystemCall.retry {
      unsafe space.withUnsafeMutableBufferPointer {
        Int(unsafe pencil_socket_pair(kind.type, $0.baseAddress))
      }
    }
    return ConnectedPair(
      first: ConnectedSocket(accepted: FileDescriptor(owning: both[0])),
      second: ConnectedSocket(accepted: FileDescriptor(owning: both[1])))
  }

  /// Receives what is there: one datagram, or bytes of a stream. Descriptors that the other end sends along are
  /// dropped by the kernel and never opened here. The corresponding C function is `recvmsg`.
  package borrowing func receive(into buffer: inout MutableRawSpan) throws(Errno) -> Received {
    precondition(buffer.byteCount > 0, "nowhere to receive to")
    let descriptor = descriptor
    var flags: CInt = 0
    do throws(Errno) {
      let result = try SystemCall.transfer {
        unsafe buffer.withUnsafeMutableBytes {
          unsafe pencil_receive(descriptor, $0.baseAddress, $0.count, &flags)
        }
      }
      switch result {
      case .wouldBlock: return .wouldBlock
      case .processed(0): return .closed
      case .processed(let count):
        return pencil_is_truncated(flags) != 0 ? .truncated : .bytes(count)
      }
    } catch {
      if error == .connectionReset { return .closed }
      throw error
    }
  }

  /// The same for a buffer of bytes.
  package borrowing func receive(
    into buffer: inout MutableSpan<UInt8>
  ) throws(Errno) -> Received {
    var bytes = unsafe buffer.mutableBytes
    return try receive(into: &bytes)
  }

  /// Sends one datagram, or as much of a stream as fits; nothing at all if there are no bytes, because an empty
  /// datagram would look like the end. The corresponding C function is `send`.
  package borrowing func send(_ bytes: RawSpan) throws(Errno) -> SendResult {
    if bytes.byteCount == 0 { return .sent(0) }
    let descriptor = descriptor
    return try ConnectedSocket.send {
      unsafe bytes.withUnsafeBytes { unsafe pencil_send(descriptor, $0.baseAddress, $0.count) }
    }
  }

  /// Sends all pieces as one datagram, or as much of them as fits a stream. The corresponding C function is
  /// `sendmsg`; of a single piece `send`, for which the kernel has less to fetch.
  package borrowing func send(_ list: borrowing GatherList) throws(Errno) -> SendResult {
    if list.count == 0 { return .sent(0) }
    let descriptor = descriptor
    if list.count == 1 {
      return try ConnectedSocket.send {
        unsafe list.withPieces { pieces, _ in
          unsafe pencil_send(descriptor, pieces[0].iov_base, pieces[0].iov_len)
        }
      }
    }
    return try ConnectedSocket.send {
      unsafe list.withPieces { unsafe pencil_send_gathered(descriptor, $0, $1) }
    }
  }

  /// Says that nothing more is going to be sent: the other end reads what is there, and then the end. The corresponding
  /// C function is `shutdown`.
  package borrowing func endSending() { _ = shutdown(descriptor, CInt(SHUT_WR)) }

  private static func send(_ call: () -> Int) throws(Errno) -> SendResult {
    do throws(Errno) {
      switch try SystemCall.transfer(call) {
      case .processed(let count): return .sent(count)
      case .wouldBlock: return .wouldBlock
      }
    } catch {
      switch error {
      case .brokenPipe, .connectionReset, .notConnected: return .closed
      // The kernel is short of memory for now, which a sender meets like a full socket.
      case .noBufferSpace: return .wouldBlock
      default: throw error
      }
    }
  }
}

/// Both ends of a connection.
package struct ConnectedPair: ~Copyable {
  /// One end.
  package let first: ConnectedSocket
  /// The other.
  package let second: ConnectedSocket

  /// Keeps the first end and closes the second.
  package consuming func closingSecond() -> ConnectedSocket { first }

  /// Hands out both, as another module can't take a value apart that may not be copied.
  package consuming func split<R: ~Copyable, E: Error>(
    _ body: (consuming ConnectedSocket, consuming ConnectedSocket) throws(E) -> R
  ) throws(E) -> R {
    try body(first, second)
  }
}
