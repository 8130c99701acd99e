import PencilCore
import PencilTestSupport
import Testing

private func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-9 }

/// How far apart two angles are, around the circle.
private func gap(_ a: Double, _ b: Double) -> Double {
  abs((a - b).remainder(dividingBy: 2 * .pi))
}

@Test(arguments: [
  // Turns, where (0.25, 0.1) comes to, size of a tablet of 200 × 100, what comes of azimuth 0.
  (0, 0.25, 0.1, 200.0, 100.0, 0.0), (1, 0.9, 0.25, 100, 200, 0.5 * .pi),
  (2, 0.75, 0.9, 200, 100, .pi), (3, 0.1, 0.75, 100, 200, 1.5 * .pi), (4, 0.25, 0.1, 200, 100, 0),
  (-1, 0.1, 0.75, 100, 200, 1.5 * .pi),
])
func tabletsTurn(turns: Int, x: Double, y: Double, width: Double, height: Double, azimuth: Double) {
  let transform = TabletTransform(quarterTurns: turns, width: 200, height: 100)
  let point = transform.point(0.25, 0.1)
  #expect(isNear(point.x, x) && isNear(point.y, y))
  #expect(transform.size(width: 200, height: 100) == (width, height))
  #expect(gap(transform.azimuth(0), azimuth) < 1e-9 && gap(transform.roll(0), azimuth) < 1e-9)
  #expect(transform.isIdentity == (turns % 4 == 0))
}

/// A pen leans by a small step on the paper: the step's direction must turn as the azimuth does.
@Test func directionsTurnWithPositions() {
  var random = Randomness(seed: 1)
  func unit() -> Double { Double(random.next() % 10_000) / 10_000 }
  for _ in 0..<2_000 {
    let (width, height) = (50 + 400 * unit(), 50 + 400 * unit())
    let turns = Int(random.next() % 4)
    let calibrations: [TabletTransform.Matrix] = [
      [1, 0, 0, 0, 1, 0], [-1, 0, 1, 0, -1, 1], [0, -1, 1, 1, 0, 0], [0, 1, 0, -1, 0, 1],
      [-1, 0, 1, 0, 1, 0],
    ]
    let calibration = calibrations[Int(random.next() % 5)]
    let transform = TabletTransform(
      calibration: calibration, quarterTurns: turns, width: width, height: height)
    let size = transform.size(width: width, height: height)
    let azimuth = unit() * 2 * .pi
    // One millimetre in that direction, by the tilt's own inverse.
    let tilt = Orientation(altitude: .pi / 4, azimuth: azimuth).tilt
    let lean = Orientation(tiltX: tilt.x, tiltY: tilt.y)
    #expect(gap(lean.azimuth, azimuth) < 1e-9)
    let (dx, dy) = (tangent(tilt.x), tangent(tilt.y))
    let (x, y) = (unit() * 2 - 0.5, unit() * 2 - 0.5)
    let from = transform.point(x, y)
    let to = transform.point(x + dx / width, y + dy / height)
    let moved = Angles.angle((to.x - from.x) * size.width, (to.y - from.y) * size.height)
    #expect(gap(transform.azimuth(azimuth), moved) < 1e-6, "\(turns) \(calibration[0])")
    #expect((0..<2 * .pi).contains(transform.azimuth(azimuth)))
    #expect((0..<2 * .pi).contains(transform.roll(azimuth)))
  }
}

/// tan, by the identity that the room has: W3C's inverse gives atan of it.
private func tangent(_ angle: Double) -> Double {
  let orientation = Orientation(tiltX: angle, tiltY: 0)
  let lean = Double.pi / 2 - orientation.altitude
  // A series is enough for |angle| ≤ 45°: sin/cos by Taylor.
  func sine(_ x: Double) -> Double {
    var term = x
    var sum = x
    for n in 1..<12 {
      term *= -x * x / Double(2 * n * (2 * n + 1))
      sum += term
    }
    return sum
  }
  let sin = sine(lean)
  let cos = sine(.pi / 2 - lean)
  return (angle < 0 ? -sin : sin) / cos
}

