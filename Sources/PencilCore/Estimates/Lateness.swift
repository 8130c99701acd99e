/// Why the force of a sample is late.
public enum Lateness: UInt8, Sendable, CaseIterable {
  /// The tool sends pressure only in some of its reports.
  case splitReport = 1
  /// The tool sends pressure in a frame of its own, just behind the position.
  case lateCorrection = 2
  /// The tool touches before its first pressure comes.
  case contactBeforePressure = 3
  /// The tool's pressure is known to be some reports behind.
  case knownLag = 4
}

/// What is known of a tablet's pressure beforehand, from a quirk or the configuration.
public struct EstimateSettings: Sendable, Equatable {
  /// Pressure in a report belongs to the one so many before it: 0…``maximumLag``.
  public var pressureLag: Int
  /// The tablet sends pressure only in some of its reports, whatever the tool.
  public var splitsReports: Bool

  /// The longest lag that is taken; more is this much.
  public static let maximumLag = 16

  /// Makes settings; by default nothing is known, and all is learned.
  public init(pressureLag: Int = 0, splitsReports: Bool = false) {
    self.pressureLag = min(max(pressureLag, 0), Self.maximumLag)
    self.splitsReports = splitsReports
  }
}

/// Bounds, in µs.
enum EstimateBounds {
  /// From contact until its first pressure: Android's time-out for a stylus whose pressure comes by radio.
  static let contact: UInt64 = 72_000
  /// A split report's pressure comes within this, or within two median gaps.
  static let split: UInt64 = 20_000
  /// After a lift, a lagging pressure comes within this.
  static let grace: UInt64 = 20_000
  /// Nothing is waited for longer, whatever the lag.
  static let longest: UInt64 = 150_000
  /// A late correction comes within this, and within half a median gap.
  static let correction: UInt64 = 4_000
}
