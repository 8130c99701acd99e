internal import PencilCore
internal import PencilInput
internal import PencilSystem
internal import PencilWire

// SIGHUP, and the end of a daemon that nobody needs.

extension Server {
  /// Reads the configuration anew. One that is wrong changes nothing, and is told.
  ///
  /// The one time after the start that files are read on this thread; tablets go on queueing in the kernel meanwhile.
  mutating func reload() {
    ServiceManager.notify("RELOADING=1\nMONOTONIC_USEC=\(Clock.monotonicMicroseconds)")
    defer { ServiceManager.notify("READY=1") }
    let configuration: Configuration
    do throws(CommandError) {
      guard let read = try readConfiguration?() else { return }
      configuration = read
    } catch {
      for line in error.lines {
        Log.write(.error, .config, "not reloaded, all stays as it was: \(line)")
      }
      return
    }
    take(configuration)
    take(configuration.access)
    Log.write(.notice, .config, "reloaded")
  }

  /// Whether the signal means the end: the terminal is gone from which it was started by hand.
  var isHangupTheEnd: Bool { startedAtTerminal && !Files.isTerminal(0) }
}
