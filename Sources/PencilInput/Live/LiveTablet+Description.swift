internal import CLibevdev

extension TabletDescription {
  /// What libevdev read of the kernel; without node, path and seat, which are udev's.
  init(_ device: OpaquePointer) {
    self.init()
    name = unsafe TabletDescription.text(libevdev_get_name(device))
    uniq = unsafe TabletDescription.text(libevdev_get_uniq(device))
    phys = unsafe TabletDescription.text(libevdev_get_phys(device))
    bus = UInt16(clamping: unsafe libevdev_get_id_bustype(device))
    vendor = UInt16(clamping: unsafe libevdev_get_id_vendor(device))
    product = UInt16(clamping: unsafe libevdev_get_id_product(device))
    version = UInt16(clamping: unsafe libevdev_get_id_version(device))
    for property in UInt32(0)..<32 where unsafe libevdev_has_property(device, property) == 1 {
      properties |= 1 << property
    }
    for type in [EventType.key, EventType.relative, EventType.absolute, EventType.miscellaneous] {
      guard unsafe libevdev_has_event_type(device, UInt32(type)) == 1 else { continue }
      for code in UInt16(0)..<UInt16(KeyMask.count)
      where unsafe libevdev_has_event_code(device, UInt32(type), UInt32(code)) == 1 {
        add(type: type, code: code)
      }
    }
    for index in axes.indices {
      guard let info = unsafe libevdev_get_abs_info(device, UInt32(axes[index].code)) else {
        continue
      }
      unsafe axes[index].minimum = info.pointee.minimum
      unsafe axes[index].maximum = info.pointee.maximum
      unsafe axes[index].fuzz = info.pointee.fuzz
      unsafe axes[index].flat = info.pointee.flat
      unsafe axes[index].resolution = info.pointee.resolution
      unsafe axes[index].value = info.pointee.value
    }
  }

  private static func text(_ text: UnsafePointer<CChar>?) -> String {
    unsafe text.map { unsafe String(cString: $0) } ?? ""
  }
}

extension KeyMask {
  /// The keys that libevdev knows to be down.
  init(heldOn device: OpaquePointer, of keys: KeyMask) {
    self.init()
    for code in keys.codes
    where unsafe libevdev_get_event_value(device, UInt32(EventType.key), UInt32(code)) != 0 {
      insert(code)
    }
  }
}
