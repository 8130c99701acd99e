/// The numbers of devices by what stays the same of them: one that comes back has the number that it had, and its
/// attachments are counted.
struct KnownDevices {
  /// So many that are gone are remembered.
  static let capacity = 1024

  struct Entry: Equatable {
    var identity: String
    var number: UInt32
    var attachment: UInt32
    var isHere: Bool
  }

  private(set) var entries: [Entry] = []
  private(set) var lastNumber: UInt32 = 0

  init() {}

  /// As they were before a restart of the daemon, nothing being here.
  init(entries: [Entry], lastNumber: UInt32) {
    self.entries = entries
    self.lastNumber = lastNumber
    for place in self.entries.indices { self.entries[place].isHere = false }
  }

  /// The device with this number went on being attached over a restart of the daemon.
  ///
  /// - Returns: Its identity; `nil`: the device `plain` is not that one.
  mutating func reattach(_ plain: String, number: UInt32, attachment: UInt32) -> String? {
    for place in entries.indices
    where entries[place].number == number && entries[place].attachment == attachment {
      let identity = entries[place].identity
      guard !entries[place].isHere, identity == plain || identity.hasPrefix(plain + "#") else {
        return nil
      }
      entries[place].isHere = true
      return identity
    }
    return nil
  }

  /// A device that was seen after the rest was written down.
  mutating func remember(_ identity: String, number: UInt32, attachment: UInt32) {
    lastNumber = max(lastNumber, number)
    entries.removeAll { $0.number == number }
    entries.append(
      Entry(identity: identity, number: number, attachment: attachment, isHere: false))
  }

  /// A device is here. Equal devices that are here at once are told apart by a counter behind their identity, so
  /// that the first one that comes back is the first one again.
  mutating func attach(
    _ plain: String
  ) -> (number: UInt32, attachment: UInt32, identity: String) {
    var identity = plain
    var counter = 1
    while entries.contains(where: { $0.isHere && $0.identity == identity }) {
      counter += 1
      identity = "\(plain)#\(counter)"
    }
    if let place = entries.firstIndex(where: { $0.identity == identity }) {
      var entry = entries.remove(at: place)
      entry.attachment += 1
      entry.isHere = true
      entries.append(entry)
      return (entry.number, entry.attachment, identity)
    }
    if entries.count >= Self.capacity, let oldest = entries.firstIndex(where: { !$0.isHere }) {
      entries.remove(at: oldest)
    }
    lastNumber += 1
    entries.append(Entry(identity: identity, number: lastNumber, attachment: 1, isHere: true))
    return (lastNumber, 1, identity)
  }

  /// A device has gone.
  mutating func detach(_ identity: String) {
    guard let place = entries.firstIndex(where: { $0.identity == identity }) else { return }
    entries[place].isHere = false
  }
}
