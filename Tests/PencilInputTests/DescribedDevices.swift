internal import Foundation
import PencilInput
import PencilTestSupport

/// The nodes of `devices.json` and `devices_kernel61.json`: what kernels say of real tablets.
enum DescribedDevices {
  /// One node.
  struct Device: Sendable, CustomStringConvertible {
    var description_ = TabletDescription()
    /// `stylus`, `pad`, or something that is no tablet's.
    var kind = ""
    /// Width and height in mm as the file's own numbers have it; 0: no resolution.
    var size: (width: Double, height: Double) = (0, 0)
    /// Names of the keys, as in the file.
    var keys: [String] = []
    var axes: Set<String> = []
    var calibration = ""

    var description: String { description_.name }
  }

  /// All nodes of a file.
  static func read(_ file: String) -> [Device] {
    guard let bytes = ReferenceData.bytes(file),
      let all = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [[String: Any]]
    else { return [] }
    return all.map(device)
  }

  private static let codes: [UInt16: [String: UInt16]] = {
    var codes: [UInt16: [String: UInt16]] = [:]
    for type in [EventType.key, EventType.relative, EventType.absolute, EventType.miscellaneous] {
      for code in UInt16(0)..<768 {
        if let name = EventNames.code(code, of: type) { codes[type, default: [:]][name] = code }
      }
    }
    // libevdev has one name a code; the files have the others, too.
    for (name, code) in [
      ("BTN_SOUTH", 0x130), ("BTN_EAST", 0x131), ("BTN_NORTH", 0x133), ("BTN_WEST", 0x134),
      ("BTN_A", 0x130),
      ("BTN_B", 0x131), ("BTN_X", 0x133), ("BTN_Y", 0x134), ("BTN_0", 0x100), ("BTN_LEFT", 0x110),
      ("BTN_TOOL_PEN", 0x140),
    ] as [(String, UInt16)] { codes[EventType.key, default: [:]][name] = code }
    return codes
  }()

  private static func device(_ object: [String: Any]) -> Device {
    var device = Device()
    var tablet = TabletDescription()
    func number(_ key: String) -> UInt16 { UInt16(clamping: object[key] as? Int ?? 0) }
    func names(_ key: String) -> [String] { object[key] as? [String] ?? [] }
    device.kind = object["kind"] as? String ?? ""
    device.keys = names("keys")
    tablet.name = object["name"] as? String ?? ""
    (tablet.bus, tablet.vendor) = (number("bustype"), number("vendor"))
    (tablet.product, tablet.version) = (number("product"), number("version"))
    for property in names("props") {
      if property == "INPUT_PROP_POINTER" { tablet.properties |= 1 }
      if property == "INPUT_PROP_DIRECT" { tablet.properties |= 2 }
    }
    for name in device.keys {
      if let code = codes[EventType.key]?[name] { tablet.keys.insert(code) }
    }
    for name in names("rel") {
      if let code = codes[EventType.relative]?[name] { tablet.relatives |= 1 << code }
    }
    for name in names("msc") {
      if let code = codes[EventType.miscellaneous]?[name] {
        tablet.miscellaneous |= 1 << UInt8(code)
      }
    }
    for (name, value) in object["abs"] as? [String: [String: Any]] ?? [:] {
      func number(_ key: String) -> Int { value[key] as? Int ?? 0 }
      device.axes.insert(name)
      guard let code = codes[EventType.absolute]?[name] else { continue }
      var axis = AxisDescription(code: code)
      axis.minimum = Int32(clamping: number("min"))
      axis.maximum = Int32(clamping: number("max"))
      axis.fuzz = Int32(clamping: number("fuzz"))
      axis.resolution = Int32(clamping: number("res"))
      tablet.axes.append(axis)
      let length = Double((number("max")) - (number("min"))) / Double(number("res"))
      if name == "ABS_X" { device.size.width = length.isFinite ? length : 0 }
      if name == "ABS_Y" { device.size.height = length.isFinite ? length : 0 }
    }
    tablet.axes.sort { $0.code < $1.code }
    if let udev = object["udev"] as? [String: String] {
      tablet.calibration = udev["LIBINPUT_CALIBRATION_MATRIX"] ?? ""
      tablet.deviceGroup = udev["LIBINPUT_DEVICE_GROUP"] ?? ""
    }
    device.description_ = tablet
    return device
  }
}
