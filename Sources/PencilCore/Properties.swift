/// Properties of a sample that can be estimates, with UIKit's `UITouch.Properties` raw values.
public struct Properties: OptionSet, Sendable, Hashable {
  /// The wire's byte.
  public let rawValue: UInt8
  /// Makes a set from the wire's byte.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// ``Sample/force``.
  public static let force = Properties(rawValue: 1)
  /// ``Sample/azimuth``.
  public static let azimuth = Properties(rawValue: 2)
  /// ``Sample/altitude``.
  public static let altitude = Properties(rawValue: 4)
  /// ``Sample/x`` and ``Sample/y``.
  public static let location = Properties(rawValue: 8)
  /// ``Sample/roll``.
  public static let roll = Properties(rawValue: 16)
  /// Every property.
  public static let all: Properties = [.force, .azimuth, .altitude, .location, .roll]
}
