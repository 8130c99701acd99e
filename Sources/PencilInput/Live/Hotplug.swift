/// Which nodes are open, and what a change means for them. Pure: changes come in as values, decisions go out.
package struct Hotplug: Sendable {
  /// What is to be done, in this order.
  package enum Decision: Sendable, Equatable {
    /// Open the node, then tell ``opened(_:)`` or ``failed(_:_:)``.
    case open(TabletNode)
    /// Close the node.
    case close(path: String)
  }

  private enum State: Sendable, Equatable {
    case open
    /// It could not be opened, and that was told with this reason.
    case unreadable(TabletError.Reason)
    /// It was open, and reading it failed: it was taken away (`EVIOCREVOKE`), or its removal is on its way.
    case lost
  }

  private struct Known: Sendable {
    let sysPath: String
    /// Who hears a tablet depends on its seat, and `loginctl attach` gives an open one to another.
    let seat: String
    var state: State

    init(_ node: TabletNode, _ state: State) {
      sysPath = node.sysPath
      seat = node.seat
      self.state = state
    }
  }

  private var nodes: [String: Known] = [:]

  /// Knows of no node.
  package init() {}

  /// How many nodes are open.
  package var openCount: Int { nodes.values.count { $0.state == .open } }

  /// What to do about a change.
  package mutating func decide(_ change: TabletChange) -> [Decision] {
    let path = change.node.path
    guard change.isTablet, change.action != .removed else {
      // A removal that belongs to an earlier life of the path must not end the present one.
      if let known = nodes[path], change.action == .removed, !known.sysPath.isEmpty,
        !change.node.sysPath.isEmpty, known.sysPath != change.node.sysPath
      {
        return []
      }
      return nodes.removeValue(forKey: path)?.state == .open ? [.close(path: path)] : []
    }
    guard let known = nodes[path], known.state == .open else { return [.open(change.node)] }
    guard known.sysPath != change.node.sysPath || known.seat != change.node.seat else { return [] }
    // Its removal was lost, or it is attached to another seat.
    nodes[path] = nil
    return [.close(path: path), .open(change.node)]
  }

  /// What to do after changes were lost: `present` is all that is there now.
  package mutating func resynchronise(_ present: [TabletNode]) -> [Decision] {
    var decisions: [Decision] = []
    for (path, known) in nodes.sorted(by: { $0.key < $1.key })
    where !present.contains(where: { $0.path == path }) {
      nodes[path] = nil
      if known.state == .open { decisions.append(.close(path: path)) }
    }
    for node in present { decisions += decide(TabletChange(.changed, node)) }
    return decisions
  }

  /// A node was opened.
  package mutating func opened(_ node: TabletNode) { nodes[node.path] = Known(node, .open) }

  /// A node could not be opened.
  ///
  /// - Returns: Whether that is news: the same node with the same reason is told of once.
  package mutating func failed(_ node: TabletNode, _ error: TabletError) -> Bool {
    let isNews =
      nodes[node.path].map {
        $0.sysPath != node.sysPath || $0.state != .unreadable(error.reason)
      } ?? true
    nodes[node.path] = Known(node, .unreadable(error.reason))
    return isNews
  }

  /// Reading an open node failed, and it was closed. udev's next word decides.
  package mutating func lost(path: String) {
    nodes[path]?.state = .lost
  }
}

/// Keeps a tablet that comes and goes all the time from filling the log: some lines a minute, then a count.
package struct LogLimiter: Sendable {
  /// So many lines are written in ``period``.
  package static let allowance = 40
  /// µs.
  package static let period: UInt64 = 60_000_000

  private var began: UInt64 = 0
  private var written = 0
  private var suppressed = 0

  /// Allows everything, for the moment.
  package init() {}

  /// Whether a line may be written now.
  ///
  /// - Parameter now: µs of `CLOCK_MONOTONIC`.
  /// - Returns: Whether it may, and how many were left out before it.
  package mutating func admit(now: UInt64) -> (isAllowed: Bool, leftOut: Int) {
    if now &- began >= Self.period || began == 0 {
      began = max(now, 1)
      written = 0
    }
    guard written < Self.allowance else {
      suppressed += 1
      return (false, 0)
    }
    written += 1
    defer { suppressed = 0 }
    return (true, suppressed)
  }
}
