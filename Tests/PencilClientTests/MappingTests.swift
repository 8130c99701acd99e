import PencilClient
import Testing

private func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-4 }
private func gap(_ a: Double, _ b: Double) -> Double {
  abs((a - b).remainder(dividingBy: 2 * .pi))
}

/// A tablet of 200 × 100 mm.
private let tablet: (width: Float, height: Float) = (200, 100)

@Test(arguments: [
  // Scaling, view, where the tablet's top left and bottom right corners come to.
  (Mapping.Scaling.fit, 1000.0, 1000.0, 0.0, 250.0, 1000.0, 750.0),
  (.fill, 1000, 1000, -500, 0, 1500, 1000), (.stretch, 1000, 1000, 0, 0, 1000, 1000),
  (.fit, 1920, 1080, 0, 60, 1920, 1020), (.fill, 1920, 1080, -120, 0, 2040, 1080),
  (.fit, 400, 100, 100, 0, 300, 100),
])
func tabletsFillViews(
  scaling: Mapping.Scaling, width: Double, height: Double, left: Double, top: Double,
  right: Double, bottom: Double
) {
  let mapping = Mapping(tablet: tablet, view: (width, height), scaling: scaling)
  let start = mapping.point(0, 0)
  let end = mapping.point(200, 100)
  #expect(isNear(start.x, left) && isNear(start.y, top), "\(start)")
  #expect(isNear(end.x, right) && isNear(end.y, bottom), "\(end)")
  #expect(mapping.azimuth(1) == Double(Float(1)) && mapping.roll(2) == 2)
  #expect(mapping.contains(start.x, start.y) == (left >= 0 && top >= 0))
}

@Test(arguments: [
  // Quarter turns, where the tablet's top left comes to in a region of 500 × 1000 at (100, 200), azimuth 0.
  (0, 100.0, 200.0, 0.0), (1, 600, 200, 0.5 * .pi), (2, 600, 1200, .pi), (3, 100, 1200, 1.5 * .pi),
])
func regionsTurn(turns: Int, x: Double, y: Double, azimuth: Double) {
  let region = Mapping.Rectangle(x: 100, y: 200, width: 500, height: 1000)
  let mapping = Mapping(tablet: tablet, region: region, scaling: .stretch, quarterTurns: turns)
  let corner = mapping.point(0, 0)
  #expect(isNear(corner.x, x) && isNear(corner.y, y), "\(corner)")
  #expect(gap(mapping.azimuth(0), azimuth) < 1e-6 && gap(mapping.roll(0), azimuth) < 1e-6)
}

@Test func mirrorsTurnTheOtherWay() {
  let region = Mapping.Rectangle(width: 200, height: 100)
  let mapping = Mapping(tablet: tablet, region: region, isMirrored: true)
  #expect(isNear(mapping.point(0, 0).x, 200))
  #expect(gap(mapping.azimuth(0), .pi) < 1e-6 && gap(mapping.azimuth(.pi / 2), .pi / 2) < 1e-6)
  #expect(gap(mapping.roll(1), -1) < 1e-6)
}

@Test func aCanvasThatIsTurnedAndZoomed() {
  // A view of 200 × 100, moved by (10, 20), zoomed by 2 and turned by 90° clockwise.
  let view = Mapping(tablet: tablet, view: (200, 100))
  let mapping = view.followed(byA: 0, b: -2, c: 2, d: 0, tx: 10, ty: 20)
  let point = mapping.point(30, 40)
  #expect(isNear(point.x, 10 - 80) && isNear(point.y, 20 + 60))
  #expect(gap(mapping.azimuth(0), .pi / 2) < 1e-6)
  #expect(isNear(mapping.unitsPerMillimetre, 2) && isNear(view.unitsPerMillimetre, 1))
}

@Test func samplesAreMappedWhole() {
  let mapping = Mapping(tablet: tablet, view: (2000, 1000))
  var sample = Sample()
  sample.available = [.millimetres, .position, .tilt]
  sample.values.x = 50
  sample.values.y = 25
  sample.values.azimuth = 1
  sample.values.altitude = 0.5
  let mapped = mapping(sample)
  #expect(isNear(mapped.x, 500) && isNear(mapped.y, 250))
  #expect(mapped.azimuth == 1 && mapped.altitude == 0.5 && mapped.roll == nil)
  // A tablet without resolution: shares of it.
  sample.available = .position
  sample.values.nx = 0.25
  sample.values.ny = 1.5
  let shares = mapping(sample)
  #expect(isNear(shares.x, 500) && isNear(shares.y, 1500) && shares.azimuth == nil)
  #expect(!mapping.contains(shares.x, shares.y))
}
