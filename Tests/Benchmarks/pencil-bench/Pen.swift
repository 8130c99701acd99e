import PencilCore
import PencilInput

/// A pen like an Intuos Pro's: what the kernel says of it, and motion in frames of 7 events and a SYN_REPORT,
/// as its driver sends them.
enum Pen {
  static let eventsPerFrame = 8
  static let interval: UInt64 = 1000
  private static let serial: Int32 = 0x0123_4567

  static var description: TabletDescription {
    var tablet = TabletDescription()
    tablet.name = "Wacom Intuos Pro M Pen"
    tablet.node = "/dev/input/event0"
    tablet.bus = 3
    tablet.vendor = TabletDescription.wacom
    tablet.product = 0x0357
    tablet.version = 0x0110
    tablet.properties = 1
    tablet.keys = KeyMask([
      KeyCode.toolPen, KeyCode.toolRubber, KeyCode.touch, KeyCode.stylus, KeyCode.stylus2,
    ])
    tablet.miscellaneous = 1
    tablet.axes = [
      axis(.x, 0, 44704, 200), axis(.y, 0, 27940, 200), axis(.pressure, 0, 8191, 0),
      axis(.distance, 0, 63, 0), axis(.tiltX, -64, 63, 57), axis(.tiltY, -64, 63, 57),
      axis(.misc, 0, 0, 0),
    ]
    return tablet
  }

  private static func axis(
    _ axis: PenAxis, _ minimum: Int32, _ maximum: Int32, _ resolution: Int32
  ) -> AxisDescription {
    var description = AxisDescription(code: axis.code)
    description.minimum = minimum
    description.maximum = maximum
    description.resolution = resolution
    return description
  }

  /// The frame in which the pen comes and touches.
  static var entrance: [RawEvent] {
    [
      RawEvent(type: EventType.key, code: KeyCode.toolPen, value: 1),
      RawEvent(type: EventType.absolute, code: PenAxis.misc.code, value: 0x802),
      RawEvent(type: EventType.key, code: KeyCode.touch, value: 1),
    ] + motion(0)
  }

  /// The frame in which it lifts and goes.
  static func exit(_ number: Int) -> [RawEvent] {
    let time = UInt64(number) * interval
    return [
      RawEvent(time: time, type: EventType.key, code: KeyCode.touch, value: 0),
      RawEvent(time: time, type: EventType.key, code: KeyCode.toolPen, value: 0),
      RawEvent(time: time, type: EventType.miscellaneous, code: MiscCode.serial, value: serial),
      RawEvent(time: time, value: 0),
    ]
  }

  /// A frame of motion, its time by its number.
  static func motion(_ number: Int) -> [RawEvent] {
    let n = Int32(number % 1000)
    let time = UInt64(number) * interval
    func absolute(_ axis: PenAxis, _ value: Int32) -> RawEvent {
      RawEvent(time: time, type: EventType.absolute, code: axis.code, value: value)
    }
    return [
      absolute(.x, 2000 + 40 * n), absolute(.y, 2000 + 24 * ((n * 7) % 1000)),
      absolute(.pressure, 500 + (n * 13) % 7000), absolute(.tiltX, (n * 3) % 80 - 40),
      absolute(.tiltY, 50 - (n * 7) % 90), absolute(.distance, n & 1),
      RawEvent(time: time, type: EventType.miscellaneous, code: MiscCode.serial, value: serial),
      RawEvent(time: time),
    ]
  }
}
