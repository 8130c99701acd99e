package import PencilSystem
internal import PencilWire

extension Subscribers {
  /// Between two looks at the tablets: at most so many sends …
  static let sendsPerTurn = 32
  /// … or so many ns of other work.
  static let turnTime: UInt64 = 500_000
  /// The first few go without a look at the clock.
  private static let untimedSends = 4

  /// What became of one client's turn.
  enum Served { case sent, nothing, gone }

  /// Marks the clients whose beat is due. Each gets one frame with all since its last, if it has read that one.
  package mutating func beat(now: UInt64, journal: borrowing Journal, loop: borrowing EventLoop) {
    while let fired = beats.takeDue(now: now) {
      for place in active.indices {
        let subscriber = active[place]
        guard let beat = subscriber.beat, beat.place == fired.beat, subscriber.stage == .subscribed,
          subscriber.frame == nil, subscriber.hearing.state != .closed,
          subscriber.cursor.next <= journal.lastSequence
        else { continue }
        if subscriber.socket.unreadBytes() > 0 {
          waitForRoom(subscriber, loop: loop)
        } else {
          subscriber.sentBytes = 0
          subscriber.frame = DisplayFrame(
            number: fired.number - beat.base, due: fired.due / 1000)
        }
      }
    }
  }

  /// Sends to clients that have something to get, within the turn's bounds.
  ///
  /// - Returns: Whether somebody still has.
  package mutating func send(_ publisher: borrowing Publisher, loop: borrowing EventLoop) -> Bool {
    let last = publisher.journal.lastSequence
    var end = UInt64.max
    var sends = 0
    var place = nextTurn()
    var left = active.count
    while left > 0 {
      if place >= active.count { place = 0 }
      let subscriber = active[place]
      left -= 1
      guard subscriber.hasWork(last) else {
        place += 1
        continue
      }
      if sends == Self.sendsPerTurn { return true }
      if sends >= Self.untimedSends {
        let now = Clock.monotonicNanoseconds
        if end == .max { end = now + Self.turnTime }
        if now > end { return true }
      }
      sends += 1
      switch serve(subscriber, publisher, loop: loop) {
      case .gone where subscriber.text?.hasLinesWaiting == true:
        // Nobody reads it any more, but what it wrote is still taken.
        waitForRoom(subscriber, loop: loop)
        place += 1
      case .sent where subscriber.hasNothingToCome, .gone:
        close(subscriber, loop: loop)  // another one has its place now
      case .sent, .nothing: place += 1
      }
    }
    // By a plain loop, as `contains` allocates where nothing is optimised.
    for place in active.indices where active[place].hasWork(last) { return true }
    return false
  }

  private mutating func serve(
    _ subscriber: Subscriber, _ publisher: borrowing Publisher, loop: borrowing EventLoop
  ) -> Served {
    if subscriber.hasRest { return sendRest(to: subscriber, loop: loop) }
    if subscriber.stage == .subscribed, subscriber.hearing.state != .closed,
      publisher.journal.hasLapped(subscriber.cursor)
    {
      lap(subscriber, publisher)
    }
    if subscriber.status != nil { return sendStatus(subscriber, publisher, loop: loop) }
    if subscriber.hearing.isDone(subscriber.cursor.next, last: publisher.journal.lastSequence) {
      conclude(subscriber, publisher.journal)
    }
    if subscriber.owesNotes {
      let served = sendNotes(subscriber, publisher, loop: loop)
      // Records come in the same turn: notes that never end must not keep them back.
      guard served == .sent, !subscriber.owesNotes,
        subscriber.hasWork(publisher.journal.lastSequence)
      else { return served }
    }
    switch subscriber.pace {
    case .everyReport: return sendRecords(subscriber, publisher.journal, loop: loop)
    case .displayFrames, .display, .onRequest, .other:
      return sendFrame(subscriber, publisher, loop: loop)
    }
  }

  /// The ring has gone round: the client learns what it lost, and starts anew with what is.
  private mutating func lap(_ subscriber: Subscriber, _ publisher: borrowing Publisher) {
    let next = subscriber.cursor.next
    subscriber.cursor = publisher.journal.end
    let last =
      if case .closing(let last) = subscriber.hearing.state {
        last
      } else {
        head(for: subscriber, publisher)
      }
    // None that went was for it.
    guard next <= last else { return }
    let first = subscriber.gap?.lost.first ?? 0
    subscriber.gap = GapRecord(
      cause: .lapped, time: Clock.monotonicMicroseconds,
      lost: (first > 0 ? first : next, last))
    subscriber.gaps += 1
    subscriber.lost += last + 1 - next
    subscriber.text?.beginning = nil
    subscriber.hearing.denied = []
    subscriber.snapshotItem = 0
    subscriber.frame = nil
    subscriber.owesFlush = false
    let count = last + 1 - (subscriber.gap?.lost.first ?? 0)
    tell(
      .notice,
      "\(Self.named(subscriber)) was too slow and lost \(count) record\(count == 1 ? "" : "s")")
  }

