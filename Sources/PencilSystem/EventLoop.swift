internal import CPencilShims
internal import Glibc

/// Waits for descriptors. One thread, level-triggered unless asked, at most 64 events a turn in a buffer that is
/// made once: waiting allocates nothing. The corresponding C functions are `epoll_create1`, `epoll_ctl` and
/// `epoll_wait`.
@safe
package struct EventLoop: ~Copyable {
  /// How many events one `wait` fetches at most. What is left comes with the next.
  package static var capacity: Int { 64 }

  private let epoll: FileDescriptor
  private let events: UnsafeMutablePointer<epoll_event>
  private var readyCount = 0

  /// An empty loop.
  package init() throws(Errno) {
    epoll = FileDescriptor(owning: CInt(try SystemCall.retry { Int(pencil_epoll_create()) }))
    unsafe events = .allocate(capacity: EventLoop.capacity)
    unsafe events.initialize(repeating: epoll_event(), count: EventLoop.capacity)
  }

  deinit { unsafe events.deallocate() }

  /// The epoll descriptor: readable in another loop whenever something in this one is ready.
  package var descriptor: CInt { epoll.rawValue }

  /// Watches a descriptor, which must be removed before it is closed. `EPERM` for a plain file, which is always
  /// ready and can't be watched.
  package borrowing func add(
    _ descriptor: CInt, token: Token, interest: Interest
  ) throws(Errno) {
    let epoll = epoll.rawValue
    _ = try SystemCall.retry {
      Int(pencil_epoll_add(epoll, descriptor, interest.rawValue, token.packed))
    }
  }

  /// Changes what a watched descriptor is watched for. With `edgeTriggered` it also tells again what is ready now.
  package borrowing func modify(
    _ descriptor: CInt, token: Token, interest: Interest
  ) throws(Errno) {
    let epoll = epoll.rawValue
    _ = try SystemCall.retry {
      Int(pencil_epoll_modify(epoll, descriptor, interest.rawValue, token.packed))
    }
  }

  /// Stops watching. Events already fetched still come: the token's generation tells them apart.
  package borrowing func remove(_ descriptor: CInt) throws(Errno) {
    let epoll = epoll.rawValue
    _ = try SystemCall.retry { Int(pencil_epoll_remove(epoll, descriptor)) }
  }

  /// Waits until something is ready, and says how many. -1 waits without end; a signal ends the wait with 0.
  package mutating func wait(timeoutMilliseconds: Int32) throws(Errno) -> Int {
    readyCount = 0
    let count = unsafe epoll_wait(
      epoll.rawValue, events, CInt(EventLoop.capacity), timeoutMilliseconds)
    if count < 0 {
      let error = Errno.current
      if error == .interrupted { return 0 }
      error.trapIfBug()
      throw error
    }
    readyCount = Int(count)
    return readyCount
  }

  /// One of the events that the last `wait` fetched.
  package subscript(ready index: Int) -> (token: Token, ready: Readiness) {
    precondition(index >= 0 && index < readyCount, "no such event")
    let event = unsafe events[index]
    return unsafe (Token(packed: event.data.u64), Readiness(rawValue: event.events))
  }
}
