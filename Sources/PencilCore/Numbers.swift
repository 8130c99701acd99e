/// The numbers that are the daemon's, not one tablet's: strokes and tools, counted from 1 in one epoch.
///
/// A tool with a serial is one tool (type, serial) on whichever tablet it is. A tool without is the only one of
/// its type on its tablet; when its serial comes later, it stays that tool and is found again by both.
public struct Numbers: Sendable {
  /// How many tools are remembered; beyond, the one that has been out of range the longest is forgotten, and
  /// has a new number when it comes back.
  public static let toolCapacity = 256

  var tools: [Known] = []
  var lastTool: UInt32 = 0
  var lastStroke: UInt32 = 0
  var uses: UInt64 = 0

  struct Known {
    var tool: Tool
    /// It came without serial, and is found as its tablet's only one.
    var isAnonymous: Bool
    /// On how many tablets it is in range: 1 at most, but for a tablet that was slow to tell the exit.
    var inRange: Int32 = 0
    /// When it was last in range, counted in uses.
    var used: UInt64 = 0
  }

  /// Makes numbers of a new epoch. All memory is taken here.
  public init() { tools.reserveCapacity(Self.toolCapacity) }

  /// The number of a new stroke.
  mutating func nextStroke() -> UInt32 {
    lastStroke = lastStroke == .max ? 1 : lastStroke + 1
    return lastStroke
  }

  /// The tool that came into range, and whether its record is new or says something new.
  mutating func enter(_ seen: Tool) -> (tool: Tool, isNews: Bool) {
    uses += 1
    let known = index(of: seen)
    let found = known ?? place(of: seen)
    tools[found].inRange += 1
    tools[found].used = uses
    let isNews = merge(seen, into: found)
    return (tools[found].tool, isNews || known == nil)
  }

  /// More is known of a tool in range. Its record, and whether it says something new.
  mutating func update(_ seen: Tool) -> (tool: Tool, isNews: Bool) {
    guard let found = index(ofTool: seen.id) else {
      return (seen, true)
    }
    let isNews = merge(seen, into: found)
    return (tools[found].tool, isNews)
  }

  /// A tool left the range of a tablet.
  mutating func exit(_ id: UInt32) {
    guard let found = index(ofTool: id) else { return }
    uses += 1
    tools[found].inRange -= 1
    tools[found].used = uses
  }

  private func index(ofTool id: UInt32) -> Int? {
    for index in tools.indices where tools[index].tool.id == id { return index }
    return nil
  }

  private func index(of seen: Tool) -> Int? {
    // Two can fit: a serial came late to a tool that was known by it already. The older number wins.
    var best: Int?
    for index in tools.indices {
      let known = tools[index]
      guard known.tool.type == seen.type else { continue }
      let fits =
        seen.serial != 0
        ? known.tool.serial == seen.serial
        : known.isAnonymous && known.tool.tablet == seen.tablet
      if fits, best.map({ tools[$0].tool.id > known.tool.id }) ?? true { best = index }
    }
    return best
  }

  /// A place for a tool that is not known, with its new number.
  private mutating func place(of seen: Tool) -> Int {
    lastTool = lastTool == .max ? 1 : lastTool + 1
    var tool = seen
    tool.id = lastTool
    let known = Known(tool: tool, isAnonymous: seen.serial == 0)
    guard tools.count == Self.toolCapacity else {
      tools.append(known)
      return tools.count - 1
    }
    // The oldest out of range; were all in range, the oldest of all. Whoever holds it keeps its number.
    var oldest = 0
    for index in tools.indices {
      let (a, b) = (tools[index], tools[oldest])
      let isOlder = a.used < b.used
      if (a.inRange <= 0) == (b.inRange <= 0) ? isOlder : a.inRange <= 0 { oldest = index }
    }
    tools[oldest] = known
    return oldest
  }

  /// Takes what a tablet says of a tool; what it does not know (0) stays as it was. Whether that changes it.
  private mutating func merge(_ seen: Tool, into index: Int) -> Bool {
    var tool = tools[index].tool
    if seen.serial != 0 { tool.serial = seen.serial }
    if seen.hardwareID != 0 { tool.hardwareID = seen.hardwareID }
    tool.tablet = seen.tablet
    tool.available = seen.available
    guard tool != tools[index].tool else { return false }
    tool.time = seen.time
    tools[index].tool = tool
    return true
  }
}
