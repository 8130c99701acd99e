internal import PencilClient
internal import PencilSystem

/// Tells whoever follows a daemon that it has gone and is waited for, and that it is there again.
struct Waiting {
  private var isLossTold = false

  mutating func lost(_ error: PencilError) {
    isLossTold = true
    Log.write(.notice, .pencild, "\(error); waiting for it")
  }

  mutating func connected() {
    if isLossTold { Log.write(.notice, .pencild, "connected to the daemon") }
    isLossTold = false
  }
}

extension Gap.Cause {
  /// For a person.
  var words: String {
    switch self {
    case .kernelOverrun: "the kernel's buffer ran over"
    case .tooSlow: "this program was too slow"
    case .notHeld: "the daemon no longer holds them"
    case .notPermitted: "another session was the active one"
    case .crash: "the daemon ended without warning"
    case .other(let number): "for a reason of a later version, number \(number)"
    }
  }
}

extension PencilConnection {
  /// How long the daemon may take to answer, µs.
  private static var patience: UInt64 { 2_000_000 }

  /// Waits for the answer to a request.
  ///
  /// - Parameter hasCome: receives all that is there, and says whether the answer is whole.
  mutating func waitForAnswer(
    _ hasCome: (inout PencilConnection) throws(PencilError) -> Bool
  ) throws(PencilError) {
    let end = Clock.monotonicMicroseconds + Self.patience
    while try !hasCome(&self) {
      guard Clock.monotonicMicroseconds < end else { throw .silent }
      try wait(timeoutMilliseconds: 100)
    }
  }
}
