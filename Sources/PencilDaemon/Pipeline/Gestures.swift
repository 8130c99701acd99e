package import PencilCore
internal import PencilWire

/// Makes gestures of what the pipeline has published, tablet by tablet in the pipeline's order, and publishes them behind it.
package struct Gestures {
  /// What the administrator chose, for tablets that are here, too.
  package var configuration = GestureConfiguration() {
    didSet { for place in tablets.indices { learn(place) } }
  }
  /// What the active user of each seat chose.
  private var own: [(seat: String, lines: [Preference])] = []

  /// Parallel, as one is used while the others change.
  private var recognizers: [PressRecognizer] = []
  private var tablets: [Tablet] = []
  private var lastNumber: UInt32 = 0

  /// What is known of a tablet.
  private struct Tablet {
    var number: UInt32
    var names: [String]
    var seat: String
    var layers = GestureLayers(sections: [])
    var actions = PreferredActions()
    /// The tool that came last.
    var toolType = ToolType.pen
    var serial: UInt32 = 0
    /// The number of the hold that goes on.
    var hold: UInt32 = 0
  }

  init() {}

  /// The preferences of the user whose session is active on a seat; without any, those of the configuration count.
  package mutating func use(own lines: [Preference], seat: String) {
    own.removeAll { $0.seat == seat }
    if !lines.isEmpty { own.append((seat, lines)) }
    for place in tablets.indices where tablets[place].seat == seat { learn(place) }
  }

  /// A tablet came, behind the others.
  mutating func attach(_ record: TabletRecord) {
    recognizers.append(PressRecognizer())
    tablets.append(
      Tablet(
        number: record.tablet, names: [record.name, record.identity], seat: record.seat))
    learn(tablets.count - 1)
  }

  /// A tablet went, whose tool has left: what waits is decided.
  mutating func detach(at place: Int, time: UInt64, publisher: inout Publisher) {
    recognizers[place].finish(time: time) {
      Self.publish($0, &tablets[place], &lastNumber, &publisher)
    }
    recognizers.remove(at: place)
    tablets.remove(at: place)
  }

  /// Whether reasons are given by a tablet's recogniser.
  mutating func makeReasons(_ wanted: Bool, at place: Int) {
    recognizers[place].makesReasons = wanted
  }

  /// Looks at an event, which has just been published.
  mutating func take(_ event: TrackerEvent, at place: Int, publisher: inout Publisher) {
    switch event {
    case .tool(let tool): use(tool, at: place)
    case .sample(let sample) where sample.phase == .hoverEntered:
      for tool in publisher.tools where tool.id == sample.tool { use(tool, at: place) }
    default: break
    }
    let number = publisher.journal.lastSequence
    recognizers[place].take(event, number: number) {
      Self.publish($0, &tablets[place], &lastNumber, &publisher)
    }
  }

  /// When silence decides something on a tablet, in µs.
  func deadline(at place: Int) -> UInt64? { recognizers[place].nextDeadline }

  mutating func expire(now: UInt64, at place: Int, publisher: inout Publisher) {
    recognizers[place].expire(now: now) {
      Self.publish($0, &tablets[place], &lastNumber, &publisher)
    }
  }

  private static func publish(
    _ decision: PressDecision, _ tablet: inout Tablet, _ lastNumber: inout UInt32,
    _ publisher: inout Publisher
  ) {
    switch decision {
    case .gesture(var gesture):
      if gesture.kind != .hold || gesture.phase == .began {
        lastNumber = lastNumber == .max ? 1 : lastNumber + 1
        if gesture.kind == .hold { tablet.hold = lastNumber }
        gesture.number = lastNumber
      } else {
        gesture.number = tablet.hold
      }
      gesture.action = tablet.actions.action(of: gesture, serial: tablet.serial)
      publisher.publish(gesture)
    case .reason(let reason, let tool, let time):
      publisher.publish(
        ReasonRecord(tablet: tablet.number, time: time, tool: tool, reason: reason))
    }
  }

  private mutating func use(_ tool: Tool, at place: Int) {
    tablets[place].toolType = tool.type
    tablets[place].serial = tool.serial
    recognizers[place].settings = tablets[place].layers.settings(
      of: tool.type, serial: tool.serial)
  }

  /// What configuration and user say of a tablet.
  private mutating func learn(_ place: Int) {
    let tablet = tablets[place]
    var lines: [Preference] = []
    for choice in own where choice.seat == tablet.seat { lines = choice.lines }
    tablets[place].layers = configuration.layers(of: tablet.names)
    tablets[place].actions = PreferredActions(configured: configuration.preferences, own: lines)
      .concerning(tablet.names)
    recognizers[place].settings = tablets[place].layers.settings(
      of: tablet.toolType, serial: tablet.serial)
  }
}
