// Notes: made for one subscriber at the moment of sending, without sequence number.

/// The answer to a hello, in 96 bytes.
package struct WelcomeNote: Equatable, Sendable {
  package static let size = 96

  package var time: UInt64 = 0
  package var token: UInt32 = 0
  package var major = PencilProtocol.major
  package var minor = PencilProtocol.minor
  /// One life of the journal; record numbers of another epoch mean nothing.
  package var epoch: UInt64 = 0
  /// Number of the last record; 0: none yet.
  package var head: UInt64 = 0
  /// Number of the oldest record that is still held.
  package var oldest: UInt64 = 0
  /// The daemon's version.
  package var version = ""

  package init() {}

  @_lifetime(bytes: copy bytes)
  package func encode(into bytes: inout MutableRawSpan) {
    ItemHeader(size: Self.size, type: .welcome, time: time).encode(into: &bytes)
    bytes.store(token, at: 24)
    bytes.store(major, at: 28)
    bytes.store(minor, at: 30)
    bytes.store(epoch, at: 32)
    bytes.store(head, at: 40)
    bytes.store(oldest, at: 48)
    bytes.store(0 as UInt64, at: 56)
    bytes.storeText(version, at: 64, length: 32)
  }

  package init?(_ item: RawSpan) {
    guard item.byteCount >= Self.size else { return nil }
    time = item.load(UInt64.self, at: 16)
    token = item.load(UInt32.self, at: 24)
    major = item.load(UInt16.self, at: 28)
    minor = item.load(UInt16.self, at: 30)
    epoch = item.load(UInt64.self, at: 32)
    head = item.load(UInt64.self, at: 40)
    oldest = item.load(UInt64.self, at: 48)
    version = item.loadText(at: 64, length: 32)
  }
}

/// A refusal, in 192 bytes.
package struct ErrorNote: Equatable, Sendable {
  package static let size = 192

  package var time: UInt64
  /// Of the request that is refused; 0: none.
  package var token: UInt32
  /// As ``ErrorCode``, or one of a later version.
  package var code: UInt16
  /// The daemon closes the connection after it.
  package var isFatal: Bool
  /// What is wrong and what to do, for a person.
  package var text: String

  package init(time: UInt64, token: UInt32, code: ErrorCode, isFatal: Bool, text: String) {
    self.time = time
    self.token = token
    self.code = code.rawValue
    self.isFatal = isFatal
    self.text = text
  }

  @_lifetime(bytes: copy bytes)
  package func encode(into bytes: inout MutableRawSpan) {
    ItemHeader(size: Self.size, type: .error, time: time).encode(into: &bytes)
    bytes.store(token, at: 24)
    bytes.store(code, at: 28)
    bytes.store((isFatal ? 1 : 0) as UInt16, at: 30)
    bytes.storeText(text, at: 32, length: 160)
  }

  package init?(_ item: RawSpan) {
    guard item.byteCount >= Self.size else { return nil }
    time = item.load(UInt64.self, at: 16)
    token = item.load(UInt32.self, at: 24)
    code = item.load(UInt16.self, at: 28)
    isFatal = item.load(UInt16.self, at: 30) & 1 != 0
    text = item.loadText(at: 32, length: 160)
  }
}

