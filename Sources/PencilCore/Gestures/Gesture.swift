/// What was done with a button. Raw values are the wire's.
public enum GestureKind: UInt8, Sendable, Hashable, CaseIterable {
  /// Two presses that count as one gesture, as UIKit's tap of a pencil.
  case doublePress = 1
  /// Three presses that count as one.
  case triplePress = 2
  /// A button held down, as UIKit's squeeze.
  case hold = 3
  /// One press while the tool is in contact.
  case contactPress = 4
}

/// Where a gesture stands, as UIKit's `UIPencilInteraction.Phase` with the same raw values.
///
/// A gesture without duration comes once, as ``ended``. Act on ``ended``.
public enum GesturePhase: UInt8, Sendable, Hashable, CaseIterable {
  /// A hold began.
  case began = 0
  /// A hold goes on.
  case changed = 1
  /// It counts now.
  case ended = 2
  /// A hold was broken off: the tool or the tablet went away.
  case cancelled = 3
}

/// What the user wants a gesture to do, as UIKit's `UIPencilPreferredAction` with the same raw values.
public enum PreferredAction: UInt8, Sendable, Hashable, CaseIterable {
  /// Nothing.
  case ignore = 0
  /// Toggle between the current tool and the eraser.
  case switchEraser = 1
  /// Toggle between the current tool and the one before.
  case switchPrevious = 2
  /// Toggle the colour palette.
  case showColorPalette = 3
  /// Toggle the palette of the ink's attributes.
  case showInkAttributes = 4
  /// Toggle a palette at the pen.
  case showContextualPalette = 5
  /// The user's own command, such as one run by `pencild --on`; an app does nothing.
  case runSystemShortcut = 6
}

/// A double press or its like, with what the user wants it to do and where the pen was.
public struct Gesture: Sendable, Equatable {
  /// µs of `CLOCK_MONOTONIC` of the event that decided it: of a double press, the second press down.
  public var time: UInt64 = 0
  /// The tablet.
  public var tablet: UInt32 = 0
  /// The tablet's attachment.
  public var attachment: UInt32 = 0
  /// The tool.
  public var tool: UInt32 = 0
  /// The tool's kind.
  public var toolType: ToolType = .pen
  /// Counts gestures of this epoch, from 1. The phases of one hold share it.
  public var number: UInt32 = 0
  /// The stroke during which it happened; 0 in hover.
  public var stroke: UInt32 = 0
  /// What was done.
  public var kind: GestureKind = .doublePress
  /// Where it stands.
  public var phase: GesturePhase = .ended
  /// The button's number, 0 ..< ``Buttons/knownCount``.
  public var button: UInt8 = 0
  /// What the user of the tablet's seat wants it to do.
  public var action: PreferredAction = .ignore
  /// The presses that it was made of, oldest first: sequence numbers of their button records.
  public var presses = GesturePresses()
  /// Where the tool was; nothing of it is available out of range.
  public var pose = GesturePose()
  /// Buttons held after it.
  public var buttons: Buttons = []

  /// Makes a gesture of nothing.
  public init() {}
}

/// The button records that a gesture was made of: 0 to ``capacity`` sequence numbers.
public struct GesturePresses: Sendable, Equatable {
  /// Most presses that one gesture has.
  public static let capacity = 3

  /// How many there are.
  public private(set) var count = 0
  private var first: UInt64 = 0
  private var second: UInt64 = 0
  private var third: UInt64 = 0

  /// Makes an empty list.
  public init() {}

  /// The sequence number of the press at `index`, 0 ..< ``count``.
  public subscript(index: Int) -> UInt64 {
    precondition(index >= 0 && index < count, "press out of range")
    return index == 0 ? first : index == 1 ? second : third
  }

  /// Adds a press behind the others. One too many is a programming error.
  public mutating func append(_ sequence: UInt64) {
    precondition(count < Self.capacity, "a gesture has at most three presses")
    if count == 0 {
      first = sequence
    } else if count == 1 {
      second = sequence
    } else {
      third = sequence
    }
    count += 1
  }
}

/// Where a tool was at a gesture, as UIKit's `UIPencilHoverPose`.
public struct GesturePose: Sendable, Equatable {
  /// Which of the values are available: position, millimetres, tilt, roll and hover can be.
  public var available: Axes = []
  /// The stored values; read them through the optional properties.
  public var values = SampleValues()

  /// Makes a pose out of range.
  public init() {}

  /// The pose of a sample.
  public init(_ sample: Sample) {
    available = sample.available.intersection(Self.axes)
    values.x = sample.values.x
    values.y = sample.values.y
    values.nx = sample.values.nx
    values.ny = sample.values.ny
    values.altitude = sample.values.altitude
    values.azimuth = sample.values.azimuth
    values.roll = sample.values.roll
    values.hover = sample.values.hover
  }

  private static let axes: Axes = [.position, .millimetres, .tilt, .roll, .hover]

  /// Millimetres from the tablet's left edge.
  public var x: Float? { available.contains(.millimetres) ? values.x : nil }
  /// Millimetres from the tablet's top edge.
  public var y: Float? { available.contains(.millimetres) ? values.y : nil }
  /// Share of the tablet's width, from the left.
  public var normalisedX: Float? { available.contains(.position) ? values.nx : nil }
  /// Share of the tablet's height, from the top.
  public var normalisedY: Float? { available.contains(.position) ? values.ny : nil }
  /// Radians above the surface, 0…π/2.
  public var altitude: Float? { available.contains(.tilt) ? values.altitude : nil }
  /// Direction of the pen's cap in radians, 0..<2π.
  public var azimuth: Float? { available.contains(.tilt) ? values.azimuth : nil }
  /// Turn around the tool's own axis in radians, 0..<2π.
  public var roll: Float? { available.contains(.roll) ? values.roll : nil }
  /// Height above the surface, 0 near … 1 far.
  public var hover: Float? { available.contains(.hover) ? values.hover : nil }
}
