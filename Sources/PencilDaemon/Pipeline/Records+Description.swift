internal import PencilCore
internal import PencilInput
internal import PencilWire

extension TabletRecord {
  /// What clients are told of a tablet, but for its number and state.
  init(_ description: TabletDescription, available: Axes) {
    self.init()
    bus = description.bus
    vendor = description.vendor
    product = description.product
    version = description.version
    if description.isDirect { flags.insert(.direct) }
    let none = AxisRange(minimum: 0, maximum: 0)
    x = description.axis(.x)?.range ?? none
    y = description.axis(.y)?.range ?? none
    pressure = description.axis(.pressure)?.range ?? none
    pressure.resolution = 0
    tiltX = description.axis(.tiltX)?.range ?? none
    tiltY = description.axis(.tiltY)?.range ?? none
    self.available = available
    toolTypes = description.toolTypes.reduce(0) { $0 | 1 << UInt16($1.rawValue) }
    width = Float(description.widthMillimetres ?? 0)
    height = Float(description.heightMillimetres ?? 0)
    name = description.name
    seat = description.seat
    node = description.node
  }
}

extension DescriptionRecord {
  /// The kernel's description of the tablet with this record.
  init(_ description: TabletDescription, of record: TabletRecord) {
    self.init()
    tablet = record.tablet
    time = record.time
    attachment = record.attachment
    properties = description.properties
    for code in description.keys.codes where Int(code) / 64 < Self.keyWords {
      keys[Int(code) / 64] |= 1 << UInt64(code % 64)
    }
    relative = UInt32(description.relatives)
    miscellaneous = UInt32(description.miscellaneous)
    axes = description.axes.map {
      Axis(
        code: $0.code, minimum: $0.minimum, maximum: $0.maximum, fuzz: $0.fuzz, flat: $0.flat,
        resolution: $0.resolution, value: $0.value)
    }
  }
}

extension TabletDescription {
  /// The description as it was before it was sent: for a recording of what a running daemon reads.
  init(_ record: DescriptionRecord, of tablet: TabletRecord) {
    self.init()
    node = tablet.node
    name = tablet.name
    bus = tablet.bus
    vendor = tablet.vendor
    product = tablet.product
    version = tablet.version
    seat = tablet.seat
    properties = record.properties
    for word in 0..<DescriptionRecord.keyWords {
      for bit in 0..<64 where record.keys[word] >> UInt64(bit) & 1 == 1 {
        keys.insert(UInt16(word * 64 + bit))
      }
    }
    relatives = UInt16(truncatingIfNeeded: record.relative)
    miscellaneous = UInt8(truncatingIfNeeded: record.miscellaneous)
    axes = record.axes.map {
      var axis = AxisDescription(code: $0.code)
      axis.minimum = $0.minimum
      axis.maximum = $0.maximum
      axis.fuzz = $0.fuzz
      axis.flat = $0.flat
      axis.resolution = $0.resolution
      axis.value = $0.value
      return axis
    }
  }
}