/// What a subscription came to, in 88 bytes.
package struct SubscribedNote: Equatable, Sendable {
  package static let size = 88

  package var time: UInt64
  package var token: UInt32
  package var pace: Pace
  package var filter: Filter
  package var options: FrameOptions
  /// The records that follow have numbers above it.
  package var head: UInt64

  package init(
    time: UInt64, token: UInt32, pace: Pace, filter: Filter, options: FrameOptions = FrameOptions(),
    head: UInt64
  ) {
    self.time = time
    self.token = token
    self.pace = pace
    self.filter = filter
    self.options = options
    self.head = head
  }

  @_lifetime(bytes: copy bytes)
  package func encode(into bytes: inout MutableRawSpan) {
    ItemHeader(size: Self.size, type: .subscribed, time: time).encode(into: &bytes)
    bytes.store(token, at: 24)
    bytes.store(0 as UInt32, at: 28)
    pace.encode(into: &bytes, at: 32)
    bytes.store(filter.contents.rawValue, at: 40)
    bytes.store(filter.tablet, at: 44)
    bytes.store(filter.tool, at: 48)
    bytes.store(UInt32(filter.toolTypes), at: 52)
    bytes.store(head, at: 56)
    options.encode(into: &bytes, at: 64)
  }

  package init?(_ item: RawSpan) {
    guard item.byteCount >= Self.size else { return nil }
    time = item.load(UInt64.self, at: 16)
    token = item.load(UInt32.self, at: 24)
    pace = Pace(item, at: 32)
    filter = Filter(
      contents: Contents(rawValue: item.load(UInt32.self, at: 40)),
      tablet: item.load(UInt32.self, at: 44), tool: item.load(UInt32.self, at: 48),
      toolTypes: item.load(UInt8.self, at: 52))
    head = item.load(UInt64.self, at: 56)
    options = FrameOptions(item, at: 64)
  }
}

/// The head of a display frame, in 56 bytes; its records follow in the same datagram.
package struct FrameNote: Equatable, Sendable {
  package static let size = 56

  package struct Flags: OptionSet, Equatable, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }
    /// The frame goes on in the next datagram.
    package static let more = Flags(rawValue: 1 << 0)
    /// The frame began in an earlier datagram.
    package static let continued = Flags(rawValue: 1 << 1)
    /// Sent before its beat, since something began, ended or was pressed.
    package static let flushed = Flags(rawValue: 1 << 2)
  }

  /// When it was sent.
  package var time: UInt64
  /// The beat's number since this pace was asked for, from 1; a beat without news is counted and not sent.
  package var beat: UInt64
  /// When the beat was due: µs of `CLOCK_MONOTONIC`, exactly on its grid.
  package var due: UInt64
  /// How many records follow.
  package var records: UInt32
  package var flags: Flags
  /// How many predicted samples follow the records.
  package var predicted: UInt16

  package init(
    time: UInt64, beat: UInt64, due: UInt64, records: UInt32, flags: Flags, predicted: UInt16 = 0
  ) {
    self.predicted = predicted
    self.time = time
    self.beat = beat
    self.due = due
    self.records = records
    self.flags = flags
  }

  @_lifetime(bytes: copy bytes)
  package func encode(into bytes: inout MutableRawSpan) {
    ItemHeader(size: Self.size, type: .frame, time: time).encode(into: &bytes)
    bytes.store(beat, at: 24)
    bytes.store(due, at: 32)
    bytes.store(records, at: 40)
    bytes.store(flags.rawValue, at: 44)
    bytes.store(predicted, at: 46)
    bytes.store(0 as UInt64, at: 48)
  }

  package init?(_ item: RawSpan) {
    guard item.byteCount >= Self.size else { return nil }
    time = item.load(UInt64.self, at: 16)
    beat = item.load(UInt64.self, at: 24)
    due = item.load(UInt64.self, at: 32)
    records = item.load(UInt32.self, at: 40)
    flags = Flags(rawValue: item.load(UInt16.self, at: 44))
    predicted = item.load(UInt16.self, at: 46)
  }
}

/// Begins or ends a snapshot, in 32 bytes. Between the two stand copies, without sequence number, of the records that
/// describe what is: tablets, tools in range, the last sample of each.
package enum SnapshotNote {
  package static let size = 32

  /// - Parameter head: number of the last record that the snapshot includes.
  @_lifetime(bytes: copy bytes)
  package static func encode(
    _ type: ItemType, head: UInt64, time: UInt64, into bytes: inout MutableRawSpan
  ) {
    ItemHeader(size: size, type: type, time: time).encode(into: &bytes)
    bytes.store(head, at: 24)
  }

  package static func head(_ item: RawSpan) -> UInt64? {
    item.byteCount >= size ? item.load(UInt64.self, at: 24) : nil
  }
}
