package import PencilCore

// The small records. Each encodes itself into a span of exactly its size, and decodes from an item of at least it.

/// A tool, in 40 bytes.
package enum ToolRecord {
  package static let size = 40

  @_lifetime(bytes: copy bytes)
  package static func encode(_ tool: Tool, sequence: UInt64, into bytes: inout MutableRawSpan) {
    ItemHeader(size: size, type: .tool, tablet: tool.tablet, sequence: sequence, time: tool.time)
      .encode(into: &bytes)
    bytes.store(tool.id, at: 24)
    bytes.store(tool.type.rawValue, at: 28)
    bytes.store(0 as UInt8, at: 29)
    bytes.store(tool.available.rawValue, at: 30)
    bytes.store(tool.serial, at: 32)
    bytes.store(tool.hardwareID, at: 36)
  }

  package static func decode(_ item: RawSpan) -> Tool? {
    guard item.byteCount >= size, let type = ToolType(rawValue: item.load(UInt8.self, at: 28))
    else { return nil }
    var tool = Tool()
    tool.tablet = item.load(UInt32.self, at: 4)
    tool.time = item.load(UInt64.self, at: 16)
    tool.id = item.load(UInt32.self, at: 24)
    tool.type = type
    tool.available = Axes(rawValue: item.load(UInt16.self, at: 30))
    tool.serial = item.load(UInt32.self, at: 32)
    tool.hardwareID = item.load(UInt32.self, at: 36)
    return tool
  }
}

/// A finished stroke, in 48 bytes.
package enum StrokeRecord {
  package static let size = 48

  @_lifetime(bytes: copy bytes)
  package static func encode(
    _ stroke: StrokeSummary, sequence: UInt64, into bytes: inout MutableRawSpan
  ) {
    ItemHeader(
      size: size, type: .stroke, tablet: stroke.tablet, sequence: sequence, time: stroke.time
    ).encode(into: &bytes)
    bytes.store(stroke.tool, at: 24)
    bytes.store(stroke.stroke, at: 28)
    bytes.store(stroke.began, at: 32)
    bytes.store(stroke.samples, at: 40)
    let flags = (stroke.isCancelled ? 1 : 0) | (stroke.isCutByRestart ? 2 : 0)
    bytes.store(UInt16(flags), at: 44)
    bytes.store(stroke.toolType.rawValue, at: 46)
    bytes.store(0 as UInt8, at: 47)
  }

  package static func decode(_ item: RawSpan) -> StrokeSummary? {
    guard item.byteCount >= size, let type = ToolType(rawValue: item.load(UInt8.self, at: 46))
    else { return nil }
    var stroke = StrokeSummary()
    stroke.tablet = item.load(UInt32.self, at: 4)
    stroke.time = item.load(UInt64.self, at: 16)
    stroke.tool = item.load(UInt32.self, at: 24)
    stroke.stroke = item.load(UInt32.self, at: 28)
    stroke.began = item.load(UInt64.self, at: 32)
    stroke.samples = item.load(UInt32.self, at: 40)
    let flags = item.load(UInt16.self, at: 44)
    stroke.isCancelled = flags & 1 != 0
    stroke.isCutByRestart = flags & 2 != 0
    stroke.toolType = type
    return stroke
  }
}

/// A button that went down or up, in 40 bytes.
package enum ButtonRecord {
  package static let size = 40

  @_lifetime(bytes: copy bytes)
  package static func encode(
    _ change: ButtonChange, sequence: UInt64, into bytes: inout MutableRawSpan
  ) {
    ItemHeader(
      size: size, type: .button, tablet: change.tablet, sequence: sequence, time: change.time
    ).encode(into: &bytes)
    bytes.store(change.tool, at: 24)
    bytes.store(change.stroke, at: 28)
    bytes.store(change.button, at: 32)
    bytes.store(UInt8((change.isPressed ? 1 : 0) | (change.isSynthetic ? 2 : 0)), at: 33)
    bytes.store(change.toolType.rawValue, at: 34)
    bytes.store(0 as UInt8, at: 35)
    bytes.store(change.buttons.rawValue, at: 36)
  }

  package static func decode(_ item: RawSpan) -> ButtonChange? {
    guard item.byteCount >= size, let type = ToolType(rawValue: item.load(UInt8.self, at: 34))
    else { return nil }
    var change = ButtonChange()
    change.tablet = item.load(UInt32.self, at: 4)
    change.time = item.load(UInt64.self, at: 16)
    change.tool = item.load(UInt32.self, at: 24)
    change.stroke = item.load(UInt32.self, at: 28)
    change.button = item.load(UInt8.self, at: 32)
    let flags = item.load(UInt8.self, at: 33)
    change.isPressed = flags & 1 != 0
    change.isSynthetic = flags & 2 != 0
    change.toolType = type
    change.buttons = Buttons(rawValue: item.load(UInt32.self, at: 36))
    return change
  }
}

