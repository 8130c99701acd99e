internal import PencilCore
package import PencilSystem
internal import PencilWire

// Display frames: when one is due, and what is in it.

extension Subscribers {
  /// How long a beat counts as at pace "on request", ns.
  private static let usualPeriod: UInt64 = 16_666_667
  /// Predicted samples of a tool are at most so far apart, µs …
  private static let predictionStep: UInt32 = 8_334
  /// … and so many.
  private static let mostPredicted: UInt32 = 4

  mutating func joinBeat(_ subscriber: Subscriber, at end: Journal.Cursor) {
    let now = Clock.monotonicNanoseconds
    switch subscriber.pace {
    case .everyReport, .onRequest, .other: return
    case .displayFrames(let millihertz):
      let joined = beats.join(millihertz: millihertz, now: now)
      subscriber.beat = (joined.beat, joined.base)
    case .display(let period):
      let options = subscriber.options
      let joined = beats.join(
        Beats.Display(period: period, phase: options.phase, lead: options.lead), now: now)
      subscriber.beat = (joined.beat, joined.base)
    }
    if flushed == nil { flushed = end }
  }

  /// What a client says to its pace; one that has another by now is not meant.
  mutating func keepPace(_ subscriber: Subscriber, _ request: PaceRequest) {
    switch (request.kind, subscriber.pace) {
    case (.frame, .onRequest):
      if subscriber.askedAt == nil { subscriber.askedAt = Clock.monotonicMicroseconds }
    case (.display(let period, let phase, let lead), .display):
      guard let beat = subscriber.beat else { return }
      subscriber.pace = .display(period: period)
      beats.correct(
        beat.place, to: Beats.Display(period: period, phase: phase, lead: lead),
        now: Clock.monotonicNanoseconds)
    default: break
    }
  }

  /// The journal has grown: those at pace "display frames" get it at their coming beat, and at once when something
  /// began, ended or was pressed.
  ///
  /// - Parameter now: Asked for only where there is a beat: a look at the clock is a system call on some machines.
  package mutating func journalGrew(
    _ journal: borrowing Journal, loop: borrowing EventLoop, now: @autoclosure () -> UInt64
  ) {
    guard beats.isUsed else {
      flushed = nil
      return
    }
    let now = now()
    beats.armAll(now: now)
    var cursor = flushed ?? journal.end
    if journal.hasLapped(cursor) { cursor = journal.start }
    while let record = journal.read(&cursor) {
      guard Self.flushes(record) else { continue }
      for place in active.indices
      where journal.owners.passes(record, active[place].hearing.access) {
        flush(active[place], for: record, now: now, loop: loop)
      }
    }
    flushed = cursor
  }

  /// Whether a record doesn't wait for the beat.
  private static func flushes(_ record: RawSpan) -> Bool {
    switch ItemType.of(record) {
    case .button: return true
    case .pad: return PadRecord.isButton(record)
    case .gesture, .gestureWithoutPose: return GestureRecord.phase(of: record) != .changed
    case .sample:
      switch SampleRecord.phase(of: record) {
      case .began, .ended, .cancelled: return true
      default: return false
      }
    default: return false
    }
  }

  private func flush(
    _ subscriber: Subscriber, for record: RawSpan, now: UInt64, loop: borrowing EventLoop
  ) {
    guard subscriber.beat != nil, subscriber.stage == .subscribed, subscriber.frame == nil,
      subscriber.hearing.state != .closed, !subscriber.owesFlush,
      !subscriber.options.flags.contains(.beatsOnly),
      ItemHeader.sequence(of: record) >= subscriber.cursor.next, subscriber.filter.passes(record)
    else { return }
    subscriber.owesFlush = true
    guard !subscriber.isWaitingForRoom else { return }
    if subscriber.socket.unreadBytes() > 0 { return waitForRoom(subscriber, loop: loop) }
    subscriber.sentBytes = 0
    flush(subscriber, now: now)
  }

  /// Sends now what would have gone out at the coming beat, with its number.
  func flush(_ subscriber: Subscriber, now: UInt64) {
    guard let beat = subscriber.beat else { return }
    let number = beats.coming(beat.place, now: now)
    subscriber.frame = DisplayFrame(
      number: number - beat.base, due: beats.due(beat.place, number: number) / 1000,
      isFlushed: true)
  }

