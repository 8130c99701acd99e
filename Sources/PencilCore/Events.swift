/// Something that ``StrokeTracker`` decided from a reading, in the order in which it is published.
public enum TrackerEvent: Sendable, Equatable {
  /// A tool was seen for the first time, or more is known of it. Comes before the first sample of it.
  case tool(Tool)
  /// A sample.
  case sample(Sample)
  /// The later, final value of one property of a sample that was given out before.
  case update(SampleUpdate)
  /// Why forces are late from the next sample on: for those who ask for reasons, once a stroke. No record.
  case late(Lateness)
  /// A button went down or up.
  case button(ButtonChange)
  /// A stroke ended, and nothing of it will change any more.
  case stroke(StrokeSummary)
}

/// A tool, as (type, serial, hardware id).
public struct Tool: Sendable, Equatable {
  /// The tool's number in this epoch, from 1.
  public var id: UInt32 = 0
  /// Its kind.
  public var type: ToolType = .pen
  /// The kernel's `MSC_SERIAL`; 0: unknown. Pen and eraser of one pen share it.
  public var serial: UInt32 = 0
  /// The kernel's `ABS_MISC`; 0: unknown.
  public var hardwareID: UInt32 = 0
  /// The tablet on which it is; for a tool without serial, the only one on which it can be.
  public var tablet: UInt32 = 0
  /// µs of `CLOCK_MONOTONIC` of the frame that told this.
  public var time: UInt64 = 0
  /// Axes that the tool has on this tablet.
  public var available: Axes = []

  /// Makes an unknown tool.
  public init() {}
}

/// A button of a tool that went down or up.
public struct ButtonChange: Sendable, Equatable {
  /// µs of `CLOCK_MONOTONIC`.
  public var time: UInt64 = 0
  /// The tablet.
  public var tablet: UInt32 = 0
  /// The tool.
  public var tool: UInt32 = 0
  /// The tool's kind.
  public var toolType: ToolType = .pen
  /// The button's number, 0 ..< ``Buttons/knownCount``.
  public var button: UInt8 = 0
  /// Down or up.
  public var isPressed = false
  /// Released by the daemon, since the tool left or the tablet went away; never a click.
  public var isSynthetic = false
  /// The stroke during which it happened; 0 in hover.
  public var stroke: UInt32 = 0
  /// Buttons held after it.
  public var buttons: Buttons = []

  /// Makes a change of nothing.
  public init() {}
}

/// A finished stroke.
public struct StrokeSummary: Sendable, Equatable {
  /// µs of `CLOCK_MONOTONIC` of its last sample.
  public var time: UInt64 = 0
  /// µs of `CLOCK_MONOTONIC` of its first sample.
  public var began: UInt64 = 0
  /// The tablet.
  public var tablet: UInt32 = 0
  /// The tool.
  public var tool: UInt32 = 0
  /// The tool's kind.
  public var toolType: ToolType = .pen
  /// The stroke's number in this epoch, from 1.
  public var stroke: UInt32 = 0
  /// How many samples it has, `began` and `ended` included.
  public var samples: UInt32 = 0
  /// Whether it was broken off.
  public var isCancelled = false
  /// Whether it was broken off because the daemon was started anew: if the pen stayed down, the tool's next stroke is its
  /// continuation, and says so with ``SampleFlags/acrossRestart``.
  public var isCutByRestart = false

  /// Makes an empty summary.
  public init() {}
}
