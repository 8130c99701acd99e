internal import CPencilShims
internal import Glibc

/// Who is at the other end, as the kernel noted when it connected.
package struct PeerCredentials: Hashable, Sendable {
  /// The process; 0 if it isn't visible from here.
  package var pid: Int32
  /// Its effective user.
  package var uid: UInt32
  /// Its effective group.
  package var gid: UInt32

  /// Credentials, for instance in a test.
  package init(pid: Int32, uid: UInt32, gid: UInt32) {
    self.pid = pid
    self.uid = uid
    self.gid = gid
  }
}

extension ConnectedSocket {
  /// Who is at the other end. The corresponding C call is `getsockopt` with `SO_PEERCRED`.
  package borrowing func peer() -> PeerCredentials {
    var peer = PeerCredentials(pid: 0, uid: 0, gid: 0)
    let descriptor = descriptor
    SystemCall.infallible("SO_PEERCRED") {
      Int(unsafe pencil_peer(descriptor, &peer.pid, &peer.uid, &peer.gid))
    }
    return peer
  }

  /// The supplementary groups of the other end; none where the kernel can't tell, as a group only ever allows
  /// something. The corresponding C call is `getsockopt` with `SO_PEERGROUPS`.
  package borrowing func peerGroups() -> [UInt32] {
    let size = MemoryLayout<UInt32>.size
    var groups = [UInt32](repeating: 0, count: 64)
    while true {
      var byteCount = groups.count * size
      if unsafe pencil_peer_groups(descriptor, &groups, &byteCount) == 0 {
        return Array(groups.prefix(byteCount / size))
      }
      // The kernel answers with the size it wants.
      guard Errno.current == .outOfRange, byteCount > groups.count * size else { return [] }
      groups = [UInt32](repeating: 0, count: byteCount / size)
    }
  }

  /// Whether the process that connected still runs, so that its number is really its own and not one that was given
  /// away again; `nil` where the kernel can't tell. The corresponding C calls are `getsockopt` with `SO_PEERPIDFD`,
  /// and `poll`.
  package borrowing func peerStillRuns() -> Bool? {
    let pidfd = pencil_peer_pidfd(descriptor)
    // The kernel says so of a process that has been waited for.
    if pidfd < 0 { return Errno.current == .noSuchProcess ? false : nil }
    let file = FileDescriptor(owning: pidfd)
    var wait = pollfd(fd: file.rawValue, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&wait, 1, 0) == 0
  }

  /// What the other end has not read yet, in bytes of kernel memory: more than what was sent, because of what the
  /// kernel keeps with each message. 0 only if all was read. The corresponding C call is `ioctl` with `SIOCOUTQ`.
  package borrowing func unreadBytes() -> Int {
    var bytes: CInt = 0
    let descriptor = descriptor
    SystemCall.infallible("SIOCOUTQ") { Int(unsafe pencil_unread(descriptor, &bytes)) }
    // The kernel takes a message's bytes back but for one, wakes up who waits for room, and only then takes back that
    // one: who asks in between is told 1. With a message, it keeps some hundred bytes at least.
    return bytes < 128 ? 0 : Int(bytes)
  }

  /// Asks for room for what is not read yet; the kernel doubles it for its own needs and has a limit, to which it
  /// cuts silently. The corresponding C call is `setsockopt` with `SO_SNDBUF`.
  package borrowing func setSendBuffer(_ bytes: Int) {
    let descriptor = descriptor
    SystemCall.infallible("SO_SNDBUF") {
      Int(pencil_set_send_buffer(descriptor, CInt(clamping: bytes)))
    }
  }
}
