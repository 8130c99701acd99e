internal import CLibudev
internal import Glibc
internal import PencilSystem

/// What udev says of a node.
package struct TabletChange: Sendable, Equatable {
  /// udev's actions that matter.
  package enum Action: Sendable, Equatable {
    case added, changed, removed
  }

  /// What happened.
  package var action: Action
  /// The node.
  package var node: TabletNode
  /// Whether it is a tablet's or a pad's node now.
  package var isTablet: Bool

  /// Makes a change.
  package init(_ action: Action, _ node: TabletNode, isTablet: Bool = true) {
    self.action = action
    self.node = node
    self.isTablet = isTablet
  }
}

/// What ``TabletMonitor/next()`` found.
package enum MonitorOutcome: Sendable, Equatable {
  /// A node that concerns tablets, or one that did until now.
  case change(TabletChange)
  /// Another device's. There may be more.
  case other
  /// Nothing more for now.
  case wouldBlock
  /// Changes were lost: look at all there is.
  case overrun
}

/// Hears from udev which input devices come, change and go: after its rules have looked at them and set their
/// permissions, not before.
@safe
package final class TabletMonitor {
  /// To be asked for what is there, too.
  package let finder: TabletFinder
  private let monitor: OpaquePointer

  /// A device's message has some KiB, and many come at once when a dock is plugged in.
  private static let receiveBuffer: CInt = 4 << 20

  /// Begins to listen. What was there before is found by ``TabletFinder/nodes()``: ask after this, so that nothing
  /// falls between.
  ///
  /// - Throws: ``TabletError`` with ``TabletError/Reason/noUdev``.
  package init() throws(TabletError) {
    let finder = try TabletFinder()
    guard let monitor = unsafe udev_monitor_new_from_netlink(finder.udev, "udev") else {
      throw TabletError(path: "udev", reason: .noUdev)
    }
    self.finder = finder
    unsafe self.monitor = monitor
    // As much as the system allows; an overrun is found out anyway.
    _ = unsafe udev_monitor_set_receive_buffer_size(monitor, Self.receiveBuffer)
    // Both can fail only for want of memory, and then nothing comes: what was found stays.
    _ = unsafe udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil)
    _ = unsafe udev_monitor_enable_receiving(monitor)
  }

  deinit { unsafe udev_monitor_unref(monitor) }

  /// To wait for. It stays owned here.
  package var descriptor: CInt { unsafe udev_monitor_get_fd(monitor) }

  /// Whether udev runs here. Where it doesn't, as in many containers, nothing ever comes.
  package static var isUdevRunning: Bool { Files.exists("/run/udev/control") }

  /// The next change.
  package func next() -> MonitorOutcome {
    errno = 0
    guard let device = unsafe udev_monitor_receive_device(monitor) else {
      switch errno {
      case ENOBUFS: return .overrun
      case 0, EAGAIN: return .wouldBlock
      // A message that is not udev's own, or is broken, is left out.
      default: return .other
      }
    }
    defer { unsafe udev_device_unref(device) }
    guard let change = unsafe TabletMonitor.change(device) else { return .other }
    return .change(change)
  }

  private static func change(_ device: OpaquePointer) -> TabletChange? {
    guard let path = unsafe TabletFinder.eventNode(device),
      let action = unsafe udev_device_get_action(device).map({ unsafe String(cString: $0) })
    else { return nil }
    var node = TabletNode(path: path)
    unsafe node.sysPath = udev_device_get_syspath(device).map { unsafe String(cString: $0) } ?? ""
    switch action {
    case "remove": return TabletChange(.removed, node, isTablet: false)
    // "bind", "move", "online" and their like are no news of a node.
    case "add", "change":
      let kind = action == "add" ? TabletChange.Action.added : .changed
      let isReady = unsafe udev_device_get_is_initialized(device) > 0
      guard isReady, let tablet = unsafe TabletFinder.tablet(device) else {
        return TabletChange(kind, node, isTablet: false)
      }
      return TabletChange(kind, tablet)
    default: return nil
    }
  }
}
