internal import PencilCore
internal import PencilWire

extension Inheritance {
  /// What the journal's records say beyond the state that was written down: all since then, when the earlier run ended
  /// without warning.
  ///
  /// - Throws: ``JournalRefusal/noState`` when records since then are not held any more.
  /// - Complexity: O(n) in the records held.
  mutating func follow(_ journal: borrowing Journal) throws(JournalRefusal) {
    guard head <= journal.lastSequence, head + 1 >= journal.oldestSequence else { throw .noState }
    if head < journal.lastSequence { isOrderly = false }
    var cursor = journal.start
    while let item = journal.read(&cursor) {
      followOpen(item)
      if ItemHeader.sequence(of: item) > head { follow(item) }
    }
    head = journal.lastSequence
    for place in pads.indices {
      pads[place].lastTime = lastPadTimes[pads[place].pad.id] ?? pads[place].pad.time
    }
  }

  /// What is not written down: it is never older than the journal.
  private mutating func followOpen(_ item: RawSpan) {
    switch ItemType.of(item) {
    case .sample:
      guard let sample = SampleRecord.decode(item) else { return }
      lastTimes[sample.tablet] = sample.time
      if !sample.expecting.isEmpty { open.append(sample) }
      if sample.phase == .ended || sample.phase == .cancelled { unfinished.append(sample) }
    case .update:
      guard let update = UpdateRecord.decode(item) else { return }
      for place in open.indices { _ = open[place].apply(update) }
      open.removeAll { $0.expecting.isEmpty }
      for place in inRange.indices { _ = inRange[place].apply(update) }
    case .stroke:
      guard let stroke = StrokeRecord.decode(item) else { return }
      unfinished.removeAll { $0.stroke == stroke.stroke }
    case .pad:
      guard let event = PadRecord.decode(item) else { return }
      lastPadTimes[event.pad] = event.time
      guard event.control == .button || event.control == .key else { return }
      heldOnPads.removeAll {
        $0.pad == event.pad && $0.control == event.control && $0.index == event.index
      }
      if event.isPressed { heldOnPads.append(event) }
    case .gesture, .gestureWithoutPose:
      let claimant = GestureRecord.claimant(of: item)
      lastClaimant = max(lastClaimant, claimant)
      guard ItemType.of(item) == .gesture, let gesture = GestureRecord.decode(item) else { return }
      holds.removeAll { $0.gesture.number == gesture.number }
      if gesture.phase == .began || gesture.phase == .changed {
        holds.append(Hold(gesture: gesture, claimant: claimant))
      }
    default: break
    }
  }

  private mutating func follow(_ item: RawSpan) {
    switch ItemType.of(item) {
    case .tablet, .tool, .gap, .gestureWithoutPose: lastWithoutPose = ItemHeader.sequence(of: item)
    default: break
    }
    switch ItemType.of(item) {
    case .tablet: if let record = TabletRecord(item) { follow(record) }
    case .padDescription: if let pad = PadDescriptionRecord.decode(item) { follow(pad) }
    case .pad:
      guard let event = PadRecord.decode(item), event.control == .mode, event.index == 0,
        let place = pads.firstIndex(where: { $0.pad.id == event.pad })
      else { return }
      pads[place].pad.mode = event.mode
    case .tool: if let tool = ToolRecord.decode(item) { follow(tool) }
    case .sample: if let sample = SampleRecord.decode(item) { follow(sample) }
    case .gesture, .gestureWithoutPose:
      if let gesture = GestureRecord.decode(item) { lastGesture = max(lastGesture, gesture.number) }
    default: break
    }
  }

  private mutating func follow(_ record: TabletRecord) {
    let place = tablets.firstIndex { $0.record.tablet == record.tablet }
    guard record.flags.contains(.present) else {
      if let place { tablets.remove(at: place) }
      inRange.removeAll { $0.tablet == record.tablet }
      open.removeAll { $0.tablet == record.tablet }
      return
    }
    knownTablets.remember(
      record.identity, number: record.tablet, attachment: record.attachment)
    guard let place, tablets[place].record.attachment == record.attachment else {
      tablets.removeAll { $0.record.tablet == record.tablet }
      tablets.append(Tablet(record: record))
      return
    }
    tablets[place].record = record
  }

  private mutating func follow(_ pad: Pad) {
    let identity = pads.first { $0.pad.id == pad.id }?.identity
    pads.removeAll { $0.pad.id == pad.id }
    if pad.isPresent { pads.append(HeldPad(pad: pad, identity: identity ?? pad.name)) }
    if identity == nil {
      knownPads.remember(pad.name, number: pad.id, attachment: pad.attachment)
    }
  }

