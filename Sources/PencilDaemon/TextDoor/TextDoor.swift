internal import PencilSystem
internal import PencilWire

/// The text that goes to clients of the text door: items as JSON lines, made when they are sent.
///
/// One for all clients, as each send is over before the next. A class, so that it can be filled while the items, which
/// are in other parts of the same owner, are read. Its memory is taken with the first client.
final class TextDoor {
  /// How many bytes of items become text at once, but for a larger one alone: their lines are at most eight times as
  /// long, those of descriptions with all keys 24 times, and what a client has not read is bounded by 64 KiB here, too.
  static let itemLimit = 8192
  private static let capacity = 256 << 10
  /// Longest line of a request.
  static let requestLimit = 4096
  /// How long a client may be silent before it gets what is usual, ns.
  static let patience: UInt64 = 100_000_000

  private var writer: JSONLinesWriter
  private var buffer = TextBuffer(capacity: 0)

  init(names: OutputNames) { writer = JSONLinesWriter(names: names, tellsLine: true) }

  /// How long the lines are that it holds.
  var count: Int { buffer.count }
  /// A copy of them.
  var lines: [UInt8] { buffer.copy() }

  /// Sends the lines of the last ``begin()`` and what followed, as far as they fit.
  ///
  /// - Returns: What became of it, and what did not fit.
  func send(
    to socket: borrowing ConnectedSocket
  ) throws(Errno) -> (result: SendResult, rest: ArraySlice<UInt8>) {
    try buffer.send(to: socket)
  }

  func begin() {
    if buffer.capacity == 0 { buffer = TextBuffer(capacity: Self.capacity) }
    buffer.removeAll()
  }

  /// Holds the lines of these items and no others.
  func write(_ items: RawSpan) {
    begin()
    append(items)
  }

  /// Adds the lines of whole items.
  func append(_ items: RawSpan) {
    var offset = 0
    while offset < items.byteCount {
      let rest = items.extracting(offset...)
      let size = ItemHeader.size(of: rest)
      let fitted = writer.write(rest.extracting(first: size), into: &buffer)
      precondition(fitted, "lines of more than \(Self.capacity) bytes")
      offset += size
    }
  }
}

extension TextBuffer {
  fileprivate borrowing func copy() -> [UInt8] {
    let text = bytes
    return (0..<text.count).map { text[$0] }
  }

  fileprivate borrowing func send(
    to socket: borrowing ConnectedSocket
  ) throws(Errno) -> (result: SendResult, rest: ArraySlice<UInt8>) {
    let text = bytes
    let result = try socket.send(text.raw)
    guard case .sent(let count) = result, count < text.count else { return (result, []) }
    return (result, ArraySlice((count..<text.count).map { text[$0] }))
  }
}
