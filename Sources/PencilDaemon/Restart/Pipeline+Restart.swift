internal import PencilCore
internal import PencilWire

/// The place that a device had in the earlier run, under which its descriptor was kept.
package struct AttachedPlace: Equatable, Sendable {
  package var number: UInt32
  package var attachment: UInt32
}

extension Pipeline {
  /// Of the tool that was in range last on a tablet of the earlier run: `MSC_SERIAL`; 0: unknown.
  package func serial(at place: AttachedPlace) -> UInt32 {
    awaited.first { $0.record.tablet == place.number && $0.record.attachment == place.attachment }?
      .rest.serial ?? 0
  }

  /// How often a tablet that is here was plugged in.
  func attachment(ofTablet number: UInt32) -> UInt32 {
    tablets.first { $0.record.tablet == number }?.record.attachment ?? 0
  }

  /// The same of a pad.
  func attachment(ofPad number: UInt32) -> UInt32 {
    pads.here.first { $0.pad.id == number }?.pad.attachment ?? 0
  }

  /// The number of a tablet that is to be attached: where it has been attached all the time, what it had.
  mutating func number(
    of plain: String, since place: AttachedPlace?, time: UInt64
  ) -> (number: UInt32, attachment: UInt32, identity: String, rest: StrokeTracker.Rest) {
    if let place,
      let at = awaited.firstIndex(where: {
        $0.record.tablet == place.number && $0.record.attachment == place.attachment
      }),
      let identity = known.reattach(plain, number: place.number, attachment: place.attachment)
    {
      let old = awaited.remove(at: at)
      return (place.number, place.attachment, identity, old.rest)
    }
    let (number, attachment, identity) = known.attach(plain)
    // It has been away, or it can't be known.
    if let at = awaited.firstIndex(where: { $0.record.tablet == number }) {
      publishGone(awaited.remove(at: at).record, time: time)
    }
    return (number, attachment, identity, StrokeTracker.Rest())
  }

  /// The same of a pad, with what it was.
  mutating func padNumber(
    of plain: String, since place: AttachedPlace?, time: UInt64
  ) -> (number: UInt32, attachment: UInt32, identity: String, old: Inheritance.HeldPad?) {
    if let place,
      let at = pads.awaited.firstIndex(where: {
        $0.pad.id == place.number && $0.pad.attachment == place.attachment
      }),
      let identity = pads.known.reattach(
        plain, number: place.number, attachment: place.attachment)
    {
      let old = pads.awaited.remove(at: at)
      return (place.number, place.attachment, identity, old)
    }
    let (number, attachment, identity) = pads.known.attach(plain)
    if let at = pads.awaited.firstIndex(where: { $0.pad.id == number }) {
      publishGone(pads.awaited.remove(at: at).pad, time: time)
    }
    return (number, attachment, identity, nil)
  }

  /// All devices that are here have been attached: the others of the earlier run have gone meanwhile.
  package mutating func endAwaiting(time: UInt64) {
    for tablet in awaited { publishGone(tablet.record, time: time) }
    awaited = []
    for pad in pads.awaited { publishGone(pad.pad, time: time) }
    pads.awaited = []
  }

  private mutating func publishGone(_ record: TabletRecord, time: UInt64) {
    var record = record
    record.flags.remove(.present)
    record.time = time
    publisher.publish(record)
  }

  private mutating func publishGone(_ pad: Pad, time: UInt64) {
    var pad = pad
    pad.isPresent = false
    pad.time = time
    publisher.publish(pad)
  }

  /// Goes on with a journal of an earlier run, which may have crashed.
  ///
  /// - Parameters:
  ///   - file: the journal's memory.
  ///   - capacity: as of ``init(journalCapacity:epoch:)``.
  /// - Returns: The pipeline, and the highest number of a client that the journal mentions.
  package static func adopt(
    _ journal: consuming Journal
  ) throws(JournalRefusal) -> Adopted {
    let runs = journal.runs
    guard runs <= JournalHeader.mostCrashes else { throw .crashes(runs) }
    guard var old = Inheritance(try journal.savedState()) else { throw .damaged }
    try old.follow(journal)
    var pipeline = Pipeline(journal, old)
    pipeline.publisher.countRuns(runs + 1)
    if !old.isOrderly {
      var numbers = pipeline.numbers
      pipeline.publisher.endOpen(old, numbers: &numbers)
      pipeline.numbers = numbers
    }
    // A stroke that a crash has cut goes on as one that was cut in order.
    for sample in old.inRange where sample.phase == .began || sample.phase == .moved {
      for place in pipeline.awaited.indices
      where pipeline.awaited[place].record.tablet == sample.tablet {
        pipeline.awaited[place].rest.cutTool = sample.tool
        // The end of it has one more.
        pipeline.awaited[place].rest.index = max(
          pipeline.awaited[place].rest.index, sample.index + 1)
      }
    }
    return Adopted(pipeline: pipeline, lastClaimant: old.lastClaimant, isOrderly: old.isOrderly)
  }

  /// What ``adopt(_:)`` gives.
  package struct Adopted: ~Copyable {
    package var pipeline: Pipeline
    package let lastClaimant: UInt32
    package let isOrderly: Bool

    /// Hands out the pipeline.
    consuming func parts() -> Pipeline { pipeline }
  }
}
