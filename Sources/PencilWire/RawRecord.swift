/// The events of one input frame, in 32 + 8n bytes; only while someone asks for them.
package enum RawRecord {
  package static let headerSize = 32
  package static let eventSize = 8

  package struct Flags: OptionSet, Sendable, Equatable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }
    /// The frame had more events than a record holds.
    package static let truncated = Flags(rawValue: 1 << 0)
    /// Events were lost before this frame; its events are the difference that libevdev found.
    package static let afterGap = Flags(rawValue: 1 << 1)
  }

  /// One `struct input_event` without its time, which is the frame's.
  package struct Event: Equatable, Sendable {
    package var type: UInt16
    package var code: UInt16
    package var value: Int32
    package init(type: UInt16, code: UInt16, value: Int32) {
      self.type = type
      self.code = code
      self.value = value
    }
  }

  package static func size(events: Int) -> Int { headerSize + events * eventSize }

  /// Encodes the header; the events follow with ``encode(_:at:into:)``.
  @_lifetime(bytes: copy bytes)
  package static func encode(
    tablet: UInt32, time: UInt64, events: Int, flags: Flags, sequence: UInt64,
    into bytes: inout MutableRawSpan
  ) {
    ItemHeader(
      size: size(events: events), type: .raw, tablet: tablet, sequence: sequence, time: time
    ).encode(into: &bytes)
    bytes.store(UInt16(events), at: 24)
    bytes.store(flags.rawValue, at: 26)
    bytes.store(0 as UInt32, at: 28)
  }

  @_lifetime(bytes: copy bytes)
  package static func encode(_ event: Event, at index: Int, into bytes: inout MutableRawSpan) {
    let offset = size(events: index)
    bytes.store(event.type, at: offset)
    bytes.store(event.code, at: offset + 2)
    bytes.store(event.value, at: offset + 4)
  }

  /// How many events an item holds, and what is special about it; `nil` when it is too short for them.
  package static func decode(_ item: RawSpan) -> (events: Int, flags: Flags)? {
    guard item.byteCount >= headerSize else { return nil }
    let count = Int(item.load(UInt16.self, at: 24))
    guard item.byteCount >= size(events: count) else { return nil }
    return (count, Flags(rawValue: item.load(UInt16.self, at: 26)))
  }

  package static func event(_ item: RawSpan, at index: Int) -> Event {
    let offset = size(events: index)
    return Event(
      type: item.load(UInt16.self, at: offset), code: item.load(UInt16.self, at: offset + 2),
      value: item.load(Int32.self, at: offset + 4))
  }
}

/// A tablet as the kernel describes it, in 144 + 32n bytes, for those who ask for raw records: all that a recording
/// needs.
package struct DescriptionRecord: Equatable, Sendable {
  package static let headerSize = 144
  package static let axisSize = 32
  package static let keyWords = 12

  /// The kernel's `struct input_absinfo`.
  package struct Axis: Equatable, Sendable {
    package var code: UInt16
    package var minimum: Int32
    package var maximum: Int32
    package var fuzz: Int32
    package var flat: Int32
    package var resolution: Int32
    package var value: Int32
    package init(
      code: UInt16, minimum: Int32, maximum: Int32, fuzz: Int32, flat: Int32, resolution: Int32,
      value: Int32
    ) {
      self.code = code
      self.minimum = minimum
      self.maximum = maximum
      self.fuzz = fuzz
      self.flat = flat
      self.resolution = resolution
      self.value = value
    }
  }

  package var tablet: UInt32 = 0
  package var time: UInt64 = 0
  package var attachment: UInt32 = 0
  /// Bits of the kernel's `INPUT_PROP_*`.
  package var properties: UInt32 = 0
  /// Bits of the kernel's `KEY_*` and `BTN_*` that it has, 64 a word.
  package var keys = [UInt64](repeating: 0, count: keyWords)
  package var relative: UInt32 = 0
  package var miscellaneous: UInt32 = 0
  package var axes: [Axis] = []

  package init() {}

  package var size: Int { Self.headerSize + axes.count * Self.axisSize }

  @_lifetime(bytes: copy bytes)
  package func encode(sequence: UInt64, into bytes: inout MutableRawSpan) {
    ItemHeader(size: size, type: .description, tablet: tablet, sequence: sequence, time: time)
      .encode(into: &bytes)
    bytes.store(UInt32(axes.count), at: 24)
    bytes.store(properties, at: 28)
    for i in 0..<Self.keyWords { bytes.store(keys[i], at: 32 + 8 * i) }
    bytes.store(relative, at: 128)
    bytes.store(miscellaneous, at: 132)
    bytes.store(attachment, at: 136)
    bytes.store(0 as UInt32, at: 140)
    for (i, axis) in axes.enumerated() {
      let offset = Self.headerSize + i * Self.axisSize
      bytes.store(UInt32(axis.code), at: offset)
      bytes.store(axis.minimum, at: offset + 4)
      bytes.store(axis.maximum, at: offset + 8)
      bytes.store(axis.fuzz, at: offset + 12)
      bytes.store(axis.flat, at: offset + 16)
      bytes.store(axis.resolution, at: offset + 20)
      bytes.store(axis.value, at: offset + 24)
      bytes.store(0 as UInt32, at: offset + 28)
    }
  }

  package init?(_ item: RawSpan) {
    guard item.byteCount >= Self.headerSize else { return nil }
    let count = Int(item.load(UInt32.self, at: 24))
    guard count <= 64, item.byteCount >= Self.headerSize + count * Self.axisSize else { return nil }
    tablet = item.load(UInt32.self, at: 4)
    time = item.load(UInt64.self, at: 16)
    properties = item.load(UInt32.self, at: 28)
    for i in 0..<Self.keyWords { keys[i] = item.load(UInt64.self, at: 32 + 8 * i) }
    relative = item.load(UInt32.self, at: 128)
    miscellaneous = item.load(UInt32.self, at: 132)
    attachment = item.load(UInt32.self, at: 136)
    for i in 0..<count {
      let offset = Self.headerSize + i * Self.axisSize
      axes.append(
        Axis(
          code: item.load(UInt16.self, at: offset),
          minimum: item.load(Int32.self, at: offset + 4),
          maximum: item.load(Int32.self, at: offset + 8),
          fuzz: item.load(Int32.self, at: offset + 12),
          flat: item.load(Int32.self, at: offset + 16),
          resolution: item.load(Int32.self, at: offset + 20),
          value: item.load(Int32.self, at: offset + 24)))
    }
  }
}
