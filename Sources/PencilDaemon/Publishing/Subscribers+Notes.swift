internal import PencilSystem
internal import PencilWire

// What is owed to one client before any record.

extension Subscribers {
  /// What the subscription came to, what was lost, what is: as many as fit in one datagram.
  mutating func sendNotes(
    _ subscriber: Subscriber, _ publisher: borrowing Publisher, loop: borrowing EventLoop
  ) -> Served {
    // A snapshot is true of one head. When records came between its parts, it begins again.
    let beginning = subscriber.text?.beginning
    if let item = subscriber.snapshotItem, beginning == nil,
      subscriber.cursor != publisher.journal.end
    {
      if item > 0 { subscriber.snapshotItem = 0 }
      subscriber.cursor = publisher.journal.end
      subscriber.subscribed?.head = head(for: subscriber, publisher)
    }
    var item = subscriber.snapshotItem
    var isComplete = true
    var writer = ItemPacker()
    do {
      let answers = answers(to: subscriber)
      var bytes = scratch.mutableBytes
      if let note = answers.interaction {
        writer.write(InteractionNote.size, into: &bytes) { bytes in note.encode(into: &bytes) }
      }
      if let note = answers.preferences {
        writer.write(note.size, into: &bytes) { bytes in note.encode(into: &bytes) }
      }
      if let note = subscriber.subscribed {
        writer.write(SubscribedNote.size, into: &bytes) { bytes in note.encode(into: &bytes) }
      }
      if let gap = subscriber.gap {
        writer.write(GapRecord.size, into: &bytes) { bytes in gap.encode(sequence: 0, into: &bytes)
        }
      }
      Self.writeHearing(
        of: subscriber, head: publisher.journal.lastSequence, with: &writer, into: &bytes)
      if var next = item {
        let limit = subscriber.text == nil ? bytes.byteCount : TextDoor.itemLimit
        var rest = bytes._mutatingExtracting(writer.used..<max(limit, writer.used))
        let time = Clock.monotonicMicroseconds
        let shown = (beginning ?? publisher.current).shown(
          to: subscriber.hearing.access, publisher.journal.owners)
        let written = shown.writeSnapshot(
          from: &next, filter: subscriber.filter, time: time, into: &rest)
        writer.skip(written.written)
        isComplete = written.isComplete
        item = next
      }
    }
    let served = send(scratch.bytes.extracting(0..<writer.used), to: subscriber, loop: loop)
    if served == .sent {
      subscriber.interactionToken = nil
      subscriber.preferencesToken = nil
      subscriber.subscribed = nil
      subscriber.gap = nil
      subscriber.hearing.suspended = nil
      subscriber.hearing.denied = []
      subscriber.hearing.owesResumed = false
      subscriber.snapshotItem = isComplete ? nil : item
      if isComplete { subscriber.text?.beginning = nil }
      if isComplete { rouse(subscriber, last: publisher.journal.lastSequence) }
    }
    return served
  }

  /// A part of the answer to a status request, in a datagram of its own.
  mutating func sendStatus(
    _ subscriber: Subscriber, _ publisher: borrowing Publisher, loop: borrowing EventLoop
  ) -> Served {
    guard var answer = subscriber.status else { return .nothing }
    var bytes = ByteBuffer(count: PencilProtocol.maximumDatagram)
    var writer = ItemPacker()
    let isComplete: Bool
    do {
      var all = bytes.mutableBytes
      let limit = subscriber.text == nil ? all.byteCount : TextDoor.itemLimit
      var place = all._mutatingExtracting(0..<limit)
      isComplete = writeStatus(
        &answer, to: subscriber.hearing.access, publisher, with: &writer, into: &place)
    }
    let served = send(bytes.bytes.extracting(0..<writer.used), to: subscriber, loop: loop)
    if served == .sent { subscriber.status = isComplete ? nil : answer }
    return served
  }
}
