// The binary protocol, version 1.  Documentation/protocol.md is the same on one page, for people.
//
// All numbers are little-endian. A datagram of the daemon holds whole *items* one after another, each with an
// `ItemHeader`; a datagram of a client holds one *request* with a `RequestHeader`. Sizes are multiples of 8.

/// What both sides must agree on.
package enum PencilProtocol {
  /// Bytes `PNCL`, in a hello.
  package static let magic: UInt32 = 0x4C43_4E50
  /// Another major version is refused.
  package static let major: UInt16 = 1
  /// A later minor version only adds types and fields behind the known ones.
  package static let minor: UInt16 = 0
  /// Largest request that the daemon reads.
  package static let maximumRequest = 1024
  /// Largest datagram that the daemon sends.
  package static let maximumDatagram = 65536
  /// Most spans of the journal in one datagram.
  package static let maximumSpans = 1000
  /// Most raw events in one raw record.
  package static let maximumRawEvents = 64
  /// Slowest and fastest beat, in thousandths of a hertz.
  package static let rateRange: ClosedRange<UInt32> = 1_000...1_000_000
  /// Shortest and longest period of a display, ns.
  package static let periodRange: ClosedRange<UInt32> = 1_000_000...1_000_000_000
}

/// The type of a client's request.
package struct RequestType: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let hello = RequestType(rawValue: 0x0001)
  package static let subscribe = RequestType(rawValue: 0x0002)
  package static let pace = RequestType(rawValue: 0x0003)
  package static let interaction = RequestType(rawValue: 0x0004)
  package static let prefer = RequestType(rawValue: 0x0005)
  package static let status = RequestType(rawValue: 0x0006)
}

/// The type of an item: a note (0x01xx, made for one subscriber, without sequence number) or a record (0x02xx, in
/// the journal). A struct and not an enum, since a later minor version adds types that are to be skipped.
package struct ItemType: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let welcome = ItemType(rawValue: 0x0101)
  package static let error = ItemType(rawValue: 0x0102)
  package static let subscribed = ItemType(rawValue: 0x0103)
  package static let frame = ItemType(rawValue: 0x0104)
  package static let snapshot = ItemType(rawValue: 0x0105)
  package static let snapshotEnd = ItemType(rawValue: 0x0106)
  /// Nothing comes for now: another session is the active one.
  package static let suspended = ItemType(rawValue: 0x0107)
  /// Records come again, after a snapshot.
  package static let resumed = ItemType(rawValue: 0x0108)
  /// A guess of a sample to come.
  package static let predicted = ItemType(rawValue: 0x0109)
  /// Whether this client gets gestures, and whether it alone does.
  package static let interaction = ItemType(rawValue: 0x010A)
  /// What gestures do.
  package static let preferences = ItemType(rawValue: 0x010B)
  // The answer to a status request.
  package static let daemonStatus = ItemType(rawValue: 0x010C)
  package static let tabletStatus = ItemType(rawValue: 0x010D)
  package static let clientStatus = ItemType(rawValue: 0x010E)
  package static let statusEnd = ItemType(rawValue: 0x010F)

  package static let tablet = ItemType(rawValue: 0x0201)
  package static let tool = ItemType(rawValue: 0x0202)
  package static let sample = ItemType(rawValue: 0x0203)
  /// The later, final value of an estimated property.
  package static let update = ItemType(rawValue: 0x0204)
  package static let stroke = ItemType(rawValue: 0x0205)
  package static let button = ItemType(rawValue: 0x0206)
  /// A double press and its like.
  package static let gesture = ItemType(rawValue: 0x0207)
  package static let gap = ItemType(rawValue: 0x0208)
  package static let raw = ItemType(rawValue: 0x0209)
  package static let reason = ItemType(rawValue: 0x020A)
  package static let description = ItemType(rawValue: 0x020B)
  package static let pad = ItemType(rawValue: 0x020C)
  package static let padDescription = ItemType(rawValue: 0x020D)
  /// A gesture for those who may not know where the pen is.
  package static let gestureWithoutPose = ItemType(rawValue: 0x020E)

  /// Of an item that is known to be whole.
  package static func of(_ item: RawSpan) -> ItemType {
    ItemType(rawValue: item.load(UInt16.self, at: 2))
  }

  package var isRecord: Bool { rawValue & 0xFF00 == 0x0200 }
}

/// Classes of records that a subscriber can ask for. Tablets, tools and gaps come always.
package struct Contents: OptionSet, Sendable, Hashable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Samples in contact.
  package static let contact = Contents(rawValue: 1 << 0)
  /// Samples in hover.
  package static let hover = Contents(rawValue: 1 << 1)
  package static let buttons = Contents(rawValue: 1 << 2)
  package static let strokes = Contents(rawValue: 1 << 3)
  package static let updates = Contents(rawValue: 1 << 4)
  package static let gestures = Contents(rawValue: 1 << 5)
  /// Pads, and what happens on them.
  package static let pads = Contents(rawValue: 1 << 6)
  /// Events of each input frame, and the kernel's description of each tablet.
  package static let raw = Contents(rawValue: 1 << 7)
  /// Why a stage decided as it did.
  package static let reasons = Contents(rawValue: 1 << 8)

  package static let all = Contents(rawValue: 0x1FF)
  /// What an app that draws wants.
  package static let ordinary: Contents = [
    .contact, .hover, .buttons, .strokes, .updates, .gestures, .pads,
  ]
}

/// How often a subscriber is sent to.
package enum Pace: Sendable, Hashable {
  /// Each input frame at once.
  case everyReport
  /// What came since the last beat, at this many thousandths of a hertz.
  case displayFrames(millihertz: UInt32)
  /// What came since the last beat, at the pace of the client's own display: a period in ns; ``FrameOptions`` has its
  /// phase.
  case display(period: UInt32)
  /// What came since the last frame, when the client asks for one.
  case onRequest
  /// One of a later version, as it is told; it can't be asked for.
  case other(kind: UInt8, value: UInt32)
}

/// Why a message can't be taken. What the daemon answers is in ``ErrorCode``.
package enum WireError: Error, Equatable {
  /// Shorter than its type needs, or its size field is not what arrived.
  case badSize
  /// A field has a value that it can't have; the byte offset says which.
  case badValue(offset: Int)
  /// Not a hello of this protocol.
  case badMagic
  /// A major version that is not spoken here.
  case unsupportedVersion(major: UInt16)
}

/// What an error note says.
package enum ErrorCode: UInt16, Sendable {
  case malformed = 1
  case badValue = 2
  case unsupportedVersion = 3
  case helloExpected = 4
  case helloTooLate = 5
  case tooManyClients = 6
  case notPermitted = 7
  case unknownRequest = 8
  case notSubscribed = 9
}
