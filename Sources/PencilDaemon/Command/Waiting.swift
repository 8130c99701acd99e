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
