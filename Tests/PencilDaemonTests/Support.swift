import PencilCore
import PencilInput
import PencilSystem
import PencilWire
import Testing

@testable import PencilDaemon

/// SplitMix64: the same numbers on every machine for the same seed.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}

/// An item as it came, in memory of its own.
struct Item: Equatable {
  var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// A copy of a record in the journal.
  init(_ item: RawSpan) { bytes = unsafe item.withUnsafeBytes { unsafe Array($0) } }

  /// An integer at an offset, little-endian.
  func integer(at offset: Int, size: Int) -> UInt64 {
    bytes[offset..<(offset + size)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  var type: ItemType { ItemType(rawValue: UInt16(integer(at: 2, size: 2))) }
  var tablet: UInt64 { integer(at: 4, size: 4) }
  var sequence: UInt64 { integer(at: 8, size: 8) }
  var time: UInt64 { integer(at: 16, size: 8) }

  /// What the decoders of PencilWire make of it.
  func decoded<T>(_ decode: (RawSpan) -> T?) -> T? { decode(bytes.span.raw) }
}

/// A datagram taken apart.
func items(_ datagram: [UInt8]) throws -> [Item] {
  var all: [Item] = []
  var offset = 0
  while offset < datagram.count {
    let header = try ItemHeader(datagram.span.raw, at: offset)
    all.append(Item(Array(datagram[offset..<(offset + header.size)])))
    offset += header.size
  }
  return all
}

/// A sample whose time is its number, so that a test sees which one it is.
func sample(_ number: Int, tablet: UInt32 = 1, phase: Phase = .moved, type: ToolType = .pen)
  -> TrackerEvent
{
  var sample = Sample()
  sample.time = UInt64(number)
  sample.tablet = tablet
  sample.tool = 1
  sample.toolType = type
  sample.phase = phase
  return .sample(sample)
}

/// A press of a button, in 40 bytes.
func button(_ number: Int, type: ToolType = .pen) -> TrackerEvent {
  var change = ButtonChange()
  change.time = UInt64(number)
  change.tablet = 1
  change.tool = 1
  change.toolType = type
  return .button(change)
}

/// A tablet that is there.
func tabletRecord(_ number: UInt32) -> TabletRecord {
  var record = TabletRecord()
  record.tablet = number
  record.attachment = 1
  record.flags = .present
  record.name = "Tablet \(number)"
  return record
}

/// A pen tablet of Wacom's kind: 200 × 100 mm at 100 units a mm, tilt −64…63 at 57 units a radian.
func penDescription(_ name: String = "Test Pen") -> TabletDescription {
  var tablet = TabletDescription()
  tablet.name = name
  tablet.node = "/dev/input/event0"
  tablet.bus = 3
  tablet.vendor = TabletDescription.wacom
  tablet.miscellaneous = 1
  tablet.keys = KeyMask([
    KeyCode.toolPen, KeyCode.toolRubber, KeyCode.touch, KeyCode.stylus, KeyCode.stylus2,
  ])
  tablet.axes = [
    axis(.x, 0, 20000, 100), axis(.y, 0, 10000, 100), axis(.pressure, 0, 2047),
    axis(.distance, 0, 63), axis(.tiltX, -64, 63, 57), axis(.tiltY, -64, 63, 57),
    axis(.misc, 0, 0),
  ]
  return tablet
}

private func axis(
  _ axis: PenAxis, _ minimum: Int32, _ maximum: Int32, _ resolution: Int32 = 0
) -> AxisDescription {
  var description = AxisDescription(code: axis.code)
  description.minimum = minimum
  description.maximum = maximum
  description.resolution = resolution
  return description
}

/// Input frames of a pen that comes near, touches and draws.
struct PenFrames {
  private var assembler = FrameAssembler(penDescription())
  private var time: UInt64 = 1_000_000

  /// The next frame after these changes.
  mutating func frame(_ changes: [(type: UInt16, code: UInt16, value: Int32)]) -> InputFrame {
    time += 1000
    for change in changes {
      _ = assembler.add(type: change.type, code: change.code, value: change.value, time: time)
    }
    _ = assembler.add(
      type: EventType.synchronisation, code: SyncCode.report, value: 0, time: time)
    return assembler.frame
  }

  mutating func enter() -> InputFrame {
    frame([
      (EventType.absolute, PenAxis.x.code, 100), (EventType.absolute, PenAxis.y.code, 100),
      (EventType.absolute, PenAxis.tiltX.code, 20), (EventType.absolute, PenAxis.tiltY.code, 10),
      (EventType.key, KeyCode.toolPen, 1), (EventType.miscellaneous, MiscCode.serial, 77),
    ])
  }

  mutating func touch() -> InputFrame {
    frame([
      (EventType.absolute, PenAxis.pressure.code, 500), (EventType.key, KeyCode.touch, 1),
    ])
  }

  mutating func move(_ step: Int) -> InputFrame {
    frame([
      (EventType.absolute, PenAxis.x.code, Int32(200 + step % 10_000)),
      (EventType.absolute, PenAxis.y.code, Int32(300 + step % 5_000)),
      (EventType.absolute, PenAxis.pressure.code, Int32(400 + step % 100)),
    ])
  }

  mutating func lift() -> InputFrame {
    frame([
      (EventType.absolute, PenAxis.pressure.code, 0), (EventType.key, KeyCode.touch, 0),
    ])
  }
}
