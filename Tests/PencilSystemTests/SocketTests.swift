import Foundation
import Glibc
import PencilSystem
import PencilTestSupport
import Testing

@Suite struct ConnectedSocketTests {
  @Test func datagramsArriveWholeAndInOrder() throws {
    let pair = try ConnectedSocket.pair(.datagrams)
    #expect(try receive(pair.second).0 == .wouldBlock)
    #expect(try pair.first.send(bytes("one").span.raw) == .sent(3))
    #expect(try pair.first.send(bytes("two!").span.raw) == .sent(4))
    #expect(try receive(pair.second) == (.bytes(3), "one"))
    #expect(try receive(pair.second) == (.bytes(4), "two!"))
  }

  @Test func nothingIsSentForNothing() throws {
    let pair = try ConnectedSocket.pair(.datagrams)
    #expect(try pair.first.send([UInt8]().span.raw) == .sent(0))
    let list = GatherList()
    #expect(try pair.first.send(list) == .sent(0))
    #expect(try receive(pair.second).0 == .wouldBlock)
  }

  @Test func aLongDatagramIsSeenToBeCut() throws {
    let pair = try ConnectedSocket.pair(.datagrams)
    _ = try pair.first.send(bytes("12345").span.raw)
    #expect(try receive(pair.second, limit: 4).0 == .truncated)
    _ = try pair.first.send(bytes("1234").span.raw)
    #expect(try receive(pair.second, limit: 4).0 == .bytes(4))
  }

  @Test(arguments: [SocketKind.datagrams, .stream])
  func aGoneEndIsClosed(kind: SocketKind) throws {
    let one = try ConnectedSocket.pair(kind).closingSecond()
    waitForEnd(of: one.descriptor)
    #expect(try one.send(bytes("x").span.raw) == .closed)
    #expect(try receive(one).0 == .closed)
  }

  @Test func unreadDataResetsAndThatIsClosed() throws {
    let pair = try ConnectedSocket.pair(.stream)
    _ = try pair.second.send(bytes("x").span.raw)
    _ = try pair.first.send(bytes("never read").span.raw)
    let one = pair.closingSecond()
    waitForEnd(of: one.descriptor)
    #expect(try receive(one).0 == .bytes(1))
    #expect(try receive(one).0 == .closed)
  }

  @Test func aFullSocketWouldBlock() throws {
    let pair = try ConnectedSocket.pair(.datagrams)
    pair.first.setSendBuffer(8192)
    let message = [UInt8](repeating: 1, count: 1024)
    #expect(pair.first.unreadBytes() == 0)
    var sent = 0
    while try pair.first.send(message.span.raw) == .sent(1024), sent < 1000 { sent += 1 }
    #expect(sent > 0 && sent < 1000)
    #expect(pair.first.unreadBytes() >= sent * 1024)
    for _ in 0..<sent { _ = try receive(pair.second) }
    #expect(pair.first.unreadBytes() == 0)
  }

  /// Asked while the other end reads, it says what is unread, and never what the kernel alone has yet to take back. Only
  /// a reader that is interrupted in between would show that, about once in a thousand times.
  @Test(arguments: [SocketKind.datagrams, .stream])
  func whatIsBeingReadIsUnreadOrNot(kind: SocketKind) throws {
    let pair = try ConnectedSocket.pair(kind)
    // Somebody waits for room, whom the kernel wakes up in the middle of it.
    let loop = try EventLoop()
    try loop.add(pair.first.descriptor, token: Token(kind: 1), interest: .readableOrEmptied)
    let (rounds, reader) = (1000, pair.second.descriptor)
    Thread.detachNewThread {
      var byte: UInt8 = 0
      for _ in 0..<rounds {
        while unsafe recv(reader, &byte, 1, 0) != 1 { sched_yield() }
      }
    }
    var odd: Set<Int> = []
    for _ in 0..<rounds {
      _ = try pair.first.send(bytes("x").span.raw)
      while case let unread = pair.first.unreadBytes(), unread > 0 {
        if unread < 128 { odd.insert(unread) }
      }
    }
    #expect(odd == [])
  }

  @Test func sentDescriptorsAreNotOpenedHere() throws {
    let pair = try ConnectedSocket.pair(.datagrams)
    let pipe = Pipe()
    sendDescriptor(pipe.writer.rawValue, over: pair.first.descriptor)
    do { _ = consume pipe.writer }
    #expect(try receive(pair.second) == (.bytes(1), "!"))
    // No writer is left anywhere: neither here nor in the socket.
    var buffer: [UInt8] = [0]
    var space = buffer.mutableSpan
    #expect(try pipe.reader.read(into: &space) == .processed(0))
  }

  @Test func thePeerIsThisProcess() throws {
    let pair = try ConnectedSocket.pair(.stream)
    let own = PeerCredentials(pid: getpid(), uid: geteuid(), gid: getegid())
    #expect(pair.first.peer() == own)
    let count = getgroups(0, nil)
    #expect(pair.first.peerGroups().count == Int(count))
  }

  /// Where the kernel can tell, the process that connected is known by more than its number.
  @Test(.enabled(if: Files.exists("/usr/bin/python3"), "no python3 to connect"))
  func aPeerThatHasEndedIsKnown() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/s"
    let listener = try ListeningSocket(path: path, kind: .stream, permissions: 0o600)
    let child = try ChildProcess.start(
      [
        "/usr/bin/python3", "-c",
        "import socket; socket.socket(socket.AF_UNIX).connect('\(path)')",
      ], environment: [])
    while child.ending() == nil { usleep(1000) }
    let other = try listener.requireConnection()
    let pair = try ConnectedSocket.pair(.stream)
    let runs = [pair.first.peerStillRuns(), other.peerStillRuns()]
    #expect(runs == [true, false] || runs == [nil, nil])
    #expect(other.peer().pid == child.id)
  }

  /// `SCM_RIGHTS`, built by hand: a header of 16 bytes and the number.
  private func sendDescriptor(_ descriptor: CInt, over socket: CInt) {
    var control = [UInt64(20), UInt64(SOL_SOCKET) | 1 << 32, UInt64(descriptor)]
    var payload = UInt8(ascii: "!")
    unsafe control.withUnsafeMutableBytes { control in
      unsafe withUnsafeMutablePointer(to: &payload) { payload in
        var piece = unsafe iovec(iov_base: payload, iov_len: 1)
        unsafe withUnsafeMutablePointer(to: &piece) { piece in
          var message = unsafe msghdr()
          unsafe message.msg_iov = piece
          unsafe message.msg_iovlen = 1
          unsafe message.msg_control = control.baseAddress
          unsafe message.msg_controllen = control.count
          #expect(unsafe sendmsg(socket, &message, 0) == 1)
        }
      }
    }
  }
}
