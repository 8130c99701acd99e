package import PencilCore
package import PencilSystem
internal import PencilWire

/// Encodes what the stages decide into the journal, and knows the state that it amounts to.
///
/// The state is what a snapshot shows: tablets, tools, samples that expect an update, and the last sample of each tool
/// in range.
package struct Publisher: ~Copyable {
  package internal(set) var journal: Journal
  /// How many input frames have been published, for a summary.
  package var inputFrames: UInt64 = 0
  private(set) var state = PublishedState()
  /// When each published tool came, went or changed last, counted in such uses.
  private var toolUses: [UInt64] = []
  private var uses: UInt64 = 0
  /// Counts the changes of what is written down for the next run: devices, tools, and whose the seats are.
  var changes: UInt64 = 0
  /// How the tablets that are there report.
  private(set) var pulses: [TabletPulse] = []
  let predictors = Predictors()
  /// Predictors follow the pens only while somebody asks for predictions.
  package var makesPredictions: Bool {
    get { predictors.isWanted }
    nonmutating set { predictors.isWanted = newValue }
  }
  /// The number of the client that alone gets gestures; 0: all.
  package var claimant: UInt32 = 0
  /// What that client may hear.
  package var claimantAccess = Access.all
  /// Somebody may have gestures, but not know where the pen is.
  package var tellsGesturesWithoutPose = false
  private(set) var lastGesture: UInt32 = 0
  /// Number of the last record that is for whoever gets gestures without the pose.
  private(set) var lastWithoutPose: UInt64 = 0

  /// Most tablets and tools at once; what a snapshot holds is bounded with them.
  static let tabletCapacity = 256
  static let toolCapacity = 256
  /// Most samples that can expect an update: so many tablets are not drawn on at once.
  static let openCapacity = 1024

  package init(journalCapacity: Int, epoch: UInt64) throws(Errno) {
    self.init(try Journal(capacity: journalCapacity, epoch: epoch))
  }

  /// Goes on with the journal and the state of an earlier run.
  init(_ journal: consuming Journal, _ old: Inheritance) {
    self.init(journal)
    self.journal.owners = old.owners
    lastGesture = old.lastGesture
    lastWithoutPose = old.lastWithoutPose
    for tablet in old.tablets {
      state.tablets.append(tablet.record)
      pulses.append(TabletPulse(tablet: tablet.record.tablet))
    }
    for tool in old.tools.suffix(Self.toolCapacity) { add(tool) }
    // Without their numbers: who hears only the own session doesn't see them.
    for sample in old.inRange.prefix(Self.toolCapacity) {
      state.inRange.append(KeptSample(sample: sample, sequence: 0))
    }
    for sample in old.open.prefix(Self.openCapacity) {
      state.open.append(KeptSample(sample: sample, sequence: 0))
    }
    for pad in old.pads { state.pads.append(pad.pad) }
  }

  private init(_ journal: consuming Journal) {
    self.journal = journal
    state.tablets.reserveCapacity(Self.tabletCapacity)
    state.tools.reserveCapacity(Self.toolCapacity)
    toolUses.reserveCapacity(Self.toolCapacity)
    state.inRange.reserveCapacity(Self.toolCapacity)
    state.open.reserveCapacity(Self.openCapacity)
  }

  package mutating func publish(_ event: borrowing TrackerEvent) {
    switch event {
    case .tool(let tool): publish(tool)
    case .sample(let sample): publish(sample)
    case .update(let update): publish(update)
    case .late: break
    case .button(let change):
      journal.append(size: ButtonRecord.size) { sequence, bytes in
        ButtonRecord.encode(change, sequence: sequence, into: &bytes)
      }
    case .stroke(let stroke):
      journal.append(size: StrokeRecord.size) { sequence, bytes in
        StrokeRecord.encode(stroke, sequence: sequence, into: &bytes)
      }
    }
  }

  private mutating func publish(_ sample: Sample) {
    journal.append(size: SampleRecord.size) { sequence, bytes in
      SampleRecord.encode(sample, sequence: sequence, into: &bytes)
    }
    if predictors.isWanted { predictors.observe(sample, sequence: journal.lastSequence) }
    let kept = KeptSample(sample: sample, sequence: journal.lastSequence)
    if !sample.expecting.isEmpty, state.open.count < Self.openCapacity { state.open.append(kept) }
    if sample.phase == .hoverEntered || sample.phase == .hoverExited { use(sample) }
    let place = placeInRange(of: sample)
    if sample.phase == .hoverExited {
      if let place { state.inRange.remove(at: place) }
    } else if let place {
      state.inRange[place] = kept
    } else if state.inRange.count < Self.toolCapacity {
      state.inRange.append(kept)
    }
  }

  /// Changes the state, never a record: a snapshot shows samples as they are by now.
  private mutating func publish(_ update: SampleUpdate) {
    journal.append(size: UpdateRecord.size) { sequence, bytes in
      UpdateRecord.encode(update, sequence: sequence, into: &bytes)
    }
    for i in state.inRange.indices where state.inRange[i].sample.apply(update) { break }
    for i in state.open.indices where state.open[i].sample.apply(update) {
      if state.open[i].sample.expecting.isEmpty { state.open.remove(at: i) }
      break
    }
  }

  /// By a plain loop, as `firstIndex` allocates where nothing is optimised.
  private func placeInRange(of sample: Sample) -> Int? {
    for place in state.inRange.indices
    where state.inRange[place].sample.tool == sample.tool
      && state.inRange[place].sample.tablet == sample.tablet
    {
      return place
    }
    return nil
  }

  private mutating func publish(_ tool: Tool) {
    changes += 1
    journal.append(size: ToolRecord.size) { sequence, bytes in
      ToolRecord.encode(tool, sequence: sequence, into: &bytes)
    }
    lastWithoutPose = journal.lastSequence
    if let place = state.tools.firstIndex(where: { $0.id == tool.id && $0.tablet == tool.tablet }) {
      state.tools[place] = tool
      uses += 1
      toolUses[place] = uses
    } else {
      if state.tools.count == Self.toolCapacity { forgetTool() }
      add(tool)
    }
  }

  private mutating func add(_ tool: Tool) {
    state.tools.append(tool)
    uses += 1
    toolUses.append(uses)
  }

  /// A tool comes or goes.
  private mutating func use(_ sample: Sample) {
    uses += 1
    for place in state.tools.indices
    where state.tools[place].id == sample.tool && state.tools[place].tablet == sample.tablet {
      toolUses[place] = uses
    }
  }

  /// Forgets the tool that ``Numbers`` forgets, or one that would be told again: of those out of range, one that was on
  /// another tablet since, else the one that came or went the longest ago.
  private mutating func forgetTool() {
    var (found, rank) = (0, 3)
    for place in state.tools.indices {
      let tool = state.tools[place]
      let own = isInRange(tool) ? 2 : isElsewhere(place) ? 0 : 1
      guard own < rank || (own == rank && toolUses[place] < toolUses[found]) else { continue }
      (found, rank) = (place, own)
    }
    state.tools.remove(at: found)
    toolUses.remove(at: found)
  }

  private func isInRange(_ tool: Tool) -> Bool {
    for kept in state.inRange where kept.sample.tool == tool.id && kept.sample.tablet == tool.tablet
    {
      return true
    }
    return false
  }

  private func isElsewhere(_ place: Int) -> Bool {
    for other in state.tools.indices
    where state.tools[other].id == state.tools[place].id && toolUses[other] > toolUses[place] {
      return true
    }
    return false
  }

  /// Writes down a state in the journal's memory: ``Journal/saveState(_:)``.
  mutating func saveState(_ write: (inout MutableRawSpan) -> Int?) -> Bool {
    journal.saveState(write)
  }

  /// So many runs with this journal have not ended in order.
  mutating func countRuns(_ runs: Int) { journal.runs = runs }

  /// What is now.
  var current: PublishedState {
    var current = state
    current.head = journal.lastSequence
    current.headWithoutPose = lastWithoutPose
    return current
  }

  /// A tablet reported.
  mutating func count(frameOf tablet: UInt32, at time: UInt64, afterGap: Bool) {
    inputFrames += 1
    // By a plain loop, as `firstIndex` allocates where nothing is optimised.
    for place in pulses.indices where pulses[place].tablet == tablet {
      pulses[place].count(at: time, afterGap: afterGap)
      return
    }
  }

  /// The number of a new gesture.
  mutating func nextGesture() -> UInt32 {
    lastGesture = lastGesture == .max ? 1 : lastGesture + 1
    return lastGesture
  }

  /// A gesture, and where the rule asks for it once more without its pose, to which how a hold's pose changes is nothing.
  mutating func publish(_ gesture: Gesture) {
    publish(gesture, as: .gesture)
    if tellsGesturesWithoutPose, gesture.phase != .changed {
      publish(gesture, as: .gestureWithoutPose)
      lastWithoutPose = journal.lastSequence
    }
  }

  private mutating func publish(_ gesture: Gesture, as type: ItemType) {
    let claimant = claimant(of: gesture)
    journal.append(size: GestureRecord.size) { sequence, bytes in
      GestureRecord.encode(
        gesture, type: type, claimant: claimant, sequence: sequence, into: &bytes)
    }
  }

  /// A tablet appeared or changed, or went when it is not `present`.
  mutating func publish(_ tablet: TabletRecord) {
    changes += 1
    if tablet.flags.contains(.present) {
      journal.owners.place(
        tablet.tablet, onSeat: tablet.seat, from: journal.lastSequence + 1)
    }
    journal.append(size: TabletRecord.size) { sequence, bytes in
      tablet.encode(sequence: sequence, into: &bytes)
    }
    lastWithoutPose = journal.lastSequence
    let place = state.tablets.firstIndex { $0.tablet == tablet.tablet }
    if place == nil || !tablet.flags.contains(.present) {
      pulses.removeAll { $0.tablet == tablet.tablet }
    }
    if tablet.flags.contains(.present) {
      if place == nil { pulses.append(TabletPulse(tablet: tablet.tablet)) }
      if let place { state.tablets[place] = tablet } else { state.tablets.append(tablet) }
    } else {
      if let place { state.tablets.remove(at: place) }
      state.inRange.removeAll { $0.sample.tablet == tablet.tablet }
      state.open.removeAll { $0.sample.tablet == tablet.tablet }
      state.descriptions.removeAll { $0.tablet == tablet.tablet }
    }
  }

  mutating func publish(_ description: DescriptionRecord) {
    journal.append(size: description.size) { sequence, bytes in
      description.encode(sequence: sequence, into: &bytes)
    }
    state.descriptions.removeAll { $0.tablet == description.tablet }
    state.descriptions.append(description)
  }

  mutating func publish(_ event: PadEvent) {
    journal.append(size: PadRecord.size) { sequence, bytes in
      PadRecord.encode(event, sequence: sequence, into: &bytes)
    }
    guard event.control == .mode, event.index == 0,
      let place = state.pads.firstIndex(where: { $0.id == event.pad })
    else { return }
    state.pads[place].mode = event.mode
  }

  /// A pad appeared or changed, or went.
  mutating func publish(_ pad: Pad) {
    changes += 1
    journal.append(size: PadDescriptionRecord.size) { sequence, bytes in
      PadDescriptionRecord.encode(pad, sequence: sequence, into: &bytes)
    }
    state.pads.removeAll { $0.id == pad.id }
    if pad.isPresent { state.pads.append(pad) }
  }

  mutating func publish(_ gap: GapRecord) {
    journal.append(size: GapRecord.size) { sequence, bytes in
      gap.encode(sequence: sequence, into: &bytes)
    }
    lastWithoutPose = journal.lastSequence
  }

  mutating func publish(_ reason: ReasonRecord) {
    journal.append(size: ReasonRecord.size) { sequence, bytes in
      reason.encode(sequence: sequence, into: &bytes)
    }
  }

  /// The events of an input frame, `event` giving each.
  mutating func publishRaw(
    tablet: UInt32, time: UInt64, events: Int, flags: RawRecord.Flags,
    event: (Int) -> RawRecord.Event
  ) {
    journal.append(size: RawRecord.size(events: events)) { sequence, bytes in
      RawRecord.encode(
        tablet: tablet, time: time, events: events, flags: flags, sequence: sequence, into: &bytes)
      for i in 0..<events { RawRecord.encode(event(i), at: i, into: &bytes) }
    }
  }
}
