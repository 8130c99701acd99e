internal import CLibudev
internal import Glibc

/// A node that is or may be a tablet, as udev knows it.
package struct TabletNode: Sendable, Equatable {
  /// The device node, such as `/dev/input/event7`.
  package var path: String
  /// Where it is plugged in, udev's `ID_PATH`; empty: unknown.
  package var idPath: String
  /// udev's `ID_SEAT`; `seat0` where it says nothing.
  package var seat: String

  /// Makes a node of which only the path is known.
  package init(path: String, idPath: String = "", seat: String = "seat0") {
    self.path = path
    self.idPath = idPath
    self.seat = seat
  }
}

/// Finds tablets by udev's word: its rules look at every input device once and note what it is.
@safe
package struct TabletFinder: ~Copyable {
  private let udev: OpaquePointer

  /// Makes a connection to udev's database.
  ///
  /// - Throws: ``TabletError`` with ``TabletError/Reason/noUdev``.
  package init() throws(TabletError) {
    guard let udev = unsafe udev_new() else {
      throw TabletError(path: "udev", reason: .noUdev)
    }
    unsafe self.udev = udev
  }

  deinit { unsafe udev_unref(udev) }

  /// The tablets that udev has initialised: `ID_INPUT_TABLET=1` and not `ID_INPUT_TABLET_PAD`, by path.
  package borrowing func tablets() -> [TabletNode] {
    guard let enumeration = unsafe udev_enumerate_new(udev) else { return [] }
    defer { unsafe udev_enumerate_unref(enumeration) }
    // A property match is an "or" with others, so the pad is told apart below.
    guard unsafe udev_enumerate_add_match_subsystem(enumeration, "input") >= 0,
      unsafe udev_enumerate_add_match_property(enumeration, "ID_INPUT_TABLET", "1") >= 0,
      unsafe udev_enumerate_add_match_is_initialized(enumeration) >= 0,
      unsafe udev_enumerate_scan_devices(enumeration) >= 0
    else { return [] }
    var nodes: [TabletNode] = []
    var entry = unsafe udev_enumerate_get_list_entry(enumeration)
    while let current = unsafe entry {
      if let path = unsafe udev_list_entry_get_name(current),
        let device = unsafe udev_device_new_from_syspath(udev, path)
      {
        if let node = unsafe TabletFinder.tablet(device) { nodes.append(node) }
        unsafe udev_device_unref(device)
      }
      unsafe entry = unsafe udev_list_entry_get_next(current)
    }
    return nodes.sorted { ($0.path.utf8.count, $0.path) < ($1.path.utf8.count, $1.path) }
  }

  /// The node at a path that the user named, whatever udev thinks that it is; with udev's properties where it
  /// has some.
  package borrowing func node(at path: String) -> TabletNode {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR,
      let device = unsafe udev_device_new_from_devnum(udev, CChar(bitPattern: 0x63), status.st_rdev)
    else { return TabletNode(path: path) }
    defer { unsafe udev_device_unref(device) }
    return unsafe TabletFinder.node(device, path: path)
  }

  /// The node of a udev device, if udev says that it is a tablet and has a node of evdev's.
  static func tablet(_ device: OpaquePointer) -> TabletNode? {
    guard let path = unsafe udev_device_get_devnode(device).map({ unsafe String(cString: $0) }),
      let name = unsafe udev_device_get_sysname(device).map({ unsafe String(cString: $0) }),
      // The same input device has an old joystick or mouse node too.
      name.hasPrefix("event"),
      unsafe property("ID_INPUT_TABLET", of: device) == "1",
      unsafe property("ID_INPUT_TABLET_PAD", of: device) != "1"
    else { return nil }
    return unsafe node(device, path: path)
  }

  private static func node(_ device: OpaquePointer, path: String) -> TabletNode {
    let seat = unsafe property("ID_SEAT", of: device) ?? ""
    return TabletNode(
      path: path, idPath: unsafe property("ID_PATH", of: device) ?? "",
      seat: seat.isEmpty ? "seat0" : seat)
  }

  private static func property(_ name: String, of device: OpaquePointer) -> String? {
    unsafe udev_device_get_property_value(device, name).map { unsafe String(cString: $0) }
  }
}
