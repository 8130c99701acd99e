internal import CLibudev
internal import Glibc

/// Finds tablets by udev's word: its rules look at every input device once and note what it is.
@safe
package struct TabletFinder: ~Copyable {
  let udev: OpaquePointer

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

  /// The pens' tablets that udev has initialised, by path.
  package borrowing func tablets() -> [TabletNode] { nodes().filter { $0.role == .pen } }

  /// The nodes of tablets and their pads that udev has initialised, by path.
  package borrowing func nodes() -> [TabletNode] {
    (nodes(with: "ID_INPUT_TABLET") + nodes(with: "ID_INPUT_TABLET_PAD").filter { $0.role == .pad })
      .reduce(into: []) { all, node in
        if !all.contains(where: { $0.path == node.path }) { all.append(node) }
      }
      .sorted { ($0.path.utf8.count, $0.path) < ($1.path.utf8.count, $1.path) }
  }

  private borrowing func nodes(with property: String) -> [TabletNode] {
    guard let enumeration = unsafe udev_enumerate_new(udev) else { return [] }
    defer { unsafe udev_enumerate_unref(enumeration) }
    guard unsafe udev_enumerate_add_match_subsystem(enumeration, "input") >= 0,
      unsafe udev_enumerate_add_match_property(enumeration, property, "1") >= 0,
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
    return nodes
  }

  /// The node at a path that the user named, whatever udev thinks that it is; with udev's properties where it
  /// has some, and by its own name where the path is a link, such as those in `/dev/input/by-id`.
  package borrowing func node(at path: String) -> TabletNode {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR,
      let device = unsafe udev_device_new_from_devnum(udev, CChar(bitPattern: 0x63), status.st_rdev)
    else { return TabletNode(path: path) }
    defer { unsafe udev_device_unref(device) }
    let name = unsafe udev_device_get_devnode(device).map { unsafe String(cString: $0) }
    var named = stat()
    // Where `/dev` is not the system's own, that name may be another's.
    guard let name, unsafe stat(name, &named) == 0, named.st_rdev == status.st_rdev else {
      return unsafe TabletFinder.node(device, path: path)
    }
    return unsafe TabletFinder.node(device, path: name)
  }

  /// The node of a udev device, if udev says that it is a tablet's and has a node of evdev's.
  static func tablet(_ device: OpaquePointer) -> TabletNode? {
    guard let path = unsafe eventNode(device),
      unsafe property("ID_INPUT_TABLET", of: device) == "1"
        || property("ID_INPUT_TABLET_PAD", of: device) == "1"
    else { return nil }
    return unsafe node(device, path: path)
  }

  /// The path of evdev's node of a device; `nil`: it has none. The same input device has an old joystick or mouse
  /// node too.
  static func eventNode(_ device: OpaquePointer) -> String? {
    guard let path = unsafe udev_device_get_devnode(device).map({ unsafe String(cString: $0) }),
      let name = unsafe udev_device_get_sysname(device).map({ unsafe String(cString: $0) }),
      name.hasPrefix("event")
    else { return nil }
    return path
  }

  private static func node(_ device: OpaquePointer, path: String) -> TabletNode {
    let seat = unsafe property("ID_SEAT", of: device) ?? ""
    var node = TabletNode(
      path: path, idPath: unsafe property("ID_PATH", of: device) ?? "",
      seat: seat.isEmpty ? "seat0" : seat)
    unsafe node.sysPath = udev_device_get_syspath(device).map { unsafe String(cString: $0) } ?? ""
    // Of a device that is called both, libinput too asks for the pad first.
    if unsafe property("ID_INPUT_TABLET_PAD", of: device) == "1" { node.role = .pad }
    unsafe node.deviceGroup = property("LIBINPUT_DEVICE_GROUP", of: device) ?? ""
    unsafe node.calibration = property("LIBINPUT_CALIBRATION_MATRIX", of: device) ?? ""
    return node
  }

  static func property(_ name: String, of device: OpaquePointer) -> String? {
    unsafe udev_device_get_property_value(device, name).map { unsafe String(cString: $0) }
  }
}
