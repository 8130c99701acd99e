internal import PencilClient

/// A gesture as environment variables, each `NAME=value`, in the units and with the decimals of JSON. What is not
/// available has none.
struct GestureVariables {
  /// All that there can be.
  static let names = [
    "PENCIL_GESTURE", "PENCIL_ACTION", "PENCIL_BUTTON", "PENCIL_TOOL_TYPE", "PENCIL_SERIAL",
    "PENCIL_TABLET", "PENCIL_IDENTITY", "PENCIL_TIME", "PENCIL_X", "PENCIL_Y", "PENCIL_NX",
    "PENCIL_NY", "PENCIL_ALTITUDE", "PENCIL_AZIMUTH", "PENCIL_ROLL", "PENCIL_HOVER",
  ]

  private(set) var all: [String] = []

  init(_ gesture: Gesture, tool: Tool?, tablet: Tablet?) {
    add("PENCIL_GESTURE", gesture.kind.optionWord)
    add("PENCIL_ACTION", gesture.action.word)
    add("PENCIL_BUTTON", Buttons.name(ofNumber: Int(gesture.button)).description)
    add("PENCIL_TOOL_TYPE", gesture.toolType.word)
    if let tool, tool.serial != 0 {
      var buffer = TextBuffer(capacity: 16)
      buffer.append(hex: tool.serial, digits: 8)
      add("PENCIL_SERIAL", buffer)
    }
    add("PENCIL_TABLET", tablet?.name)
    add("PENCIL_IDENTITY", tablet?.identity)
    add("PENCIL_TIME", "\(gesture.time)")
    let pose = gesture.pose
    add("PENCIL_X", pose.x, decimals: 4)
    add("PENCIL_Y", pose.y, decimals: 4)
    add("PENCIL_NX", pose.normalisedX)
    add("PENCIL_NY", pose.normalisedY)
    add("PENCIL_ALTITUDE", pose.altitude)
    add("PENCIL_AZIMUTH", pose.azimuth)
    add("PENCIL_ROLL", pose.roll)
    add("PENCIL_HOVER", pose.hover)
  }

  private mutating func add(_ name: String, _ value: String?) {
    if let value { all.append(name + "=" + value) }
  }

  private mutating func add(_ name: String, _ value: Float?, decimals: Int = 6) {
    guard let value else { return }
    var buffer = TextBuffer(capacity: 32)
    buffer.append(value, decimals: decimals)
    add(name, buffer)
  }

  private mutating func add(_ name: String, _ value: borrowing TextBuffer) {
    var text = ""
    for i in value.bytes.indices { text.unicodeScalars.append(Unicode.Scalar(value.bytes[i])) }
    add(name, text)
  }
}
