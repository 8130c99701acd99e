internal import CLibevdev

/// The kernel's names of events.
package enum EventNames {
  /// The name of a type, such as `EV_ABS`; `nil`: it has none.
  package static func type(_ type: UInt16) -> String? {
    unsafe libevdev_event_type_get_name(UInt32(type)).map { unsafe String(cString: $0) }
  }

  /// The name of a code, such as `ABS_X`; `nil`: it has none.
  package static func code(_ code: UInt16, of type: UInt16) -> String? {
    unsafe libevdev_event_code_get_name(UInt32(type), UInt32(code)).map {
      unsafe String(cString: $0)
    }
  }
}
