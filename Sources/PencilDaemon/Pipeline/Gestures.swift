internal import PencilCore
internal import PencilWire

/// Makes gestures of what the pipeline has published, tablet by tablet in the pipeline's order, and publishes them behind it.
package struct Gestures {
  /// What the administrator chose, for tablets that are here, too.
  package var configuration = GestureConfiguration() {
    didSet {
      tellBook()
      for place in tablets.indices { learn(place) }
    }
  }
  /// What gestures do, for the user of each seat.
  package var preferences = PreferenceBook() {
    didSet { tellBook() }
  }

  private func tellBook() {
    preferences.configured = configuration.preferences
    preferences.off = configuration.off
  }

  /// Parallel, as one is used while the others change.
  private var recognizers: [PressRecognizer] = []
  private var tablets: [Tablet] = []
  /// What is known of a tablet.
  private struct Tablet {
    var number: UInt32
    var names: [String]
    var seat: String
    var layers = GestureLayers()
    /// What gestures do, as of this version of the book; 0: not asked yet.
    var actions = PreferredActions()
    var version: UInt64 = 0
    /// The tool that came last.
    var tool: UInt32 = 0
    var toolType = ToolType.pen
    var serial: UInt32 = 0
    /// The number of the hold that goes on, what it does, and who alone gets it.
    var hold: UInt32 = 0
    var holdAction = PreferredAction.ignore
    var holdClaimant: UInt32 = 0
  }

  init() {}

  /// A tablet came, behind the others.
  mutating func attach(_ record: TabletRecord) {
    recognizers.append(PressRecognizer())
    tablets.append(
      Tablet(
        number: record.tablet, names: [record.name, record.identity], seat: record.seat))
    learn(tablets.count - 1)
  }

  /// A tablet's tool has left, and nothing more comes of it: what waits is decided.
  mutating func finish(at place: Int, time: UInt64, publisher: inout Publisher) {
    recognizers[place].finish(time: time) {
      Self.publish($0, of: &tablets[place], preferences, to: &publisher)
    }
  }

  /// A tablet went, which is finished.
  mutating func detach(at place: Int) {
    recognizers.remove(at: place)
    tablets.remove(at: place)
  }

  /// Whether reasons are given by a tablet's recogniser.
  mutating func makeReasons(_ wanted: Bool, at place: Int) {
    recognizers[place].makesReasons = wanted
  }

  /// Looks at an event, which has just been published.
  mutating func take(_ event: TrackerEvent, at place: Int, publisher: inout Publisher) {
    let number = publisher.journal.lastSequence
    recognizers[place].take(event, number: number) {
      Self.publish($0, of: &tablets[place], preferences, to: &publisher)
    }
    // Behind it: what the last tool's presses came to is that tool's.
    switch event {
    case .tool(let tool) where tool.id == tablets[place].tool: use(tool, at: place)
    case .sample(let sample) where sample.phase == .hoverEntered:
      for tool in publisher.state.tools where tool.id == sample.tool { use(tool, at: place) }
    default: break
    }
  }

  /// When silence decides something on a tablet, in µs.
  func deadline(at place: Int) -> UInt64? { recognizers[place].nextDeadline }

  mutating func expire(now: UInt64, at place: Int, publisher: inout Publisher) {
    recognizers[place].expire(now: now) {
      Self.publish($0, of: &tablets[place], preferences, to: &publisher)
    }
  }

  private static func publish(
    _ decision: PressDecision, of tablet: inout Tablet, _ preferences: PreferenceBook,
    to publisher: inout Publisher
  ) {
    switch decision {
    case .gesture(var gesture):
      if gesture.kind == .hold, gesture.phase != .began {
        gesture.number = tablet.hold
        gesture.action = tablet.holdAction
        // Whoever had its beginning has all of it, whatever became of the claim.
        return publisher.publish(gesture, claimant: tablet.holdClaimant)
      }
      gesture.number = publisher.nextGesture()
      if tablet.version != preferences.version {
        tablet.actions = preferences.actions(onSeat: tablet.seat)
        tablet.version = preferences.version
      }
      gesture.action = tablet.actions.action(
        of: gesture.kind, button: gesture.button, toolType: gesture.toolType,
        serial: tablet.serial, names: tablet.names)
      let claimant = publisher.claimant(of: gesture)
      if gesture.kind == .hold {
        (tablet.hold, tablet.holdAction) = (gesture.number, gesture.action)
        tablet.holdClaimant = claimant
      }
      publisher.publish(gesture, claimant: claimant)
    case .reason(let reason, let tool, let time):
      publisher.publish(
        ReasonRecord(tablet: tablet.number, time: time, tool: tool, reason: reason))
    }
  }

  private mutating func use(_ tool: Tool, at place: Int) {
    tablets[place].tool = tool.id
    tablets[place].toolType = tool.type
    tablets[place].serial = tool.serial
    recognizers[place].settings = tablets[place].layers.settings(
      of: tool.type, serial: tool.serial)
  }

  /// What the configuration says of a tablet.
  private mutating func learn(_ place: Int) {
    let tablet = tablets[place]
    tablets[place].layers = configuration.layers(of: tablet.names)
    recognizers[place].settings = tablets[place].layers.settings(
      of: tablet.toolType, serial: tablet.serial)
  }
}
