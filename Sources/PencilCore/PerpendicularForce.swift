internal import Glibc

extension Sample {
  /// Below this altitude a lean counts as this one: the force of a pen that lies flat has no limit else. 10°.
  static let leastAltitude: Float = .pi / 18

  /// Force onto the surface, 0…1, as Apple's: ``force`` over the sine of ``altitude``, so that a pen that leans draws
  /// as one that is upright; at most the maximum. ``force`` itself where the tilt is not known; `nil` without force.
  public var perpendicularForce: Float? {
    guard let force else { return nil }
    guard let altitude else { return force }
    return min(force / sinf(max(altitude, Self.leastAltitude)), 1)
  }
}
