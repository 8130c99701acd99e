/// The axis values at the start, which both formats tell in comments only: a line `Event code 24
/// (ABS_PRESSURE)`, and below it a line `Value 12`.
struct RecordingComments {
  private var isAbsolute = false
  private var code: UInt16?
  private(set) var values: [UInt16: Int32] = [:]

  /// Looks at a comment, from behind its `#`.
  mutating func look(at comment: TextLine) {
    var line = comment
    line.skipBlanks()
    if line.skip("Event type ") {
      isAbsolute = line.integer() == Int64(EventType.absolute)
      code = nil
    } else if line.skip("Event code ") {
      code = line.integer().flatMap { UInt16(exactly: $0) }
    } else if isAbsolute, let code, line.skip("Value"), let value = line.integer()?.asValue {
      values[code] = value
    }
  }

  /// Fills the values into a description.
  func apply(to description: inout TabletDescription) {
    for index in description.axes.indices {
      guard let value = values[description.axes[index].code] else { continue }
      description.axes[index].value = value
    }
  }
}
