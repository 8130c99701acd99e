public import PencilCore

/// What must hold of the events of all of a daemon's tablets, whatever the readings.
public struct TrackerRules {
  /// The first things that were wrong.
  public private(set) var faults: [String] = []
  /// How many strokes ended.
  public private(set) var strokes = 0
  /// How many presses there were.
  public private(set) var presses = 0

  /// One tablet's tool in range, and its stroke.
  private struct Tablet {
    var tool: UInt32 = 0
    var stroke: UInt32 = 0
    var unsummed: UInt32 = 0
    var samples: UInt32 = 0
    var began: UInt64 = 0
    var index: UInt32 = 0
    var buttons: Buttons = []
    var time: UInt64 = 0
  }
  private var tablets = [Tablet](repeating: Tablet(), count: 8)
  private var toldTools: Set<UInt32> = []
  private var lastStroke: UInt32 = 0

  /// Makes rules of which nothing has been seen.
  public init() {}

  private mutating func require(_ holds: Bool, _ what: String, _ event: TrackerEvent) {
    if !holds, faults.count < 5 { faults.append("\(what): \(event)") }
  }

  /// Looks at the next event.
  public mutating func check(_ event: TrackerEvent) {
    switch event {
    case .tool(let tool):
      require(tool.id != 0 && tablets[Int(tool.tablet)].unsummed == 0, "tool", event)
      toldTools.insert(tool.id)
    case .sample(let sample): check(sample, event)
    case .update, .late: require(false, "an update of the tracker's", event)
    case .button(let change):
      let button = Buttons(number: Int(change.button))
      var tablet = tablets[Int(change.tablet)]
      require(
        tablet.tool == change.tool && change.tool != 0, "button outside of a proximity", event)
      require(tablet.stroke == change.stroke, "button of another stroke", event)
      require(
        tablet.buttons.contains(button) != change.isPressed, "press and release in turn", event)
      if change.isPressed { tablet.buttons.insert(button) } else { tablet.buttons.remove(button) }
      require(tablet.buttons == change.buttons, "buttons after it", event)
      require(!change.isSynthetic || !change.isPressed, "synthetic press", event)
      if change.isPressed { presses += 1 }
      tablets[Int(change.tablet)] = tablet
    case .stroke(let stroke):
      let tablet = tablets[Int(stroke.tablet)]
      require(tablet.unsummed == stroke.stroke && stroke.stroke != 0, "a summary each", event)
      require(
        stroke.samples == tablet.samples && stroke.began == tablet.began
          && stroke.time == tablet.time
          && stroke.tool == tablet.tool, "the summary's figures", event)
      tablets[Int(stroke.tablet)].unsummed = 0
      strokes += 1
    }
  }

  private mutating func check(_ sample: Sample, _ event: TrackerEvent) {
    var tablet = tablets[Int(sample.tablet)]
    require(tablet.unsummed == 0, "a summary comes first", event)
    require(toldTools.contains(sample.tool), "the tool is told first", event)
    require(sample.expecting.isSubset(of: sample.estimated), "expecting", event)
    require((0..<2 * Float.pi).contains(sample.azimuth ?? 0), "azimuth", event)
    if sample.phase == .hoverEntered {
      require(tablet.tool == 0 && tablet.buttons == [], "entered twice", event)
      tablet.tool = sample.tool
    }
    require(tablet.tool == sample.tool, "sample outside of a proximity", event)
    if sample.phase == .began {
      require(tablet.stroke == 0 && sample.stroke > lastStroke, "began", event)
      lastStroke = max(lastStroke, sample.stroke)
      tablet.stroke = sample.stroke
      tablet.samples = 0
      tablet.began = sample.time
    }
    require(tablet.stroke == sample.stroke, "stroke", event)
    require((sample.stroke != 0) == sample.phase.isInStroke, "phase", event)
    if sample.phase.isInStroke {
      require(sample.index == tablet.index + 1, "index", event)
      tablet.index = sample.index
      tablet.samples += 1
      tablet.time = sample.time
    } else {
      require(sample.index == 0, "index in hover", event)
    }
    if sample.phase == .ended || sample.phase == .cancelled {
      tablet.unsummed = tablet.stroke
      tablet.stroke = 0
    }
    if sample.phase == .hoverExited {
      require(tablet.stroke == 0 && tablet.buttons == [] && sample.buttons == [], "exit", event)
      tablet.tool = 0
    }
    tablets[Int(sample.tablet)] = tablet
  }

  /// Nothing is open any more on a tablet that went away; its next attachment counts from 1 again.
  public mutating func checkEnd(tablet: Int) {
    let left = tablets[tablet]
    if left.tool != 0 || left.stroke != 0 || left.unsummed != 0 || left.buttons != [] {
      faults.append("left open on tablet \(tablet): \(left)")
    }
    tablets[tablet] = Tablet()
  }
}
