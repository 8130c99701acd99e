internal import Glibc

/// The wish that a program ends: one of ``Signals/ending`` has come. Once seen it stays, so that each who would wait can ask.
package final class EndingSignals {
  private let source: SignalSource
  private var isSeen = false

  /// Blocks the signals, as ``SignalSource`` does.
  package init() throws(Errno) { source = try SignalSource(Signals.ending) }

  /// Readable while one waits that was not yet seen.
  package var descriptor: CInt { source.descriptor }

  /// Whether one has come.
  package var haveCome: Bool {
    while source.next() != nil { isSeen = true }
    return isSeen
  }

  /// From here on they kill the process again. The corresponding C function is `pthread_sigmask`.
  func letKill() {
    var set = SignalSource.set(of: Signals.ending)
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }
}
