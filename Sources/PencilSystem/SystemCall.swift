/// What a read or write on a non-blocking descriptor did. Would-block is a value and not an error, because it is
/// how every burst ends.
package enum IOResult: Equatable, Sendable {
  /// So many bytes; 0 from a read is the end.
  case processed(Int)
  /// `EAGAIN`.
  case wouldBlock
}

/// The one way by which this room makes a call that may fail.
enum SystemCall {
  /// Repeats `call` while a signal interrupts it; throws what it failed with.
  @inline(__always)
  static func retry(_ call: () -> Int) throws(Errno) -> Int {
    while true {
      let result = call()
      if result >= 0 { return result }
      let error = Errno.current
      if error == .interrupted { continue }
      error.trapIfBug()
      throw error
    }
  }

  /// The same with would-block as a value, without a throw on the way: it ends every burst.
  @inline(__always)
  static func transfer(_ call: () -> Int) throws(Errno) -> IOResult {
    while true {
      let result = call()
      if result >= 0 { return .processed(result) }
      let error = Errno.current
      if error == .interrupted { continue }
      if error == .wouldBlock { return .wouldBlock }
      error.trapIfBug()
      throw error
    }
  }

  /// A call that fails only if this program is wrong.
  @inline(__always)
  static func infallible(_ name: StaticString, _ call: () -> Int) {
    while call() < 0 {
      let error = Errno.current
      if error != .interrupted { preconditionFailure("\(name): \(error)") }
    }
  }
}

extension Errno {
  /// A closed descriptor or a wild pointer is a mistake of this program: going on could write a pen's strokes into
  /// someone else's file. `EINVAL` is not among them, because some device nodes answer a plain read with it.
  @inline(__always)
  func trapIfBug() {
    precondition(self != .badFileDescriptor && self != .badAddress, "unacceptable errno")
  }
}