@Test func turningBackIsNothing() {
  var random = Randomness(seed: 2)
  for turns in 0..<4 {
    let there = TabletTransform(quarterTurns: turns, width: 300, height: 200)
    let size = there.size(width: 300, height: 200)
    let back = TabletTransform(quarterTurns: -turns, width: size.width, height: size.height)
    for _ in 0..<200 {
      let x = Double(random.next() % 3_000) / 1_000 - 1
      let y = Double(random.next() % 3_000) / 1_000 - 1
      let turned = there.point(x, y)
      let again = back.point(turned.x, turned.y)
      #expect(isNear(again.x, x) && isNear(again.y, y))
      #expect(gap(back.azimuth(there.azimuth(x + 1)), x + 1) < 1e-9)
      #expect(gap(back.roll(there.roll(x + 1)), x + 1) < 1e-9)
    }
  }
}

@Test func calibrationsMoveAndScale() {
  // A display whose sensor is 10 % larger: scale and shift leave the pen's direction alone.
  let scaled = TabletTransform(
    calibration: [1.1, 0, -0.05, 0, 1.1, -0.05], width: 200, height: 100)
  let middle = scaled.point(0.5, 0.5)
  #expect(isNear(middle.x, 0.5) && isNear(middle.y, 0.5))
  #expect(gap(scaled.azimuth(1), 1) < 1e-9)
  #expect(!scaled.isIdentity)
  // udev's matrix of a display mounted upside down.
  let turned = TabletTransform(calibration: [-1, 0, 1, 0, -1, 1], width: 294.76, height: 166.24)
  #expect(turned.point(0.25, 0.25) == (0.75, 0.75))
  #expect(gap(turned.azimuth(1), 1 + .pi) < 1e-9)
  // Mirrored left for right: a pen leaning right leans left, the roll goes the other way round.
  let mirrored = TabletTransform(calibration: [-1, 0, 1, 0, 1, 0], width: 200, height: 100)
  #expect(gap(mirrored.azimuth(0), .pi) < 1e-9 && gap(mirrored.azimuth(.pi / 2), .pi / 2) < 1e-9)
  #expect(gap(mirrored.roll(0), 0) < 1e-9 && gap(mirrored.roll(1), -1) < 1e-9)
  // What is no plane is left out.
  for bad: TabletTransform.Matrix in [
    [0, 0, 0, 0, 0, 0], [1, 1, 0, 1, 1, 0], [.nan, 0, 0, 0, 1, 0],
  ] {
    #expect(!TabletTransform.isUsable(bad))
    #expect(TabletTransform(calibration: bad, width: 2, height: 1).isIdentity)
  }
}

@Test func areasAreCutAndGoOnOutside() {
  let area = TabletTransform.Area(left: 0.25, top: 0, right: 0.75, bottom: 0.5)
  let half = TabletTransform(area: area, width: 200, height: 100)
  #expect(half.point(0.25, 0) == (0, 0) && half.point(0.75, 0.5) == (1, 1))
  // Outside of the area nothing is clipped.
  #expect(half.point(0, 1) == (-0.5, 2))
  #expect(half.size(width: 200, height: 100) == (100, 50))
  // 2:1 cut to 1:1 is 100 × 100 in the middle.
  let square = TabletTransform(aspect: 1, width: 200, height: 100)
  #expect(square.size(width: 200, height: 100) == (100, 100))
  #expect(square.point(0.25, 0) == (0, 0) && square.point(0.75, 1) == (1, 1))
  // Turned by 90° it is 1:2, and the area is as its user sees it then.
  let turned = TabletTransform(quarterTurns: 1, aspect: 2, width: 200, height: 100)
  let size = turned.size(width: 200, height: 100)
  #expect(isNear(size.width, 100) && isNear(size.height, 50))
  // A size that is not known is taken as square.
  #expect(!TabletTransform(aspect: 2, width: 0, height: 0).isIdentity)
}

@Test func nothingToDoCostsNothing() {
  let nothing = TabletTransform(quarterTurns: 0, area: .whole, aspect: 2, width: 200, height: 100)
  #expect(nothing.isIdentity && TabletTransform().isIdentity)
  #expect(nothing.size(width: 200, height: 100) == (200, 100))
}
