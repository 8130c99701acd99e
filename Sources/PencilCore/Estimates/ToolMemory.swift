/// What was learned of one tool, kept when it leaves.
struct ToolMemory: Sendable {
  /// So many late contacts show that the tool touches before its pressure.
  static let contactsToLearn: UInt8 = 2
  /// So many late corrections show that the tool corrects.
  static let correctionsToLearn: UInt8 = 3
  /// Before anything is known of the tool: a low one, as a blot is worse than a thin start.
  static let unknownPrior: Float = 0.05

  var type = ToolType.pen
  var serial: UInt32 = 0
  /// When it was used last, counted in tools' changes; 0: the place is free.
  var used: UInt64 = 0

  var split = SplitReports()
  var lateContacts: UInt8 = 0
  var lateCorrections: UInt8 = 0
  private var firstForces = InlineArray<16, Float>(repeating: 0)
  private var firstForceCount = 0
  private var nextFirstForce = 0

  var touchesEarly: Bool { lateContacts >= Self.contactsToLearn }
  var corrects: Bool { lateCorrections >= Self.correctionsToLearn }

  /// Takes the first real force of a stroke.
  mutating func addFirstForce(_ force: Float) {
    firstForces[nextFirstForce] = force
    nextFirstForce = (nextFirstForce + 1) & 15
    firstForceCount = min(firstForceCount + 1, 16)
  }

  /// The median of the first forces of the last strokes.
  var prior: Float {
    guard firstForceCount > 0 else { return Self.unknownPrior }
    var sorted = firstForces
    var i = 1
    while i < firstForceCount {
      let force = sorted[i]
      var place = i
      while place > 0, sorted[place - 1] > force {
        sorted[place] = sorted[place - 1]
        place -= 1
      }
      sorted[place] = force
      i += 1
    }
    return sorted[firstForceCount / 2]
  }
}

/// The tools that were seen last on a tablet.
struct ToolMemories: Sendable {
  private var tools = InlineArray<16, ToolMemory>(repeating: ToolMemory())
  private var uses: UInt64 = 0
  private var at = 0

  /// That of the tool in use.
  var current: ToolMemory {
    _read { yield tools[at] }
    _modify { yield &tools[at] }
  }

  /// Another tool is in use. The one that was not used for the longest is forgotten for a new one.
  mutating func use(_ type: ToolType, serial: UInt32) {
    if tools[at].used != 0, tools[at].type == type, tools[at].serial == serial { return }
    uses += 1
    var oldest = 0
    var i = 0
    while i < 16 {
      if tools[i].used != 0, tools[i].type == type, tools[i].serial == serial {
        at = i
        tools[i].used = uses
        return
      }
      if tools[i].used < tools[oldest].used { oldest = i }
      i += 1
    }
    at = oldest
    tools[at] = ToolMemory()
    tools[at].type = type
    tools[at].serial = serial
    tools[at].used = uses
  }
}
