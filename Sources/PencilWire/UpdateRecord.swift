package import PencilCore

/// The later, final value of a property of a sample, in 56 bytes.
package enum UpdateRecord {
  package static let size = 56

  enum Offset {
    static let tool = 32
    static let toolType = 52
  }

  @_lifetime(bytes: copy bytes)
  package static func encode(
    _ update: SampleUpdate, sequence: UInt64, into bytes: inout MutableRawSpan
  ) {
    ItemHeader(
      size: size, type: .update, tablet: update.tablet, sequence: sequence, time: update.time
    ).encode(into: &bytes)
    bytes.store(update.attachment, at: 24)
    bytes.store(update.index, at: 28)
    bytes.store(update.tool, at: Offset.tool)
    bytes.store(update.stroke, at: 36)
    bytes.store(update.property.rawValue, at: 40)
    bytes.store(update.cause.rawValue, at: 41)
    bytes.store(update.expecting.rawValue, at: 42)
    bytes.store(update.estimated.rawValue, at: 43)
    bytes.storeFloat(update.value, at: 44)
    bytes.storeFloat(update.secondValue, at: 48)
    bytes.store(update.toolType.rawValue, at: Offset.toolType)
    bytes.store(0 as UInt8, at: 53)
    bytes.store(0 as UInt16, at: 54)
  }

  /// The update in an item; `nil` when it is too short, or has a tool type of a later version.
  package static func decode(_ item: RawSpan) -> SampleUpdate? {
    guard item.byteCount >= size,
      let type = ToolType(rawValue: item.load(UInt8.self, at: Offset.toolType))
    else { return nil }
    var update = SampleUpdate()
    update.tablet = item.load(UInt32.self, at: 4)
    update.time = item.load(UInt64.self, at: 16)
    update.attachment = item.load(UInt32.self, at: 24)
    update.index = item.load(UInt32.self, at: 28)
    update.tool = item.load(UInt32.self, at: Offset.tool)
    update.stroke = item.load(UInt32.self, at: 36)
    update.property = Properties(rawValue: item.load(UInt8.self, at: 40))
    update.cause = SampleUpdate.Cause(rawValue: item.load(UInt8.self, at: 41))
    update.expecting = Properties(rawValue: item.load(UInt8.self, at: 42))
    update.estimated = Properties(rawValue: item.load(UInt8.self, at: 43))
    update.value = item.loadFloat(at: 44)
    update.secondValue = item.loadFloat(at: 48)
    update.toolType = type
    return update
  }
}
