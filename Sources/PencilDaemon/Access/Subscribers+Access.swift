internal import PencilCore
package import PencilSystem
internal import PencilWire

// Who is taken in, and who is suspended.

extension Subscribers {
  /// Why a client is not taken in.
  struct Refusal: Error {
    var code: ErrorCode
    var text: String
  }

  /// What a client may hear, or why it is not taken in.
  func judge(
    _ socket: borrowing ConnectedSocket, _ peer: PeerCredentials
  ) -> Result<Access, Refusal> {
    guard active.count < Self.capacity else {
      return .failure(
        Refusal(
          code: .tooManyClients, text: "\(Self.capacity) clients are connected: try again later"))
    }
    let others = active.reduce(0) { $0 + ($1.peer.uid == peer.uid ? 1 : 0) }
    guard others < clientsPerUser else {
      return .failure(
        Refusal(
          code: .tooManyClients,
          text: "user \(peer.uid) has \(others) clients, the most of one user "
            + "(ClientsPerUserMax=): close one, then try again"))
    }
    guard let rule else { return .success(Access(uid: peer.uid, scope: .all)) }
    guard let scope = rule.scope(of: peer, groups: socket.peerGroups()) else {
      return .failure(Refusal(code: .notPermitted, text: rule.refusal(of: peer.uid)))
    }
    return .success(Access(uid: peer.uid, scope: scope))
  }

  /// A client as the log names it.
  static func named(
    _ peer: PeerCredentials, _ socket: borrowing ConnectedSocket, isText: Bool
  ) -> String {
    let process =
      switch socket.peerStillRuns() {
      case true: "pid \(peer.pid) (verified)"
      case false: "pid \(peer.pid) (ended since)"
      default: "pid \(peer.pid)"
      }
    return "uid \(peer.uid) \(process) at the door for \(isText ? "JSON" : "apps")"
  }

  /// One that is connected, in the log.
  static func named(_ subscriber: Subscriber) -> String {
    "uid \(subscriber.peer.uid) pid \(subscriber.peer.pid)"
  }

  // MARK: - Suspending

  /// Some seat is another user's by now: suspends and resumes whom it concerns.
  package mutating func ownersChanged(_ publisher: borrowing Publisher) {
    for place in active.indices where active[place].hearing.access.scope == .activeSeats {
      let subscriber = active[place]
      let seats = publisher.journal.owners.seats(of: subscriber.peer.uid)
      guard seats != subscriber.hearing.seats else { continue }
      subscriber.hearing.seats = seats
      hearingChanged(of: subscriber, publisher.journal)
    }
  }

  /// A client may hear something else by now: it is suspended, resumed, or both.
  private mutating func hearingChanged(of subscriber: Subscriber, _ journal: borrowing Journal) {
    if !subscriber.hearing.hearsThePen { endClaim(of: subscriber, .lapsed) }
    if subscriber.stage == .subscribed {
      changeSeats(of: subscriber, journal)
    } else if subscriber.text?.beginning != nil {
      // What was when it connected is not to be told to it any more.
      subscriber.text?.beginning = nil
      subscriber.cursor = journal.end
    }
  }

  /// The rule is another one: each client is judged anew, by what the kernel noted when it connected. One that may hear
  /// nothing any more is told so and closed; one that may hear less or more is suspended, resumed, or both.
  ///
  /// - Parameter clientsPerUser: counts for those to come.
  package mutating func take(
    _ rule: AccessRule, clientsPerUser: Int, publisher: borrowing Publisher,
    loop: borrowing EventLoop
  ) {
    self.clientsPerUser = clientsPerUser
    guard rule != self.rule else { return }
    self.rule = rule
    for subscriber in active {
      if case .leaving = subscriber.stage { continue }
      let scope = rule.scope(of: subscriber.peer, groups: subscriber.socket.peerGroups())
      let before = subscriber.hearing.nextScope
      guard let scope else {
        fail(
          subscriber, .notPermitted, token: 0, rule.refusal(of: subscriber.peer.uid), loop: loop)
        continue
      }
      if scope == .gesturesOnly || before == .gesturesOnly, scope != before {
        // What it gets was told to it with its subscription: it subscribes anew, as after a restart.
        subscriber.ending = (
          .notice, "closed \(Self.named(subscriber)): GesturesFor= concerns it now, or no longer"
        )
        close(subscriber, loop: loop)
        continue
      }
      if scope != before { change(subscriber, to: scope, publisher.journal) }
    }
  }

