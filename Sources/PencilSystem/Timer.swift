internal import CPencilShims
internal import Glibc

/// A one-shot timer as a descriptor, on `CLOCK_MONOTONIC`. The corresponding C functions are `timerfd_create` and
/// `timerfd_settime`.
package struct Timer: ~Copyable {
  private let file: FileDescriptor

  /// A timer that is not armed.
  package init() throws(Errno) {
    file = FileDescriptor(owning: CInt(try SystemCall.retry { Int(pencil_timer_create()) }))
  }

  /// Readable once the time has come.
  package var descriptor: CInt { file.rawValue }

  /// Fires at a time of `Clock.monotonicNanoseconds`; at once if that is past. Replaces what was armed.
  package borrowing func arm(atNanoseconds time: UInt64) {
    // All zero would disarm it.
    let time = max(time, 1)
    set(seconds: Int64(time / 1_000_000_000), nanoseconds: Int64(time % 1_000_000_000))
  }

  /// Doesn't fire, even if the time has come and was not drained.
  package borrowing func disarm() { set(seconds: 0, nanoseconds: 0) }

  /// How often it fired since the last look; 0 if it didn't.
  package borrowing func drain() -> UInt64 {
    var expirations: UInt64 = 0
    // Fails with EAGAIN only, and then leaves the 0.
    _ = unsafe read(descriptor, &expirations, MemoryLayout<UInt64>.size)
    return expirations
  }

  private borrowing func set(seconds: Int64, nanoseconds: Int64) {
    let descriptor = descriptor
    SystemCall.infallible("timerfd_settime") {
      Int(pencil_timer_set(descriptor, seconds, nanoseconds))
    }
  }
}
