internal import PencilWire

/// Whose session was the active one on each tablet's seat, and from which record on: what decides whether a user may
/// have a record, however late.
///
/// Kept for each tablet, as one may move to another seat. Memory is bounded: what is older than the changes that are
/// remembered was nobody's.
package struct SeatOwners: Sendable {
  /// So many changes are remembered of each tablet.
  static let capacity = 64
  /// Tablets with higher numbers are nobody's.
  static let tabletCapacity = 4096
  /// Seats beyond are nobody's.
  static let seatCapacity = 64
  /// What belongs to no tablet, such as a pad alone, is on the first seat.
  static let firstSeat = "seat0"

  struct Change: Equatable {
    /// Number of the first record that is the owner's.
    var first: UInt64
    /// `nil`: nobody's.
    var owner: UInt32?
  }

  struct History: Equatable {
    var seat = SeatOwners.firstSeat
    var changes: [Change] = []

    mutating func add(_ change: Change) {
      if changes.last?.owner == change.owner, !changes.isEmpty { return }
      if changes.last?.first == change.first { changes.removeLast() }
      if changes.count == SeatOwners.capacity { changes.removeFirst() }
      changes.append(change)
    }
  }

  /// By number; the first is of what belongs to no tablet.
  var tablets: [History]
  /// The seats that have or had a tablet, and the first one; and whose each is now.
  var seats: [(name: String, owner: UInt32?)] = [(firstSeat, nil)]
  /// A seat came: nobody has asked yet whose it is.
  private(set) var hasNewSeat = true

  init() {
    var none = History()
    none.add(Change(first: 1, owner: nil))
    tablets = [none]
  }

  /// The seats that there are.
  var names: [String] { seats.map(\.name) }

  /// A tablet is there, or changed.
  ///
  /// - Parameter next: Number of the record that tells so.
  mutating func place(_ tablet: UInt32, onSeat name: String, from next: UInt64) {
    guard tablet < UInt32(Self.tabletCapacity) else { return }
    let name = name.isEmpty ? Self.firstSeat : name
    while tablets.count <= Int(tablet) { tablets.append(History()) }
    if !seats.contains(where: { $0.name == name }), seats.count < Self.seatCapacity {
      seats.append((name, nil))
      hasNewSeat = true
    }
    let owner = seats.first { $0.name == name }?.owner
    tablets[Int(tablet)].seat = name
    tablets[Int(tablet)].add(Change(first: next, owner: owner))
  }

  /// Says whose a seat is by now.
  ///
  /// - Parameter next: Number of the first record that is the owner's.
  mutating func set(_ owner: UInt32?, ofSeat name: String, from next: UInt64) {
    guard let seat = seats.firstIndex(where: { $0.name == name }), seats[seat].owner != owner
    else { return }
    seats[seat].owner = owner
    for i in tablets.indices where tablets[i].seat == name {
      tablets[i].add(Change(first: next, owner: owner))
    }
  }

  /// All seats have been asked for.
  mutating func seatsAreKnown() { hasNewSeat = false }

  /// Whose a seat is now.
  func owner(ofSeat name: String) -> UInt32? { seats.first { $0.name == name }?.owner }

  /// The seats on which a user's session is the active one, as bits.
  func seats(of uid: UInt32) -> UInt64 {
    var mask: UInt64 = 0
    for i in seats.indices where seats[i].owner == uid { mask |= 1 << UInt64(i) }
    return mask
  }

  /// Whether a user's session is the active one on a tablet's seat now.
  func isNow(_ uid: UInt32, at tablet: UInt32) -> Bool { isOf(uid, at: tablet, .max) }

  /// Whether a record with this number of a tablet is a user's.
  ///
  /// - Complexity: O(1) for the newest, O(changes) for others; no allocation.
  func isOf(_ uid: UInt32, at tablet: UInt32, _ sequence: UInt64) -> Bool {
    guard tablet < UInt32(tablets.count) else { return false }
    let tablet = Int(tablet)
    var place = tablets[tablet].changes.count
    while place > 0 {
      place -= 1
      if tablets[tablet].changes[place].first <= sequence {
        return tablets[tablet].changes[place].owner == uid
      }
    }
    return false
  }

  /// The number of the last record, of those until `head`, that is a user's; 0: none is.
  ///
  /// - Complexity: O(n) in the changes that are remembered: only for a client that connects or subscribes.
  func last(of uid: UInt32, until head: UInt64) -> UInt64 {
    var last: UInt64 = 0
    for history in tablets {
      for (i, change) in history.changes.enumerated() where change.owner == uid {
        let next = i + 1 < history.changes.count ? history.changes[i + 1].first : .max
        if change.first <= head { last = max(last, min(head, next - 1)) }
      }
    }
    return last
  }

  /// Whether a record, or a note made of one, is for a client. Without a number: now.
  ///
  /// What says which tablets, tools and pads there are is for whoever may hear the tablet by now, so that later samples
  /// can be understood; it shows nothing of what was drawn.
  func passes(_ record: RawSpan, _ access: Access) -> Bool {
    guard access.scope == .activeSeats else { return true }
    let tablet = ItemHeader.tablet(of: record)
    let sequence = ItemHeader.sequence(of: record)
    if isOf(access.uid, at: tablet, sequence == 0 ? .max : sequence) { return true }
    switch ItemType.of(record) {
    case .tablet, .tool, .padDescription, .description: return isNow(access.uid, at: tablet)
    default: return false
    }
  }

  /// The numbers of records in a stretch while which a user's session was active on no seat, in order.
  func closed(to uid: UInt32, after: UInt64, through last: UInt64) -> [ClosedRange<UInt64>] {
    guard after < last else { return [] }
    var begins: [UInt64] = [after + 1]
    for history in tablets {
      for change in history.changes where change.first > after && change.first <= last {
        begins.append(change.first)
      }
    }
    begins.sort()
    var ranges: [ClosedRange<UInt64>] = []
    for (i, first) in begins.enumerated() {
      let end = i + 1 < begins.count ? begins[i + 1] - 1 : last
      guard first <= end else { continue }
      if tablets.indices.contains(where: { isOf(uid, at: UInt32($0), first) }) { continue }
      if let before = ranges.last, before.upperBound + 1 == first {
        ranges[ranges.count - 1] = before.lowerBound...end
      } else {
        ranges.append(first...end)
      }
    }
    return ranges
  }
}
