import PencilCore
import PencilWire

/// Values in which every field differs from its default and from its neighbours.
enum Examples {
  static func sample(_ phase: Phase = .moved, _ type: ToolType = .pen) -> Sample {
    var sample = Sample()
    sample.time = 0x0102_0304_0506_0708
    sample.tablet = 0x1112_1314
    sample.attachment = 0x2122_2324
    sample.tool = 0x3132_3334
    sample.stroke = 0x4142_4344
    sample.index = 0x5152_5354
    sample.phase = phase
    sample.toolType = type
    sample.estimated = [.force, .roll]
    sample.expecting = .force
    sample.available = [.position, .slider]
    sample.flags = [.afterGap, .tiltUnitGuessed]
    sample.buttons = [.stylus2, .extra]
    sample.rawPressure = -2
    sample.values.x = 1
    sample.values.y = -2
    sample.values.nx = 0.5
    sample.values.ny = 0.25
    sample.values.force = 0.125
    sample.values.altitude = 1.5
    sample.values.azimuth = 3
    sample.values.roll = 4
    sample.values.hover = 0.75
    sample.values.slider = 0.0625
    return sample
  }

  static func gesture(_ kind: GestureKind, presses: Int) -> Gesture {
    var gesture = Gesture()
    gesture.time = 0x0102_0304_0506_0708
    gesture.tablet = 0x1112_1314
    gesture.tool = 0x2122_2324
    gesture.attachment = 0x3132_3334
    gesture.number = 0x4142_4344
    gesture.stroke = 0x5152_5354
    gesture.kind = kind
    gesture.phase = .cancelled
    gesture.button = 1
    gesture.action = .showContextualPalette
    gesture.toolType = .airbrush
    for i in 0..<presses { gesture.presses.append(UInt64(i + 1) << 32) }
    gesture.pose = GesturePose(sample())
    gesture.pose.available = [.position, .hover]
    gesture.buttons = [.stylus, .stylus2]
    return gesture
  }

  static let tablet = {
    var tablet = TabletRecord()
    tablet.tablet = 1
    tablet.time = 2
    tablet.attachment = 3
    tablet.bus = 0x18
    tablet.vendor = 0x56A
    tablet.product = 0x357
    tablet.version = 0x110
    tablet.flags = [.direct, .present, .replayed]
    tablet.x = AxisRange(minimum: 0, maximum: 44800, resolution: 200)
    tablet.y = AxisRange(minimum: -1, maximum: 29600, resolution: 201)
    tablet.pressure = AxisRange(minimum: 1, maximum: 8191)
    tablet.tiltX = AxisRange(minimum: -64, maximum: 63, resolution: 57)
    tablet.tiltY = AxisRange(minimum: .min, maximum: .max, resolution: .max)
    tablet.available = [.position, .millimetres]
    tablet.toolTypes = 0xFE
    tablet.width = 224
    tablet.height = 148
    tablet.name = "Wacom Intuos Pro M Pen"
    tablet.identity = "usb-056a-0357"
    tablet.seat = "seat0"
    tablet.node = "/dev/input/event7"
    return tablet
  }()

  static func description(axes: Int) -> DescriptionRecord {
    var description = DescriptionRecord()
    description.tablet = 1
    description.time = 2
    description.attachment = 3
    description.properties = 4
    for i in description.keys.indices { description.keys[i] = UInt64(i) << 60 | 1 }
    description.relative = 5
    description.miscellaneous = 6
    description.axes = (0..<axes).map { i in
      let n = Int32(i)
      return DescriptionRecord.Axis(
        code: UInt16(i), minimum: -n, maximum: n, fuzz: n + 1, flat: n + 2, resolution: n + 3,
        value: n + 4)
    }
    return description
  }

  static func events(_ count: Int) -> [RawRecord.Event] {
    (0..<count).map { RawRecord.Event(type: 3, code: UInt16($0), value: -Int32($0)) }
  }
}
