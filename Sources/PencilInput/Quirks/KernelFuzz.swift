/// What the kernel filters of a tablet's axes before anybody sees it: told, and never changed, as it is the
/// compositor's tablet, too.
///
/// Evidence: within the fuzz the kernel drops a change or averages it: HID reports of 5511 and 9892 arrived as 5514
/// and 9894 in one stroke, with a fuzz of 4.
package enum KernelFuzz {
  /// The axes with a fuzz, such as `ABS_X 4 ABS_Y 4`, in device units; `nil`: nothing is filtered.
  package static func text(_ description: TabletDescription) -> String? {
    let axes = description.axes.compactMap { axis -> String? in
      guard axis.fuzz > 0, PenAxis(code: axis.code) != nil else { return nil }
      let name = EventNames.code(axis.code, of: EventType.absolute) ?? "\(axis.code)"
      return "\(name) \(axis.fuzz)"
    }
    return axes.isEmpty ? nil : axes.joined(separator: " ")
  }
}
