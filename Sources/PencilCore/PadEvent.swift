/// What a tablet's pad has. Raw values are the wire's.
public enum PadControl: UInt8, Sendable, CaseIterable {
  /// A button; numbered from 0 in one order for all pads.
  case button = 1
  /// A ring that a finger goes round on.
  case ring = 2
  /// A strip that a finger goes along.
  case strip = 3
  /// A dial or wheel that turns without end.
  case dial = 4
  /// A key with a meaning of its own, such as the kernel's `KEY_CONTROLPANEL`.
  case key = 5
  /// The mode that rings, strips and dials are in changed.
  case mode = 6
}

/// Something that happened on a tablet's pad.
public struct PadEvent: Sendable, Equatable {
  /// µs of `CLOCK_MONOTONIC`.
  public var time: UInt64 = 0
  /// The tablet that the pad belongs to; 0: a pad without a tablet, such as a remote.
  public var tablet: UInt32 = 0
  /// The pad's number in this epoch.
  public var pad: UInt32 = 0
  /// Counts up each time that the pad is plugged in again.
  public var attachment: UInt32 = 0
  /// What kind of control it is.
  public var control: PadControl = .button
  /// Which of them, from 0. Of a mode: the ring or group of controls whose mode it is.
  public var index: UInt8 = 0
  /// The mode that the control is in, from 0.
  public var mode: UInt8 = 0
  /// A button or key is down.
  public var isPressed = false
  /// Made by the daemon, since the pad went away, or came with this down already; never a click.
  public var isSynthetic = false
  /// The kernel's code of the button, key or axis.
  public var code: UInt16 = 0
  /// Radians 0..<2π clockwise from the top on a ring, 0…1 along a strip; `nil`: no finger is on it, or another control.
  public var value: Float?
  /// How far a dial was turned, in 120ths of a notch; with libinput's sign, in which the kernel's `REL_WHEEL` is
  /// negative.
  public var delta: Int32 = 0
  /// The buttons that are held after it: bit *n* for button *n*.
  public var buttons: UInt64 = 0

  /// Makes an event of nothing.
  public init() {}
}

/// A tablet's pad, and what it has.
public struct Pad: Sendable, Equatable {
  /// The pad's number in this epoch, the same when it is plugged in again.
  public var id: UInt32 = 0
  /// The tablet that it belongs to; 0: none, such as a remote, or one that is not there yet.
  public var tablet: UInt32 = 0
  /// Counts up each time that it is plugged in again.
  public var attachment: UInt32 = 0
  /// µs of `CLOCK_MONOTONIC` of the change that this tells.
  public var time: UInt64 = 0
  /// Whether it is there.
  public var isPresent = true
  /// Its events come from a recording.
  public var isReplayed = false
  /// How many buttons it has.
  public var buttons: UInt8 = 0
  /// How many rings it has.
  public var rings: UInt8 = 0
  /// How many strips it has.
  public var strips: UInt8 = 0
  /// How many dials it has.
  public var dials: UInt8 = 0
  /// How many modes it has; 1: always the same.
  public var modes: UInt8 = 1
  /// The mode that it is in.
  public var mode: UInt8 = 0
  /// The name that the device gives itself.
  public var name = ""
  /// The device node.
  public var node = ""

  /// Makes a pad without anything.
  public init() {}
}
