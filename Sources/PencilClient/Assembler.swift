internal import PencilSystem
internal import PencilWire

/// Makes frames of datagrams: a display frame that was split is put together, a snapshot is gathered to its end.
///
/// Pure: it knows no socket. A datagram can hold several events, so it is gone through step by step, with the place
/// kept here.
struct Assembler: ~Copyable {
  /// What a step came to.
  enum Step {
    case frame
    case snapshot
    case gap(Gap)
    case interaction(InteractionNote)
    case preferences(PreferencesNote)
    case suspended
    case resumed
    case refused(ErrorNote)
  }

  /// The last record that was taken, after which a new connection goes on. (0, 0) before the first snapshot.
  private var position: (epoch: UInt64, sequence: UInt64) = (0, 0)
  private var wantsSnapshot = false

  /// What the first subscription of a connection goes on after; (0, 0) starts with a snapshot.
  var continuation: (epoch: UInt64, sequence: UInt64) { wantsSnapshot ? (0, 0) : position }

  /// The same for a later subscription of the same connection, where (0, 0) means to go on as it was. The only way to
  /// a new snapshot is then to ask for what the daemon can't have: records of another epoch.
  var laterContinuation: (epoch: UInt64, sequence: UInt64) { (wantsSnapshot ? ~epoch : 0, 0) }

  /// Of the present connection.
  var epoch: UInt64 = 0
  /// What the daemon granted last.
  private(set) var subscribed: SubscribedNote?
  /// No records come for now.
  private(set) var isSuspended = false
  private(set) var tablets: [Tablet] = []
  private(set) var tools: [Tool] = []

  /// Where the next item of the datagram is.
  private var offset = 0
  private var isInSnapshot = false
  /// The display frame goes on in the next datagram.
  private var isOpen = false
  /// The frame is the caller's until the next step.
  private var isHandedOver = false
  /// The first numbers of other sessions' times. They are told before the records in front of them.
  private var losses: [UInt64] = []

  /// Forgets what was begun on a connection that is gone. Records already taken are handed over: they won't come again.
  mutating func endConnection(_ frame: inout Frame) -> Step? {
    offset = 0
    isSuspended = false
    isOpen = false
    // The next connection is told of those that are still ahead.
    losses.removeAll()
    if isHandedOver || isInSnapshot {
      frame.removeAll()
      isHandedOver = false
      isInSnapshot = false
    }
    return frame.isEmpty ? nil : handOver(.frame)
  }

  /// The next subscriptions begin with a snapshot, until one has come.
  mutating func requireSnapshot() { wantsSnapshot = true }

  /// The same for the first `count` bytes of a buffer.
  mutating func step(
    _ buffer: [UInt8], count: Int, into frame: inout Frame
  ) throws(PencilError) -> Step? {
    try step(buffer.span.raw.extracting(first: count), into: &frame)
  }

  /// Goes on in the datagram; `nil` when it has nothing more.
  mutating func step(
    _ datagram: RawSpan, into frame: inout Frame
  ) throws(PencilError) -> Step? {
    if isHandedOver {
      frame.removeAll()
      isHandedOver = false
    }
    frame.epoch = epoch
    while offset < datagram.byteCount {
      let header = try Assembler.header(datagram, at: offset)
      // What was gathered comes before what is not part of it; the item is looked at again then.
      if !frame.isEmpty, !isInSnapshot, try interrupts(header, datagram) {
        isOpen = false
        return handOver(.frame)
      }
      let item = datagram.extracting(offset..<(offset + header.size))
      offset += header.size
      if let step = try take(header, item, into: &frame) { return step }
    }
    let isWhole = !isInSnapshot && !isOpen
    // The place stays at the end: the next step finds nothing there.
    if isWhole, !frame.isEmpty { return handOver(.frame) }
    offset = 0
    if isWhole { frame.beat = nil }
    return nil
  }

  private mutating func handOver(_ step: Step) -> Step {
    isHandedOver = true
    return step
  }

