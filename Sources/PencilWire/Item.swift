/// The first 24 bytes of every item.
package struct ItemHeader: Equatable, Sendable {
  /// Bytes in all, header included; a multiple of 8.
  package var size: Int
  package var type: ItemType
  /// The tablet concerned; 0: none.
  package var tablet: UInt32
  /// The record's number in its epoch, from 1; 0: a note, or a record's copy in a snapshot.
  package var sequence: UInt64
  /// µs of `CLOCK_MONOTONIC`.
  package var time: UInt64

  package static let size = 24

  package init(
    size: Int, type: ItemType, tablet: UInt32 = 0, sequence: UInt64 = 0, time: UInt64
  ) {
    self.size = size
    self.type = type
    self.tablet = tablet
    self.sequence = sequence
    self.time = time
  }

  /// The header of the item at `offset` of a datagram.
  ///
  /// - Throws: ``WireError/badSize`` when the item doesn't end within the datagram.
  package init(_ datagram: RawSpan, at offset: Int) throws(WireError) {
    guard offset + ItemHeader.size <= datagram.byteCount else { throw .badSize }
    size = Int(datagram.load(UInt16.self, at: offset))
    guard size >= ItemHeader.size, size % 8 == 0, offset + size <= datagram.byteCount
    else { throw .badSize }
    type = ItemType(rawValue: datagram.load(UInt16.self, at: offset + 2))
    tablet = datagram.load(UInt32.self, at: offset + 4)
    sequence = datagram.load(UInt64.self, at: offset + 8)
    time = datagram.load(UInt64.self, at: offset + 16)
  }

  /// The size field of an item that is known to be whole, as those of the journal are.
  package static func size(of item: RawSpan) -> Int { Int(item.load(UInt16.self, at: 0)) }

  /// The number of an item that is known to be whole.
  package static func sequence(of item: RawSpan) -> UInt64 { item.load(UInt64.self, at: 8) }

  /// The tablet of an item that is known to be whole.
  package static func tablet(of item: RawSpan) -> UInt32 { item.load(UInt32.self, at: 4) }

  @inline(__always) @_lifetime(bytes: copy bytes)
  func encode(into bytes: inout MutableRawSpan) {
    bytes.store(UInt16(truncatingIfNeeded: size), at: 0)
    bytes.store(type.rawValue, at: 2)
    bytes.store(tablet, at: 4)
    bytes.store(sequence, at: 8)
    bytes.store(time, at: 16)
  }
}

/// The first 8 bytes of every request.
package struct RequestHeader: Equatable, Sendable {
  package var size: Int
  package var type: RequestType
  /// The client's own number for it; the answer carries it.
  package var token: UInt32

  package static let size = 8

  /// The token of what may be a request, also where its size is wrong; 0: it is too short for one.
  package static func token(of datagram: RawSpan) -> UInt32 {
    datagram.byteCount >= size ? datagram.load(UInt32.self, at: 4) : 0
  }

  /// The header of the request that is `datagram`.
  ///
  /// - Throws: ``WireError/badSize`` when the datagram isn't exactly one request.
  package init(_ datagram: RawSpan) throws(WireError) {
    guard datagram.byteCount >= RequestHeader.size else { throw .badSize }
    size = Int(datagram.load(UInt16.self, at: 0))
    type = RequestType(rawValue: datagram.load(UInt16.self, at: 2))
    token = datagram.load(UInt32.self, at: 4)
    guard size == datagram.byteCount, size % 8 == 0 else { throw .badSize }
  }
}
