/// A client's first message.
package struct HelloRequest: Equatable, Sendable {
  package static let size = 80
  package var token: UInt32
  package var major: UInt16
  package var minor: UInt16
  /// What the client calls itself: for logs and `--status`, never trusted.
  package var name: String

  package init(
    token: UInt32, major: UInt16 = PencilProtocol.major, minor: UInt16 = PencilProtocol.minor,
    name: String
  ) {
    self.token = token
    self.major = major
    self.minor = minor
    self.name = name
  }

  package init(_ datagram: RawSpan) throws(WireError) {
    let header = try RequestHeader(datagram)
    guard header.size >= 16 else { throw .badSize }
    guard datagram.load(UInt32.self, at: 8) == PencilProtocol.magic else { throw .badMagic }
    token = header.token
    major = datagram.load(UInt16.self, at: 12)
    minor = datagram.load(UInt16.self, at: 14)
    // Before the size: another major version may have another size, and is to hear the right reason.
    guard major == PencilProtocol.major else { throw .unsupportedVersion(major: major) }
    guard header.size >= HelloRequest.size else { throw .badSize }
    name = datagram.loadText(at: 16, length: 64)
  }

  @_lifetime(bytes: copy bytes)
  package func encode(into bytes: inout MutableRawSpan) {
    bytes.store(UInt16(HelloRequest.size), at: 0)
    bytes.store(RequestType.hello.rawValue, at: 2)
    bytes.store(token, at: 4)
    bytes.store(PencilProtocol.magic, at: 8)
    bytes.store(major, at: 12)
    bytes.store(minor, at: 14)
    bytes.storeText(name, at: 16, length: 64)
  }
}

/// What a client wants to be sent, and how often. A later one replaces an earlier one.
package struct SubscribeRequest: Equatable, Sendable {
  package static let size = 72
  /// Without ``options``, which are then none.
  package static let shortSize = 48
  package var token: UInt32
  package var pace: Pace
  package var filter: Filter
  package var options: FrameOptions
  /// Continue after this record of this epoch; epoch 0: start with a snapshot of now.
  package var continuation: (epoch: UInt64, sequence: UInt64)

  package init(
    token: UInt32, pace: Pace = .everyReport, filter: Filter = Filter(),
    options: FrameOptions = FrameOptions(), continuation: (epoch: UInt64, sequence: UInt64) = (0, 0)
  ) {
    self.token = token
    self.pace = pace
    self.filter = filter
    self.options = options
    self.continuation = continuation
  }

  package init(_ datagram: RawSpan) throws(WireError) {
    let header = try RequestHeader(datagram)
    guard header.size >= SubscribeRequest.size || header.size == SubscribeRequest.shortSize
    else { throw .badSize }
    token = header.token
    let rate = datagram.load(UInt32.self, at: 12)
    switch datagram.load(UInt8.self, at: 8) {
    case 0:
      guard rate == 0 else { throw .badValue(offset: 12) }
      pace = .everyReport
    case 1:
      guard PencilProtocol.rateRange.contains(rate) else { throw .badValue(offset: 12) }
      pace = .displayFrames(millihertz: rate)
    case 2:
      guard PencilProtocol.periodRange.contains(rate) else { throw .badValue(offset: 12) }
      pace = .display(period: rate)
    case 3:
      guard rate == 0 else { throw .badValue(offset: 12) }
      pace = .onRequest
    default: throw .badValue(offset: 8)
    }
    guard datagram.load(UInt8.self, at: 9) == 0 else { throw .badValue(offset: 9) }
    guard datagram.load(UInt16.self, at: 10) == 0 else { throw .badValue(offset: 10) }
    let contents = Contents(rawValue: datagram.load(UInt32.self, at: 16))
    guard contents.isSubset(of: .all) else { throw .badValue(offset: 16) }
    let toolTypes = datagram.load(UInt32.self, at: 28)
    guard toolTypes & ~0xFE == 0 else { throw .badValue(offset: 28) }
    filter = Filter(
      contents: contents, tablet: datagram.load(UInt32.self, at: 20),
      tool: datagram.load(UInt32.self, at: 24), toolTypes: UInt8(truncatingIfNeeded: toolTypes))
    continuation = (datagram.load(UInt64.self, at: 32), datagram.load(UInt64.self, at: 40))
    options =
      header.size >= SubscribeRequest.size
      ? try FrameOptions(request: datagram, at: 48, pace: pace) : FrameOptions()
  }

  @_lifetime(bytes: copy bytes)
  package func encode(into bytes: inout MutableRawSpan) {
    bytes.store(UInt16(SubscribeRequest.size), at: 0)
    bytes.store(RequestType.subscribe.rawValue, at: 2)
    bytes.store(token, at: 4)
    pace.encode(into: &bytes, at: 8)
    bytes.store(filter.contents.rawValue, at: 16)
    bytes.store(filter.tablet, at: 20)
    bytes.store(filter.tool, at: 24)
    bytes.store(UInt32(filter.toolTypes), at: 28)
    bytes.store(continuation.epoch, at: 32)
    bytes.store(continuation.sequence, at: 40)
    options.encode(into: &bytes, at: 48)
  }

  package static func == (a: SubscribeRequest, b: SubscribeRequest) -> Bool {
    a.token == b.token && a.pace == b.pace && a.filter == b.filter
      && a.options == b.options && a.continuation == b.continuation
  }
}

extension Pace {
  /// 8 bytes: kind, 3 bytes of 0, thousandths of a hertz or ns of a period.
  @_lifetime(bytes: copy bytes)
  func encode(into bytes: inout MutableRawSpan, at offset: Int) {
    switch self {
    case .everyReport: bytes.store(0 as UInt64, at: offset)
    case .displayFrames(let millihertz):
      bytes.store(1 as UInt32, at: offset)
      bytes.store(millihertz, at: offset + 4)
    case .display(let period):
      bytes.store(2 as UInt32, at: offset)
      bytes.store(period, at: offset + 4)
    case .onRequest: bytes.store(3 as UInt64, at: offset)
    case .other(let kind, let value):
      bytes.store(UInt32(kind), at: offset)
      bytes.store(value, at: offset + 4)
    }
  }

  init(_ bytes: RawSpan, at offset: Int) {
    let value = bytes.load(UInt32.self, at: offset + 4)
    switch bytes.load(UInt8.self, at: offset) {
    case 0: self = .everyReport
    case 1: self = .displayFrames(millihertz: value)
    case 2: self = .display(period: value)
    case 3: self = .onRequest
    case let kind: self = .other(kind: kind, value: value)
    }
  }
}
