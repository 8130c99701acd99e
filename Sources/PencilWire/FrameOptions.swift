/// What a subscriber at pace "display frames" can wish besides its rate, in 24 bytes. All 0: nothing.
package struct FrameOptions: Hashable, Sendable {
  package struct Flags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Nothing between beats: what began or ended waits for the coming one.
    package static let beatsOnly = Flags(rawValue: 1 << 0)
    package static let all: Flags = [.beatsOnly]
  }

  package static let size = 24
  /// Of ``prediction``: one beat, at most 25 ms.
  package static let oneBeat = UInt32.max
  /// Longest prediction, µs.
  package static let longestPrediction: UInt32 = 50_000
  /// Longest when nobody asked for more, µs.
  package static let cappedPrediction: UInt32 = 25_000

  /// At pace "display": when some frame of the display is shown, past or to come: ns of `CLOCK_MONOTONIC`.
  package var phase: UInt64 = 0
  /// At pace "display": how long before it the beat is, ns.
  package var lead: UInt32 = 0
  /// How far to predict, µs; 0: not at all; ``oneBeat``.
  package var prediction: UInt32 = 0
  package var flags: Flags = []

  package init(
    phase: UInt64 = 0, lead: UInt32 = 0, prediction: UInt32 = 0, flags: Flags = []
  ) {
    self.phase = phase
    self.lead = lead
    self.prediction = prediction
    self.flags = flags
  }

  @_lifetime(bytes: copy bytes)
  func encode(into bytes: inout MutableRawSpan, at offset: Int) {
    bytes.store(phase, at: offset)
    bytes.store(lead, at: offset + 8)
    bytes.store(prediction, at: offset + 12)
    bytes.store(flags.rawValue, at: offset + 16)
    bytes.store(0 as UInt32, at: offset + 20)
  }

  init(_ bytes: RawSpan, at offset: Int) {
    phase = bytes.load(UInt64.self, at: offset)
    lead = bytes.load(UInt32.self, at: offset + 8)
    prediction = bytes.load(UInt32.self, at: offset + 12)
    flags = Flags(rawValue: bytes.load(UInt32.self, at: offset + 16))
  }

  /// Those of a request: a value that can't be is refused.
  init(request bytes: RawSpan, at offset: Int, pace: Pace) throws(WireError) {
    self.init(bytes, at: offset)
    let reserved = bytes.load(UInt32.self, at: offset + 20)
    guard reserved == 0 else { throw .badValue(offset: offset + 20) }
    guard flags.isSubset(of: .all) else { throw .badValue(offset: offset + 16) }
    let hasFrames = pace != .everyReport
    guard hasFrames || flags == [] else { throw .badValue(offset: offset + 16) }
    guard
      prediction == 0
        || hasFrames
          && (prediction == Self.oneBeat || prediction <= Self.longestPrediction)
    else { throw .badValue(offset: offset + 12) }
    if case .display(let period) = pace {
      guard lead <= period else { throw .badValue(offset: offset + 8) }
    } else {
      guard lead == 0 else { throw .badValue(offset: offset + 8) }
      guard phase == 0 else { throw .badValue(offset: offset) }
    }
  }
}

/// What a client says to its pace between subscriptions, in 32 bytes. There is no answer, and at another pace than it
/// is meant for it does nothing: it may have crossed a subscription on its way.
package struct PaceRequest: Equatable, Sendable {
  package static let size = 32

  package enum Kind: Equatable, Sendable {
    /// At pace "on request": all since the last frame, as soon as there is anything.
    case frame
    /// At pace "display": how its display goes now.
    case display(period: UInt32, phase: UInt64, lead: UInt32)
  }

  package var token: UInt32
  package var kind: Kind

  package init(token: UInt32, kind: Kind) {
    self.token = token
    self.kind = kind
  }

  package init(_ datagram: RawSpan) throws(WireError) {
    let header = try RequestHeader(datagram)
    guard header.size >= Self.size else { throw .badSize }
    token = header.token
    let period = datagram.load(UInt32.self, at: 12)
    let phase = datagram.load(UInt64.self, at: 16)
    let lead = datagram.load(UInt32.self, at: 24)
    guard datagram.load(UInt32.self, at: 28) == 0 else { throw .badValue(offset: 28) }
    switch datagram.load(UInt32.self, at: 8) {
    case 1:
      guard period == 0 else { throw .badValue(offset: 12) }
      guard phase == 0 else { throw .badValue(offset: 16) }
      guard lead == 0 else { throw .badValue(offset: 24) }
      kind = .frame
    case 2:
      guard PencilProtocol.periodRange.contains(period) else { throw .badValue(offset: 12) }
      guard lead <= period else { throw .badValue(offset: 24) }
      kind = .display(period: period, phase: phase, lead: lead)
    default: throw .badValue(offset: 8)
    }
  }

  @_lifetime(bytes: copy bytes)
  package func encode(into bytes: inout MutableRawSpan) {
    bytes.store(UInt16(Self.size), at: 0)
    bytes.store(RequestType.pace.rawValue, at: 2)
    bytes.store(token, at: 4)
    var fields: (kind: UInt32, period: UInt32, phase: UInt64, lead: UInt32) = (1, 0, 0, 0)
    if case .display(let period, let phase, let lead) = kind { fields = (2, period, phase, lead) }
    bytes.store(fields.kind, at: 8)
    bytes.store(fields.period, at: 12)
    bytes.store(fields.phase, at: 16)
    bytes.store(fields.lead, at: 24)
    bytes.store(0 as UInt32, at: 28)
  }
}