  /// One datagram of the frame that is due; the next one follows at the next turn.
  mutating func sendFrame(
    _ subscriber: Subscriber, _ publisher: borrowing Publisher, loop: borrowing EventLoop
  ) -> Served {
    if subscriber.frame == nil, let asked = subscriber.askedAt {
      subscriber.frame = DisplayFrame(number: subscriber.frames + 1, due: asked)
    }
    guard var frame = subscriber.frame else { return .nothing }
    gathered.removeAll()
    Self.append(scratch, 0..<FrameNote.size, to: &gathered)
    var cursor = subscriber.cursor
    if !frame.isContinued { frame.first = cursor.next }
    let steps = predictionSteps(of: subscriber)
    let room = Int(steps.count) * publisher.predictors.count * PredictedNote.size
    let count = publisher.journal.gather(
      from: &cursor, filter: subscriber.filter, access: subscriber.hearing.access,
      limit: itemLimit(of: subscriber) - FrameNote.size - room, into: &gathered)
    let hasMore = cursor != publisher.journal.end
    if count == 0, !frame.isContinued {
      subscriber.cursor = cursor
      if !hasMore { endFrame(of: subscriber) }
      return .nothing
    }
    var predicted = 0
    if !hasMore, room > 0, !gathered.isFull {
      predicted = predict(publisher, since: frame.first, steps, for: subscriber)
      let end = FrameNote.size + predicted * PredictedNote.size
      Self.append(scratch, FrameNote.size..<end, to: &gathered)
    }
    var flags = FrameNote.Flags()
    if hasMore { flags.insert(.more) }
    if frame.isContinued { flags.insert(.continued) }
    if frame.isFlushed { flags.insert(.flushed) }
    let note = FrameNote(
      time: Clock.monotonicMicroseconds, beat: frame.number, due: frame.due, records: UInt32(count),
      flags: flags, predicted: UInt16(predicted))
    encode { note.encode(into: &$0) }
    let served = sendGathered(to: subscriber, loop: loop)
    guard served == .sent else { return served }
    subscriber.advance(to: cursor)
    if hasMore {
      frame.isContinued = true
      subscriber.frame = frame
    } else {
      if subscriber.askedAt != nil { subscriber.frames += 1 }
      subscriber.askedAt = nil
      endFrame(of: subscriber)
    }
    return served
  }

  /// Adds bytes that may be encoded later, as long as it is before the send.
  private static func append(
    _ scratch: borrowing ByteBuffer, _ range: Range<Int>, to list: inout GatherList
  ) {
    list.append(scratch.bytes.extracting(range))
  }

  private func endFrame(of subscriber: Subscriber) {
    subscriber.frame = nil
    subscriber.owesFlush = false
  }
}

// MARK: - Predicted samples

extension Subscribers {
  /// The last of the predicted samples, µs after the main one, and how many lead to it evenly.
  private struct Steps {
    var horizon: UInt32
    var count: UInt32
  }

  private func predictionSteps(of subscriber: Subscriber) -> Steps {
    var horizon = subscriber.options.prediction
    guard horizon > 0 else { return Steps(horizon: 0, count: 0) }
    if horizon == FrameOptions.oneBeat {
      let period = subscriber.beat.map { beats.period(of: $0.place) } ?? Self.usualPeriod
      horizon = UInt32(min(period / 1000, UInt64(FrameOptions.cappedPrediction)))
    }
    let count = (horizon + Self.predictionStep - 1) / Self.predictionStep
    return Steps(horizon: horizon, count: min(count, Self.mostPredicted))
  }

  /// Writes predicted samples behind the frame's head in the scratch bytes.
  ///
  /// - Returns: How many.
  private mutating func predict(
    _ publisher: borrowing Publisher, since first: UInt64, _ steps: Steps,
    for subscriber: Subscriber
  ) -> Int {
    let predictors = publisher.predictors
    var count = 0
    var bytes = scratch.mutableBytes
    for tool in 0..<predictors.count {
      // Not by a range of this type, which allocates where nothing is optimised.
      var step: UInt32 = 0
      while step < steps.count {
        step += 1
        let horizon = steps.horizon * step / steps.count
        guard let guess = predictors.sample(tool, since: first, after: horizon) else { break }
        let start = FrameNote.size + count * PredictedNote.size
        var place = bytes._mutatingExtracting(start..<(start + PredictedNote.size))
        // As a record it is wanted or not.
        SampleRecord.encode(guess.sample, sequence: 0, into: &place)
        guard subscriber.filter.passes(place.bytes),
          publisher.journal.owners.passes(place.bytes, subscriber.hearing.access)
        else { break }
        PredictedNote.encode(guess.sample, confidence: guess.confidence, into: &place)
        count += 1
      }
    }
    return count
  }
}
