package import PencilCore

/// A sample in 96 bytes.
package enum SampleRecord {
  package static let size = 96

  enum Offset {
    static let tool = 24
    static let attachment = 28
    static let stroke = 32
    static let index = 36
    static let phase = 40
    static let estimated = 41
    static let expecting = 42
    static let toolType = 43
    static let available = 44
    static let flags = 46
    static let buttons = 48
    static let rawPressure = 52
    static let values = 56  // x y nx ny force altitude azimuth roll hover slider
  }

  @_lifetime(bytes: copy bytes)
  package static func encode(
    _ sample: Sample, sequence: UInt64, into bytes: inout MutableRawSpan
  ) {
    ItemHeader(
      size: size, type: .sample, tablet: sample.tablet, sequence: sequence, time: sample.time
    ).encode(into: &bytes)
    bytes.store(sample.tool, at: Offset.tool)
    bytes.store(sample.attachment, at: Offset.attachment)
    bytes.store(sample.stroke, at: Offset.stroke)
    bytes.store(sample.index, at: Offset.index)
    bytes.store(sample.phase.rawValue, at: Offset.phase)
    bytes.store(sample.estimated.rawValue, at: Offset.estimated)
    bytes.store(sample.expecting.rawValue, at: Offset.expecting)
    bytes.store(sample.toolType.rawValue, at: Offset.toolType)
    bytes.store(sample.available.rawValue, at: Offset.available)
    bytes.store(sample.flags.rawValue, at: Offset.flags)
    bytes.store(sample.buttons.rawValue, at: Offset.buttons)
    bytes.store(sample.rawPressure, at: Offset.rawPressure)
    let v = sample.values
    bytes.storeFloat(v.x, at: Offset.values)
    bytes.storeFloat(v.y, at: Offset.values + 4)
    bytes.storeFloat(v.nx, at: Offset.values + 8)
    bytes.storeFloat(v.ny, at: Offset.values + 12)
    bytes.storeFloat(v.force, at: Offset.values + 16)
    bytes.storeFloat(v.altitude, at: Offset.values + 20)
    bytes.storeFloat(v.azimuth, at: Offset.values + 24)
    bytes.storeFloat(v.roll, at: Offset.values + 28)
    bytes.storeFloat(v.hover, at: Offset.values + 32)
    bytes.storeFloat(v.slider, at: Offset.values + 36)
  }

  /// The phase of a sample that is known to be whole.
  package static func phase(of item: RawSpan) -> Phase? {
    Phase(rawValue: item.load(UInt8.self, at: Offset.phase))
  }

  /// The sample in an item; `nil` when it is too short, or has a phase or tool type of a later version.
  package static func decode(_ item: RawSpan) -> Sample? {
    guard item.byteCount >= size,
      let phase = Phase(rawValue: item.load(UInt8.self, at: Offset.phase)),
      let toolType = ToolType(rawValue: item.load(UInt8.self, at: Offset.toolType))
    else { return nil }
    var sample = Sample()
    sample.time = item.load(UInt64.self, at: 16)
    sample.tablet = item.load(UInt32.self, at: 4)
    sample.tool = item.load(UInt32.self, at: Offset.tool)
    sample.attachment = item.load(UInt32.self, at: Offset.attachment)
    sample.stroke = item.load(UInt32.self, at: Offset.stroke)
    sample.index = item.load(UInt32.self, at: Offset.index)
    sample.phase = phase
    sample.estimated = Properties(rawValue: item.load(UInt8.self, at: Offset.estimated))
    sample.expecting = Properties(rawValue: item.load(UInt8.self, at: Offset.expecting))
    sample.toolType = toolType
    sample.available = Axes(rawValue: item.load(UInt16.self, at: Offset.available))
    sample.flags = SampleFlags(rawValue: item.load(UInt16.self, at: Offset.flags))
    sample.buttons = Buttons(rawValue: item.load(UInt32.self, at: Offset.buttons))
    sample.rawPressure = item.load(Int32.self, at: Offset.rawPressure)
    sample.values.x = item.loadFloat(at: Offset.values)
    sample.values.y = item.loadFloat(at: Offset.values + 4)
    sample.values.nx = item.loadFloat(at: Offset.values + 8)
    sample.values.ny = item.loadFloat(at: Offset.values + 12)
    sample.values.force = item.loadFloat(at: Offset.values + 16)
    sample.values.altitude = item.loadFloat(at: Offset.values + 20)
    sample.values.azimuth = item.loadFloat(at: Offset.values + 24)
    sample.values.roll = item.loadFloat(at: Offset.values + 28)
    sample.values.hover = item.loadFloat(at: Offset.values + 32)
    sample.values.slider = item.loadFloat(at: Offset.values + 36)
    return sample
  }
}
