/// One input frame of a tool in calibrated units. It carries everything: nothing else is needed to draw it.
public struct Sample: Sendable, Equatable {
  /// When the kernel timed the input frame: µs of `CLOCK_MONOTONIC`.
  public var time: UInt64 = 0
  /// The tablet, as in its tablet record; constant while the daemon lives.
  public var tablet: UInt32 = 0
  /// The tablet's attachment: counts up each time that it is plugged in again.
  public var attachment: UInt32 = 0
  /// The tool, as in its tool record.
  public var tool: UInt32 = 0
  /// The stroke; 0 in hover.
  public var stroke: UInt32 = 0
  /// As UIKit's `estimationUpdateIndex`: strictly increasing per attachment in contact; 0 in hover.
  public var index: UInt32 = 0
  /// Where the sample stands in the tool's life.
  public var phase: Phase = .hoverMoved
  /// The tool's kind, so that a sample is understood without its tool record.
  public var toolType: ToolType = .pen
  /// Properties whose value is not the measured one.
  public var estimated: Properties = []
  /// Properties for which an update will come. A subset of ``estimated``.
  public var expecting: Properties = []
  /// Which of the values below are available.
  public var available: Axes = []
  /// What is unusual about this sample.
  public var flags: SampleFlags = []
  /// Buttons that are held.
  public var buttons: Buttons = []
  /// The kernel's `ABS_PRESSURE` as it stood, in device units; 0 where not available.
  public var rawPressure: Int32 = 0
  /// The stored values; read them through the optional properties.
  public var values = SampleValues()

  /// Makes an empty sample.
  public init() {}

  /// Millimetres from the tablet's left edge; `nil` where the resolution is unknown.
  public var x: Float? { available.contains(.millimetres) ? values.x : nil }
  /// Millimetres from the tablet's top edge; `nil` where the resolution is unknown.
  public var y: Float? { available.contains(.millimetres) ? values.y : nil }
  /// Position as a share of the tablet's width, 0…1 from the left; a pen at the edge may go outside.
  public var normalisedX: Float? { available.contains(.position) ? values.nx : nil }
  /// Position as a share of the tablet's height, 0…1 from the top; a pen at the edge may go outside.
  public var normalisedY: Float? { available.contains(.position) ? values.ny : nil }
  /// Force along the tool's axis, 0…1 of its range. In hover it is the measured value too, which need not
  /// be 0: ``phase`` alone says contact.
  public var force: Float? { available.contains(.force) ? values.force : nil }
  /// Radians above the surface, 0…π/2; π/2 is upright.
  public var altitude: Float? { available.contains(.tilt) ? values.altitude : nil }
  /// Direction of the pen's cap in radians, 0..<2π: 0 toward +x, clockwise seen from above (y down).
  /// Held near upright, and then ``estimated``: see ``AzimuthHold``.
  public var azimuth: Float? { available.contains(.tilt) ? values.azimuth : nil }
  /// Turn around the tool's own axis in radians, 0..<2π, clockwise.
  public var roll: Float? { available.contains(.roll) ? values.roll : nil }
  /// Height above the surface as a share of the detectable range: 0 near, 1 far.
  public var hover: Float? { available.contains(.hover) ? values.hover : nil }
  /// An airbrush's finger wheel, 0…1.
  public var slider: Float? { available.contains(.slider) ? values.slider : nil }
}

/// The stored values of a ``Sample``, meaningful where its ``Sample/available`` says so.
public struct SampleValues: Sendable, Equatable {
  /// Millimetres from the left.
  public var x: Float = 0
  /// Millimetres from the top.
  public var y: Float = 0
  /// Share of the width.
  public var nx: Float = 0
  /// Share of the height.
  public var ny: Float = 0
  /// 0…1.
  public var force: Float = 0
  /// Radians, 0…π/2.
  public var altitude: Float = 0
  /// Radians, 0..<2π.
  public var azimuth: Float = 0
  /// Radians, 0..<2π.
  public var roll: Float = 0
  /// 0 near … 1 far.
  public var hover: Float = 0
  /// 0…1.
  public var slider: Float = 0

  /// Makes values of 0.
  public init() {}
}

/// What is unusual about a sample.
public struct SampleFlags: OptionSet, Sendable, Hashable {
  /// The wire's half word.
  public let rawValue: UInt16
  /// Makes a set from the wire's half word.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Events of this tablet were lost just before this sample; a gap record says how.
  public static let afterGap = SampleFlags(rawValue: 1 << 0)
  /// `BTN_TOUCH` is set without pressure: no contact, probably a barrel button in disguise.
  public static let touchWithoutPressure = SampleFlags(rawValue: 1 << 1)
  /// Made by the daemon, not reported by the tablet: the tool left or the tablet went away.
  public static let synthetic = SampleFlags(rawValue: 1 << 2)
  /// The tilt axis has no unit in the kernel: the scale of altitude and azimuth is a guess.
  public static let tiltUnitGuessed = SampleFlags(rawValue: 1 << 3)
  /// `BTN_TOUCH` without pressure that is a barrel button in disguise: another button, the eraser's key or the
  /// key's scan code says so. Comes with ``touchWithoutPressure``.
  public static let barrelTouch = SampleFlags(rawValue: 1 << 4)
  /// The tablet's clock went backwards: the time is that of the sample before, or goes on from there.
  public static let timeHeld = SampleFlags(rawValue: 1 << 5)
  /// A worn pen: it presses at rest, and force counts from there.
  public static let wornPen = SampleFlags(rawValue: 1 << 6)
  /// Contact by pressure alone: the tablet has no `BTN_TOUCH`, or presses without it.
  public static let contactByPressure = SampleFlags(rawValue: 1 << 7)

  /// The daemon was started anew in the middle of a stroke, and the pen stayed down: of a `cancelled` sample, the stroke
  /// goes on in the tool's next one; of a `began` sample, it goes on from the one before.
  public static let acrossRestart = SampleFlags(rawValue: 1 << 8)

  /// Flags of the tool or the tablet: what is made of a sample has them too.
  static let lasting: SampleFlags = [.tiltUnitGuessed, .wornPen]
}
