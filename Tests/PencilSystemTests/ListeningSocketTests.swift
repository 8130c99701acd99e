import Glibc
@testable import PencilSystem
import PencilTestSupport
import Testing

@Suite struct ListeningSocketTests {
  @Test(arguments: [SocketKind.datagrams, .stream])
  func acceptsAndTellsItsKind(kind: SocketKind) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/socket"
    let listener = try ListeningSocket(path: path, kind: kind, permissions: 0o666)
    #expect(permissions(of: path) == 0o666)
    #expect(listener.kind == kind)
    let client = try ConnectedSocket.connect(path: path, kind: kind)
    let server = try listener.requireConnection()
    _ = try client.send(bytes("hello").span.raw)
    #expect(try receive(server).1 == "hello")
    if case .wouldBlock = try listener.accept() {} else { Issue.record("a second client") }
  }

  /// Also of a path as long as one can be, and of one that has no name any more.
  @Test(arguments: [(0o600, false), (0o700, false), (0o666, true), (0o620, true), (0o601, true)])
  func tellsWhetherOthersReachIt(mode: UInt32, isReachable: Bool) throws {
    let folder = try TemporaryFolder()
    let short = folder.path + "/"
    let long = short + String(repeating: "x", count: UnixAddress.longestPath - short.utf8.count)
    for path in [short + "s", long] {
      let listener = try ListeningSocket(path: path, kind: .stream, permissions: mode)
      let isTold = listener.isReachableByOthers
      #expect(isTold == isReachable)
      try Files.remove(path)
      let isUnknown = listener.isReachableByOthers
      #expect(isUnknown)
    }
  }

  @Test func isNeverOpenToOthersForAMoment() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/socket"
    let address = try #require(UnixAddress(path: path))
    _ = try ListeningSocket.bound(to: address, path: path, kind: .stream)
    #expect(permissions(of: path) == 0o600)
  }

  @Test func makesItsFolderAndRemovesOnlyItsName() throws {
    let folder = try TemporaryFolder()
    let inner = folder.path + "/inner"
    do {
      let listener = try ListeningSocket(
        path: inner + "/socket", kind: .stream, permissions: 0o600, folderPermissions: 0o711)
      #expect(listener.descriptor >= 0)
      #expect(permissions(of: inner) == 0o711)
    }
    #expect(try Files.names(in: inner) == [])
    unsafe rmdir(inner)
  }

  @Test func aLeftOverNameIsTakenOver() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/socket"
    leaveSocketFile(path)
    #expect(throws: Errno.connectionRefused) {
      _ = try ConnectedSocket.connect(path: path, kind: .datagrams)
    }
    let listener = try ListeningSocket(path: path, kind: .datagrams, permissions: 0o600)
    _ = try ConnectedSocket.connect(path: path, kind: .datagrams)
    _ = try listener.requireConnection()
  }

  @Test(arguments: [SocketKind.datagrams, .stream])
  func aLiveNameIsRefused(otherKind: SocketKind) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/socket"
    let first = try ListeningSocket(path: path, kind: .datagrams, permissions: 0o600)
    #expect(throws: SocketError.anotherListens) {
      _ = try ListeningSocket(path: path, kind: otherKind, permissions: 0o600)
    }
    #expect(Files.exists(path))
    #expect(first.descriptor >= 0)
  }

  @Test func aSuccessorKeepsItsName() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/socket"
    do {
      let first = try ListeningSocket(path: path, kind: .stream, permissions: 0o600)
      try Files.remove(path)
      leaveSocketFile(path)
      #expect(first.descriptor >= 0)
    }
    #expect(Files.isSocket(path))
  }

  @Test func otherFilesAreLeftAlone() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/file"
    _ = try FileDescriptor.open(path, .create(permissions: 0o600))
    #expect(throws: SocketError.notASocket) {
      _ = try ListeningSocket(path: path, kind: .stream, permissions: 0o600)
    }
    #expect(Files.exists(path))
  }

  @Test func pathsHaveALimit() {
    let path = "/tmp/" + String(repeating: "x", count: 103)
    #expect(throws: SocketError.pathTooLong(limit: 107)) {
      _ = try ListeningSocket(path: path, kind: .stream, permissions: 0o600)
    }
    #expect(throws: Errno.nameTooLong) {
      _ = try ConnectedSocket.connect(path: path, kind: .stream)
    }
    #expect("\(SocketError.pathTooLong(limit: 107))" == "the path is longer than 107 bytes")
  }

  @Test func anInheritedSocketKeepsItsName() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/socket"
    let manager = try ListeningSocket(path: path, kind: .datagrams, permissions: 0o600)
    do {
      let copy = try FileDescriptor.duplicate(of: manager.descriptor)
      let inherited = ListeningSocket(inherited: copy)
      _ = try ConnectedSocket.connect(path: path, kind: .datagrams)
      _ = try inherited.requireConnection()
    }
    #expect(Files.exists(path))
  }

  /// As a daemon that was killed leaves it.
  private func leaveSocketFile(_ path: String) {
    let descriptor = socket(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0)
    do { try UnixAddress(path: path)?.bind(descriptor) } catch { Issue.record(error) }
    close(descriptor)
  }
}
