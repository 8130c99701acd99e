// Both, because timespec belongs to whichever of them the compiler happens to read first.
internal import CPencilShims
internal import Glibc

/// The time. The corresponding C function is `clock_gettime`.
package enum Clock {
  /// Since some start, never set back: `CLOCK_MONOTONIC`, the clock of every pen event.
  package static var monotonicNanoseconds: UInt64 {
    let now = time(CLOCK_MONOTONIC)
    return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
  }

  /// The same in microseconds, cut.
  package static var monotonicMicroseconds: UInt64 { monotonicNanoseconds / 1000 }

  /// Since 1970, as set: `CLOCK_REALTIME`.
  package static var realtimeMicroseconds: UInt64 {
    let now = time(CLOCK_REALTIME)
    return UInt64(max(now.tv_sec, 0)) * 1_000_000 + UInt64(now.tv_nsec) / 1000
  }

  private static func time(_ clock: clockid_t) -> timespec {
    var now = timespec()
    unsafe clock_gettime(clock, &now)
    return now
  }
}
