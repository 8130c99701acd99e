package import PencilSystem
internal import PencilWire

/// Why a journal of an earlier run can't go on, and a new epoch begins.
package enum JournalRefusal: Error, Equatable, CustomStringConvertible {
  /// A call failed.
  case unusable(Errno)
  /// The file is not one that a daemon of this kind has made.
  case notAJournal
  /// It was made by a version whose records or state are laid out in another way.
  case otherLayout(UInt32)
  /// Its capacity is not the one that is configured now.
  case otherSize
  /// What it says of itself, or its records, don't fit together.
  case damaged
  /// There is no state with which its records could go on.
  case noState
  /// So many runs in a row have ended by a crash: perhaps because of what is in it.
  case crashes(Int)

  package var description: String {
    switch self {
    case .unusable(let error): "\(error)"
    case .notAJournal: "it is no journal"
    case .otherLayout(let version): "its layout is version \(version), not \(JournalHeader.layout)"
    case .otherSize: "its size is not JournalSize="
    case .damaged: "it is damaged"
    case .noState: "what goes with it was not written down"
    case .crashes(let count): "\(count) runs in a row with it have crashed"
    }
  }
}

/// The header of a journal's memory, by which the next run of the daemon goes on with it. All numbers are little-endian.
///
/// `0 u64 magic · 8 u32 layout · 12 u32 0 · 16 u64 capacity · 24 u64 epoch · 32 u64 checksum of 0…31 · 40 u64 head · 48 u64 tail ·
/// 56 u64 which of the two slots holds the state (0: none, 1, 2) · 64 u64 runs since the last orderly end · 72 u64 ×16 of each kind the
/// number of the last record that has made room; 0: none has`, then, from
/// ``firstSlot`` on, two slots of ``slotSize`` bytes: `0 u64 length · 8 u64 checksum · 16 the state`.
///
/// Head and tail are stored with each record, in this order: what makes room and then the tail before anything is written over, the head when the
/// record is complete. So the ring is whole whenever the daemon is killed. Their numbers are those of the records there.
enum JournalHeader {
  static let magic: UInt64 = 0x4C4E_524A_4C43_4E50  // PNCLJRNL
  /// To be raised when a record's layout, the header or the state changes.
  static let layout: UInt32 = 3
  static let firstSlot = 4096
  static let slotSize = 512 << 10
  static let size = firstSlot + 2 * slotSize
  /// After so many crashes with the same journal, another one is begun.
  static let mostCrashes = 3

  enum Offset {
    static let layout = 8
    static let capacity = 16
    static let epoch = 24
    static let checksum = 32
    static let head = 40
    static let tail = 48
    static let slot = 56
    static let runs = 64
    static let gone = 72
    static let end = gone + 8 * kindCount
  }

  /// Types 0x0201…0x020E, and one for all others.
  static let kindCount = 16

  static func placeOfGone(_ type: ItemType) -> Int {
    Offset.gone + 8 * min(Int(type.rawValue & 0xFF), kindCount - 1)
  }

  static func type(ofKind kind: Int) -> ItemType { ItemType(rawValue: 0x0200 | UInt16(kind)) }

  /// Writes the header of an empty journal.
  static func begin(_ memory: inout RingMemory, epoch: UInt64) {
    let capacity = UInt64(memory.capacity)
    var bytes = memory.mutableHeader(at: 0, count: Offset.end)
    bytes.store(magic, at: 0)
    bytes.store(layout, at: Offset.layout)
    bytes.store(0 as UInt32, at: Offset.layout + 4)
    bytes.store(capacity, at: Offset.capacity)
    bytes.store(epoch, at: Offset.epoch)
    let sum = checksum(bytes.bytes.extracting(0..<Offset.checksum))
    bytes.store(sum, at: Offset.checksum)
    for offset in [Offset.head, Offset.tail, Offset.slot] { bytes.store(0 as UInt64, at: offset) }
    bytes.store(1 as UInt64, at: Offset.runs)
    for kind in 0..<kindCount { bytes.store(0 as UInt64, at: Offset.gone + 8 * kind) }
  }

  /// What a journal is found to hold.
  struct Found {
    var epoch: UInt64
    var head: UInt64
    var tail: UInt64
    var oldest: UInt64
    var last: UInt64
  }

