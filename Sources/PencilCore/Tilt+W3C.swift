// The standard library has no trigonometry; this file and TabletTransform need it.
internal import Glibc

/// Where a pen points, as altitude and azimuth, and the way from and to the two plane angles of its tilt.
///
/// The formulas are W3C Pointer Events Level 3's ("Converting between tiltX / tiltY and altitudeAngle /
/// azimuthAngle"), in their order of cases and exact in the special ones. `tiltX` is the angle between the
/// Y-Z plane and the plane of the pen and the Y axis, so tan(tiltX) is the lean along x over the height.
public struct Orientation: Sendable, Equatable {
  /// Radians above the surface, 0…π/2; π/2 is upright.
  public var altitude: Double
  /// Direction of the pen's cap in radians, 0..<2π: 0 toward +x, clockwise seen from above (y down).
  /// 0 where it says nothing: upright, or with a tilt of 90° on both axes.
  public var azimuth: Double

  /// Makes an orientation of two angles in radians, taken as they are; see ``normalised``.
  public init(altitude: Double, azimuth: Double) {
    self.altitude = altitude
    self.azimuth = azimuth
  }

  /// Makes an orientation of two plane angles in radians, −π/2…π/2.
  ///
  /// At exactly ±π/2 W3C has "not enough information" and says azimuth 0 (unless the other one is 0).
  /// ``TiltAxis`` never gives that much, so that a pen at its limit keeps its direction.
  public init(tiltX: Double, tiltY: Double) {
    let isFlat = abs(tiltX) >= .pi / 2 || abs(tiltY) >= .pi / 2

    if !isFlat, tiltX != 0, tiltY != 0 {
      let x = tan(tiltX)
      let y = tan(tiltY)
      azimuth = Self.wrapped(atan2(y, x))
      altitude = atan(1 / (x * x + y * y).squareRoot())
      return
    }

    if tiltX == 0 {
      azimuth = tiltY > 0 ? .pi / 2 : tiltY < 0 ? 3 * .pi / 2 : 0
    } else if tiltY == 0 {
      azimuth = tiltX < 0 ? .pi : 0
    } else {
      azimuth = 0
    }
    altitude = isFlat ? 0 : .pi / 2 - abs(tiltX == 0 ? tiltY : tiltX)
  }

  /// The two plane angles in radians, −π/2…π/2. A pen that lies flat has W3C's table: ±π/2 on the axes
  /// that its direction has a share of.
  public var tilt: (x: Double, y: Double) {
    let right = Double.pi / 2
    guard altitude == 0 else {
      let lean = tan(altitude)
      return (atan(cos(azimuth) / lean), atan(sin(azimuth) / lean))
    }
    return switch azimuth {
    case 0, 2 * .pi: (right, 0)
    case right: (0, right)
    case .pi: (-right, 0)
    case 3 * right: (0, -right)
    case 0..<right: (right, right)
    case right..<(.pi): (-right, right)
    case .pi..<(3 * right): (-right, -right)
    default: (right, -right)
    }
  }

  /// The same with its angles inside their ranges, as browsers do it: the altitude clamped to 0…π/2, the
  /// azimuth wrapped by whole turns into 0…2π, where 2π itself stays. What is no number is upright.
  public var normalised: Orientation {
    var azimuth = self.azimuth
    if !(0...2 * .pi).contains(azimuth) {
      azimuth = azimuth.isFinite ? Self.wrapped(azimuth.remainder(dividingBy: 2 * .pi)) : 0
    }
    let altitude = self.altitude.isNaN ? .pi / 2 : min(max(self.altitude, 0), .pi / 2)
    return Orientation(altitude: altitude, azimuth: azimuth)
  }

  /// How far apart two leans from upright are, in radians, on the plane with upright in its middle.
  static func distance(
    lean: Float, azimuth: Float, toLean other: Float, azimuth otherAzimuth: Float
  ) -> Float {
    let square =
      lean * lean + other * other - 2 * lean * other * cosf(otherAzimuth - azimuth)
    return max(square, 0).squareRoot()
  }

  /// An angle of −π…π as one of 0..<2π. A negative one too small to count would round to 2π: it is 0.
  private static func wrapped(_ angle: Double) -> Double {
    guard angle < 0 else { return angle }
    let turned = angle + 2 * .pi
    return turned < 2 * .pi ? turned : 0
  }
}