  /// Whether the next item doesn't belong to the frame that is being gathered.
  private func interrupts(_ header: ItemHeader, _ datagram: RawSpan) throws(PencilError) -> Bool {
    switch header.type {
    case .snapshot, .error, .subscribed, .interaction, .preferences, .suspended, .resumed:
      return true
    case .gap: return header.sequence == 0
    case .frame:
      let item = datagram.extracting(offset..<(offset + header.size))
      guard let note = FrameNote(item) else { throw .malformed("a short frame header") }
      return !note.flags.contains(.continued)
    default: return false
    }
  }

  private mutating func take(
    _ header: ItemHeader, _ item: RawSpan, into frame: inout Frame
  ) throws(PencilError) -> Step? {
    switch header.type {
    case .frame:
      guard let note = FrameNote(item) else { throw .malformed("a short frame header") }
      frame.beat = Frame.Beat(
        number: note.beat, due: note.due, sent: note.time, isFlushed: note.flags.contains(.flushed))
      isOpen = note.flags.contains(.more)
    case .predicted where !isInSnapshot:
      if let sample = PredictedNote.decode(item) {
        frame.append(predicted: sample, confidence: PredictedNote.confidence(item))
      }
    case .snapshot:
      // One that has not ended is replaced.
      frame.removeAll()
      losses.removeAll()
      isInSnapshot = true
    case .snapshotEnd:
      guard isInSnapshot else { return nil }
      guard let head = SnapshotNote.head(item) else {
        throw .malformed("a short end of a snapshot")
      }
      isInSnapshot = false
      position = (epoch, head)
      wantsSnapshot = false
      replaceState(by: frame)
      return handOver(.snapshot)
    case .subscribed:
      guard let note = SubscribedNote(item) else {
        throw .malformed("a bad answer to a subscription")
      }
      subscribed = note
    case .error:
      guard let note = ErrorNote(item) else { throw .malformed("a short error") }
      dropSnapshot(&frame)
      return .refused(note)
    case .interaction:
      guard let note = InteractionNote(item) else { throw .malformed("a short interaction") }
      return .interaction(note)
    case .preferences:
      guard let note = PreferencesNote(item) else { throw .malformed("short preferences") }
      return .preferences(note)
    case .suspended:
      guard SuspendedNote(item) != nil else { throw .malformed("a short suspension") }
      dropSnapshot(&frame)
      isSuspended = true
      return .suspended
    case .resumed:
      guard ResumedNote(item) != nil else { throw .malformed("a short resumption") }
      isSuspended = false
      return .resumed
    case .gap where header.sequence == 0:
      guard let gap = GapRecord(item) else { throw .malformed("a short gap") }
      dropSnapshot(&frame)
      if gap.cause == .notPermitted { losses.append(gap.lost.first) }
      return .gap(Gap(gap))
    default:
      guard header.type.isRecord, count(header) else { return nil }
      passLosses(&frame)
      try append(header, item, to: &frame)
    }
    return nil
  }

  /// One that is interrupted never ends: another one follows.
  private mutating func dropSnapshot(_ frame: inout Frame) {
    guard isInSnapshot else { return }
    isInSnapshot = false
    frame.removeAll()
  }

  /// Notes where a new connection goes on. A copy in a snapshot has no number, and nothing else is without one.
  private mutating func count(_ header: ItemHeader) -> Bool {
    if header.sequence == 0 { return isInSnapshot }
    position = (epoch, header.sequence)
    return true
  }

  /// Says in the frame that the record which is taken now is behind a loss.
  private mutating func passLosses(_ frame: inout Frame) {
    while let first = losses.first, !isInSnapshot, first <= position.sequence {
      losses.removeFirst()
      frame.noteLoss()
    }
  }

