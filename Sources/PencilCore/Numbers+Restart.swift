extension Numbers {
  /// A tool as it is remembered over a restart of the daemon, out of range.
  public struct RememberedTool: Sendable, Equatable {
    /// The tool.
    public var tool: Tool
    /// It came without serial.
    public var isAnonymous: Bool
    /// When it was last in range, counted in uses.
    public var used: UInt64

    /// Makes one.
    public init(tool: Tool, isAnonymous: Bool, used: UInt64) {
      self.tool = tool
      self.isAnonymous = isAnonymous
      self.used = used
    }
  }

  /// The numbers that were given out last.
  public struct Last: Sendable, Equatable {
    /// Of a tool; 0: none yet.
    public var tool: UInt32 = 0
    /// Of a stroke; 0: none yet.
    public var stroke: UInt32 = 0
    /// How often tools came and went.
    public var uses: UInt64 = 0

    /// None.
    public init() {}
  }

  /// The numbers that were given out last.
  public var last: Last {
    get {
      var last = Last()
      last.tool = lastTool
      last.stroke = lastStroke
      last.uses = uses
      return last
    }
    set {
      lastTool = newValue.tool
      lastStroke = newValue.stroke
      uses = newValue.uses
    }
  }

  /// How many tools are remembered.
  public var toolCount: Int { tools.count }

  /// The tool at a place from 0 to ``toolCount``.
  public func remembered(_ place: Int) -> RememberedTool {
    let known = tools[place]
    return RememberedTool(tool: known.tool, isAnonymous: known.isAnonymous, used: known.used)
  }

  /// Remembers a tool of before a restart. Beyond ``toolCapacity``, it is forgotten.
  public mutating func remember(_ old: RememberedTool) {
    guard tools.count < Self.toolCapacity else { return }
    tools.append(Known(tool: old.tool, isAnonymous: old.isAnonymous, used: old.used))
  }

  /// A tool that was seen after that was written down.
  public mutating func remember(_ tool: Tool) {
    lastTool = max(lastTool, tool.id)
    uses += 1
    for place in tools.indices where tools[place].tool.id == tool.id {
      tools[place].tool = tool
      return
    }
    remember(RememberedTool(tool: tool, isAnonymous: tool.serial == 0, used: uses))
  }
}
