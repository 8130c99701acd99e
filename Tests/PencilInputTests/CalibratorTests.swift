import PencilCore
import PencilInput
import PencilTestSupport
import Testing

/// The readings of frames that are made of changes.
private func readings(_ tablet: TabletDescription, _ sent: [[Change]]) -> [Reading] {
  var assembler = FrameAssembler(tablet)
  var stages = FrameStages(tablet)
  var calibrator = Calibrator(tablet)
  var all: [Reading] = []
  for (index, changes) in sent.enumerated()
  where assembler.send(changes, time: UInt64(index)) {
    stages.take(assembler.frame, isBusy: false)
    while let frame = stages.next() { all.append(calibrator.reading(of: frame)) }
  }
  return all
}

private func isNear(_ a: Float, _ b: Double) -> Bool { abs(Double(a) - b) < 1e-4 }

@Test func valuesAreInPhysicalUnits() {
  let all = readings(
    wacomPen(),
    [
      [
        .key(0x140, 1), .axis(.x, 5000), .axis(.y, 10100), .axis(.distance, 63), .serial(9),
        .axis(.misc, 0x823), .axis(.z, -900), .axis(.tiltX, 0), .axis(.tiltY, 0),
      ],
      [.axis(.pressure, 4000), .key(0x14a, 1), .key(0x14b, 1), .key(0x110, 1)],
    ])
  let pen: Axes = [.position, .millimetres, .force, .tilt, .roll, .hover]
  #expect(all[0].available == pen && all[0].reported == pen.subtracting(.force))
  #expect(isNear(all[0].values.x, 50) && isNear(all[0].values.nx, 0.25))
  #expect(isNear(all[0].values.y, 101) && isNear(all[0].values.ny, 1.01))
  #expect(isNear(all[0].values.hover, 1) && isNear(all[0].values.roll, .pi / 2))
  #expect(isNear(all[0].values.altitude, .pi / 2) && all[0].values.azimuth == 0)
  #expect(all[0].serial == 9 && all[0].hardwareID == 0x823 && all[0].touch == false)
  #expect(all[1].reported == .force && all[1].known == pen && all[1].touch == true)
  #expect(all[1].values.force == 1 && all[1].rawPressure == 4000)
  #expect(all[1].buttons == [.stylus, .left])
}

@Test func leavingFrameKeepsTheValuesOfBefore() {
  let zeros: [Change] = [
    .axis(.x, 0), .axis(.y, 0), .axis(.tiltX, 0), .axis(.pressure, 0), .axis(.misc, 0),
  ]
  let all = readings(
    wacomPen(),
    [
      [.key(0x140, 1), .axis(.x, 5000), .axis(.tiltX, 30), .axis(.misc, 2)],
      zeros + [.key(0x140, 0)],
      [.key(0x141, 1), .axis(.x, 100)],
    ])
  // The exit itself is kept back, as the eraser comes at once.
  #expect(all[1].values == all[0].values && all[1].liftsOnly && all[1].reported == [])
  #expect(all[1].hardwareID == 2 && all[1].available == all[0].available)
  #expect(all[2].tool == .eraser && isNear(all[2].values.x, 1))
  #expect(all[2].known == [.position, .millimetres] && all[2].hardwareID == 0)
}

@Test(arguments: [
  (0, 30, 355.0), (-30, 0, 85.0), (0, -30, 175.0), (30, 0, 265.0),
])
func puckTurnsByItsTiltAxes(x: Int32, y: Int32, degrees: Double) {
  let reading = readings(
    wacomPen(), [[.key(0x146, 1), .axis(.tiltX, x), .axis(.tiltY, y), .axis(.wheel, 3)]])[0]
  #expect(reading.available == [.position, .millimetres, .roll, .hover])
  #expect(reading.reported == .roll && isNear(reading.values.roll, degrees * .pi / 180))
}

@Test func airbrushHasASlider() {
  let reading = readings(wacomPen(), [[.key(0x144, 1), .axis(.wheel, 1023)]])[0]
  #expect(reading.reported == .slider && reading.values.slider == 1)
}

@Test func tabletWithoutToolsHasAPen() {
  var tablet = wacomPen()
  tablet.keys = KeyMask([KeyCode.touch])
  tablet.axes = [axis(.x, 0, 100, 10), axis(.y, 0, 100)]
  let all = readings(tablet, [[.relative(1)], [.axis(.x, 10)], [.relative(1)]])
  #expect(all.map(\.tool) == [nil, .pen, .pen])
  #expect(all[1].available == .position && tablet.widthMillimetres == 10)
  #expect(tablet.heightMillimetres == nil && tablet.toolTypes == [.pen])
}

@Suite(.serialized)
struct InputAllocations {
  @Test(.enabled(if: Allocations.areCounted))
  func framesAllocateNothing() {
    let tablet = wacomPen()
    var assembler = FrameAssembler(tablet)
    var stages = FrameStages(tablet)
    stages.makesReasons = true
    var calibrator = Calibrator(tablet)
    var sum: Float = 0
    // Other tests run beside this one, and the count is the process's: one quiet round is enough.
    let fewest = Allocations.fewest(rounds: 50) {
      // Not "for": iterating over a range allocates where nothing is optimised.
      var value = Int32(0)
      while value < 100 {
        value += 1
        _ = assembler.add(type: EventType.absolute, code: 0, value: value, time: 1)
        _ = assembler.add(type: EventType.absolute, code: 0x1a, value: value % 60, time: 1)
        _ = assembler.add(type: EventType.key, code: 0x140, value: 1, time: 1)
        _ = assembler.add(type: EventType.miscellaneous, code: 0, value: 7, time: 1)
        if assembler.add(type: EventType.synchronisation, code: 0, value: 0, time: 1) {
          stages.take(assembler.frame, isBusy: false)
          while let frame = stages.next() {
            sum += calibrator.reading(of: frame).values.altitude
          }
        }
      }
    }
    #expect(fewest == 0)
    #expect(sum > 0)
  }
}
