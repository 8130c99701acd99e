internal import Glibc

// A program that another test starts holds, until it runs, a copy of each descriptor of this process: closing one of a
// pair is then seen at the other end only a little later.

/// Waits until the other end of a connection is closed or has done with writing, up to 30 s.
public func waitForEnd(of descriptor: CInt) {
  let hangUp: Int16 = 0x2000  // POLLRDHUP
  var one = pollfd(fd: descriptor, events: hangUp, revents: 0)
  _ = unsafe poll(&one, 1, 30_000)
}

/// Ends a connection at once, whoever else holds a copy of it.
public func endConnection(_ descriptor: CInt) { _ = shutdown(descriptor, CInt(SHUT_RDWR)) }
