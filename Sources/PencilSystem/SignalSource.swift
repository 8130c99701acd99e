internal import CPencilShims
internal import Glibc

/// Signals as a descriptor. The corresponding C functions are `pthread_sigmask` and `signalfd`.
package struct SignalSource: ~Copyable {
  private let file: FileDescriptor

  /// Blocks the signals in the calling thread, from here on and also after the source is gone (what is pending
  /// would otherwise kill the process then), and opens the descriptor.
  package init(_ signals: [CInt]) throws(Errno) {
    var set = Self.set(of: signals)
    let result = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    if result != 0 { throw Errno(rawValue: result) }
    file = FileDescriptor(
      owning: CInt(try SystemCall.retry { Int(unsafe pencil_signal_open(&set)) }))
  }

  /// The corresponding C functions are `sigemptyset` and `sigaddset`.
  static func set(of signals: [CInt]) -> sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in signals {
      precondition(unsafe sigaddset(&set, signal) == 0, "not a signal")
    }
    return set
  }

  /// Readable while a signal waits.
  package var descriptor: CInt { file.rawValue }

  /// The next signal that came; `nil` when there is none left. The same signal twice may be told once.
  package borrowing func next() -> CInt? {
    var info = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    guard unsafe read(descriptor, &info, size) == size else { return nil }
    return CInt(info.ssi_signo)
  }
}

/// The signals that end a program cleanly.
package enum Signals {
  /// Control-C. The corresponding C constant is `SIGINT`.
  package static let interrupt: CInt = SIGINT
  /// `kill`'s and systemd's word. The corresponding C constant is `SIGTERM`.
  package static let terminate: CInt = SIGTERM
  /// The terminal is gone. The corresponding C constant is `SIGHUP`.
  package static let hangup: CInt = SIGHUP
  /// One of them by its name in C.
  package static func name(of signal: CInt) -> String {
    switch signal {
    case interrupt: "SIGINT"
    case terminate: "SIGTERM"
    case hangup: "SIGHUP"
    default: "signal \(signal)"
    }
  }
  /// All of them.
  package static var ending: [CInt] { [interrupt, terminate, hangup] }
}
