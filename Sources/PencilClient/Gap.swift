package import PencilWire

/// Something that is missing, and why. Nothing is ever left out without one.
public struct Gap: Sendable, Hashable {
  /// Why it is missing. A later version may add cases.
  public enum Cause: Sendable, Hashable {
    /// The kernel's buffer of a tablet ran over. The next sample shows the state as it then was, and has
    /// ``PencilCore/SampleFlags/afterGap``.
    case kernelOverrun
    /// This client was so slow that the daemon's journal came round. A snapshot follows.
    case tooSlow
    /// After a reconnect: another daemon, or it no longer holds what was missed. A snapshot follows.
    case notHeld
    /// After a reconnect: another user's session was the active one. Frames go on without a snapshot; of ``lost``
    /// they bring at most which tablets, tools and pads came or changed.
    case notPermitted
    /// The daemon crashed, and what it had read of a tablet and not told yet is lost. The stroke that was open has
    /// ended, and its continuation is the next one.
    case crash
    /// One of a later version of the daemon, with its number in the protocol.
    case other(UInt16)
  }

  /// Why.
  public var cause: Cause
  /// The tablet whose events are missing; `nil`: of any.
  public var tablet: UInt32?
  /// µs of `CLOCK_MONOTONIC`.
  public var time: UInt64
  /// Numbers of the records that this client won't get; `nil` where that is not known.
  public var lost: ClosedRange<UInt64>?

  package init(_ record: GapRecord) {
    cause =
      switch record.cause {
      case .kernelOverrun: .kernelOverrun
      case .lapped: .tooSlow
      case .notHeld: .notHeld
      case .notPermitted: .notPermitted
      case .crash: .crash
      default: .other(record.cause.rawValue)
      }
    tablet = record.tablet == 0 ? nil : record.tablet
    time = record.time
    let (first, last) = record.lost
    lost = first > 0 && first <= last ? first...last : nil
  }
}