  private mutating func change(
    _ subscriber: Subscriber, to scope: AccessRule.Scope, _ journal: borrowing Journal
  ) {
    let hearing = subscriber.hearing
    let isReading =
      subscriber.stage == .subscribed && hearing.state != .closed && !hearing.owesResumed
      && subscriber.snapshotItem == nil
    subscriber.hearing.change(to: scope, isReading: isReading)
    subscriber.hearing.seats = journal.owners.seats(of: subscriber.peer.uid)
    hearingChanged(of: subscriber, journal)
  }

  private mutating func changeSeats(of subscriber: Subscriber, _ journal: borrowing Journal) {
    switch subscriber.hearing.state {
    case .closing: return
    case .closed:
      if subscriber.hearing.isAllowed { resume(subscriber, journal) }
      return
    case .open: break
    }
    if subscriber.hearing.owesResumed {
      // It has not been told of the last change yet.
      subscriber.hearing.owesResumed = false
      subscriber.snapshotItem = nil
      subscriber.hearing.state = .closed
      if subscriber.hearing.isAllowed { resume(subscriber, journal) }
      return
    }
    if subscriber.snapshotItem != nil {
      subscriber.snapshotItem = nil
      subscriber.text?.beginning = nil
      subscriber.cursor = journal.end
    }
    subscriber.hearing.state = .closing(last: journal.lastSequence)
    rouse(subscriber, last: journal.lastSequence)
    // Nobody knows when it would ask.
    if subscriber.pace == .onRequest, subscriber.askedAt == nil,
      subscriber.cursor.next <= journal.lastSequence
    {
      subscriber.askedAt = Clock.monotonicMicroseconds
    }
  }

  /// It has had all that it may have: it is suspended, and, if there is a tablet that it may hear, resumed at once.
  func conclude(_ subscriber: Subscriber, _ journal: borrowing Journal) {
    guard case .closing(let last) = subscriber.hearing.state else { return }
    subscriber.hearing.state = .closed
    subscriber.hearing.takeGranted()
    subscriber.hearing.suspended = last
    subscriber.snapshotItem = nil
    subscriber.text?.beginning = nil
    subscriber.frame = nil
    subscriber.owesFlush = false
    subscriber.askedAt = nil
    if subscriber.hearing.isAllowed { resume(subscriber, journal) }
  }

  /// From now on it hears the pen, beginning with what is.
  private func resume(_ subscriber: Subscriber, _ journal: borrowing Journal) {
    subscriber.hearing.state = .open
    subscriber.hearing.owesResumed = true
    subscriber.hearing.denied = []
    subscriber.cursor = journal.end
    subscriber.snapshotItem = 0
  }

  /// The number of the last record, as far as a client may know it: numbers count what others write, too.
  ///
  /// Of one that is suspended that of its own time, of one that gets gestures alone that of the last record which is for
  /// it: so whoever connects or asks again and again learns nothing of what is written meanwhile.
  func head(for subscriber: Subscriber, _ publisher: borrowing Publisher) -> UInt64 {
    let last = publisher.journal.lastSequence
    switch subscriber.hearing.access.scope {
    case .activeSeats where !subscriber.hearing.isAllowed:
      return publisher.journal.owners.last(of: subscriber.peer.uid, until: last)
    case .all, .activeSeats: return last
    case .gesturesOnly:
      return subscriber.text?.beginning?.headWithoutPose ?? publisher.lastWithoutPose
    }
  }

