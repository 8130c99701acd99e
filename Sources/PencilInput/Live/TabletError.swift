package import PencilSystem

/// Why a tablet can't be used, and what to do about it.
package struct TabletError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong.
  package enum Reason: Sendable, Equatable {
    /// udev's library has no memory.
    case noUdev
    /// The node can't be opened.
    case cannotOpen(Errno)
    /// It opens, but isn't a node of evdev's.
    case notEvdev(Errno)
    /// It has no `ABS_X` or no `ABS_Y`.
    case noPosition
    /// `ABS_X` or `ABS_Y` have hardly more than one value, as a tablet's pad with buttons has them.
    case noArea
    /// There are as many tablets as the daemon can hold.
    case tooMany
  }

  /// The node, as it was named.
  package var path: String
  /// What is wrong.
  package var reason: Reason

  /// Makes an error.
  package init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// What to do about it.
  package var remedy: String {
    switch reason {
    case .noUdev: "free some memory and start pencild again"
    case .cannotOpen(.accessDenied), .cannotOpen(.notPermitted):
      "run pencild as its systemd service, or join the node's group (usually: input) and log in again"
    case .cannotOpen(.noSuchFileOrDirectory), .cannotOpen(.noDevice),
      .cannotOpen(.noSuchAddressOrDevice):
      "look whether the tablet is plugged in, and under which name: /dev/input/by-id"
    case .cannotOpen: "look with libinput list-devices whether other programs can open it"
    case .notEvdev: "name an event node, such as /dev/input/event7"
    case .noPosition: "name the node of the pen; libinput list-devices shows which it is"
    case .noArea: "name the node of the pen and not of the pad with the buttons"
    case .tooMany: "unplug one"
    }
  }

  /// The path, the reason and the remedy.
  package var description: String { "\(path): \(explanation); \(remedy)" }

  private var explanation: String {
    switch reason {
    case .noUdev: "udev can't be asked"
    case .cannotOpen(let errno): "can't be opened: \(errno)"
    case .notEvdev(let errno): "is not an input device of evdev's: \(errno)"
    case .noPosition: "has no ABS_X and ABS_Y, so it is no tablet's pen"
    case .noArea: "has no area, so it is no tablet's pen"
    case .tooMany: "is one tablet too many"
    }
  }
}
