// What a client is told when its user's session stops or begins to be the one that may hear the pen.

/// No record comes until a ``ResumedNote``, in 40 bytes.
package struct SuspendedNote: Equatable, Sendable {
  package static let size = 40

  /// Raw values are the wire's; a later version may have others.
  package struct Reason: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The session of the client's user is not the active one on a tablet's seat.
    package static let notActive = Reason(rawValue: 1)
  }

  package var time: UInt64
  package var reason: Reason
  /// Number of the last record before: the client has had all that it wants until there.
  package var head: UInt64

  package init(time: UInt64, reason: Reason = .notActive, head: UInt64) {
    self.time = time
    self.reason = reason
    self.head = head
  }

  @_lifetime(bytes: copy bytes)
  package func encode(into bytes: inout MutableRawSpan) {
    encodeSession(.suspended, time: time, reason: reason.rawValue, head: head, into: &bytes)
  }

  package init?(_ item: RawSpan) {
    guard item.byteCount >= Self.size else { return nil }
    time = item.load(UInt64.self, at: 16)
    reason = Reason(rawValue: item.load(UInt32.self, at: 24))
    head = item.load(UInt64.self, at: 32)
  }
}

/// Records come again, after a snapshot, in 40 bytes.
package struct ResumedNote: Equatable, Sendable {
  package static let size = 40

  package var time: UInt64
  /// Number of the last record that is not sent: that of the snapshot.
  package var head: UInt64

  package init(time: UInt64, head: UInt64) {
    self.time = time
    self.head = head
  }

  @_lifetime(bytes: copy bytes)
  package func encode(into bytes: inout MutableRawSpan) {
    encodeSession(.resumed, time: time, reason: 0, head: head, into: &bytes)
  }

  package init?(_ item: RawSpan) {
    guard item.byteCount >= Self.size else { return nil }
    time = item.load(UInt64.self, at: 16)
    head = item.load(UInt64.self, at: 32)
  }
}

@_lifetime(bytes: copy bytes)
private func encodeSession(
  _ type: ItemType, time: UInt64, reason: UInt32, head: UInt64, into bytes: inout MutableRawSpan
) {
  ItemHeader(size: SuspendedNote.size, type: type, time: time).encode(into: &bytes)
  bytes.store(reason, at: 24)
  bytes.store(0 as UInt32, at: 28)
  bytes.store(head, at: 32)
}
