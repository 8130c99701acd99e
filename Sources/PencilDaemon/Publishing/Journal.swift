package import PencilSystem
internal import PencilWire

/// The daemon's one fixed ring of encoded records.
///
/// A record is encoded once, gets the next sequence number and never changes. Nobody is waited for: the oldest records
/// make room for new ones, and a reader finds out by its cursor that it was too slow. Positions are counted in bytes since the epoch
/// began and never go round, so that one comparison tells a lapped cursor.
///
/// The memory is a file without a name, and what is to be known of it is in its header: so the next run of the daemon can go
/// on with it (``JournalHeader``).
package struct Journal: ~Copyable {
  /// One life of the journal. Random, so that a client of an earlier life can't mistake it for its own.
  package let epoch: UInt64
  /// Number of the last record; 0: none yet.
  package private(set) var lastSequence: UInt64 = 0
  /// Number of the oldest record still held; `lastSequence + 1` while there is none.
  package private(set) var oldestSequence: UInt64 = 1
  /// Byte position behind the last record.
  package private(set) var head: UInt64 = 0
  /// Byte position of the oldest record.
  package private(set) var tail: UInt64 = 0
  /// Whose the records are.
  package internal(set) var owners = SeatOwners()
  var memory: RingMemory
  private let mask: UInt64

  /// Smallest and largest capacity in bytes.
  package static let capacityRange = (64 << 10)...(1 << 30)

  /// Makes an empty journal of at least `capacity` bytes, rounded up to a power of two (a position is turned into an
  /// offset by masking). The memory is resident only as it is used.
  package init(capacity: Int, epoch: UInt64) throws(Errno) {
    let rounded = Self.rounded(capacity)
    memory = try RingMemory(size: rounded, headerSize: JournalHeader.size)
    mask = UInt64(rounded - 1)
    self.epoch = epoch
    JournalHeader.begin(&memory, epoch: epoch)
  }

  /// Goes on with the journal of an earlier run.
  ///
  /// - Parameter capacity: as of ``init(capacity:epoch:)``: it must be that of the earlier run.
  package init(
    adopting file: consuming FileDescriptor, capacity: Int
  ) throws(JournalRefusal) {
    let rounded = Self.rounded(capacity)
    let memory: RingMemory
    do throws(Errno) {
      memory = try RingMemory(adopting: file, size: rounded, headerSize: JournalHeader.size)
    } catch { throw error == .invalid ? .otherSize : .unusable(error) }
    let found = try JournalHeader.check(memory)
    self.memory = memory
    mask = UInt64(rounded - 1)
    epoch = found.epoch
    (head, tail) = (found.head, found.tail)
    (oldestSequence, lastSequence) = (found.oldest, found.last)
  }

  private static func rounded(_ capacity: Int) -> Int {
    var rounded = capacityRange.lowerBound
    while rounded < min(capacity, capacityRange.upperBound) { rounded *= 2 }
    return rounded
  }

  package var capacity: Int { memory.capacity }
  /// How much of it holds records.
  package var usedBytes: Int { Int(head - tail) }

  /// Appends a record of exactly `size` bytes, which `encode` writes with the number that it is given.
  ///
  /// - Complexity: O(1) amortised; no allocation.
  package mutating func append(
    size: Int, _ encode: (_ sequence: UInt64, _ bytes: inout MutableRawSpan) -> Void
  ) {
    precondition(size % 8 == 0 && size <= PencilProtocol.maximumDatagram / 2, "a record's size")
    while head + UInt64(size) - tail > mask + 1 { dropOldest() }
    lastSequence += 1
    let sequence = lastSequence
    let offset = Int(head & mask)
    var bytes = memory.mutableBytes(at: offset, count: size)
    encode(sequence, &bytes)
    head += UInt64(size)
    memory.mark(head, at: JournalHeader.Offset.head)
  }

  private mutating func dropOldest() {
    let size = ItemHeader.size(of: bytes(at: tail, count: ItemHeader.size))
    let type = ItemType.of(bytes(at: tail, count: ItemHeader.size))
    memory.mark(oldestSequence, at: JournalHeader.placeOfGone(type))
    tail += UInt64(size)
    // Before the record is written over.
    memory.mark(tail, at: JournalHeader.Offset.tail)
    oldestSequence += 1
  }

  /// Bytes from a position on; contiguous wherever the ring goes round.
  @_lifetime(borrow self)
  func bytes(at position: UInt64, count: Int) -> RawSpan {
    memory.bytes(at: Int(position & mask), count: count)
  }
}
