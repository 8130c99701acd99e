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

  private(set) var access: Access
  /// More than before, which it is to hear as soon as it has had all of what it may have had.
  private var granted: Access?
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

  /// What it may hear, or is about to.
  var nextScope: AccessRule.Scope { (granted ?? access).scope }

  /// The rule lets it hear something else. Less counts at once; more counts at once, too, unless it still reads.
  mutating func change(to scope: AccessRule.Scope, isReading: Bool) {
    let changed = Access(uid: access.uid, scope: scope)
    let isMore = scope == .all
    granted = isMore && isReading ? changed : nil
    if granted == nil { access = changed }
  }

  /// It has had all that it may have had.
  mutating func takeGranted() {
    access = granted ?? access
    granted = nil
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
