import PencilCore

/// What must hold of estimates and updates, whatever the frames: the reference's invariants 1–6, on the whole stream.
struct EstimateRules {
  private(set) var faults: [String] = []
  private(set) var updates = 0
  private(set) var expecting = 0
  private(set) var causes: Set<SampleUpdate.Cause> = []
  private(set) var late: Set<Lateness> = []

  /// A sample that may still be updated.
  private struct Known {
    var index: UInt32
    var stroke: UInt32
    var time: UInt64
    var expecting: Properties
    var isUpdated = false
  }
  private var known: [Known] = []
  private var lastIndex: UInt32 = 0
  private var lastUpdate: UInt32 = 0
  private var time: UInt64 = 0
  private var open: UInt32 = 0
  private var ended: UInt32 = 0

  /// No update comes later than this, whatever the bounds are made of.
  static let bound: UInt64 = 200_000

  private mutating func require(_ holds: Bool, _ what: String, _ event: TrackerEvent) {
    if !holds, faults.count < 5 { faults.append("\(what): \(event)") }
  }

  mutating func check(_ event: TrackerEvent) {
    switch event {
    case .sample(let sample): check(sample, event)
    case .update(let update): check(update, event)
    case .late(let lateness): late.insert(lateness)
    case .stroke(let stroke):
      require(ended == stroke.stroke, "final once, after the end", event)
      ended = 0
      require(!known.contains { !$0.expecting.isEmpty }, "final with open samples", event)
      known.removeAll(keepingCapacity: true)
    default: break
    }
  }

  private mutating func check(_ sample: Sample, _ event: TrackerEvent) {
    require(sample.time >= time, "time goes back", event)
    time = sample.time
    require(sample.expecting.isSubset(of: sample.estimated), "expecting", event)
    require(
      known.allSatisfy { $0.expecting.isEmpty || sample.time - $0.time <= Self.bound }, "bound",
      event)
    guard sample.phase.isInStroke else {
      require(sample.expecting.isEmpty, "hover expects", event)
      return
    }
    require(sample.index > lastIndex, "index", event)
    lastIndex = sample.index
    if sample.phase == .began {
      require(ended == 0 && open == 0, "the old stroke is final first", event)
      open = sample.stroke
    }
    if sample.phase == .ended || sample.phase == .cancelled {
      ended = open
      open = 0
      require(sample.expecting.isEmpty, "an end expects", event)
    } else if sample.available.contains(.force) {
      require(sample.values.force > 0 && sample.values.force <= 1, "force in contact", event)
    }
    if !sample.expecting.isEmpty { expecting += 1 }
    if known.count > 80 { known.removeAll { $0.expecting.isEmpty } }
    known.append(
      Known(
        index: sample.index, stroke: sample.stroke, time: sample.time,
        expecting: sample.expecting))
  }

  private mutating func check(_ update: SampleUpdate, _ event: TrackerEvent) {
    updates += 1
    causes.insert(update.cause)
    require(update.time >= time, "an update's time goes back", event)
    time = update.time
    require(update.index > lastUpdate, "updates in the order of indices", event)
    lastUpdate = update.index
    require(update.property == .force && update.expecting.isEmpty, "names one property", event)
    require(update.value > 0 && update.value <= 1, "a force in contact", event)
    guard let at = known.lastIndex(where: { $0.index == update.index }) else {
      return require(false, "of no sample", event)
    }
    require(!known[at].isUpdated, "exactly once", event)
    require(known[at].stroke == update.stroke, "of its stroke", event)
    require(!known[at].expecting.isEmpty || update.cause == .measured, "was expected", event)
    require(update.time - known[at].time <= Self.bound, "within the bound", event)
    known[at].isUpdated = true
    known[at].expecting = []
  }

  /// Nothing is open when the attachment is over.
  mutating func checkEnd() {
    if open != 0 || ended != 0 || known.contains(where: { !$0.expecting.isEmpty }) {
      faults.append("left open: \(open) \(ended) \(known)")
    }
    known.removeAll()
    lastIndex = 0
    lastUpdate = 0
  }
}
