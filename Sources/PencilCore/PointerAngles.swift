/// The four angles of a W3C `PointerEvent`, for clients that hand samples on to a browser's kind of API.
///
/// An event has both pairs, and they agree unless one member *of each* pair was given.
public struct PointerAngles: Sendable, Equatable {
  /// Whole degrees, −90…90: the lean toward +x (right).
  public var tiltX: Int
  /// Whole degrees, −90…90: the lean toward +y (the user).
  public var tiltY: Int
  /// Radians, 0…π/2; π/2 is upright.
  public var altitudeAngle: Double
  /// Radians, 0…2π; 0 toward +x, clockwise.
  public var azimuthAngle: Double

  /// The constructor's rule of Pointer Events Level 3 (as the web platform tests state it): of a pair with
  /// one member given the other takes its default (0; altitude π/2), and the other pair is converted from
  /// it. With members of both pairs given nothing is converted. Values are wrapped and clamped into their
  /// ranges first, as Chromium does.
  public init(
    tiltX: Int? = nil, tiltY: Int? = nil,
    altitudeAngle: Double? = nil, azimuthAngle: Double? = nil
  ) {
    let given = Orientation(
      altitude: altitudeAngle ?? .pi / 2, azimuth: azimuthAngle ?? 0
    ).normalised
    self.tiltX = Self.wrappedDegrees(tiltX ?? 0)
    self.tiltY = Self.wrappedDegrees(tiltY ?? 0)
    self.altitudeAngle = given.altitude
    self.azimuthAngle = given.azimuth
    let hasTilt = tiltX != nil || tiltY != nil
    let hasAngles = altitudeAngle != nil || azimuthAngle != nil
    if hasTilt && !hasAngles {
      let converted = Orientation(
        tiltX: Double(self.tiltX) * .pi / 180, tiltY: Double(self.tiltY) * .pi / 180)
      self.altitudeAngle = converted.altitude
      self.azimuthAngle = converted.azimuth
    } else if hasAngles && !hasTilt {
      let converted = given.tilt
      self.tiltX = Self.wholeDegrees(converted.x)
      self.tiltY = Self.wholeDegrees(converted.y)
    }
  }

  /// Radians, −π/2…π/2, as whole degrees; half a degree rounds up, as JavaScript's `Math.round`.
  static func wholeDegrees(_ radians: Double) -> Int {
    Int((radians * 180 / .pi + 0.5).rounded(.down))
  }

  /// Degrees wrapped into −90…90 by half turns, as Chromium does it: 135 is −45, 270 is 90.
  static func wrappedDegrees(_ degrees: Int) -> Int {
    let rest = degrees % 180
    return rest > 90 ? rest - 180 : rest < -90 ? rest + 180 : rest
  }
}
