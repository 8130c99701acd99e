// Whether a client gets gestures, and whether it alone does.

/// What a client wants of gestures, in 16 bytes.
package struct InteractionRequest: Equatable, Sendable {
  package static let size = 16

  package enum Wish: UInt32, Sendable, CaseIterable {
    case on = 1
    /// As UIKit's `isEnabled = false`.
    case off = 2
    /// It alone gets them, until it releases them, goes, or another one claims them.
    case claim = 3
    case release = 4
  }

  package var token: UInt32
  package var wish: Wish

  package init(token: UInt32, wish: Wish) {
    self.token = token
    self.wish = wish
  }

  package init(_ datagram: RawSpan) throws(WireError) {
    let header = try RequestHeader(datagram)
    guard header.size >= Self.size else { throw .badSize }
    token = header.token
    guard let wish = Wish(rawValue: datagram.load(UInt32.self, at: 8)) else {
      throw .badValue(offset: 8)
    }
    self.wish = wish
    guard datagram.load(UInt32.self, at: 12) == 0 else { throw .badValue(offset: 12) }
  }

  @_lifetime(bytes: copy bytes)
  package func encode(into bytes: inout MutableRawSpan) {
    bytes.store(UInt16(Self.size), at: 0)
    bytes.store(RequestType.interaction.rawValue, at: 2)
    bytes.store(token, at: 4)
    bytes.store(wish.rawValue, at: 8)
    bytes.store(0 as UInt32, at: 12)
  }
}

/// What came of it, in 32 bytes: the answer to a request, and unasked when a claim is lost.
package struct InteractionNote: Equatable, Sendable {
  package static let size = 32

  /// Raw values are the wire's; a later version may have others.
  package struct Claim: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let none = Claim(rawValue: 0)
    package static let held = Claim(rawValue: 1)
    /// Another client claimed after it.
    package static let lost = Claim(rawValue: 2)
    /// This client's session is not the active one any more.
    package static let lapsed = Claim(rawValue: 3)
  }

  package var time: UInt64
  /// Of the request; 0: unasked.
  package var token: UInt32
  package var isOn: Bool
  package var claim: Claim

  package init(time: UInt64, token: UInt32, isOn: Bool, claim: Claim) {
    self.time = time
    self.token = token
    self.isOn = isOn
    self.claim = claim
  }

  @_lifetime(bytes: copy bytes)
  package func encode(into bytes: inout MutableRawSpan) {
    ItemHeader(size: Self.size, type: .interaction, time: time).encode(into: &bytes)
    bytes.store(token, at: 24)
    bytes.store((isOn ? 1 : 0) as UInt8, at: 28)
    bytes.store(claim.rawValue, at: 29)
    bytes.store(0 as UInt16, at: 30)
  }

  package init?(_ item: RawSpan) {
    guard item.byteCount >= Self.size else { return nil }
    time = item.load(UInt64.self, at: 16)
    token = item.load(UInt32.self, at: 24)
    isOn = item.load(UInt8.self, at: 28) != 0
    claim = Claim(rawValue: item.load(UInt8.self, at: 29))
  }
}
