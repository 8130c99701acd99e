internal import PencilSystem
internal import PencilWire

// A recording at full speed has no time of its own to keep, so it waits for those who listen. A pen never does.

/// Since when a client keeps a recording waiting, and what it had not read then.
struct HoldUp {
  /// ns of `CLOCK_MONOTONIC`.
  var since: UInt64
  /// Its cursor's position in the journal.
  var position: UInt64
  /// The most that it was seen not to have read, in bytes of the kernel's memory: less of it is a sign of life.
  var unread: Int
  /// It has read nothing for so long that nobody waits for it, until it does.
  var isGivenUp = false
}

extension Subscribers {
  /// How long a client that reads nothing is waited for, ns.
  private static let patience: UInt64 = 1_000_000_000
  /// What stays free of the journal, in bytes, or a quarter of a smaller one: far more than one input frame makes, with
  /// all that is due before it.
  private static let margin = 64 << 10

  /// Up to where the journal may grow before one of those who are waited for loses records, in bytes since the epoch
  /// began: each that reads, and each that doesn't for 1 s, and the time to its next beat.
  ///
  /// - Parameter now: ns of `CLOCK_MONOTONIC`; asked for only where somebody is far behind.
  package func limit(
    of journal: borrowing Journal, now: @autoclosure () -> UInt64
  ) -> UInt64 {
    let room = UInt64(journal.capacity - min(journal.capacity / 4, Self.margin))
    var limit = UInt64.max
    for place in active.indices {
      let subscriber = active[place]
      guard subscriber.isOwedRecords, !journal.hasLapped(subscriber.cursor) else { continue }
      let end = subscriber.cursor.position + room
      guard journal.head >= end || end < limit else { continue }
      if journal.head >= end, isGivenUp(subscriber, now: now()) { continue }
      limit = min(limit, end)
    }
    return limit
  }

  /// Whether every subscriber has been sent all there is, but for those that read nothing for so long that nobody waits
  /// for them.
  ///
  /// - Parameter now: ns of `CLOCK_MONOTONIC`.
  /// - Returns: `nil`: not yet; else how many of those there are.
  package func givenUp(at end: borrowing Journal, now: UInt64) -> Int? {
    var count = 0
    for place in active.indices {
      let subscriber = active[place]
      guard subscriber.stage == .subscribed, subscriber.hearing.state != .closed,
        subscriber.cursor.next <= end.lastSequence || subscriber.hasRest
      else { continue }
      guard isGivenUp(subscriber, now: now) else { return nil }
      count += 1
    }
    return count
  }

  private func isGivenUp(_ subscriber: Subscriber, now: UInt64) -> Bool {
    let position = subscriber.cursor.position
    let unread = subscriber.socket.unreadBytes()
    guard var held = subscriber.holdUp,
      unread >= held.unread, position == held.position || held.isGivenUp && unread > 0
    else {
      subscriber.holdUp = HoldUp(since: now, position: position, unread: unread)
      return false
    }
    let beat = subscriber.beat.map { beats.period(of: $0.place) } ?? 0
    held.unread = max(held.unread, unread)
    if now > held.since + Self.patience + beat { held.isGivenUp = true }
    subscriber.holdUp = held
    return held.isGivenUp
  }
}

extension Subscriber {
  /// It has been sent records, for which it must have read those before, or have asked for them: it is waited for.
  func advance(to cursor: Journal.Cursor) {
    self.cursor = cursor
    holdUp = nil
  }

  /// Whether records from its cursor on are meant for it.
  fileprivate var isOwedRecords: Bool {
    switch stage {
    case .subscribed: hearing.state != .closed
    // It gets all since it connected, when it has said what it wants or nothing for a while.
    case .connected: text?.beginning != nil && hearing.state != .closed
    case .greeted, .leaving: false
    }
  }
}
