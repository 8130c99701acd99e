package import PencilInput
package import PencilSystem

extension Sources {
  /// So many of udev's messages are looked at before somebody else has a turn; a tablet is opened in the last one.
  private static let messagesPerTurn = 32

  /// Whether tablets that come later are opened too.
  package var isWatching: Bool { monitor != nil }

  /// Opens all tablets and pads that there are, and from now on those that come.
  package mutating func watch(
    loop: borrowing EventLoop, pipeline: inout Pipeline
  ) throws(TabletError) {
    let monitor = try TabletMonitor()
    do throws(Errno) {
      try loop.add(monitor.descriptor, token: Token(kind: Self.monitorKind), interest: .readable)
    } catch { throw TabletError(path: "udev", reason: .cannotOpen(error)) }
    self.monitor = monitor
    for decision in hotplug.resynchronise(monitor.finder.nodes()) {
      carryOut(decision, loop: loop, pipeline: &pipeline)
    }
  }

  /// Hears what udev says, at most until a tablet was opened: opening one takes as long as many reports.
  package mutating func hear(loop: borrowing EventLoop, pipeline: inout Pipeline) {
    guard let monitor else { return }
    for _ in 0..<Self.messagesPerTurn {
      switch monitor.next() {
      case .wouldBlock: return
      case .other: continue
      case .overrun:
        tell(.warning, .kernel, "udev: messages were lost; looking at all tablets anew")
        for decision in hotplug.resynchronise(monitor.finder.nodes()) {
          carryOut(decision, loop: loop, pipeline: &pipeline)
        }
        return
      case .change(let change):
        if take(change, loop: loop, pipeline: &pipeline) { return }
      }
    }
  }

  /// Takes a change of udev's.
  ///
  /// - Returns: Whether a tablet was opened.
  package mutating func take(
    _ change: TabletChange, loop: borrowing EventLoop, pipeline: inout Pipeline
  ) -> Bool {
    var hasOpened = false
    for decision in hotplug.decide(change) {
      carryOut(decision, loop: loop, pipeline: &pipeline)
      if case .open = decision { hasOpened = true }
    }
    return hasOpened
  }

  private mutating func carryOut(
    _ decision: Hotplug.Decision, loop: borrowing EventLoop, pipeline: inout Pipeline
  ) {
    switch decision {
    case .close(let path):
      guard let place = live.firstIndex(where: { $0.tablet.description.node == path }) else {
        return
      }
      tellEnd(of: live[place].tablet.description, .noDevice)
      close(place, loop: loop, pipeline: &pipeline)
    case .open(let node):
      do throws(TabletError) {
        try open(node, loop: loop, pipeline: &pipeline)
        hotplug.opened(node)
      } catch {
        guard hotplug.failed(node, error) else { return }
        // A node that has gone again already is no news.
        if error.reason == .cannotOpen(.noSuchFileOrDirectory)
          || error.reason == .cannotOpen(.noDevice)
        {
          return
        }
        tell(.warning, .kernel, "\(error)")
      }
    }
  }

  /// Stops reading a tablet or a pad: its stroke is broken off, what is held on it is released.
  mutating func close(_ place: Int, loop: borrowing EventLoop, pipeline: inout Pipeline) {
    let gone = live.remove(at: place)
    if let name = gone.storeName { ServiceManager.removeStored(name) }
    // A descriptor that is gone from the loop is no fault.
    try? loop.remove(gone.tablet.descriptor)
    detach(gone.number, gone.role, time: Clock.monotonicMicroseconds, pipeline: &pipeline)
  }

  func detach(
    _ number: UInt32, _ role: TabletNode.Role, time: UInt64, pipeline: inout Pipeline
  ) {
    switch role {
    case .pen: pipeline.detach(number, time: time)
    case .pad: pipeline.detachPad(number, time: time)
    }
  }

  /// Logs that a tablet is read no more: the kernel, or udev before it, has taken it away, or it is broken.
  mutating func tellEnd(of tablet: TabletDescription, _ error: Errno) {
    if error == .noDevice {
      tell(.info, .kernel, "\(tablet.node): “\(tablet.name)” has gone")
    } else {
      tell(.warning, .kernel, "\(tablet.node): “\(tablet.name)” can't be read any more: \(error)")
    }
  }

  /// Logs what happens to tablets, unless one that flaps fills the log.
  mutating func tell(_ level: Log.Level, _ source: Log.Source, _ text: String) {
    log.write(level, source, text, of: "tablets", by: .pencild)
  }
}
