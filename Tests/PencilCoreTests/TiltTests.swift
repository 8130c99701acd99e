import PencilCore
import PencilTestSupport
import Testing

@Suite struct TiltTests {
  @Test func ownVectors() {
    let rows = TiltVector.rows(TiltVector.own)
    #expect(rows.count == 44)
    #expect(rows.compactMap(\.fault) == [])
  }

  @Test(.enabled(if: ReferenceData.isPresent))
  func publishedVectors() throws {
    let bytes = try #require(ReferenceData.bytes("tilt_vectors.csv"))
    let rows = TiltVector.rows(String(decoding: bytes, as: UTF8.self))
    #expect(rows.count == 121)
    #expect(rows.compactMap(\.fault) == [])
  }

  /// Every tilt axis of Debian's kernel 6.1, the odd ones, and Int32's ends, at every raw value or 20,000
  /// of them: the ends are physical within a quantum, neighbours are a quantum apart, nothing is no number.
  @Test func axes() {
    // minimum, maximum, resolution, degrees at the minimum and the maximum, whether the unit is a guess
    let table: [(Int32, Int32, Int32, Double, Double, Bool)] = [
      (-90, 90, 57, -90, 90, false), (-9000, 9000, 5730, -90, 90, false),
      (-9000, 9000, 5729, -90, 90, false), (-127, 127, 0, -64, 64, true),
      (-128, 127, 0, -64, 63.5, true), (-64, 63, 57, -64, 63, false), (-60, 60, 57, -60, 60, false),
      (-63, 63, 57, -63, 63, false), (-90, 90, 0, -90, 90, false), (-61, 60, 0, -61, 60, false),
      (0, 127, 0, -64, 63, false), (0, 18000, 5730, -90, 90, false), (0, 255, 0, -64, 63.5, true),
      (-30, 30, 0, -30, 30, true), (0, 0, 0, 0, 0, false), (5, -5, 57, 0, 0, false),
      (.min, .max, 0, -64, 64, true), (.min, .max, 1, -90, 90, false),
      (.min, .max, .max, -57.3, 57.3, false), (.min, 0, .min, -64, 64, true),
    ]
    var faults: [String] = []
    for (minimum, maximum, resolution, low, high, isGuess) in table {
      let axis = TiltAxis(
        AxisRange(minimum: minimum, maximum: maximum, resolution: resolution))
      let quantum = axis.quantum
      func degrees(_ raw: Int32) -> Double { axis.radians(raw) * 180 / .pi }
      let name = "\(minimum)…\(maximum) at \(resolution)"
      let slack = quantum * 180 / .pi + 0.01
      if abs(degrees(minimum) - low) > slack || abs(degrees(maximum) - high) > slack
        || axis.isUnitGuessed != isGuess
      {
        faults.append("\(name): \(degrees(minimum))…\(degrees(maximum))")
      }
      let span = max(Int64(maximum) - Int64(minimum), 1)
      let steps = min(20_000, span)
      let stride = span / steps
      var last = axis.radians(minimum)
      for step in 1...steps {
        let now = axis.radians(Int32(clamping: Int64(minimum) + step * stride))
        let orientation = Orientation(tiltX: now, tiltY: last)
        let isInRange =
          (0...Double.pi / 2).contains(orientation.altitude)
          && (0..<2 * Double.pi).contains(orientation.azimuth)
        if !(abs(now) < .pi / 2) || now < last
          || now - last > quantum * Double(stride) * 1.000_001 || !isInRange
        {
          faults.append("\(name): step \(step): \(last) to \(now)")
          break
        }
        last = now
      }
    }
    #expect(faults == [])
  }

  /// tilt → altitude and azimuth → tilt is the identity, for every whole degree but the last.
  @Test func roundTrip() {
    var worst = 0.0
    for x in -89...89 {
      for y in -89...89 {
        let (tiltX, tiltY) = (Double(x) * .pi / 180, Double(y) * .pi / 180)
        let back = Orientation(tiltX: tiltX, tiltY: tiltY).tilt
        worst = max(worst, abs(back.x - tiltX), abs(back.y - tiltY))
      }
    }
    #expect(worst < 1e-12)
  }
}
