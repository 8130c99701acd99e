/// The *published* azimuth: the measured one, but held through upright, where it means nothing.
///
/// **Where it is held.** With a quantum q of the tilt axes and a lean L from upright, one quantum across turns
/// the azimuth by up to asin(q/L): by 45° and more at 1 q, where (1,0) and (1,1) are neighbours. From 3 q on it
/// is below 20°, and below 30° when both axes step at once. At 1° steps, which most pens have, that is 3°.
/// Pens with steps of 0.01° are not that good: there it is 1°, since their noise is above their quantum.
///
/// **How it resumes.** A pen that crosses upright leans the other way afterwards: the measured azimuth is π
/// away from the held one. It is followed by turns that the pen's own movement explains: two leans of at least
/// L that are d apart can differ by no more than π/2 · d/L in azimuth. So a turn is limited to π/2 · d/threshold:
/// 30° for one quantum, 42° for one on both axes; an honest turn and a quick swing to the other side in one
/// report always pass whole, and a slow crossing turns over in some reports. A pen that
/// rests after a crossing gets there by ``leastTurn`` a report.
///
/// Everything that is not the measured azimuth is an estimate, and is said to be one.
public struct AzimuthHold: Sendable {
  /// The last published azimuth and the lean and azimuth measured with it, in radians; `nil`: nothing to hold.
  private var last: (published: Float, lean: Float, azimuth: Float)?

  /// The turn in radians that a report may always make, so that a pen that rests catches up.
  public static let leastTurn: Float = 0.125

  /// Makes a hold with nothing to hold.
  public init() {}

  /// Forgets the azimuth: another proximity begins.
  public mutating func reset() { last = nil }

  /// The lean from upright in radians up to which the azimuth is held, for tilt axes with this quantum.
  public static func threshold(quantum: Float) -> Float {
    // A little above 3, so that the rounding of (3,0) does not decide, and below √10, where (3,1) is.
    max(3.08 * quantum, .pi / 180)
  }

  /// What to publish for an orientation: the azimuth in radians, 0..<2π, and whether it is an estimate.
  ///
  /// - Parameters:
  ///   - azimuth: the measured one in radians, as the pure conversion gives it.
  ///   - altitude: radians above the surface, 0…π/2.
  ///   - quantum: radians per unit of the tilt axes.
  public mutating func publish(
    azimuth: Float, altitude: Float, quantum: Float
  ) -> (azimuth: Float, isEstimated: Bool) {
    let lean = max(.pi / 2 - altitude, 0)
    let threshold = Self.threshold(quantum: quantum)
    let measured = Self.wrapped(azimuth)
    let isHeld = lean <= threshold
    var published = isHeld ? 0 : measured
    if let last {
      if isHeld {
        published = last.published
      } else if last.published != measured {
        let distance = Orientation.distance(
          lean: last.lean, azimuth: last.azimuth, toLean: lean, azimuth: measured)
        let limit = max(.pi / 2 * distance / threshold, Self.leastTurn)
        // Both are within one turn.
        let apart = measured - last.published
        let turn = apart > .pi ? apart - 2 * .pi : apart < -.pi ? apart + 2 * .pi : apart
        if abs(turn) > limit {
          published = Self.wrapped(last.published + (turn < 0 ? -limit : limit))
        }
      }
    }
    last = (published, lean, measured)
    return (published, isHeld || published != measured)
  }

  /// An angle of −2π…4π as one of 0..<2π, where a double just below 2π has become the float above it too.
  static func wrapped(_ angle: Float) -> Float {
    let full = 2 * Float.pi
    let turned = angle < 0 ? angle + full : angle >= full ? angle - full : angle
    return turned >= 0 && turned < full ? turned : 0
  }
}
