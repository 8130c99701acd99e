internal import PencilCore
package import PencilInput
package import PencilSystem
internal import PencilWire

/// The way of a report, from a tablet's input frame to records in the journal: all stages, in order, without a device, a
/// clock or a socket.
package struct Pipeline: ~Copyable {
  package var publisher: Publisher
  /// Raw events and reasons are made only while somebody asks for them.
  package var makesRaw = false
  package var makesReasons = false
  var numbers = Numbers()
  private(set) var tablets: [Tablet] = []
  /// Tablets that were here: the same one plugged in again keeps its number.
  var known = KnownDevices()
  var pads = Pads()
  /// Tablets of the run before this one that are not here yet.
  var awaited: [Inheritance.Tablet] = []
  package var gestures = Gestures()

  struct Tablet {
    var record: TabletRecord
    var stages: FrameStages
    var calibrator: Calibrator
    var tracker: StrokeTracker
    var estimator: ForceEstimator
    var reasons = ReasonMaker()
    /// Of its last frame, µs.
    var lastTime: UInt64 = 0
    /// A frame of it is held back: the clock decides nothing before that is known.
    var isHeldBack = false

    mutating func track(
      _ reading: Reading, numbers: inout Numbers, emit: (TrackerEvent) -> Void
    ) {
      estimator.take(reading, tracker: &tracker, numbers: &numbers, emit: emit)
    }

    mutating func end(
      time: UInt64, isRestart: Bool, numbers: inout Numbers, emit: (TrackerEvent) -> Void
    ) {
      estimator.end(
        time: time, isRestart: isRestart, tracker: &tracker, numbers: &numbers, emit: emit)
    }

    mutating func expire(now: UInt64, emit: (TrackerEvent) -> Void) {
      estimator.expire(now: now, tracker: &tracker, emit: emit)
    }
  }

  package init(journalCapacity: Int, epoch: UInt64) throws(Errno) {
    publisher = try Publisher(journalCapacity: journalCapacity, epoch: epoch)
  }

  /// Goes on with the journal and the state of an earlier run.
  init(_ journal: consuming Journal, _ old: Inheritance) {
    publisher = Publisher(journal, old)
    numbers = old.numbers
    known = old.knownTablets
    pads.known = old.knownPads
    awaited = old.tablets
    pads.awaited = old.pads
  }

  /// Whether another tablet can be attached.
  package var isFull: Bool { tablets.count >= Publisher.tabletCapacity }

  /// A tablet appeared.
  ///
  /// - Parameters:
  ///   - setup: what quirks and the configuration say of it.
  ///   - isReplayed: its events come from a recording.
  ///   - time: µs of `CLOCK_MONOTONIC`.
  ///   - held: keys that are down already.
  ///   - place: where it was attached in the earlier run, and has been since.
  /// - Returns: The number by which it is known in this epoch.
  package mutating func attach(
    _ original: TabletDescription, setup: TabletSetup = TabletSetup(), isReplayed: Bool,
    time: UInt64, held: KeyMask = KeyMask(), since place: AttachedPlace? = nil
  ) -> UInt32 {
    let description = original.repaired(by: setup.overrides)
    let settings = TabletSettings(setup.overrides, of: description)
    var (number, attachment, identity, rest) = number(
      of: description.identity, since: place, time: time)
    // The tool has left since its stroke was cut: the next one doesn't go on with it.
    if held.isEmpty, !description.toolKeys.isEmpty { rest.cutTool = 0 }
    let calibrator = Calibrator(description, transform: setup.transform)
    let available = description.toolTypes.reduce(into: Axes()) { axes, tool in
      axes.formUnion(calibrator.available(for: tool))
    }
    var record = TabletRecord(description, available: available)
    record.tablet = number
    record.attachment = attachment
    record.identity = identity
    record.time = time
    record.flags.insert(.present)
    if isReplayed { record.flags.insert(.replayed) }
    if let size = calibrator.size {
      (record.width, record.height) = (Float(size.width), Float(size.height))
    }
    tablets.append(
      Tablet(
        record: record, stages: FrameStages(description, settings: settings, held: held),
        calibrator: calibrator,
        tracker: StrokeTracker(
          tablet: number, attachment: attachment, threshold: settings.contactThreshold,
          since: rest),
        estimator: ForceEstimator(settings.estimates)))
    publisher.publish(record)
    publisher.publish(DescriptionRecord(original, of: record))
    gestures.attach(record)
    tiePads(to: original, number: number, time: time)
    return number
  }

  /// A tablet went away: its stroke is broken off, its tool leaves.
  package mutating func detach(_ tablet: UInt32, time: UInt64) {
    guard let place = place(of: tablet) else { return }
    end(at: place, time: time, isRestart: false)
    gestures.detach(at: place)
    var record = tablets[place].record
    record.flags.remove(.present)
    record.time = time
    publisher.publish(record)
    known.detach(record.identity)
    untiePads(from: tablet)
    tablets.remove(at: place)
  }

  /// The daemon ends, and the next one goes on with the tablet: its stroke is broken off, its tool leaves, and it stays.
  package mutating func interrupt(_ tablet: UInt32) {
    guard let place = place(of: tablet) else { return }
    // Not at the present time: what the kernel has queued by then comes after it.
    end(at: place, time: tablets[place].lastTime, isRestart: true)
  }

  /// Ends what is open on a tablet.
  private mutating func end(at place: Int, time: UInt64, isRestart: Bool) {
    tablets[place].stages.finish()
    publishMade(at: place)
    tablets[place].end(time: time, isRestart: isRestart, numbers: &numbers) {
      publisher.publish($0)
      gestures.take($0, at: place, publisher: &publisher)
    }
    gestures.finish(at: place, time: time, publisher: &publisher)
  }

  /// One input frame of a tablet.
  ///
  /// - Complexity: O(1), no allocation.
  package mutating func take(_ frame: borrowing InputFrame, of tablet: UInt32) {
    guard let place = place(of: tablet) else { return }
    publisher.count(frameOf: tablet, at: frame.time, afterGap: frame.afterGap)
    if frame.afterGap {
      publisher.publish(GapRecord(cause: .kernelOverrun, tablet: tablet, time: frame.time))
    }
    if makesRaw { publishRaw(frame, of: tablet) }
    tablets[place].lastTime = frame.time
    tablets[place].stages.makesReasons = makesReasons
    tablets[place].stages.take(frame, isBusy: tablets[place].tracker.isBusy)
    publishMade(at: place)
  }

  /// The source holds a frame of a tablet back that is older than the clock, or does so no more.
  mutating func holdBack(_ tablet: UInt32, _ isHeldBack: Bool) {
    guard let place = place(of: tablet) else { return }
    tablets[place].isHeldBack = isHeldBack
  }

  /// When something waits that is to be decided without a further frame, in µs; `nil`: nothing waits.
  package var nextDeadline: UInt64? {
    var earliest: UInt64?
    for place in tablets.indices where !tablets[place].isHeldBack {
      if let deadline = tablets[place].stages.nextDeadline {
        earliest = min(earliest ?? .max, deadline)
      }
      if let deadline = tablets[place].estimator.nextDeadline {
        earliest = min(earliest ?? .max, deadline)
      }
      if let deadline = gestures.deadline(at: place) { earliest = min(earliest ?? .max, deadline) }
    }
    return earliest
  }

  /// Time went by: what waited until now is decided, and estimates that were waited for long enough are closed.
  package mutating func expire(now: UInt64) {
    for place in tablets.indices where !tablets[place].isHeldBack {
      if tablets[place].stages.nextDeadline ?? .max <= now {
        tablets[place].stages.makesReasons = makesReasons
        tablets[place].stages.expire(now: now, isBusy: tablets[place].tracker.isBusy)
        publishMade(at: place)
      }
      if tablets[place].estimator.nextDeadline ?? .max <= now {
        tablets[place].expire(now: now) {
          publisher.publish($0)
          gestures.take($0, at: place, publisher: &publisher)
        }
      }
      if gestures.deadline(at: place) ?? .max <= now {
        gestures.expire(now: now, at: place, publisher: &publisher)
      }
    }
  }

  /// What the stages made of a frame, with their reasons before it.
  private mutating func publishMade(at place: Int) {
    var next = tablets[place].stages.next()
    if makesReasons {
      publishReasons(
        tablets[place].stages.reasons, at: place, time: next?.time ?? tablets[place].lastTime)
    }
    while let frame = next {
      let wasTurning = tablets[place].calibrator.isTurning
      let reading = tablets[place].calibrator.reading(of: frame)
      track(reading, at: place)
      if wasTurning, !tablets[place].calibrator.isTurning {
        publishSize(at: place, time: frame.time)
      }
      next = tablets[place].stages.next()
    }
  }

  /// A tablet lies another way, from the next time on that no tool is near.
  mutating func lie(_ tablet: UInt32, as transform: TabletTransform, time: UInt64) {
    guard let place = place(of: tablet) else { return }
    tablets[place].calibrator.lie(as: transform)
    if !tablets[place].calibrator.isTurning { publishSize(at: place, time: time) }
  }

  /// Tells clients how large a tablet is by now, as it lies.
  private mutating func publishSize(at place: Int, time: UInt64) {
    guard let size = tablets[place].calibrator.size else { return }
    var record = tablets[place].record
    (record.width, record.height) = (Float(size.width), Float(size.height))
    guard record != tablets[place].record else { return }
    record.time = time
    tablets[place].record = record
    publisher.publish(record)
  }

  private mutating func publishReasons(_ reasons: ReasonQueue, at place: Int, time: UInt64) {
    let tool = tablets[place].tracker.toolInRange
    let tablet = tablets[place].record.tablet
    for index in 0..<reasons.count {
      publisher.publish(
        ReasonRecord(tablet: tablet, time: time, tool: tool, reason: reasons[index]))
    }
  }

  private mutating func track(_ reading: Reading, at place: Int) {
    gestures.makeReasons(makesReasons, at: place)
    guard makesReasons else {
      tablets[place].track(reading, numbers: &numbers) {
        publisher.publish($0)
        gestures.take($0, at: place, publisher: &publisher)
      }
      return
    }
    var reasons = tablets[place].reasons
    tablets[place].track(reading, numbers: &numbers) { event in
      reasons.explain(event, to: &publisher)
      publisher.publish(event)
      gestures.take(event, at: place, publisher: &publisher)
    }
    tablets[place].reasons = reasons
  }

  /// By a plain loop, as `firstIndex` allocates where nothing is optimised.
  private func place(of tablet: UInt32) -> Int? {
    for place in tablets.indices where tablets[place].record.tablet == tablet { return place }
    return nil
  }

  private mutating func publishRaw(_ frame: borrowing InputFrame, of tablet: UInt32) {
    var flags: RawRecord.Flags = []
    if frame.isTruncated { flags.insert(.truncated) }
    if frame.afterGap { flags.insert(.afterGap) }
    let frame = copy frame
    let count = min(frame.rawEventCount, PencilProtocol.maximumRawEvents)
    publisher.publishRaw(tablet: tablet, time: frame.time, events: count, flags: flags) { i in
      let event = frame.rawEvents[i]
      return RawRecord.Event(type: event.type, code: event.code, value: event.value)
    }
  }

  /// The records of the tablets that are here.
  var attached: [TabletRecord] { tablets.map(\.record) }
}
