internal import PencilWire

// Whose the records of a journal are, for the run that goes on with it.

extension SeatOwners {
  /// Bytes of a seat's name.
  private static let nameLength = 64
  /// So many tablets are written down, those with the highest numbers, and so many changes of all of them.
  private static let savedTablets = 1024
  private static let savedChanges = 2048

  /// Writes down what the records from `oldest` on need; where there is too much, what is left out is nobody's.
  ///
  /// - Complexity: O(n) in the changes that are remembered, no allocation.
  func write(
    with writer: inout StateWriter, oldest: UInt64, into bytes: inout MutableRawSpan
  ) {
    writer.write(UInt32(seats.count), 0, into: &bytes)
    for seat in seats.indices {
      writer.write(seats[seat].name, length: Self.nameLength, into: &bytes)
      Self.write(seats[seat].owner, with: &writer, into: &bytes)
    }
    let skipped = max(tablets.count - Self.savedTablets, 0)
    let most = max(Self.savedChanges / (tablets.count - skipped), 1)
    writer.write(UInt32(tablets.count - skipped), UInt32(skipped), into: &bytes)
    for place in skipped..<tablets.count {
      let count = tablets[place].changes.count
      var first = max(count - most, 0)
      while first + 1 < count, tablets[place].changes[first + 1].first <= oldest { first += 1 }
      writer.write(UInt32(count - first), seatPlace(of: place), into: &bytes)
      while first < count {
        writer.write(tablets[place].changes[first].first, into: &bytes)
        Self.write(tablets[place].changes[first].owner, with: &writer, into: &bytes)
        first += 1
      }
    }
  }

  /// By a plain loop, as `firstIndex` allocates where nothing is optimised. A seat beyond what is remembered has none.
  private func seatPlace(of tablet: Int) -> UInt32 {
    for seat in seats.indices where seats[seat].name == tablets[tablet].seat { return UInt32(seat) }
    return .max
  }

  private static func write(
    _ owner: UInt32?, with writer: inout StateWriter, into bytes: inout MutableRawSpan
  ) {
    writer.write(owner ?? 0, owner == nil ? 0 : 1, into: &bytes)
  }

  /// What ``write(with:oldest:into:)`` has written; `nil`: it doesn't fit together. Whose the seats are now is to be
  /// asked anew.
  init?(with reader: inout StateReader, _ bytes: RawSpan) {
    self.init()
    tablets = []
    seats = []
    for _ in 0..<reader.count(bytes) where reader.isWhole {
      let name = reader.text(length: Self.nameLength, bytes)
      seats.append((name, Self.owner(with: &reader, bytes)))
    }
    guard seats.first?.name == Self.firstSeat, seats.count <= Self.seatCapacity else { return nil }
    let count = Int(reader.word(bytes))
    let skipped = Int(reader.word(bytes))
    guard count > 0, count + skipped <= Self.tabletCapacity else { return nil }
    tablets = Array(repeating: History(), count: skipped)
    for _ in 0..<count where reader.isWhole {
      var tablet = History()
      let changes = Int(reader.word(bytes))
      let seat = Int(reader.word(bytes))
      if seats.indices.contains(seat) { tablet.seat = seats[seat].name }
      guard changes <= Self.capacity else { return nil }
      for _ in 0..<changes where reader.isWhole {
        let first = reader.long(bytes)
        guard first > tablet.changes.last?.first ?? 0 else { return nil }
        tablet.changes.append(Change(first: first, owner: Self.owner(with: &reader, bytes)))
      }
      tablets.append(tablet)
    }
    guard reader.isWhole else { return nil }
    if tablets[0].changes.isEmpty { tablets[0].add(Change(first: 1, owner: nil)) }
  }

  private static func owner(with reader: inout StateReader, _ bytes: RawSpan) -> UInt32? {
    let owner = reader.word(bytes)
    return reader.word(bytes) == 0 ? nil : owner
  }
}

extension SeatOwners: Equatable {
  package static func == (a: SeatOwners, b: SeatOwners) -> Bool {
    a.tablets == b.tablets && a.seats.elementsEqual(b.seats) { $0 == $1 }
  }
}
