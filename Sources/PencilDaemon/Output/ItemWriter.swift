package import PencilCore

/// Something that makes lines of encoded items: records and notes, from a connection or from the daemon's own
/// journal alike.
package protocol ItemWriter: ~Copyable {
  /// Appends the lines of one item.
  ///
  /// - Parameter item: one whole item; one of an unknown type makes no line.
  /// - Returns: `false` when the lines did not fit: then nothing was appended and nothing is remembered of the item,
  ///   so that it can be given again when there is room.
  @discardableResult
  mutating func write(_ item: RawSpan, into buffer: inout TextBuffer) -> Bool
}

/// Names that other rooms know, appended to a buffer. They hold no quotes, backslashes and control characters.
package struct OutputNames: Sendable {
  /// The name of an event's type and code, such as `ABS_X`; appends nothing where there is none.
  package var event: @Sendable (_ type: UInt16, _ code: UInt16, _ buffer: inout TextBuffer) -> Void
  /// A reason in words; appends nothing where there are none.
  package var reason: @Sendable (_ reason: Reason, _ buffer: inout TextBuffer) -> Void

  package init(
    event: @escaping @Sendable (UInt16, UInt16, inout TextBuffer) -> Void = { _, _, _ in },
    reason: @escaping @Sendable (Reason, inout TextBuffer) -> Void = { _, _ in }
  ) {
    self.event = event
    self.reason = reason
  }
}
