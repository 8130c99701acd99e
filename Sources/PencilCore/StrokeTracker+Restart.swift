extension StrokeTracker {
  /// What goes on over a restart of the daemon, so that the next tracker of the same attachment neither gives out an
  /// index again nor takes the rest of a stroke for another one.
  public struct Rest: Sendable, Equatable {
    /// The last index that was used.
    public var index: UInt32 = 0
    /// The tool whose stroke was broken off by the restart; 0: none.
    public var cutTool: UInt32 = 0
    /// `MSC_SERIAL` of the tool that was in range last, which the kernel can't be asked for; 0: unknown.
    public var serial: UInt32 = 0

    /// Nothing.
    public init() {}
  }

  /// What this one leaves.
  public var rest: Rest {
    var rest = Rest()
    rest.index = index
    rest.cutTool = cutTool
    rest.serial = tool.serial
    return rest
  }

  /// A tracker as it was after a sample that is known from elsewhere, to be ended: the daemon that had it is gone.
  ///
  /// - Parameters:
  ///   - last: the last sample of a tool in range.
  ///   - began: µs of `CLOCK_MONOTONIC` at which its stroke began; of no meaning in hover.
  ///   - samples: how many samples its stroke has so far.
  ///   - tool: its tool.
  public init(leftAt last: Sample, began: UInt64, samples: UInt32, tool: Tool) {
    self.init(tablet: last.tablet, attachment: last.attachment)
    self.tool = tool
    self.last = last
    isInRange = true
    held = last.buttons
    index = last.index
    guard last.stroke != 0, last.phase != .ended, last.phase != .cancelled else { return }
    stroke.began = began
    stroke.tablet = last.tablet
    stroke.tool = last.tool
    stroke.toolType = last.toolType
    stroke.stroke = last.stroke
    stroke.samples = samples
  }
}