/// Something was lost, in 48 bytes. As a record: events of a tablet. As a note: records that this subscriber was too
/// slow for.
package struct GapRecord: Equatable, Sendable {
  package static let size = 48

  /// Raw values are the wire's; a later version may have others, and a gap is one whatever its cause.
  package struct Cause: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }
    /// The kernel's buffer of the tablet ran over: `SYN_DROPPED`.
    package static let kernelOverrun = Cause(rawValue: 1)
    /// The journal's ring came round before this subscriber had read. The record numbers are lost to it.
    package static let lapped = Cause(rawValue: 2)
    /// The records asked for are of another epoch or no longer held.
    package static let notHeld = Cause(rawValue: 3)
    /// The records are of a time in which this subscriber's user was not to hear the pen.
    package static let notPermitted = Cause(rawValue: 4)
    /// The daemon ended without warning, and what it had read of the tablet and not told yet is gone.
    package static let crash = Cause(rawValue: 5)
  }

  package var cause: Cause
  package var tablet: UInt32
  package var time: UInt64
  /// First and last sequence number that this subscriber won't get; 0 for events of a tablet.
  package var lost: (first: UInt64, last: UInt64)

  package init(
    cause: Cause, tablet: UInt32 = 0, time: UInt64, lost: (first: UInt64, last: UInt64) = (0, 0)
  ) {
    self.cause = cause
    self.tablet = tablet
    self.time = time
    self.lost = lost
  }

  @_lifetime(bytes: copy bytes)
  package func encode(sequence: UInt64, into bytes: inout MutableRawSpan) {
    ItemHeader(size: Self.size, type: .gap, tablet: tablet, sequence: sequence, time: time)
      .encode(into: &bytes)
    bytes.store(UInt64(cause.rawValue), at: 24)
    bytes.store(lost.first, at: 32)
    bytes.store(lost.last, at: 40)
  }

  package init?(_ item: RawSpan) {
    guard item.byteCount >= Self.size else { return nil }
    cause = Cause(rawValue: item.load(UInt16.self, at: 24))
    tablet = item.load(UInt32.self, at: 4)
    time = item.load(UInt64.self, at: 16)
    lost = (item.load(UInt64.self, at: 32), item.load(UInt64.self, at: 40))
  }

  package static func == (a: GapRecord, b: GapRecord) -> Bool {
    a.cause == b.cause && a.tablet == b.tablet && a.time == b.time && a.lost == b.lost
  }
}

/// Why a stage decided as it did, in 48 bytes; only while someone asks for reasons.
package struct ReasonRecord: Equatable, Sendable {
  package static let size = 48

  package var tablet: UInt32
  package var time: UInt64
  package var tool: UInt32
  package var reason: Reason

  package init(tablet: UInt32, time: UInt64, tool: UInt32, reason: Reason) {
    self.tablet = tablet
    self.time = time
    self.tool = tool
    self.reason = reason
  }

  @_lifetime(bytes: copy bytes)
  package func encode(sequence: UInt64, into bytes: inout MutableRawSpan) {
    ItemHeader(size: Self.size, type: .reason, tablet: tablet, sequence: sequence, time: time)
      .encode(into: &bytes)
    bytes.store(reason.stage, at: 24)
    bytes.store(reason.code, at: 26)
    bytes.store(tool, at: 28)
    for i in 0..<4 { bytes.store(reason.values[i], at: 32 + 4 * i) }
  }

  package init?(_ item: RawSpan) {
    guard item.byteCount >= Self.size else { return nil }
    tablet = item.load(UInt32.self, at: 4)
    time = item.load(UInt64.self, at: 16)
    tool = item.load(UInt32.self, at: 28)
    reason = Reason(
      stage: item.load(UInt16.self, at: 24), code: item.load(UInt16.self, at: 26),
      values: [
        item.load(Int32.self, at: 32), item.load(Int32.self, at: 36),
        item.load(Int32.self, at: 40), item.load(Int32.self, at: 44),
      ])
  }

  package static func == (a: ReasonRecord, b: ReasonRecord) -> Bool {
    a.tablet == b.tablet && a.time == b.time && a.tool == b.tool && a.reason == b.reason
  }
}
