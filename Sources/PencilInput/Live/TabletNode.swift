package import PencilCore

/// A node that is or may be a tablet's, as udev knows it.
package struct TabletNode: Sendable, Equatable {
  /// Which part of a tablet a node is: one tablet can have one of each, with the same `phys` and even the same name.
  package enum Role: Sendable, Equatable {
    /// What a pen writes on.
    case pen
    /// The buttons, rings and strips beside it.
    case pad
  }

  /// The device node, such as `/dev/input/event7`.
  package var path: String
  /// The kernel's name of this one life of the device; empty: unknown. The path alone is given to another device
  /// as soon as it is free.
  package var sysPath = ""
  /// Which part of a tablet it is.
  package var role = Role.pen
  /// Where it is plugged in, udev's `ID_PATH`; empty: unknown.
  package var idPath: String
  /// udev's `ID_SEAT`; `seat0` where it says nothing.
  package var seat: String
  /// udev's `LIBINPUT_DEVICE_GROUP`: the same for all nodes of one piece of hardware; empty: unknown.
  package var deviceGroup = ""
  /// udev's `LIBINPUT_CALIBRATION_MATRIX`; empty: none.
  package var calibration = ""

  /// Makes a node of which only the path is known.
  package init(path: String, idPath: String = "", seat: String = "seat0") {
    self.path = path
    self.idPath = idPath
    self.seat = seat
  }
}

extension TabletDescription {
  /// The matrix of ``calibration``: six numbers, row by row; `nil`: there is none, it is no matrix, or the pen is not
  /// used on a display. libinput honours it for displays alone, and so does this.
  package var calibrationMatrix: TabletTransform.Matrix? {
    guard isDirect else { return nil }
    let numbers = calibration.split(whereSeparator: { $0 == " " || $0 == "\t" }).map { Double($0) }
    guard numbers.count == 6 else { return nil }
    var matrix: TabletTransform.Matrix = .init(repeating: 0)
    for (i, number) in numbers.enumerated() {
      guard let number else { return nil }
      matrix[i] = number
    }
    return TabletTransform.isUsable(matrix) ? matrix : nil
  }

  /// Whether this is a pad and not what a pen writes on: for recordings, where udev can't be asked. A pad has no
  /// tool, and either a pad's first button or an area of one unit.
  package var isPad: Bool {
    guard toolKeys.isEmpty, !hasKey(KeyCode.touch) else { return false }
    let first: UInt16 = 0x100  // BTN_0
    return hasKey(first) || (range(0)?.span ?? 0) <= 1
  }

  /// What is the same for the nodes of one piece of hardware, and for nothing else: udev's word, else where it is
  /// plugged in without the number of the interface there; empty: it can't be known.
  package var hardware: String {
    if !deviceGroup.isEmpty { return deviceGroup }
    guard !phys.isEmpty else { return "" }
    let place = phys.split(separator: "/", omittingEmptySubsequences: false)
    let port = place.last?.hasPrefix("input") == true ? place.dropLast() : place[...]
    return port.joined(separator: "/")
  }
}
