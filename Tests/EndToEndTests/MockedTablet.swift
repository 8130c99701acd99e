import PencilInput
import PencilSystem

/// A tablet that only this package knows, as umockdev wants it told: what udev says, what the kernel answers, and what the
/// pen does.
struct MockedTablet {
  static let node = "/dev/input/event99"
  static let name = "pencild mocked pen"

  /// udev's word. A bare `ID_INPUT_TABLET` is all that makes it a tablet.
  static let device = """
    P: /devices/pencild/input/input99/event99
    N: input/event99
    E: DEVNAME=/dev/input/event99
    E: MAJOR=13
    E: MINOR=99
    E: SUBSYSTEM=input
    E: ID_INPUT=1
    E: ID_INPUT_TABLET=1
    E: ID_SEAT=seat7
    A: dev=13:99

    """

  /// Tablets that were set up have an entry in udev's database, which umockdev does not make.
  static let database = "I:1\nE:ID_INPUT=1\nE:ID_INPUT_TABLET=1\nE:ID_SEAT=seat7\n"

  private static let axes: [(axis: PenAxis, minimum: Int32, maximum: Int32, resolution: Int32)] = [
    (.x, 0, 20000, 100), (.y, 0, 10000, 100), (.pressure, 0, 2047, 0), (.distance, 0, 63, 0),
    (.tiltX, -64, 63, 57), (.tiltY, -64, 63, 57), (.misc, 0, 0, 0),
  ]

  /// The kernel's answers: name of the ioctl, what it returns, and bytes in the size in which libevdev asks. The clock is
  /// not among them, so setting it is refused.
  static var answers: String {
    var text = "@DEV \(node)\n"
    func answer(_ name: String, _ result: Int, _ bytes: [UInt8]) {
      text += "\(name) \(result) \(bytes.map(hexadecimal).joined())\n"
    }
    func bits(_ codes: [UInt16], size: Int = 8) -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: size)
      for code in codes { bytes[Int(code) / 8] |= 1 << UInt8(code % 8) }
      return bytes
    }
    answer("EVIOCGVERSION", 0, words([0x10001]))
    answer("EVIOCGID", 0, [6, 0, 1, 0, 2, 0, 3, 0])
    let name = Array(Self.name.utf8)
    answer("EVIOCGNAME", name.count + 1, name + [UInt8](repeating: 0, count: 255 - name.count))
    answer("EVIOCGPROP", 8, bits([0]))
    answer("EVIOCGBIT(0)", 8, bits([0, 1, 3, 4]))
    let keys = [KeyCode.toolPen, KeyCode.toolRubber, KeyCode.touch, KeyCode.stylus]
    answer("EVIOCGBIT(1)", 96, bits(keys, size: 96))
    answer("EVIOCGBIT(3)", 8, bits(axes.map(\.axis.code)))
    answer("EVIOCGBIT(4)", 8, bits([MiscCode.serial]))
    for type in [2, 5, 0x11, 0x12, 0x14] { answer("EVIOCGBIT(\(type))", 8, bits([])) }
    answer("EVIOCGBIT(21)", 16, bits([], size: 16))
    for axis in axes {
      answer(
        "EVIOCGABS(\(axis.axis.code))", 0,
        words([0, axis.minimum, axis.maximum, 0, 0, axis.resolution]))
    }
    answer("EVIOCGKEY", 96, bits([], size: 96))
    answer("EVIOCGLED", 8, bits([]))
    answer("EVIOCGSW", 8, bits([]))
    return text
  }

  private static func words(_ values: [Int32]) -> [UInt8] {
    values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count == 1 ? "0" + digits : digits
  }

  /// How many frames the pen does.
  static let frames = 100

  /// What the pen does, in evemu's lines: one frame at once, and after a pause, in which the tablet is opened, the others
  /// at 1000 Hz. Times are those of `CLOCK_REALTIME`, as a kernel gives them that refuses another clock.
  static func events(pauseMilliseconds: Int) -> String {
    var text = ""
    var time = Clock.realtimeMicroseconds
    func line(_ type: UInt16, _ code: UInt16, _ value: Int) {
      let fraction = String(1_000_000 + time % 1_000_000).dropFirst()
      let (type, code) = (String(type, radix: 16), String(code, radix: 16))
      text += "E: \(time / 1_000_000).\(fraction) \(type) \(code) \(value)\n"
    }
    line(EventType.absolute, PenAxis.distance.code, 20)
    line(0, 0, 0)
    time += UInt64(pauseMilliseconds) * 1000
    for i in 0..<frames {
      time += 1000
      line(EventType.absolute, PenAxis.x.code, 1000 + i * 10)
      line(EventType.absolute, PenAxis.y.code, 2000 + i * 20)
      if i == 0 {
        line(EventType.absolute, PenAxis.tiltX.code, 30)
        line(EventType.key, KeyCode.toolPen, 1)
        line(EventType.miscellaneous, MiscCode.serial, 77)
      }
      if i == 20 || i == 80 {
        line(EventType.absolute, PenAxis.pressure.code, i == 20 ? 1000 : 0)
        line(EventType.key, KeyCode.touch, i == 20 ? 1 : 0)
      }
      if i == frames - 1 { line(EventType.key, KeyCode.toolPen, 0) }
      line(0, 0, 0)
    }
    return text
  }
}
