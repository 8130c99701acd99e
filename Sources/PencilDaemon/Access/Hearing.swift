internal import PencilWire

/// Whether a subscriber may hear the pen now, and what it is to be told of that.
struct Hearing {
  enum State: Equatable {
    case open
    /// Its user has lost a seat, or won another one, behind this record. What it has not read and still may have goes out
    /// first.
    case closing(last: UInt64)
    /// It has been told, or is about to be, and gets nothing.
    case closed
  }

  let access: Access
  /// The seats on which its user's session is the active one.
  var seats: UInt64
  var state = State.open

  // What is owed, in this order.
  /// The head of a `suspended`.
  var suspended: UInt64?
  /// Stretches that it was not to hear, of those after which it continues.
  var denied: [GapRecord] = []
  var owesResumed = false

  init(_ access: Access, seats: UInt64) {
    self.access = access
    self.seats = seats
  }

  /// Whether it may hear some tablet.
  var isAllowed: Bool { access.scope != .activeSeats || seats != 0 }

  /// Whether it hears more than gestures now. Who doesn't must not take gestures from those who do.
  var hearsThePen: Bool { isAllowed && access.scope != .gesturesOnly }

  var owesNotes: Bool { suspended != nil || owesResumed || !denied.isEmpty }

  /// Whether it is to be told that it is suspended, now that it has had all before `last`.
  func isDone(_ next: UInt64, last: UInt64) -> Bool {
    guard case .closing = state else { return false }
    return next > last
  }
}
