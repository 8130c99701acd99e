// What the daemon does, for `pencild --status`: an answer of several notes, each with the request's token.

/// Asks for it, in 16 bytes.
package struct StatusRequest: Equatable, Sendable {
  package static let size = 16
  package var token: UInt32

  package init(token: UInt32) { self.token = token }

  package init(_ datagram: RawSpan) throws(WireError) {
    let header = try RequestHeader(datagram)
    guard header.size >= Self.size else { throw .badSize }
    token = header.token
    guard datagram.load(UInt64.self, at: 8) == 0 else { throw .badValue(offset: 8) }
  }

  @_lifetime(bytes: copy bytes)
  package func encode(into bytes: inout MutableRawSpan) {
    bytes.store(UInt16(Self.size), at: 0)
    bytes.store(RequestType.status.rawValue, at: 2)
    bytes.store(token, at: 4)
    bytes.store(0 as UInt64, at: 8)
  }
}

/// The daemon and its journal, in 136 bytes.
package struct DaemonStatusNote: Equatable, Sendable {
  package static let size = 136

  package var time: UInt64 = 0
  package var token: UInt32 = 0
  package var clients: UInt32 = 0
  /// µs of `CLOCK_MONOTONIC`.
  package var started: UInt64 = 0
  package var epoch: UInt64 = 0
  /// Number of the last record, and of the oldest that is held.
  package var head: UInt64 = 0
  package var oldest: UInt64 = 0
  /// The journal's ring, in bytes, and how much of it is used.
  package var capacity: UInt64 = 0
  package var used: UInt64 = 0
  /// Since the start.
  package var inputFrames: UInt64 = 0
  /// Resident memory in bytes; 0: unknown.
  package var memory: UInt64 = 0
  /// What would tell when and how much a pen writes is not for this client: it is 0.
  package var isActivityHidden = false
  package var version = ""

  package init() {}

  /// Takes out what would tell when and how much a pen writes.
  package mutating func hideActivity() {
    (head, oldest, used, inputFrames, memory) = (0, 0, 0, 0, 0)
    isActivityHidden = true
  }

  @_lifetime(bytes: copy bytes)
  package func encode(into bytes: inout MutableRawSpan) {
    ItemHeader(size: Self.size, type: .daemonStatus, time: time).encode(into: &bytes)
    bytes.store(token, at: 24)
    bytes.store(clients, at: 28)
    bytes.store(started, at: 32)
    bytes.store(epoch, at: 40)
    bytes.store(head, at: 48)
    bytes.store(oldest, at: 56)
    bytes.store(capacity, at: 64)
    bytes.store(used, at: 72)
    bytes.store(inputFrames, at: 80)
    bytes.store(memory, at: 88)
    bytes.store((isActivityHidden ? 1 : 0) as UInt64, at: 96)
    bytes.storeText(version, at: 104, length: 32)
  }

  package init?(_ item: RawSpan) {
    guard item.byteCount >= Self.size else { return nil }
    time = item.load(UInt64.self, at: 16)
    token = item.load(UInt32.self, at: 24)
    clients = item.load(UInt32.self, at: 28)
    started = item.load(UInt64.self, at: 32)
    epoch = item.load(UInt64.self, at: 40)
    head = item.load(UInt64.self, at: 48)
    oldest = item.load(UInt64.self, at: 56)
    capacity = item.load(UInt64.self, at: 64)
    used = item.load(UInt64.self, at: 72)
    inputFrames = item.load(UInt64.self, at: 80)
    memory = item.load(UInt64.self, at: 88)
    isActivityHidden = item.load(UInt64.self, at: 96) & 1 != 0
    version = item.loadText(at: 104, length: 32)
  }
}