  /// Checks a header and every record's place.
  ///
  /// - Complexity: O(n) in the records held.
  static func check(_ memory: borrowing RingMemory) throws(JournalRefusal) -> Found {
    let bytes = memory.header(at: 0, count: Offset.end)
    guard bytes.load(UInt64.self, at: 0) == magic else { throw .notAJournal }
    let version = bytes.load(UInt32.self, at: Offset.layout)
    guard version == layout else { throw .otherLayout(version) }
    guard
      bytes.load(UInt64.self, at: Offset.checksum)
        == checksum(bytes.extracting(0..<Offset.checksum))
    else { throw .damaged }
    let capacity = UInt64(memory.capacity)
    guard bytes.load(UInt64.self, at: Offset.capacity) == capacity else { throw .otherSize }
    var found = Found(
      epoch: bytes.load(UInt64.self, at: Offset.epoch),
      head: bytes.load(UInt64.self, at: Offset.head),
      tail: bytes.load(UInt64.self, at: Offset.tail), oldest: 1, last: 0)
    guard found.epoch != 0, found.tail <= found.head, found.head - found.tail <= capacity,
      found.head % 8 == 0, found.tail % 8 == 0, found.head > found.tail || found.head == 0
    else { throw .damaged }
    var position = found.tail
    while position < found.head {
      let left = Int(found.head - position)
      let place = Int(position & (capacity - 1))
      guard left >= ItemHeader.size,
        let header = try? ItemHeader(memory.bytes(at: place, count: left), at: 0),
        header.type.isRecord, position == found.tail || header.sequence == found.last + 1,
        header.sequence > 0
      else { throw .damaged }
      if position == found.tail { found.oldest = header.sequence }
      found.last = header.sequence
      position += UInt64(header.size)
    }
    // The one before the oldest, or the oldest itself: killed before the tail was stored.
    var lastGone: UInt64 = 0
    for kind in 0..<kindCount {
      lastGone = max(lastGone, bytes.load(UInt64.self, at: Offset.gone + 8 * kind))
    }
    guard lastGone == found.oldest - 1 || lastGone == found.oldest else { throw .damaged }
    return found
  }

  /// Of the bytes, whose count is a multiple of 8.
  static func checksum(_ bytes: RawSpan) -> UInt64 {
    var sum: UInt64 = 0xcbf2_9ce4_8422_2325
    var offset = 0
    while offset + 8 <= bytes.byteCount {
      sum = (sum ^ bytes.load(UInt64.self, at: offset)) &* 0x9e37_79b9_7f4a_7c15
      sum ^= sum >> 32
      offset += 8
    }
    return sum
  }
}

extension Journal {
  /// Writes down the state with which the records so far go on, in the place of an earlier one.
  ///
  /// - Parameter write: writes into a slot, and gives the bytes used, a multiple of 8; `nil`: it is too much.
  /// - Returns: Whether it is written.
  mutating func saveState(_ write: (inout MutableRawSpan) -> Int?) -> Bool {
    let used = memory.header(at: JournalHeader.Offset.slot, count: 8).load(UInt64.self, at: 0)
    let next = used == 1 ? 1 : 0
    var slot = memory.mutableHeader(
      at: JournalHeader.firstSlot + next * JournalHeader.slotSize, count: JournalHeader.slotSize)
    var place = slot._mutatingExtracting(16..<JournalHeader.slotSize)
    guard let length = write(&place) else { return false }
    slot.store(UInt64(length), at: 0)
    let sum = JournalHeader.checksum(slot.bytes.extracting(16..<(16 + length)))
    slot.store(sum, at: 8)
    memory.mark(UInt64(next + 1), at: JournalHeader.Offset.slot)
    return true
  }

  /// The state that was written down last.
  @_lifetime(borrow self)
  func savedState() throws(JournalRefusal) -> RawSpan {
    let which = memory.header(at: JournalHeader.Offset.slot, count: 8).load(UInt64.self, at: 0)
    guard which == 1 || which == 2 else { throw which == 0 ? .noState : .damaged }
    let slot = memory.header(
      at: JournalHeader.firstSlot + Int(which - 1) * JournalHeader.slotSize,
      count: JournalHeader.slotSize)
    let length = slot.load(UInt64.self, at: 0)
    guard length % 8 == 0, length <= UInt64(JournalHeader.slotSize - 16) else { throw .damaged }
    let state = slot.extracting(16..<(16 + Int(length)))
    guard JournalHeader.checksum(state) == slot.load(UInt64.self, at: 8) else { throw .damaged }
    return state
  }

  /// How many runs, this one included, there were since one ended in order.
  var runs: Int {
    get {
      let runs = memory.header(at: JournalHeader.Offset.runs, count: 8).load(UInt64.self, at: 0)
      return Int(clamping: runs)
    }
    set { memory.mark(UInt64(clamping: newValue), at: JournalHeader.Offset.runs) }
  }

  /// The memory, to be handed to the service manager.
  var descriptor: CInt { memory.file.rawValue }
}
