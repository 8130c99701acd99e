extension ForceEstimator {
  /// A real force of this stroke, of a frame or, with a lag or a correction, of an earlier one.
  mutating func real(_ point: ForceTrack.Point, step: Float) {
    if !hasForce {
      hasForce = true
      forceDeadline = nil
      isUnproven = false
      memories.current.addFirstForce(point.force)
    }
    if !open.isEmpty {
      closeSplits(by: point, step: step)
      closeContacts(by: point, step: step)
    }
    track.add(point)
  }

  /// The pressure after split reports: they were between it and the one before.
  private mutating func closeSplits(by point: ForceTrack.Point, step: Float) {
    var i = 0
    while i < open.count {
      if open[i].lateness == .splitReport, open[i].cause == nil {
        let force = track.between(open[i].time, and: point)
        open.close(i, value: min(max(force, step), 1), .interpolated, time: point.time)
        memories.current.split.waited(inVain: false)
      }
      i += 1
    }
  }

  /// The first pressure after contact is remembered, and the second one tells how it rose.
  private mutating func closeContacts(by point: ForceTrack.Point, step: Float) {
    guard !open.isEmpty, let i = open.firstOpen(.contactBeforePressure) else { return }
    guard let first = firstForce else {
      firstForce = point
      let last = point.time + gaps.median * 3 / 2
      for j in i..<open.count where open[j].lateness == .contactBeforePressure {
        open[j].deadline = min(open[j].deadline, last)
      }
      return
    }
    for j in i..<open.count where open[j].lateness == .contactBeforePressure {
      let force = ForceTrack.before(open[j].time, first, point)
      open.close(j, value: min(max(force, step), 1), .interpolated, time: point.time)
    }
    firstForce = nil
  }

  /// With a known lag, each frame has the pressure of an earlier one. After the lift the frames still have; but the
  /// first 0 is the lift's own, or what came after it.
  mutating func lag(_ reading: Reading, emit: (TrackerEvent) -> Void) {
    guard settings.pressureLag > 0, let i = open.firstOpen(.knownLag), reading.tool != nil else {
      return
    }
    if stroke == 0, foreignFrames > 0 {
      foreignFrames -= 1
      return
    }
    if stroke == 0, reading.values.force <= 0 {
      for j in i..<open.count { open.close(j, .lifted, time: reading.time) }
      return flush(emit: emit)
    }
    guard open.count - i >= (stroke == 0 ? 1 : settings.pressureLag) else { return }
    let step = Self.step(reading)
    let force = max(reading.values.force, step)
    open.close(i, value: force, .measured, time: reading.time)
    if reading.values.force > 0 {
      real(ForceTrack.Point(time: open[i].time, force: force), step: step)
    } else {
      open[i].otherEstimates.insert(.force)
    }
    flush(emit: emit)
  }

  /// A frame of pressure alone that belongs to the sample before.
  mutating func correct(
    _ frame: LateCorrection.Frame, by reading: Reading, tracker: inout StrokeTracker,
    emit: (TrackerEvent) -> Void
  ) {
    let force = max(reading.values.force, Self.step(reading))
    let count = memories.current.lateCorrections
    memories.current.lateCorrections = min(count + 1, ToolMemory.correctionsToLearn)
    correction.last = nil
    tracker.correct(force: reading.values.force, rawPressure: reading.rawPressure)
    _ = early.watch(reading)
    let place = (0..<open.count).first { open[$0].index == frame.index }
    if let place {
      guard open[place].cause == nil else { return }
      open.close(place, value: force, .measured, time: reading.time)
    } else {
      var entry = OpenSamples.Entry()
      entry.index = frame.index
      entry.stroke = frame.stroke
      entry.tool = tracker.tool.id
      entry.toolType = tracker.tool.type
      entry.otherEstimates = frame.otherEstimates
      entry.time = frame.time
      entry.estimate = force
      entry.cause = .measured
      entry.closed = reading.time
      if open.isFull { closeFirst(emit: emit, time: reading.time) }
      open.append(entry)
    }
    real(ForceTrack.Point(time: frame.time, force: force), step: Self.step(reading))
    flush(emit: emit)
  }

  /// The next frame is there, so no correction comes any more.
  mutating func closeCorrections(before index: UInt32, time: UInt64) {
    var i = 0
    while i < open.count {
      if open[i].lateness == .lateCorrection, open[i].index != index {
        open.close(i, value: settled(open[i]), .expired, time: time)
      }
      i += 1
    }
  }

  /// What an open sample's force is when nothing came: of a report without pressure, that it is unchanged.
  private func settled(_ entry: OpenSamples.Entry) -> Float {
    switch entry.lateness {
    case .splitReport, .lateCorrection: track.last?.force ?? entry.estimate
    case .contactBeforePressure: firstForce?.force ?? entry.estimate
    case .knownLag: entry.estimate
    }
  }

  mutating func expire(
    before time: UInt64, tracker: inout StrokeTracker, emit: (TrackerEvent) -> Void
  ) {
    guard let next = nextDeadline, next < time else { return }
    if let deadline = forceDeadline, deadline < time {
      cancel(at: deadline, tracker: &tracker, emit: emit)
    }
    var i = 0
    while i < open.count {
      let entry = open[i]
      if entry.cause == nil, entry.deadline < time {
        if entry.lateness == .splitReport { memories.current.split.waited(inVain: true) }
        let isCopied = entry.lateness == .contactBeforePressure && firstForce != nil
        let cause: SampleUpdate.Cause =
          isCopied ? .interpolated : held != nil ? .lifted : .expired
        open.close(i, value: settled(entry), cause, time: entry.deadline)
        // What comes after that is no second update.
        if correction.last?.index == entry.index { correction.last = nil }
      }
      i += 1
    }
    if open.firstOpen(.contactBeforePressure) == nil { firstForce = nil }
    flush(emit: emit)
  }

  /// A contact without pressure was none: its stroke is broken off and never inks. One more such contact that does get
  /// its pressure is needed before the tool is believed again.
  private mutating func cancel(
    at time: UInt64, tracker: inout StrokeTracker, emit: (TrackerEvent) -> Void
  ) {
    forceDeadline = nil
    early.spend()
    memories.current.lateContacts = min(memories.current.lateContacts, 1)
    endCause = .expired
    var reading = Reading()
    reading.time = time
    tracker.cancelStroke(time: time) { pass($0, reading, emit: emit) }
  }

  /// Events were lost: what was expected may have been among them.
  mutating func lose(time: UInt64, emit: (TrackerEvent) -> Void) {
    closeAll(.lost, time: time, emit: emit)
    track.reset()
    firstForce = nil
    correction.last = nil
  }

  /// Closes all that is open.
  mutating func closeAll(
    _ cause: SampleUpdate.Cause, time: UInt64, emit: (TrackerEvent) -> Void
  ) {
    guard !open.isEmpty else { return }
    var i = 0
    while i < open.count {
      let value = open[i].lateness == .contactBeforePressure ? firstForce?.force : nil
      open.close(i, value: value, cause, time: time)
      i += 1
    }
    flush(emit: emit)
  }

  /// Closes the oldest, for want of room.
  mutating func closeFirst(emit: (TrackerEvent) -> Void, time: UInt64) {
    guard !open.isEmpty else { return }
    open.close(0, .expired, time: time)
    flush(emit: emit)
  }

  /// Tells what is closed, in the order of the samples, and the stroke's summary behind its last update.
  mutating func flush(emit: (TrackerEvent) -> Void) {
    while !open.isEmpty, let cause = open[0].cause {
      let entry = open[0]
      var update = SampleUpdate()
      toldTime = max(toldTime, entry.closed)
      update.time = toldTime
      update.tablet = tablet
      update.attachment = attachment
      update.tool = entry.tool
      update.toolType = entry.toolType
      update.stroke = entry.stroke
      update.index = entry.index
      update.value = entry.estimate
      update.cause = cause
      update.estimated = entry.otherEstimates
      if cause != .measured { update.estimated.insert(.force) }
      open.removeFirst()
      emit(.update(update))
    }
    if open.isEmpty, var summary = held {
      held = nil
      if isUnproven { summary.isCancelled = true }
      emit(.stroke(summary))
    }
  }
}
