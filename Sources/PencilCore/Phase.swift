/// Where a sample stands in the life of its tool, as UIKit's `UITouch.Phase` with hover told apart.
///
/// Raw values are the wire's.
public enum Phase: UInt8, Sendable, CaseIterable {
  /// The tool came into range without contact.
  case hoverEntered = 0
  /// The tool moved, or changed an axis, in range without contact.
  case hoverMoved = 1
  /// The tool left the range. Its axes are the last ones known before it left.
  case hoverExited = 2
  /// Contact began: the first sample of a stroke.
  case began = 3
  /// A further sample of a stroke.
  case moved = 4
  /// Contact ended: the last sample of a stroke.
  case ended = 5
  /// The stroke was broken off by something else than the tool's lift (the tablet was unplugged).
  case cancelled = 6

  /// Whether a sample of this phase belongs to a stroke.
  public var isInStroke: Bool { rawValue >= Phase.began.rawValue }
}
