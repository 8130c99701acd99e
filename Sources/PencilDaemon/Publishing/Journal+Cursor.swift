package import PencilSystem
package import PencilWire

extension Journal {
  /// A reader's place: before the record `next`.
  package struct Cursor: Equatable, Sendable {
    package fileprivate(set) var position: UInt64
    /// Number of the record that is read next.
    package fileprivate(set) var next: UInt64
  }

  /// Behind the last record.
  package var end: Cursor { Cursor(position: head, next: lastSequence + 1) }

  /// Before the oldest record.
  package var start: Cursor { Cursor(position: tail, next: oldestSequence) }

  /// Whether records before which the cursor stands are gone.
  package func hasLapped(_ cursor: Cursor) -> Bool { cursor.position < tail }

  /// The place behind the record with this number; `nil` when the record after it is not held.
  ///
  /// - Complexity: O(n) in the records held: only for a client that continues.
  package func cursor(after sequence: UInt64) -> Cursor? {
    // In this order: the number is a client's and may be the largest there is.
    guard sequence <= lastSequence, sequence + 1 >= oldestSequence else { return nil }
    var cursor = start
    while cursor.next <= sequence { step(&cursor) }
    return cursor
  }

  /// Whether of the records behind this number that are not held any more none was of a kind that the filter lets pass.
  /// A client with that filter can then go on at the ``start``.
  package func holdsAll(of filter: Filter, after sequence: UInt64) -> Bool {
    for kind in 0..<JournalHeader.kindCount {
      let isGone = memory.header(at: JournalHeader.Offset.gone + 8 * kind, count: 8)
        .load(UInt64.self, at: 0)
      if isGone > sequence, filter.mayPass(JournalHeader.type(ofKind: kind)) { return false }
    }
    return true
  }

  /// The bytes of the record before which the cursor stands, and moves it on; `nil` at the end.
  @_lifetime(borrow self)
  package func read(_ cursor: inout Cursor) -> RawSpan? {
    guard cursor.position < head else { return nil }
    let position = cursor.position
    let size = step(&cursor)
    return bytes(at: position, count: size)
  }

  /// Collects wanted records from the cursor on, for one send, and moves the cursor behind them and the unwanted ones
  /// between.
  ///
  /// Stops before a record that would exceed `limit` bytes or the list's pieces. Neighbouring records become one
  /// piece, so a filter that takes all costs one piece however many there are.
  ///
  /// - Parameter access: Whose records are left out besides.
  /// - Returns: How many records were collected.
  package func gather(
    from cursor: inout Cursor, filter: Filter, access: Access = .all, limit: Int,
    into list: inout GatherList
  ) -> Int {
    var count = 0
    var used = 0
    // The stretch of wanted records that has not been appended yet.
    var stretch = cursor.position
    while cursor.position < head {
      let before = cursor
      let size = step(&cursor)
      let record = bytes(at: before.position, count: size)
      if filter.passes(record), owners.passes(record, access) {
        if used + size > limit {
          cursor = before
          break
        }
        used += size
        count += 1
        continue
      }
      if before.position > stretch {
        list.append(bytes(at: stretch, count: Int(before.position - stretch)))
      }
      stretch = cursor.position
      if list.isFull { return count }
    }
    if cursor.position > stretch {
      list.append(bytes(at: stretch, count: Int(cursor.position - stretch)))
    }
    return count
  }

  /// Moves the cursor behind the record before which it stands.
  @discardableResult
  private func step(_ cursor: inout Cursor) -> Int {
    let size = ItemHeader.size(of: bytes(at: cursor.position, count: ItemHeader.size))
    cursor.position += UInt64(size)
    cursor.next += 1
    return size
  }
}