  /// A client has subscribed: decides whether it hears the pen, and, where it continues, what it was not to hear.
  ///
  /// - Parameters:
  ///   - continued: After which record it goes on; `nil`: it begins with what is.
  ///   - head: The last record that it may know of.
  func settle(
    _ subscriber: Subscriber, continued: UInt64?, head: UInt64, _ journal: borrowing Journal
  ) {
    guard subscriber.hearing.access.scope != .gesturesOnly else { return }
    let isAllowed = subscriber.hearing.isAllowed
    let last = journal.lastSequence
    subscriber.hearing.suspended = nil
    subscriber.hearing.owesResumed = false
    subscriber.hearing.denied = []
    subscriber.hearing.state = .open
    guard subscriber.hearing.access.scope == .activeSeats else { return }
    if !isAllowed, continued ?? head >= head {
      subscriber.snapshotItem = nil
      subscriber.text?.beginning = nil
      subscriber.cursor = journal.end
      subscriber.hearing.state = .closed
      subscriber.hearing.suspended = continued ?? head
      return
    }
    var end = head
    if let continued {
      var closed = journal.owners.closed(
        to: subscriber.peer.uid, after: continued, through: last)
      // What goes on until now is told by the suspension.
      if !isAllowed, let since = closed.last, since.upperBound == last {
        end = since.lowerBound - 1
        closed.removeLast()
      }
      subscriber.hearing.denied = closed.map { range in
        GapRecord(
          cause: .notPermitted, time: Clock.monotonicMicroseconds,
          lost: (range.lowerBound, range.upperBound))
      }
    }
    if !isAllowed { subscriber.hearing.state = .closing(last: end) }
  }

  /// Writes what is owed of it, at its place among the notes.
  static func writeHearing(
    of subscriber: Subscriber, head: UInt64, with writer: inout ItemPacker,
    into bytes: inout MutableRawSpan
  ) {
    let hearing = subscriber.hearing
    let time = Clock.monotonicMicroseconds
    for gap in hearing.denied {
      writer.write(GapRecord.size, into: &bytes) { bytes in gap.encode(sequence: 0, into: &bytes) }
    }
    if let last = hearing.suspended {
      let note = SuspendedNote(time: time, head: last)
      writer.write(SuspendedNote.size, into: &bytes) { bytes in note.encode(into: &bytes) }
    }
    if hearing.owesResumed {
      let note = ResumedNote(time: time, head: head)
      writer.write(ResumedNote.size, into: &bytes) { bytes in note.encode(into: &bytes) }
    }
  }

  /// Whose claim it is, where that is to be asked of each tablet.
  package var claimantAccess: Access { claimant?.hearing.access ?? .all }
}

extension AccessRule {
  /// What a client may hear that connected so; `nil`: nothing.
  fileprivate func scope(of peer: PeerCredentials, groups: [UInt32]) -> Scope? {
    scope(of: Peer(uid: peer.uid, gid: peer.gid, groups: groups))
  }
}

extension PublishedState {
  /// What of it a client may know.
  func shown(to access: Access, _ owners: SeatOwners) -> PublishedState {
    var shown = self
    if access.scope == .gesturesOnly { shown.head = headWithoutPose }
    guard access.scope == .activeSeats else { return shown }
    let uid = access.uid
    shown.tablets.removeAll { !owners.isNow(uid, at: $0.tablet) }
    shown.tools.removeAll { !owners.isNow(uid, at: $0.tablet) }
    shown.descriptions.removeAll { !owners.isNow(uid, at: $0.tablet) }
    shown.pads.removeAll { !owners.isNow(uid, at: $0.tablet) }
    // A sample that is here still may be of the time before.
    func isHidden(_ kept: KeptSample) -> Bool {
      !owners.isNow(uid, at: kept.sample.tablet)
        || !owners.isOf(uid, at: kept.sample.tablet, kept.sequence)
    }
    shown.inRange.removeAll(where: isHidden)
    shown.open.removeAll(where: isHidden)
    return shown
  }
}
