import PencilCore
import PencilInput
import Testing

private func isNear(_ a: Float, _ b: Double, _ tolerance: Double = 1e-4) -> Bool {
  abs(Double(a) - b) < tolerance
}

/// The readings of frames on a tablet that lies so.
private func readings(_ transform: TabletTransform, _ sent: [[Change]]) -> [Reading] {
  var assembler = FrameAssembler(wacomPen())
  var calibrator = Calibrator(wacomPen(), transform: transform)
  return sent.compactMap { changes in
    assembler.send(changes) ? calibrator.reading(of: assembler.frame) : nil
  }
}

private func turned(_ turns: Int) -> TabletTransform {
  TabletTransform(quarterTurns: turns, width: 200, height: 100)
}

@Test(arguments: [
  // Turns; where 50 mm, 10 mm comes to; a lean to the right; a roll of 0.
  (0, 50.0, 10.0, 0.0), (1, 90, 50, 0.5 * .pi), (2, 150, 90, .pi), (3, 10, 150, 1.5 * .pi),
])
func positionAzimuthAndRollTurnTogether(turns: Int, x: Double, y: Double, angle: Double) {
  let all = readings(
    turned(turns),
    [
      [
        .key(KeyCode.toolPen, 1), .axis(.x, 5000), .axis(.y, 1000), .axis(.tiltX, 40),
        .axis(.tiltY, 0),
        // ABS_Z −450 is a quarter of a turn right of the left: up.
        .axis(.z, -450),
      ]
    ])
  let values = all[0].values
  #expect(isNear(values.x, x) && isNear(values.y, y), "\(values)")
  let (width, height) = turns % 2 == 0 ? (200.0, 100.0) : (100.0, 200.0)
  #expect(isNear(values.nx, x / width) && isNear(values.ny, y / height))
  #expect(isNear(values.azimuth, angle))
  let straight = readings(
    TabletTransform(), [[.key(KeyCode.toolPen, 1), .axis(.x, 1), .axis(.z, -450)]])
  let roll = (Double(straight[0].values.roll) + angle).truncatingRemainder(dividingBy: 2 * .pi)
  #expect(isNear(values.roll, roll, 1e-3))
}

@Test func uprightSaysNothingHoweverTheTabletLies() {
  let all = readings(
    turned(1), [[.key(KeyCode.toolPen, 1), .axis(.x, 1), .axis(.tiltX, 0), .axis(.tiltY, 0)]])
  #expect(all[0].values.azimuth == 0)
}

@Test func aPuckTurnsAlong() {
  let puck: [Change] = [
    .key(KeyCode.toolMouse, 1), .axis(.x, 1), .axis(.tiltX, 10), .axis(.tiltY, -30),
  ]
  let straight = readings(TabletTransform(), [puck])[0].values.roll
  let half = readings(turned(2), [puck])[0].values.roll
  #expect(isNear(half, (Double(straight) + .pi).truncatingRemainder(dividingBy: 2 * .pi)))
}

@Test func outsideIsOutside() {
  let area = TabletTransform.Area(left: 0.5, top: 0.5, right: 1, bottom: 1)
  let all = readings(
    TabletTransform(area: area, width: 200, height: 100),
    [[.key(KeyCode.toolPen, 1), .axis(.x, 0), .axis(.y, 12000)]])
  #expect(isNear(all[0].values.nx, -1) && isNear(all[0].values.ny, 1.4))
  #expect(isNear(all[0].values.x, -100) && isNear(all[0].values.y, 70))
}

@Test func aStrokeNeverJumps() {
  var assembler = FrameAssembler(wacomPen())
  var calibrator = Calibrator(wacomPen())
  func x(_ changes: [Change]) -> Float {
    #expect(assembler.send(changes) == true)
    return calibrator.reading(of: assembler.frame).values.x
  }
  #expect(x([.key(KeyCode.toolPen, 1), .axis(.x, 5000), .axis(.y, 0)]) == 50)
  // Turned while the pen is near: it counts when the pen is back.
  calibrator.lie(as: turned(2))
  #expect(x([.axis(.x, 6000)]) == 60)
  _ = x([.key(KeyCode.toolPen, 0)])
  #expect(x([.key(KeyCode.toolPen, 1), .axis(.x, 5000)]) == 150)
}