  /// Decodes a record. One with a value of a later version is left out, one that is too short is an error.
  private mutating func append(
    _ header: ItemHeader, _ item: RawSpan, to frame: inout Frame
  ) throws(PencilError) {
    switch header.type {
    case .sample:
      guard header.size >= SampleRecord.size else { throw .malformed("a short sample") }
      if let sample = SampleRecord.decode(item) { frame.append(sample) }
    case .update:
      guard header.size >= UpdateRecord.size else { throw .malformed("a short update") }
      if let update = UpdateRecord.decode(item) { frame.append(update) }
    case .button:
      guard header.size >= ButtonRecord.size else { throw .malformed("a short button") }
      if let change = ButtonRecord.decode(item) { frame.append(change) }
    case .gesture, .gestureWithoutPose:
      guard header.size >= GestureRecord.size else { throw .malformed("a short gesture") }
      if let gesture = GestureRecord.decode(item) { frame.append(gesture) }
    case .stroke:
      guard header.size >= StrokeRecord.size else { throw .malformed("a short stroke") }
      if let stroke = StrokeRecord.decode(item) { frame.append(stroke) }
    case .gap:
      guard let gap = GapRecord(item) else { throw .malformed("a short gap") }
      frame.append(Gap(gap))
    case .tablet:
      guard let record = TabletRecord(item) else { throw .malformed("a short tablet") }
      let tablet = Tablet(record)
      frame.append(tablet)
      if !isInSnapshot { update(tablet) }
    case .tool:
      guard header.size >= ToolRecord.size else { throw .malformed("a short tool") }
      guard let tool = ToolRecord.decode(item) else { return }
      frame.append(tool)
      if !isInSnapshot { update(tool) }
    case .pad:
      guard header.size >= PadRecord.size else { throw .malformed("a short pad event") }
      if let event = PadRecord.decode(item) { frame.append(event) }
    case .padDescription:
      guard let pad = PadDescriptionRecord.decode(item) else { throw .malformed("a short pad") }
      frame.append(pad)
    default: break
    }
  }
}

// MARK: - What is there

extension Assembler {
  private mutating func update(_ tablet: Tablet) {
    tablets.removeAll { $0.id == tablet.id }
    if tablet.isPresent { tablets.append(tablet) }
  }

  private mutating func update(_ tool: Tool) {
    // A tool with a serial has one number on all tablets, and may have other axes on each.
    if let index = tools.firstIndex(where: { $0.id == tool.id && $0.tablet == tool.tablet }) {
      tools[index] = tool
    } else {
      tools.append(tool)
    }
  }

  private mutating func replaceState(by frame: borrowing Frame) {
    tablets.removeAll(keepingCapacity: true)
    tools.removeAll(keepingCapacity: true)
    for i in frame.tablets.indices { update(frame.tablets[i]) }
    for i in frame.tools.indices { update(frame.tools[i]) }
  }

  static func header(_ datagram: RawSpan, at offset: Int) throws(PencilError) -> ItemHeader {
    do throws(WireError) {
      return try ItemHeader(datagram, at: offset)
    } catch {
      throw .malformed(
        "an item at byte \(offset) doesn't end with its datagram of \(datagram.byteCount)")
    }
  }
}

// MARK: - Undecoded items

extension Assembler {
  /// Hands over each item as it is; the last refusal among them. Notes what a reconnect must know.
  mutating func trackAll(
    _ datagram: [UInt8], count: Int, _ body: (ItemHeader, RawSpan) -> Void
  ) throws(PencilError) -> ErrorNote? {
    let datagram = datagram.span.raw.extracting(first: count)
    var refusal: ErrorNote?
    var offset = 0
    while offset < count {
      let header = try Assembler.header(datagram, at: offset)
      let item = datagram.extracting(offset..<(offset + header.size))
      refusal = try track(header, item) ?? refusal
      body(header, item)
      offset += header.size
    }
    return refusal
  }

  private mutating func track(_ header: ItemHeader, _ item: RawSpan) throws(PencilError)
    -> ErrorNote?
  {
    switch header.type {
    case .subscribed: subscribed = SubscribedNote(item)
    case .snapshotEnd:
      guard let head = SnapshotNote.head(item) else {
        throw .malformed("a short end of a snapshot")
      }
      position = (epoch, head)
      wantsSnapshot = false
    case .error:
      guard let note = ErrorNote(item) else { throw .malformed("a short error") }
      return note
    default:
      if header.type.isRecord, header.sequence != 0 { position = (epoch, header.sequence) }
    }
    return nil
  }
}
