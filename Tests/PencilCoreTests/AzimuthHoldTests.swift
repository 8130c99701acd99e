import PencilCore
import PencilTestSupport
import Testing

@Suite struct AzimuthHoldTests {
  /// Random walks through upright, at whole raw units of a 1° axis and of a 0.01° one.
  ///
  /// What is not marked is the measured azimuth; near upright it is always marked and does not change; no turn is
  /// larger than the lean's change justifies; a pen that rests away from upright arrives.
  @Test(arguments: [57, 5730] as [Int32])
  func walks(resolution: Int32) {
    let axis = TiltAxis(AxisRange(minimum: -9000, maximum: 9000, resolution: resolution))
    let quantum = Float(axis.quantum)
    let threshold = AzimuthHold.threshold(quantum: quantum)
    var random = Randomness(seed: UInt64(resolution))
    var faults: [String] = []
    var (held, turned) = (0, 0)
    // Steps from one raw unit up to quick swings.
    for largest in [1, 1, 2, 40, resolution / 4] {
      var hold = AzimuthHold()
      var (x, y): (Int32, Int32) = (0, 0)
      var last: (published: Double, tiltX: Double, tiltY: Double)?
      var rest = 0
      for step in 0..<20_000 {
        // Drawn back to upright, with rests in between.
        let isResting = step % 100 >= 60
        if !isResting {
          x = (x - x.signum() * (random.oneIn(8) ? largest : 0)) + Self.step(largest, &random)
          y = (y - y.signum() * (random.oneIn(8) ? largest : 0)) + Self.step(largest, &random)
        }
        // Away from flat, where clamping ends the likeness of the two planes.
        let most = resolution * 2 / 3
        (x, y) = (min(max(x, -most), most), min(max(y, -most), most))
        rest = isResting ? rest + 1 : 0
        let (tiltX, tiltY) = (axis.radians(x), axis.radians(y))
        let pure = Orientation(tiltX: tiltX, tiltY: tiltY)
        let lean = Float.pi / 2 - Float(pure.altitude)
        let out = hold.publish(
          azimuth: Float(pure.azimuth), altitude: Float(pure.altitude), quantum: quantum)
        let published = Double(out.azimuth)
        func fault(_ what: String) {
          if faults.count < 5 { faults.append("\(what): \(largest) \(step) \(x) \(y) \(out)") }
        }
        func apart(_ other: Double) -> Double {
          abs((published - other).remainder(dividingBy: 2 * .pi))
        }
        if !(0..<2 * Float.pi).contains(out.azimuth) { fault("range") }
        if !out.isEstimated && apart(pure.azimuth) > 1e-6 { fault("unmarked, but not measured") }
        if lean <= threshold {
          held += 1
          if !out.isEstimated { fault("unmarked near upright") }
          if apart(last?.published ?? 0) > 0 { fault("not held") }
        } else if rest > 26 && out.isEstimated {
          fault("does not arrive")
        }
        if let last {
          // In the plane of the two tilts; it differs from the leans' by little where it matters.
          let (dx, dy) = (tiltX - last.tiltX, tiltY - last.tiltY)
          let distance = (dx * dx + dy * dy).squareRoot()
          let justified = max(.pi / 2 * distance / Double(threshold) * 1.1, 0.126)
          if apart(last.published) > justified { fault("jump of \(apart(last.published))") }
          // One unit on one axis.
          if resolution == 57 && abs(dx) + abs(dy) < axis.quantum * 1.5 {
            if apart(last.published) > .pi / 5 { fault("one quantum turns too far") }
          }
          if apart(last.published) > 0.5 { turned += 1 }
        }
        last = (published, tiltX, tiltY)
      }
    }
    #expect(faults == [])
    #expect(held > 1000 && turned > 100)
  }

  private static func step(_ largest: Int32, _ random: inout Randomness) -> Int32 {
    Int32(random.below(UInt64(2 * largest + 1))) - largest
  }
}
