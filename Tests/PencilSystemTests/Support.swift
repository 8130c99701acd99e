import Glibc
import PencilSystem
import PencilTestSupport
import Testing

/// Both ends of a pipe.
struct Pipe: ~Copyable {
  let reader: FileDescriptor
  let writer: FileDescriptor

  init() {
    var ends: [CInt] = [-1, -1]
    unsafe pipe(&ends)
    reader = FileDescriptor(owning: ends[0])
    writer = FileDescriptor(owning: ends[1])
    reader.setNonBlocking()
    writer.setNonBlocking()
  }
}

/// Text as it is sent.
func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// What a socket has for us, as text.
func receive(_ socket: borrowing ConnectedSocket, limit: Int = 4096) throws -> (Received, String) {
  var buffer = [UInt8](repeating: 0, count: limit)
  var space = buffer.mutableSpan
  let received = try socket.receive(into: &space)
  guard case .bytes(let count) = received else { return (received, "") }
  return (received, String(decoding: buffer[..<count], as: UTF8.self))
}

/// The permissions of a path.
func permissions(of path: String) -> UInt32 {
  var status = stat()
  return unsafe lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
}

extension ListeningSocket {
  /// The next client, who must be there.
  borrowing func requireConnection() throws -> ConnectedSocket {
    switch try accept() {
    case .connection(let socket): return socket
    case .wouldBlock: throw Errno.wouldBlock
    case .outOfDescriptors: throw Errno.tooManyOpenFiles
    }
  }
}