/// A tablet's reports, in 176 bytes.
package struct TabletStatusNote: Equatable, Sendable {
  package static let size = 176

  package var time: UInt64 = 0
  package var token: UInt32 = 0
  package var tablet: UInt32 = 0
  package var attachment: UInt32 = 0
  /// Since it was attached.
  package var inputFrames: UInt64 = 0
  /// When the last one was, µs of `CLOCK_MONOTONIC`; 0: none yet.
  package var lastFrame: UInt64 = 0
  /// Thousandths of a hertz, of the reports without the pauses; 0: unknown.
  package var rate: UInt32 = 0
  /// How often the kernel lost events.
  package var overruns: UInt32 = 0
  package var name = ""
  package var node = ""

  package init() {}

  @_lifetime(bytes: copy bytes)
  package func encode(into bytes: inout MutableRawSpan) {
    ItemHeader(size: Self.size, type: .tabletStatus, tablet: tablet, time: time)
      .encode(into: &bytes)
    bytes.store(token, at: 24)
    bytes.store(attachment, at: 28)
    bytes.store(inputFrames, at: 32)
    bytes.store(lastFrame, at: 40)
    bytes.store(rate, at: 48)
    bytes.store(overruns, at: 52)
    bytes.store(0 as UInt64, at: 56)
    bytes.storeText(name, at: 64, length: 80)
    bytes.storeText(node, at: 144, length: 32)
  }

  package init?(_ item: RawSpan) {
    guard item.byteCount >= Self.size else { return nil }
    tablet = item.load(UInt32.self, at: 4)
    time = item.load(UInt64.self, at: 16)
    token = item.load(UInt32.self, at: 24)
    attachment = item.load(UInt32.self, at: 28)
    inputFrames = item.load(UInt64.self, at: 32)
    lastFrame = item.load(UInt64.self, at: 40)
    rate = item.load(UInt32.self, at: 48)
    overruns = item.load(UInt32.self, at: 52)
    name = item.loadText(at: 64, length: 80)
    node = item.loadText(at: 144, length: 32)
  }
}

/// One client, in 160 bytes.
package struct ClientStatusNote: Equatable, Sendable {
  package static let size = 160

  package struct Flags: OptionSet, Equatable, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }
    /// It came through the text door.
    package static let text = Flags(rawValue: 1 << 0)
    package static let subscribed = Flags(rawValue: 1 << 1)
    package static let suspended = Flags(rawValue: 1 << 2)
    package static let claimsGestures = Flags(rawValue: 1 << 3)
    package static let gesturesOff = Flags(rawValue: 1 << 4)
  }

  package var time: UInt64 = 0
  package var token: UInt32 = 0
  /// The client's number in this epoch.
  package var number: UInt32 = 0
  package var pid: Int32 = 0
  package var uid: UInt32 = 0
  package var pace = Pace.everyReport
  package var contents: Contents = []
  package var flags: Flags = []
  /// When it connected, µs of `CLOCK_MONOTONIC`.
  package var connected: UInt64 = 0
  /// Records that it has not been sent yet.
  package var lag: UInt64 = 0
  /// Records that it lost by being slow, and how often it was told so.
  package var lost: UInt64 = 0
  package var gaps: UInt32 = 0
  /// What it calls itself.
  package var name = ""

  package init() {}

  @_lifetime(bytes: copy bytes)
  package func encode(into bytes: inout MutableRawSpan) {
    ItemHeader(size: Self.size, type: .clientStatus, time: time).encode(into: &bytes)
    bytes.store(token, at: 24)
    bytes.store(number, at: 28)
    bytes.store(pid, at: 32)
    bytes.store(uid, at: 36)
    pace.encode(into: &bytes, at: 40)
    bytes.store(contents.rawValue, at: 48)
    bytes.store(flags.rawValue, at: 52)
    bytes.store(0 as UInt16, at: 54)
    bytes.store(connected, at: 56)
    bytes.store(lag, at: 64)
    bytes.store(lost, at: 72)
    bytes.store(gaps, at: 80)
    bytes.store(0 as UInt32, at: 84)
    bytes.store(0 as UInt64, at: 88)
    bytes.storeText(name, at: 96, length: 64)
  }

  package init?(_ item: RawSpan) {
    guard item.byteCount >= Self.size else { return nil }
    time = item.load(UInt64.self, at: 16)
    token = item.load(UInt32.self, at: 24)
    number = item.load(UInt32.self, at: 28)
    pid = item.load(Int32.self, at: 32)
    uid = item.load(UInt32.self, at: 36)
    pace = Pace(item, at: 40)
    contents = Contents(rawValue: item.load(UInt32.self, at: 48))
    flags = Flags(rawValue: item.load(UInt16.self, at: 52))
    connected = item.load(UInt64.self, at: 56)
    lag = item.load(UInt64.self, at: 64)
    lost = item.load(UInt64.self, at: 72)
    gaps = item.load(UInt32.self, at: 80)
    name = item.loadText(at: 96, length: 64)
  }
}

/// The end of the answer, in 32 bytes.
package enum StatusEndNote {
  package static let size = 32

  @_lifetime(bytes: copy bytes)
  package static func encode(token: UInt32, time: UInt64, into bytes: inout MutableRawSpan) {
    ItemHeader(size: size, type: .statusEnd, time: time).encode(into: &bytes)
    bytes.store(token, at: 24)
    bytes.store(0 as UInt32, at: 28)
  }

  package static func token(_ item: RawSpan) -> UInt32? {
    item.byteCount >= size ? item.load(UInt32.self, at: 24) : nil
  }
}
