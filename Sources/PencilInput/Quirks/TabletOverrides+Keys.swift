internal import PencilCore
internal import PencilSystem

/// Why a value can't be taken.
struct QuirkValueError: Error {
  var reason: String
  init(_ reason: String) { self.reason = reason }
}

extension TabletOverrides {
  /// - Returns: Whether it is a key that a quirk can set.
  mutating func set(_ key: String, to value: String) throws(QuirkValueError) -> Bool {
    switch key {
    case "DisableAxes": disabledAxes = try Self.axes(value)
    case "TiltUnit": tiltUnit = try Self.tiltUnit(value)
    case "PressureRange": pressureRange = try Self.pressureRange(value)
    case "ResolutionHint":
      resolutionHint = try Self.pair(value, "ResolutionHint=205x328, units per millimetre")
    case "SizeHint": sizeHint = try Self.pair(value, "SizeHint=210x148, millimetres")
    case "ToolType": toolType = try Self.tool(value)
    case "PressureLag":
      pressureLag = try Self.number(value, 0...8, "PressureLag= is 0 to 8 input frames")
    case "SplitReports":
      guard let choice = value.asBoolean else {
        throw QuirkValueError("SplitReports= is yes or no, not “\(value)”")
      }
      splitsReports = choice
    case "EraserButton":
      guard let button = EraserButton(rawValue: value) else {
        throw QuirkValueError("EraserButton= is eraser or button, not “\(value)”")
      }
      eraserButton = button
    case "ProximityTimeout":
      guard let time = value.asMicroseconds else {
        throw QuirkValueError(
          "ProximityTimeout= is such as 250ms, or 0 for never; not “\(value)”")
      }
      proximityTimeout = time
    case "ContactThreshold": contactThreshold = try Self.threshold(value)
    case "LeftHanded":
      guard let choice = value.asBoolean else {
        throw QuirkValueError("LeftHanded= is yes or no, not “\(value)”")
      }
      isLeftHanded = choice
    case "PadModes": padModes = try Self.number(value, 1...16, "PadModes= is 1 to 16")
    case "PadModeButton":
      padModeButton = try Self.number(value, 0...63, "PadModeButton= is a button's number, 0 to 63")
    default: return false
    }
    return true
  }

  private static func axes(_ text: String) throws(QuirkValueError) -> PenAxes {
    var axes: PenAxes = []
    for name in text.split(separator: ";") {
      let name = name.trimmed
      guard let code = EventNames.absoluteCode(name), let axis = PenAxis(code: code) else {
        throw QuirkValueError(
          "DisableAxes= has no axis “\(name)”: it is such as ABS_TILT_X;ABS_TILT_Y")
      }
      axes.formUnion(PenAxes(axis))
    }
    return axes
  }

  /// Units per radian, as the kernel has them: it counts 57 for whole degrees.
  private static func tiltUnit(_ text: String) throws(QuirkValueError) -> TiltUnit {
    switch text {
    case "degrees": return .perRadian(57)
    case "centidegrees": return .perRadian(5730)
    default: break
    }
    if let unit = Int32(text), unit > 0 { return .perRadian(unit) }
    if text.hasPrefix("range/"), let degrees = Int32(text.dropFirst(6)), (1...90).contains(degrees)
    {
      return .halfRange(degrees: degrees)
    }
    throw QuirkValueError(
      "TiltUnit= is degrees, centidegrees, units per radian, or range/60 for half a range of 60°; not “\(text)”"
    )
  }

  private static func pressureRange(_ text: String) throws(QuirkValueError) -> PressureRange {
    let parts = text.split(separator: ":").compactMap { Int32($0) }
    guard parts.count == 2, parts[0] > parts[1], parts[1] >= 0 else {
      throw QuirkValueError(
        "PressureRange= is UPPER:LOWER in device units, such as 70:50, not “\(text)”")
    }
    return PressureRange(upper: parts[0], lower: parts[1])
  }

  private static func threshold(_ text: String) throws(QuirkValueError) -> ContactThreshold {
    let parts = text.split(separator: ":").map { $0.hasSuffix("%") ? Float($0.dropLast()) : nil }
    guard let first = parts.first, let begin = first, parts.count <= 2, (0.1...50).contains(begin),
      let end = parts.count == 2 ? parts[1] : begin / 5, (0..<begin).contains(end)
    else {
      throw QuirkValueError(
        "ContactThreshold= is such as 5%, or 5%:1% for where contact begins and ends; not “\(text)”"
      )
    }
    return ContactThreshold(begin: begin / 100, end: end / 100)
  }

  private static func pair(_ text: String, _ example: String) throws(QuirkValueError) -> Pair {
    let parts = text.split(separator: "x").compactMap { Int32($0) }
    guard parts.count == 2, parts[0] > 0, parts[1] > 0 else {
      throw QuirkValueError("“\(text)” is no pair of numbers: \(example)")
    }
    return Pair(x: parts[0], y: parts[1])
  }

  private static func tool(_ text: String) throws(QuirkValueError) -> ToolType {
    let names: [String: ToolType] = [
      "pen": .pen, "eraser": .eraser, "brush": .brush, "pencil": .pencil, "airbrush": .airbrush,
      "mouse": .mouse, "lens": .lens,
    ]
    guard let tool = names[text] else {
      throw QuirkValueError(
        "ToolType= is pen, eraser, brush, pencil, airbrush, mouse or lens, not “\(text)”")
    }
    return tool
  }

  private static func number(
    _ text: String, _ range: ClosedRange<Int>, _ rule: String
  ) throws(QuirkValueError) -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw QuirkValueError("\(rule), not “\(text)”")
    }
    return number
  }
}

extension EventNames {
  /// The code of an `ABS_*` by its name.
  static func absoluteCode(_ name: String) -> UInt16? {
    for axis in PenAxis.allCases where code(axis.code, of: EventType.absolute) == name {
      return axis.code
    }
    return nil
  }
}
