package import PencilCore

/// An absolute axis as the kernel describes it: `struct input_absinfo` and its code.
package struct AxisDescription: Sendable, Equatable {
  /// How many codes there are, the kernel's `ABS_CNT`.
  package static let codeCount = 0x40

  /// The code, as in the kernel's `ABS_*`.
  package var code: UInt16
  /// Smallest value, in device units.
  package var minimum: Int32 = 0
  /// Largest value, in device units.
  package var maximum: Int32 = 0
  /// Changes up to this are noise, in device units; the kernel filters them already.
  package var fuzz: Int32 = 0
  /// Values up to this are the centre of a joystick, in device units.
  package var flat: Int32 = 0
  /// Units per millimetre for positions, per radian for angles; 0: unknown.
  package var resolution: Int32 = 0
  /// The value at the start, in device units.
  package var value: Int32 = 0

  /// Makes an axis of an empty range.
  package init(code: UInt16) { self.code = code }

  /// The range, as ``PencilCore`` wants it.
  package var range: AxisRange {
    AxisRange(minimum: minimum, maximum: maximum, resolution: resolution)
  }
}

/// What is known of a tablet before its first event: what the kernel and udev say, or a recording's header.
package struct TabletDescription: Sendable, Equatable {
  /// The device node, such as `/dev/input/event7`; of a recording, what it names.
  package var node = ""
  /// The kernel's name.
  package var name = ""
  /// The kernel's `BUS_*`: 3 is USB, 5 Bluetooth, 0x18 I²C.
  package var bus: UInt16 = 0
  /// The vendor's number on that bus; 0x056a is Wacom.
  package var vendor: UInt16 = 0
  /// The vendor's number of the product.
  package var product: UInt16 = 0
  /// The product's version.
  package var version: UInt16 = 0
  /// The kernel's `uniq`, often the serial number; empty: none.
  package var uniq = ""
  /// Where it is plugged in, in the kernel's words; empty: unknown.
  package var phys = ""
  /// Where it is plugged in, udev's `ID_PATH`; empty: unknown.
  package var idPath = ""
  /// udev's `ID_SEAT`.
  package var seat = "seat0"
  /// udev's `LIBINPUT_DEVICE_GROUP`: the same for all nodes of one piece of hardware; empty: unknown.
  package var deviceGroup = ""
  /// udev's `LIBINPUT_CALIBRATION_MATRIX`; empty: none.
  package var calibration = ""
  /// The kernel's `INPUT_PROP_*`, one bit each.
  package var properties: UInt32 = 0
  /// The keys that it has.
  package var keys = KeyMask()
  /// The kernel's `REL_*` that it has, one bit each.
  package var relatives: UInt16 = 0
  /// The kernel's `MSC_*` that it has, one bit each.
  package var miscellaneous: UInt8 = 0
  /// The absolute axes that it has, by ascending code.
  package var axes: [AxisDescription] = []

  /// Makes the description of a tablet without anything.
  package init() {}

  /// The pen is used on a display: `INPUT_PROP_DIRECT`.
  package var isDirect: Bool { properties >> 1 & 1 == 1 }

  /// The axis with this `ABS_*` code; `nil`: the tablet has none.
  package func axis(_ code: UInt16) -> AxisDescription? { axes.first { $0.code == code } }

  /// The axis; `nil`: the tablet has none.
  package func axis(_ axis: PenAxis) -> AxisDescription? { self.axis(axis.code) }

  /// The range of the axis with this `ABS_*` code; `nil`: the tablet has none.
  package func range(_ code: UInt16) -> AxisRange? { axis(code)?.range }

  /// Whether the tablet has a key.
  package func hasKey(_ code: UInt16) -> Bool { keys.contains(code) }

  /// Width of the active area in millimetres; `nil` where the resolution is unknown.
  package var widthMillimetres: Double? { millimetres(.x) }
  /// Height of the active area in millimetres; `nil` where the resolution is unknown.
  package var heightMillimetres: Double? { millimetres(.y) }

  private func millimetres(_ axis: PenAxis) -> Double? {
    guard let range = self.axis(axis)?.range, range.resolution > 0, range.span > 0 else {
      return nil
    }
    return range.span / Double(range.resolution)
  }

  /// The vendor number of Wacom.
  package static let wacom: UInt16 = 0x056a

  /// The `BTN_TOOL_*` that are tools on this tablet. `BTN_TOOL_MOUSE` and `BTN_TOOL_LENS` are Wacom's pucks;
  /// elsewhere they are set by tablets that have no puck.
  package var toolKeys: PenKeys {
    var all: PenKeys = []
    for tool in ToolType.allCases {
      let key = PenKeys(tool: tool)
      if PenKeys.pucks.contains(key) && vendor != TabletDescription.wacom { continue }
      if hasKey(KeyCode.toolPen + UInt16(key.rawValue.trailingZeroBitCount)) { all.insert(key) }
    }
    return all
  }

  /// The tools that can come into range. A tablet that names none has a pen.
  package var toolTypes: [ToolType] {
    let keys = toolKeys
    let named = ToolType.allCases.filter { keys.contains(PenKeys(tool: $0)) }
    return named.isEmpty ? [.pen] : named
  }

  /// What stays the same when this very tablet is unplugged and comes back: its `uniq` if it has one, else
  /// where it is plugged in; with bus, numbers and name. Two tablets can have the same one.
  ///
  /// At most 56 bytes, so that the wire's field holds it with a counter behind: what is longer ends with a
  /// number made of all of it.
  package var identity: String {
    let place = !uniq.isEmpty ? uniq : !idPath.isEmpty ? idPath : phys
    let ids = [bus, vendor, product].map { TabletDescription.hexadecimal($0) }
    let whole = [ids.joined(separator: ":"), name, place].filter { !$0.isEmpty }.joined(
      separator: " ")
    let limit = 56
    guard whole.utf8.count > limit else { return whole }
    // FNV-1a: small, and the same in every version of this program.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in whole.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    var start = ""
    for character in whole.unicodeScalars {
      if start.utf8.count + String(character).utf8.count > limit - 17 { break }
      start.unicodeScalars.append(character)
    }
    return start + "~" + String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Four hexadecimal digits.
  static func hexadecimal(_ value: UInt16) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
