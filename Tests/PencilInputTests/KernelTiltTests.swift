import PencilCore
import PencilInput
import Testing

/// How Linux 6.1 presents tilt, both axes alike, and for how many of 237 real pens it does so.
struct TiltConvention: Sendable, CustomTestStringConvertible {
  var minimum: Int32
  var maximum: Int32
  var resolution: Int32
  var pens: Int
  /// Degrees at the maximum.
  var degrees: Double
  var isGuessed = false

  var testDescription: String { "\(minimum)…\(maximum) at \(resolution), \(pens) pens" }

  static let all = [
    TiltConvention(minimum: -90, maximum: 90, resolution: 57, pens: 116, degrees: 90),
    TiltConvention(minimum: -9000, maximum: 9000, resolution: 5730, pens: 81, degrees: 90),
    TiltConvention(
      minimum: -127, maximum: 127, resolution: 0, pens: 24, degrees: 64, isGuessed: true),
    TiltConvention(minimum: -64, maximum: 63, resolution: 57, pens: 9, degrees: 63),
    TiltConvention(minimum: -60, maximum: 60, resolution: 57, pens: 3, degrees: 60),
    TiltConvention(minimum: -63, maximum: 63, resolution: 57, pens: 2, degrees: 63),
    TiltConvention(minimum: -90, maximum: 90, resolution: 0, pens: 1, degrees: 90),
    TiltConvention(minimum: -61, maximum: 60, resolution: 0, pens: 1, degrees: 60),
    // Not of Linux 6.1: a Surface of old, and Wacom's of old.
    TiltConvention(minimum: 0, maximum: 18000, resolution: 5730, pens: 0, degrees: 90),
    TiltConvention(minimum: 0, maximum: 127, resolution: 0, pens: 0, degrees: 63),
  ]

  var centre: Int32 { minimum < 0 ? 0 : (maximum + 1) / 2 }
  var degreesPerUnit: Double { degrees / Double(maximum - centre) }
}

@Test(arguments: TiltConvention.all)
func tiltIsThePhysicalAngle(_ convention: TiltConvention) {
  var tablet = TabletDescription()
  tablet.keys = KeyMask([KeyCode.toolPen])
  let (low, high) = (convention.minimum, convention.maximum)
  tablet.axes = [
    axis(.tiltX, low, high, convention.resolution), axis(.tiltY, low, high, convention.resolution),
  ]
  for index in tablet.axes.indices { tablet.axes[index].value = convention.centre }
  let quantum = convention.degreesPerUnit * .pi / 180 * 1.01
  for leaning in [PenAxis.tiltX, .tiltY] {
    var assembler = FrameAssembler(tablet, held: KeyMask([KeyCode.toolPen]))
    var calibrator = Calibrator(tablet)
    var wrong: [Int32] = []
    var previous: Double?
    for raw in low...high {
      _ = assembler.send([.axis(leaning, raw)])
      let reading = calibrator.reading(of: assembler.frame)
      let lean = .pi / 2 - Double(reading.values.altitude)
      let physical = Double(raw - convention.centre) * convention.degreesPerUnit * .pi / 180
      let step = previous.map { abs(lean - $0) } ?? 0
      previous = lean
      let direction: Double =
        (leaning == .tiltX ? 0 : .pi / 2) + (raw < convention.centre ? .pi : 0)
      let isDirected =
        raw == convention.centre || abs(Double(reading.values.azimuth) - direction) < 1e-3
      if abs(lean - abs(physical)) > quantum || step > quantum || !isDirected { wrong.append(raw) }
      if reading.tiltUnitGuessed != convention.isGuessed { wrong.append(raw) }
    }
    #expect(wrong == [])
  }
}

@Test func everyPenIsCounted() {
  #expect(TiltConvention.all.map(\.pens).reduce(0, +) == 237)
}

/// One axis alone says nothing of a direction.
@Test func halfATiltIsNone() {
  var tablet = wacomPen()
  tablet.axes.removeAll { $0.code == PenAxis.tiltY.code }
  #expect(!Calibrator(tablet).available(for: .pen).contains(.tilt))
}
