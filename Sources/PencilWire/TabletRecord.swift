package import PencilCore

/// What a client is told of a tablet, in 304 bytes.
package struct TabletRecord: Equatable, Sendable {
  package static let size = 304

  package struct Flags: OptionSet, Equatable, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The kernel's `INPUT_PROP_DIRECT`: the pen draws on a display.
    package static let direct = Flags(rawValue: 1 << 0)
    /// It is there. Without it: it has gone.
    package static let present = Flags(rawValue: 1 << 1)
    /// Its events come from a recording.
    package static let replayed = Flags(rawValue: 1 << 2)
  }

  package var tablet: UInt32 = 0
  /// µs of `CLOCK_MONOTONIC` of the change that this record tells.
  package var time: UInt64 = 0
  /// Counts up each time that it is plugged in again.
  package var attachment: UInt32 = 0
  /// The kernel's `struct input_id`.
  package var bus: UInt16 = 0
  package var vendor: UInt16 = 0
  package var product: UInt16 = 0
  package var version: UInt16 = 0
  package var flags: Flags = []
  /// Ranges of `ABS_X`, `ABS_Y`, `ABS_TILT_X` and `ABS_TILT_Y`; minimum = maximum where absent.
  package var x = AxisRange(minimum: 0, maximum: 0)
  package var y = AxisRange(minimum: 0, maximum: 0)
  package var pressure = AxisRange(minimum: 0, maximum: 0)
  package var tiltX = AxisRange(minimum: 0, maximum: 0)
  package var tiltY = AxisRange(minimum: 0, maximum: 0)
  /// Axes that some tool has on this tablet.
  package var available: Axes = []
  /// Bits of ``PencilCore/ToolType``'s raw values.
  package var toolTypes: UInt16 = 0
  /// Millimetres; 0: unknown.
  package var width: Float = 0
  package var height: Float = 0
  package var name = ""
  /// Identity: the same for the same tablet plugged in again.
  package var identity = ""
  package var seat = ""
  package var node = ""
  private static let nodeLength = 32

  package init() {}

  /// Whether ``node`` is this path, of which the record holds 31 bytes.
  package func isNode(_ path: String) -> Bool {
    var fitting = String.UnicodeScalarView()
    var used = 0
    for scalar in path.unicodeScalars {
      used += UTF8.width(scalar)
      if used >= Self.nodeLength { break }
      fitting.append(scalar)
    }
    return node == String(fitting)
  }

  @_lifetime(bytes: copy bytes)
  package func encode(sequence: UInt64, into bytes: inout MutableRawSpan) {
    ItemHeader(size: Self.size, type: .tablet, tablet: tablet, sequence: sequence, time: time)
      .encode(into: &bytes)
    bytes.store(attachment, at: 24)
    bytes.store(bus, at: 28)
    bytes.store(vendor, at: 30)
    bytes.store(product, at: 32)
    bytes.store(version, at: 34)
    bytes.store(flags.rawValue, at: 36)
    x.encode(into: &bytes, at: 40)
    y.encode(into: &bytes, at: 52)
    pressure.encode(into: &bytes, at: 64)
    tiltX.encode(into: &bytes, at: 76)
    tiltY.encode(into: &bytes, at: 88)
    bytes.store(available.rawValue, at: 100)
    bytes.store(toolTypes, at: 102)
    bytes.storeFloat(width, at: 104)
    bytes.storeFloat(height, at: 108)
    bytes.storeText(name, at: 112, length: 80)
    bytes.storeText(identity, at: 192, length: 64)
    bytes.storeText(seat, at: 256, length: 16)
    bytes.storeText(node, at: 272, length: Self.nodeLength)
  }

  package init?(_ item: RawSpan) {
    guard item.byteCount >= Self.size else { return nil }
    tablet = item.load(UInt32.self, at: 4)
    time = item.load(UInt64.self, at: 16)
    attachment = item.load(UInt32.self, at: 24)
    bus = item.load(UInt16.self, at: 28)
    vendor = item.load(UInt16.self, at: 30)
    product = item.load(UInt16.self, at: 32)
    version = item.load(UInt16.self, at: 34)
    flags = Flags(rawValue: item.load(UInt32.self, at: 36))
    x = AxisRange(item, at: 40)
    y = AxisRange(item, at: 52)
    pressure = AxisRange(item, at: 64)
    tiltX = AxisRange(item, at: 76)
    tiltY = AxisRange(item, at: 88)
    available = Axes(rawValue: item.load(UInt16.self, at: 100))
    toolTypes = item.load(UInt16.self, at: 102)
    width = item.loadFloat(at: 104)
    height = item.loadFloat(at: 108)
    name = item.loadText(at: 112, length: 80)
    identity = item.loadText(at: 192, length: 64)
    seat = item.loadText(at: 256, length: 16)
    node = item.loadText(at: 272, length: Self.nodeLength)
  }
}

extension AxisRange {
  @_lifetime(bytes: copy bytes)
  func encode(into bytes: inout MutableRawSpan, at offset: Int) {
    bytes.store(minimum, at: offset)
    bytes.store(maximum, at: offset + 4)
    bytes.store(resolution, at: offset + 8)
  }

  init(_ bytes: RawSpan, at offset: Int) {
    self.init(
      minimum: bytes.load(Int32.self, at: offset), maximum: bytes.load(Int32.self, at: offset + 4),
      resolution: bytes.load(Int32.self, at: offset + 8))
  }
}