  private mutating func follow(_ tool: Tool) {
    var numbers = numbers
    numbers.remember(tool)
    lastNumbers = numbers.last
    rememberedTools = (0..<numbers.toolCount).map { numbers.remembered($0) }
    if let place = tools.firstIndex(where: { $0.id == tool.id && $0.tablet == tool.tablet }) {
      tools[place] = tool
    } else {
      tools.append(tool)
    }
  }

  private mutating func follow(_ sample: Sample) {
    lastNumbers.stroke = max(lastNumbers.stroke, sample.stroke)
    if let place = tablets.firstIndex(where: { $0.record.tablet == sample.tablet }) {
      tablets[place].rest.index = max(tablets[place].rest.index, sample.index)
      if let tool = tools.first(where: { $0.id == sample.tool }) {
        tablets[place].rest.serial = tool.serial
      }
    }
    inRange.removeAll { $0.tool == sample.tool && $0.tablet == sample.tablet }
    if sample.phase != .hoverExited { inRange.append(sample) }
  }

}

extension Inheritance {
  fileprivate func lastTime(of tablet: UInt32) -> UInt64 {
    lastTimes[tablet] ?? inRange.last { $0.tablet == tablet }?.time
      ?? tablets.first { $0.record.tablet == tablet }?.record.time ?? 0
  }
}

extension Journal {
  /// When the stroke of a sample began, as far as its records are held, and how many samples it has so far.
  func beginning(of last: Sample) -> (began: UInt64, samples: UInt32) {
    var (began, samples) = (last.time, UInt32(0))
    var cursor = start
    while let item = read(&cursor) {
      guard ItemType.of(item) == .sample, let sample = SampleRecord.decode(item),
        sample.stroke == last.stroke, sample.tablet == last.tablet
      else { continue }
      if samples == 0 { began = sample.time }
      samples += 1
    }
    return (began, samples)
  }
}

extension Publisher {
  /// Ends all that was open when the earlier run ended without warning, as it would have done itself: each estimate has its
  /// update, each stroke its end, each button its release, and each tablet a gap.
  mutating func endOpen(_ old: Inheritance, numbers: inout Numbers) {
    for tablet in old.tablets {
      publish(
        GapRecord(
          cause: .crash, tablet: tablet.record.tablet, time: old.lastTime(of: tablet.record.tablet))
      )
    }
    for sample in old.open {
      var sample = sample
      while let update = sample.loseEstimate(time: old.lastTime(of: sample.tablet)) {
        _ = sample.apply(update)
        publish(.update(update))
      }
    }
    for sample in old.unfinished {
      let (began, samples) = journal.beginning(of: sample)
      var stroke = StrokeSummary()
      stroke.time = sample.time
      stroke.began = began
      stroke.tablet = sample.tablet
      stroke.tool = sample.tool
      stroke.toolType = sample.toolType
      stroke.stroke = sample.stroke
      stroke.samples = samples
      stroke.isCancelled = sample.phase == .cancelled
      publish(.stroke(stroke))
    }
    for sample in old.inRange {
      let (began, samples) = journal.beginning(of: sample)
      var tool = old.tools.first { $0.id == sample.tool } ?? Tool()
      (tool.id, tool.type) = (sample.tool, sample.toolType)
      var tracker = StrokeTracker(leftAt: sample, began: began, samples: samples, tool: tool)
      tracker.end(time: sample.time, isRestart: true, numbers: &numbers) { publish($0) }
    }
    let claimant = claimant
    for hold in old.holds {
      var gesture = hold.gesture
      gesture.phase = .cancelled
      gesture.time = old.lastTime(of: gesture.tablet)
      self.claimant = hold.claimant
      publish(gesture)
    }
    self.claimant = claimant
    for place in old.heldOnPads.indices {
      var event = old.heldOnPads[place]
      event.time = old.lastPadTimes[event.pad] ?? event.time
      event.isPressed = false
      event.isSynthetic = true
      event.buttons = 0
      for other in old.heldOnPads[(place + 1)...]
      where other.pad == event.pad && other.control == .button {
        event.buttons |= 1 << UInt64(other.index)
      }
      publish(event)
    }
  }
}

extension Sample {
  /// The update that closes one property that is expected, with the value that stands; `nil`: nothing is expected.
  func loseEstimate(time: UInt64) -> SampleUpdate? {
    let all: [(Properties, Float, Float)] = [
      (.force, values.force, 0), (.azimuth, values.azimuth, 0), (.altitude, values.altitude, 0),
      (.location, values.x, values.y), (.roll, values.roll, 0),
    ]
    guard let (property, value, second) = all.first(where: { expecting.contains($0.0) }) else {
      return nil
    }
    var update = SampleUpdate()
    update.time = time
    update.tablet = tablet
    update.attachment = attachment
    update.tool = tool
    update.toolType = toolType
    update.stroke = stroke
    update.index = index
    update.property = property
    update.value = value
    update.secondValue = second
    update.cause = .lost
    update.expecting = expecting.subtracting(property)
    update.estimated = estimated
    return update
  }
}
