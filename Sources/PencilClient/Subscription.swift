internal import PencilWire

/// What an app wants to be sent, and how often.
///
/// The default is what an app that draws wants: everything of every pen, each report at once.
public struct Subscription: Sendable, Hashable {
  /// How often the daemon sends.
  public enum Pace: Sendable, Hashable {
    /// Each report at once, at the tablet's own rate. The least latency, the most wake-ups: for inking engines and
    /// recorders.
    case everyReport
    /// What came since the last beat, with all its samples. One wake-up a frame however fast the pen is: for apps
    /// that draw at the display's rate. 1…1000 Hz, to a thousandth.
    case displayFrames(hertz: Double)
    /// What came since the last beat, at the pace of the app's own display: of a frame clock such as
    /// `wp_presentation`'s. The beat is `lead` before each frame is shown, so that the app has that long to draw.
    /// All in ns: the display's period (1 ms…1 s), a time of `CLOCK_MONOTONIC` when a frame was or will be shown, and
    /// the lead (at most a period). ``PencilConnection/correct(phase:period:lead:)`` follows the display.
    case display(period: UInt32, phase: UInt64, lead: UInt32)
    /// What came since the last frame, when the app asks for it with ``PencilConnection/requestFrame()``.
    case onRequest
  }

  /// How far samples are predicted in display frames.
  public enum Prediction: Sendable, Hashable {
    /// Not at all.
    case none
    /// One beat, at most 25 ms.
    case oneBeat
    /// So many µs after the last sample, at most 50,000. Beyond 25 ms a guess is seldom good.
    case microseconds(UInt32)
  }

  /// Classes of things. Tablets, tools and gaps always come.
  public struct Contents: OptionSet, Sendable, Hashable {
    /// The wire's word.
    public let rawValue: UInt32
    /// Makes a set from the wire's word.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Samples of strokes.
    public static let contact = Contents(rawValue: 1 << 0)
    /// Samples of tools in range that don't touch.
    public static let hover = Contents(rawValue: 1 << 1)
    /// Buttons of tools.
    public static let buttons = Contents(rawValue: 1 << 2)
    /// A summary of each stroke that is over.
    public static let strokes = Contents(rawValue: 1 << 3)
    /// Later, final values of estimated properties.
    public static let updates = Contents(rawValue: 1 << 4)
    /// Double presses and their like.
    public static let gestures = Contents(rawValue: 1 << 5)
    /// Buttons, rings and strips of the tablet itself.
    public static let pads = Contents(rawValue: 1 << 6)
    /// All of these: what an app that draws wants.
    public static let all = Contents(rawValue: 0x7F)
  }

  /// How often.
  public var pace: Pace
  /// Of what.
  public var contents: Contents
  /// Only this tablet; `nil`: all.
  public var tablet: UInt32?
  /// Only samples, buttons and strokes of this tool; `nil`: all.
  public var tool: UInt32?
  /// Only samples, buttons and strokes of these kinds of tool; empty: all.
  public var toolTypes: Set<ToolType>
  /// In display frames: ``Frame/predicted``.
  public var prediction = Prediction.none
  /// Display frames come at their beats alone. Else what begins or ends a stroke and buttons are sent at once, with
  /// all before them.
  public var beatsOnly = false

  /// Makes a subscription. Parts that are left out don't limit anything.
  public init(
    pace: Pace = .everyReport, contents: Contents = .all, tablet: UInt32? = nil,
    tool: UInt32? = nil, toolTypes: Set<ToolType> = []
  ) {
    self.pace = pace
    self.contents = contents
    self.tablet = tablet
    self.tool = tool
    self.toolTypes = toolTypes
  }
}

extension Subscription {
  /// The pace on the wire.
  func wirePace() throws(PencilError) -> PencilWire.Pace {
    switch pace {
    case .everyReport: return .everyReport
    case .displayFrames(let hertz):
      // Not a number is outside, too.
      guard (1...1000).contains(hertz) else { throw .badRate(hertz) }
      return .displayFrames(millihertz: UInt32((hertz * 1000).rounded()))
    case .display(let period, _, let lead):
      guard PencilProtocol.periodRange.contains(period), lead <= period else {
        throw .badDisplay(period: period, lead: lead)
      }
      return .display(period: period)
    case .onRequest: return .onRequest
    }
  }

  /// The rest of the pace on the wire.
  var options: FrameOptions {
    var options = FrameOptions()
    if case .everyReport = pace { return options }
    if case .display(_, let phase, let lead) = pace {
      (options.phase, options.lead) = (phase, lead)
    }
    switch prediction {
    case .none: break
    case .oneBeat: options.prediction = FrameOptions.oneBeat
    case .microseconds(let µs):
      options.prediction = min(µs, FrameOptions.longestPrediction)
    }
    if beatsOnly { options.flags = .beatsOnly }
    return options
  }

  /// The filter on the wire.
  var filter: Filter {
    Filter(
      contents: PencilWire.Contents(rawValue: contents.rawValue & Contents.all.rawValue),
      tablet: tablet ?? 0, tool: tool ?? 0,
      toolTypes: toolTypes.reduce(0) { $0 | 1 << $1.rawValue })
  }
}
