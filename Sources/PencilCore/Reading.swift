/// One tool's calibrated state after one input frame: what a tablet says, before anything is decided
/// about strokes.
///
/// The tablet's side fills it in (`PencilInput`), ``StrokeTracker`` makes samples of it. An axis counts as
/// *reported* when the kernel sent it in this very frame; the values are the state after the frame.
public struct Reading: Sendable, Equatable {
  /// µs of `CLOCK_MONOTONIC`.
  public var time: UInt64 = 0
  /// The tool in range after this frame; `nil`: none. Two at once do not occur: the later one wins.
  public var tool: ToolType?
  /// The kernel's `BTN_TOUCH`; `nil` where the tablet has none.
  public var touch: Bool?
  /// Buttons held after this frame.
  public var buttons: Buttons = []
  /// `MSC_SERIAL` of the tool, 0 where unknown. The kernel's −1 ("no serial") reads as the last one.
  public var serial: UInt32 = 0
  /// `ABS_MISC`, the tool's hardware id; 0 where unknown.
  public var hardwareID: UInt32 = 0
  /// Axes that this tablet has for this tool.
  public var available: Axes = []
  /// Axes that this input frame reported.
  public var reported: Axes = []
  /// Axes that have been reported since the tool came into range.
  public var known: Axes = []
  /// The calibrated values after this frame. The azimuth is the pure conversion's: 0 when upright.
  public var values = SampleValues()
  /// Lean from upright below which the azimuth means nothing: one quantum of the tilt axes, in radians.
  public var tiltQuantum: Float = 0
  /// `ABS_PRESSURE` in device units.
  public var rawPressure: Int32 = 0
  /// Events were lost before this frame: SYN_DROPPED.
  public var afterGap = false
  /// The scale of the tilt axes is a guess: the kernel gives no unit.
  public var tiltUnitGuessed = false
  /// The frame has an `MSC_SERIAL` or `MSC_SCAN`: a report arrived, and axes that it does not show are unchanged.
  public var hasMarker = false
  /// The hardware's own clock, `MSC_TIMESTAMP`, which wraps; `nil`: none in this frame.
  public var timestamp: UInt32?
  /// One step of the pressure axis as a share of its range; 0: unknown.
  public var forceStep: Float = 0
  /// Properties that a stage put in place of what the tablet said.
  public var estimated: Properties = []
  /// What stages say of the sample: ``SampleFlags/timeHeld``, ``SampleFlags/wornPen``, and
  /// ``SampleFlags/synthetic`` for a reading that no frame of the tablet made.
  public var flags: SampleFlags = []
  /// Only the lift of the tool in range and the release of its buttons: a stage keeps the exit itself back.
  /// As in an exit, the values are not used.
  public var liftsOnly = false
  /// `BTN_TOUCH` came with the scan code of a barrel button or an eraser.
  public var touchIsBarrel = false

  /// Makes an empty reading: no tool in range.
  public init() {}
}
