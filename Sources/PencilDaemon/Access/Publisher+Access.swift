internal import PencilCore

extension Publisher {
  /// Says whose the active session of a seat is by now; `nil`: nobody's. The next record is the first of its owner.
  mutating func give(_ seat: String, to owner: UInt32?) {
    // Written down at once: after a crash, nobody is to have the records of another one.
    if journal.owners.owner(ofSeat: seat) != owner { changes += 1 }
    journal.owners.set(owner, ofSeat: seat, from: journal.lastSequence + 1)
  }

  /// There are seats of which nobody knows yet whose they are.
  var hasNewSeat: Bool { journal.owners.hasNewSeat }

  /// All seats have been asked for.
  mutating func seatsAreKnown() { journal.owners.seatsAreKnown() }

  /// Who alone gets a gesture that comes now: whoever has claimed them, if it may hear that tablet; 0: all.
  func claimant(of gesture: Gesture) -> UInt32 {
    guard claimantAccess.scope == .activeSeats else { return claimant }
    return journal.owners.isNow(claimantAccess.uid, at: gesture.tablet) ? claimant : 0
  }
}
