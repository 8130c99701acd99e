extension ForceEstimator {
  /// Takes an event of the tracker.
  mutating func pass(_ event: TrackerEvent, _ reading: Reading, emit: (TrackerEvent) -> Void) {
    switch event {
    case .sample(var sample):
      switch sample.phase {
      case .began:
        begin(sample, emit: emit)
        contact(&sample, reading, emit: emit)
      case .moved: contact(&sample, reading, emit: emit)
      case .ended, .cancelled:
        end(&sample)
        emit(.sample(sample))
        if endCause == .lifted, !reading.liftsOnly { lag(reading, emit: emit) }
      case .hoverEntered:
        emit(event)
      case .hoverMoved:
        emit(event)
        lag(reading, emit: emit)
      case .hoverExited:
        closeAll(.lost, time: sample.time, emit: emit)
        emit(event)
      }
    case .stroke(let summary): finish(summary, emit: emit)
    default: emit(event)
    }
  }

  private mutating func begin(_ sample: Sample, emit: (TrackerEvent) -> Void) {
    closeAll(.superseded, time: sample.time, emit: emit)
    tablet = sample.tablet
    attachment = sample.attachment
    stroke = sample.stroke
    firstIndex = sample.index
    track.reset()
    hasForce = false
    firstForce = nil
    forceDeadline = nil
    toldLateness = nil
  }

  /// A sample in contact: its force is real, or late.
  private mutating func contact(
    _ sample: inout Sample, _ reading: Reading, emit: (TrackerEvent) -> Void
  ) {
    if sample.phase == .moved { gaps.add(sample.time - min(lastContact, sample.time)) }
    lastContact = sample.time
    guard sample.available.contains(.force) else { return emit(.sample(sample)) }
    defer { remember(sample, reading) }
    if sample.phase == .moved, reading.reported.contains(.position) {
      memories.current.split.learn(reading)
    }
    guard let late = lateness(of: sample, reading) else {
      settle(&sample, reading, emit: emit)
      return
    }
    // Its pressure is an earlier sample's, and the newest that there is.
    if late == .knownLag { lag(reading, emit: emit) }
    if open.isFull { closeFirst(emit: emit, time: sample.time) }
    let step = Self.step(reading)
    let guess = track.estimate(at: sample.time, period: gaps.median) ?? memories.current.prior
    sample.values.force = min(max(guess, step), 1)
    sample.estimated.insert(.force)
    sample.expecting.insert(.force)
    var entry = OpenSamples.Entry()
    entry.index = sample.index
    entry.stroke = sample.stroke
    entry.tool = sample.tool
    entry.toolType = sample.toolType
    entry.lateness = late
    entry.otherEstimates = sample.estimated.subtracting(.force)
    entry.estimate = sample.values.force
    entry.time = sample.time
    entry.deadline = sample.time + bound(late)
    // The stroke's wait for pressure is this sample's: it is never longer than the stroke's.
    if !hasForce, forceDeadline == nil, reading.touch == true {
      let wait = EstimateBounds.contact + UInt64(settings.pressureLag) * gaps.median
      forceDeadline = sample.time + min(wait, EstimateBounds.longest)
    }
    open.append(entry)
    closeCorrections(before: sample.index, time: sample.time)
    if late != toldLateness {
      toldLateness = late
      emit(.late(late))
    }
    emit(.sample(sample))
    flush(emit: emit)
  }

  // Inlined, as a call of it would be handed a copy of the whole estimator.
  @inline(__always)
  private func lateness(of sample: Sample, _ reading: Reading) -> Lateness? {
    if settings.pressureLag > 0 { return .knownLag }
    if reading.values.force <= 0, !hasForce { return .contactBeforePressure }
    guard !reading.reported.contains(.force), !reading.afterGap else { return nil }
    if memories.current.corrects, reading.reported.contains(.position) { return .lateCorrection }
    guard sample.phase == .moved, track.last != nil, isSplit(reading), SplitReports.isLate(reading)
    else { return nil }
    return .splitReport
  }

  @inline(__always)
  private func isSplit(_ reading: Reading) -> Bool {
    settings.splitsReports || SplitReports.isKnown(reading.hardwareID)
      || memories.current.split.isLearned
  }

  /// µs that a value is waited for.
  private func bound(_ late: Lateness) -> UInt64 {
    switch late {
    case .splitReport: max(EstimateBounds.split, 2 * gaps.median)
    case .lateCorrection: LateCorrection.window(period: gaps.median)
    case .contactBeforePressure: EstimateBounds.contact
    case .knownLag:
      min(
        max(EstimateBounds.split, UInt64(settings.pressureLag + 2) * gaps.median),
        EstimateBounds.longest)
    }
  }

  /// A sample with a real force: it is told, and closes what waited for it.
  private mutating func settle(
    _ sample: inout Sample, _ reading: Reading, emit: (TrackerEvent) -> Void
  ) {
    if sample.values.force <= 0 {
      sample.values.force = Self.step(reading)
      sample.estimated.insert(.force)
    }
    emit(.sample(sample))
    // In nearly every frame nothing is open, and then nothing is called.
    let isWaiting = !open.isEmpty
    if isWaiting { closeCorrections(before: sample.index, time: sample.time) }
    real(ForceTrack.Point(time: sample.time, force: sample.values.force), step: Self.step(reading))
    if isWaiting { flush(emit: emit) }
  }

  private mutating func remember(_ sample: Sample, _ reading: Reading) {
    correction.last = LateCorrection.Frame(
      time: sample.time, index: sample.index, stroke: sample.stroke, touch: reading.touch,
      buttons: reading.buttons, timestamp: reading.timestamp,
      hasPosition: reading.reported.contains(.position),
      hasPressure: reading.reported.contains(.force),
      otherEstimates: sample.estimated.subtracting(.force))
  }

  /// The end of a stroke. One that never had pressure is broken off, so that it never inks; with a known lag its
  /// pressure may still come, so it ends, and only its summary tells.
  private mutating func end(_ sample: inout Sample) {
    isUnproven = forceDeadline != nil
    if isUnproven, settings.pressureLag == 0, sample.phase == .ended { sample.phase = .cancelled }
    foreignFrames = max(settings.pressureLag - Int(sample.index &- firstIndex), 0)
    correction.last = nil
    stroke = 0
    forceDeadline = nil
  }

  private mutating func finish(_ summary: StrokeSummary, emit: (TrackerEvent) -> Void) {
    held = summary
    let waits = endCause == .lifted && !summary.isCancelled
    var i = 0
    while i < open.count {
      if waits, open[i].lateness == .knownLag {
        open[i].deadline = min(open[i].deadline, summary.time + EstimateBounds.grace)
      } else if open[i].cause == nil {
        open.close(i, value: atEnd(open[i]), endCause, time: summary.time)
      }
      i += 1
    }
    flush(emit: emit)
  }

  /// What an open sample's force was, now that the stroke is over.
  private func atEnd(_ entry: OpenSamples.Entry) -> Float {
    if entry.lateness == .contactBeforePressure, let firstForce { return firstForce.force }
    if entry.lateness == .splitReport, endCause == .lifted {
      return track.atLift(entry.time, estimate: entry.estimate)
    }
    return entry.estimate
  }

  /// One step of the pressure axis: the least force that there is in contact.
  static func step(_ reading: Reading) -> Float {
    reading.forceStep > 0 ? reading.forceStep : 1 / 1023
  }
}
