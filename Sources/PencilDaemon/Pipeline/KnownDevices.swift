/// The numbers of devices by what stays the same of them: one that comes back has the number that it had, and its
/// attachments are counted.
struct KnownDevices {
  /// So many that are gone are remembered.
  static let capacity = 1024

  private struct Entry {
    var identity: String
    var number: UInt32
    var attachment: UInt32
    var isHere: Bool
  }

  private var entries: [Entry] = []
  private var lastNumber: UInt32 = 0

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
