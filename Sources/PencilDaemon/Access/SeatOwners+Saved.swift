// Whose the records of a journal are, for the daemon that goes on with it.

extension SeatOwners {
  /// All that is known, as lines of text.
  package var saved: [UInt8] {
    func word(_ owner: UInt32?) -> String { owner.map { String($0) } ?? "-" }
    var text = ""
    for seat in seats { text += "seat \(word(seat.owner)) \(seat.name)\n" }
    for (number, tablet) in tablets.enumerated() where !tablet.changes.isEmpty {
      text += "tablet \(number) \(tablet.seat)\n"
      for change in tablet.changes { text += "from \(change.first) \(word(change.owner))\n" }
    }
    return Array(text.utf8)
  }

  /// What ``saved`` gave; `nil` for anything else. Whose the seats are now is to be asked anew.
  package init?(saved: [UInt8]) {
    self.init()
    seats = []
    var tablet: Int?
    tablets[0].changes = []
    for line in saved.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2).map {
        String(decoding: $0, as: UTF8.self)
      }
      guard words.count == 3 else { return nil }
      switch words[0] {
      case "seat":
        guard let owner = Self.owner(words[1]), seats.count < Self.seatCapacity else { return nil }
        seats.append((words[2], owner))
      case "tablet":
        guard let number = Int(words[1]), (0..<Self.tabletCapacity).contains(number) else {
          return nil
        }
        while tablets.count <= number { tablets.append(History()) }
        tablets[number].seat = words[2]
        tablet = number
      case "from":
        guard let tablet, let first = UInt64(words[1]), let owner = Self.owner(words[2]),
          first > tablets[tablet].changes.last?.first ?? 0
        else { return nil }
        tablets[tablet].add(Change(first: first, owner: owner))
      default: return nil
      }
    }
    guard seats.first?.name == Self.firstSeat, !tablets[0].changes.isEmpty else { return nil }
  }

  private static func owner(_ word: String) -> UInt32?? {
    if word == "-" { return .some(nil) }
    return UInt32(word).map { .some($0) }
  }
}
