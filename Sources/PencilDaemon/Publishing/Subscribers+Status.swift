internal import PencilCore
internal import PencilSystem
internal import PencilWire

// What the daemon does, for those who ask: several notes, over as many datagrams as they need.

extension Subscribers {
  /// An answer under way: which part is next.
  struct StatusAnswer {
    var token: UInt32
    var item = 0
  }

  /// Writes the rest of an answer as far as it fits, and moves it on.
  ///
  /// - Returns: Whether it is complete.
  func writeStatus(
    _ answer: inout StatusAnswer, to access: Access, _ publisher: borrowing Publisher,
    with writer: inout ItemPacker, into bytes: inout MutableRawSpan
  ) -> Bool {
    let now = Clock.monotonicMicroseconds
    let tablets = publisher.pulses.count
    while answer.item <= tablets + active.count + 1 {
      let item = answer.item
      let hasFitted: Bool
      if isHidden(item, from: access, publisher) {
        hasFitted = true
      } else if item == 0 {
        var note = daemonStatus(answer.token, now, publisher)
        // How much is written tells when: that is for those who may hear everything.
        if access.scope != .all { note.hideActivity() }
        hasFitted = writer.write(DaemonStatusNote.size, into: &bytes) { bytes in
          note.encode(into: &bytes)
        }
      } else if item <= tablets {
        let note = publisher.status(ofPulse: item - 1, token: answer.token, time: now)
        hasFitted = writer.write(TabletStatusNote.size, into: &bytes) { bytes in
          note.encode(into: &bytes)
        }
      } else if item <= tablets + active.count {
        let note = status(of: active[item - 1 - tablets], answer.token, now, publisher)
        hasFitted = writer.write(ClientStatusNote.size, into: &bytes) { bytes in
          note.encode(into: &bytes)
        }
      } else {
        let token = answer.token
        hasFitted = writer.write(StatusEndNote.size, into: &bytes) { bytes in
          StatusEndNote.encode(token: token, time: now, into: &bytes)
        }
      }
      guard hasFitted else { return false }
      answer.item += 1
    }
    return true
  }

  /// When another user's pen is used, and by which programs, is that user's business.
  private func isHidden(
    _ item: Int, from access: Access, _ publisher: borrowing Publisher
  ) -> Bool {
    let tablets = publisher.pulses.count
    guard access.scope != .all, item > 0, item <= tablets + active.count else { return false }
    if item > tablets { return active[item - 1 - tablets].peer.uid != access.uid }
    return access.scope == .gesturesOnly
      || !publisher.journal.owners.isNow(access.uid, at: publisher.pulses[item - 1].tablet)
  }

  private func daemonStatus(
    _ token: UInt32, _ now: UInt64, _ publisher: borrowing Publisher
  ) -> DaemonStatusNote {
    var note = DaemonStatusNote()
    note.time = now
    note.token = token
    note.clients = UInt32(active.count)
    note.started = started
    note.epoch = publisher.journal.epoch
    note.head = publisher.journal.lastSequence
    note.oldest = publisher.journal.oldestSequence
    note.capacity = UInt64(publisher.journal.capacity)
    note.used = UInt64(publisher.journal.usedBytes)
    note.inputFrames = publisher.inputFrames
    note.memory = UInt64(Process.residentBytes ?? 0)
    note.version = Version.text
    return note
  }

  private func status(
    of subscriber: Subscriber, _ token: UInt32, _ now: UInt64, _ publisher: borrowing Publisher
  ) -> ClientStatusNote {
    var note = ClientStatusNote()
    note.time = now
    note.token = token
    note.number = subscriber.number
    note.pid = subscriber.peer.pid
    note.uid = subscriber.peer.uid
    note.pace = subscriber.pace
    note.contents = subscriber.wanted.contents
    if subscriber.text != nil { note.flags.insert(.text) }
    if subscriber.stage == .subscribed {
      note.flags.insert(.subscribed)
      if subscriber.hearing.state == .closed { note.flags.insert(.suspended) }
      let behind = head(for: subscriber, publisher) + 1
      note.lag = behind - min(behind, subscriber.cursor.next)
    }
    if claimant === subscriber { note.flags.insert(.claimsGestures) }
    if !subscriber.isInteractive { note.flags.insert(.gesturesOff) }
    note.connected = subscriber.connected
    note.lost = subscriber.lost
    note.gaps = subscriber.gaps
    note.name = subscriber.name
    return note
  }
}

extension Publisher {
  /// What is told of one of the tablets.
  func status(ofPulse place: Int, token: UInt32, time: UInt64) -> TabletStatusNote {
    let pulse = pulses[place]
    var note = TabletStatusNote()
    note.time = time
    note.token = token
    note.tablet = pulse.tablet
    note.inputFrames = pulse.frames
    note.lastFrame = pulse.last
    note.rate = pulse.rate
    note.overruns = pulse.overruns
    if let tablet = current.tablets.first(where: { $0.tablet == pulse.tablet }) {
      note.attachment = tablet.attachment
      note.name = tablet.name
      note.node = tablet.node
    }
    return note
  }
}