  private mutating func sendRecords(
    _ subscriber: Subscriber, _ journal: borrowing Journal, loop: borrowing EventLoop
  ) -> Served {
    gathered.removeAll()
    var cursor = subscriber.cursor
    let count = journal.gather(
      from: &cursor, filter: subscriber.filter, access: subscriber.hearing.access,
      limit: itemLimit(of: subscriber), into: &gathered)
    if count == 0 {
      subscriber.cursor = cursor
      return .nothing
    }
    let served = sendGathered(to: subscriber, loop: loop)
    if served == .sent { subscriber.advance(to: cursor) }
    return served
  }

  /// Sees to it that a client at pace "display frames" gets what is there already.
  mutating func rouse(_ subscriber: Subscriber, last: UInt64) {
    guard let beat = subscriber.beat, subscriber.cursor.next <= last else { return }
    beats.arm(beat.place, now: Clock.monotonicNanoseconds)
  }
}

// MARK: - One send

extension Subscribers {
  func send(
    _ bytes: RawSpan, to subscriber: Subscriber, loop: borrowing EventLoop
  ) -> Served {
    if subscriber.text != nil {
      textDoor.write(bytes)
      return sendText(to: subscriber, loop: loop)
    }
    guard hasRoom(for: bytes.byteCount, subscriber, loop: loop) else { return .nothing }
    do throws(Errno) {
      return settle(try subscriber.socket.send(bytes), subscriber, loop: loop)
    } catch {
      return lose(subscriber, error)
    }
  }

  func sendGathered(to subscriber: Subscriber, loop: borrowing EventLoop) -> Served {
    if subscriber.text != nil {
      textDoor.begin()
      for i in 0..<gathered.count { textDoor.append(gathered[i]) }
      return sendText(to: subscriber, loop: loop)
    }
    guard hasRoom(for: gathered.byteCount, subscriber, loop: loop) else { return .nothing }
    do throws(Errno) {
      return settle(try subscriber.socket.send(gathered), subscriber, loop: loop)
    } catch { return lose(subscriber, error) }
  }

  /// Whether no more than 64 KiB will be unread. The kernel's own bound counts its overhead, too: it is much lower for
  /// small messages and twice as high for large ones. The kernel is asked only once in 64 KiB.
  func hasRoom(
    for bytes: Int, _ subscriber: Subscriber, loop: borrowing EventLoop
  ) -> Bool {
    if subscriber.sentBytes + bytes <= PencilProtocol.maximumDatagram { return true }
    if subscriber.socket.unreadBytes() == 0 {
      subscriber.sentBytes = 0
      return true
    }
    waitForRoom(subscriber, loop: loop)
    return false
  }

  func settle(
    _ result: SendResult, _ subscriber: Subscriber, loop: borrowing EventLoop
  ) -> Served {
    switch result {
    case .sent(let bytes):
      subscriber.sentBytes += bytes
      return .sent
    case .wouldBlock:
      waitForRoom(subscriber, loop: loop)
      return .nothing
    case .closed: return .gone
    }
  }

  func lose(_ subscriber: Subscriber, _ error: Errno) -> Served {
    subscriber.ending = (.warning, "lost \(Self.named(subscriber)): \(error)")
    return .gone
  }

  /// Nothing is sent until the client has read. Edge-triggered: one wake-up a read of the client, none while it sleeps.
  func waitForRoom(_ subscriber: Subscriber, loop: borrowing EventLoop) {
    guard !subscriber.isWaitingForRoom else { return }
    subscriber.isWaitingForRoom = true
    watch(subscriber, loop: loop)
  }

  /// The client has read something; once it has read all, it gets what has gathered since.
  mutating func makeRoom(_ subscriber: Subscriber, loop: borrowing EventLoop) {
    guard subscriber.isWaitingForRoom, subscriber.socket.unreadBytes() == 0 else { return }
    if let beat = subscriber.beat, subscriber.frame == nil, !subscriber.owesNotes {
      let now = Clock.monotonicNanoseconds
      if subscriber.owesFlush {
        flush(subscriber, now: now)
      } else {
        beats.arm(beat.place, now: now)
      }
    }
    subscriber.sentBytes = 0
    subscriber.isWaitingForRoom = false
    watch(subscriber, loop: loop)
  }

  /// Tells the loop what is waited for: what the client sends, unless it has done with that, and that it reads.
  func watch(_ subscriber: Subscriber, loop: borrowing EventLoop) {
    let interest: Interest =
      subscriber.isWaitingForRoom
      ? .readableOrEmptied : subscriber.text?.hasEnded == true ? .edgeTriggered : .readable
    try? loop.modify(subscriber.socket.descriptor, token: subscriber.token, interest: interest)
  }
}

// MARK: - The end

extension Subscribers {
  /// The daemon ends: what is left goes out now, whatever the pace and what is unread, as far as the kernel takes it.
  package mutating func sendLast(_ publisher: borrowing Publisher, loop: borrowing EventLoop) {
    let now = Clock.monotonicNanoseconds
    for subscriber in active {
      subscriber.isWaitingForRoom = false
      subscriber.sentBytes = 0
      if subscriber.frame == nil { flush(subscriber, now: now) }
      if subscriber.pace == .onRequest, subscriber.askedAt == nil {
        subscriber.askedAt = now / 1000
      }
    }
    while send(publisher, loop: loop) {}
  }
}
