/// Axes that a value has. An axis that is not in the set is *not available*, which is not the same as 0.
public struct Axes: OptionSet, Sendable, Hashable {
  /// The wire's half word.
  public let rawValue: UInt16
  /// Makes a set from the wire's half word.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Position as a share of the tablet's range.
  public static let position = Axes(rawValue: 1 << 0)
  /// Position in millimetres: only where the kernel knows the resolution of both axes.
  public static let millimetres = Axes(rawValue: 1 << 1)
  /// Force of the tip.
  public static let force = Axes(rawValue: 1 << 2)
  /// Altitude and azimuth.
  public static let tilt = Axes(rawValue: 1 << 3)
  /// Roll around the tool's own axis.
  public static let roll = Axes(rawValue: 1 << 4)
  /// Height above the surface.
  public static let hover = Axes(rawValue: 1 << 5)
  /// An airbrush's finger wheel.
  public static let slider = Axes(rawValue: 1 << 6)
}

/// One absolute axis as the kernel describes it: `struct input_absinfo` without its value.
public struct AxisRange: Sendable, Hashable {
  /// Smallest value, in device units.
  public var minimum: Int32
  /// Largest value, in device units.
  public var maximum: Int32
  /// Units per millimetre for positions, per radian for angles; 0: unknown.
  public var resolution: Int32

  /// Makes a range. `resolution` is in units per millimetre or per radian, 0 where unknown.
  public init(minimum: Int32, maximum: Int32, resolution: Int32 = 0) {
    self.minimum = minimum
    self.maximum = maximum
    self.resolution = resolution
  }

  /// The range's length in device units; 0 where the kernel gives none.
  public var span: Double { Double(maximum) - Double(minimum) }

  /// The value as a share of the range: 0 at the minimum, 1 at the maximum; outside where the device
  /// goes outside, as pens on displays do at the edge. 0 for an empty range.
  public func share(_ value: Int32) -> Double {
    let span = self.span
    return span > 0 ? (Double(value) - Double(minimum)) / span : 0
  }
}
