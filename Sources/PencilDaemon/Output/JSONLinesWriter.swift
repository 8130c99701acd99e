internal import PencilCore
internal import PencilWire

/// One JSON object a line, as in Documentation/json.md, written by hand: a line costs no allocation.
package struct JSONLinesWriter: ItemWriter {
  let names: OutputNames

  /// A token is the number of the line that asked.
  private let tellsLine: Bool

  package init(names: OutputNames = OutputNames(), tellsLine: Bool = false) {
    self.names = names
    self.tellsLine = tellsLine
  }

  @discardableResult
  package mutating func write(_ item: RawSpan, into buffer: inout TextBuffer) -> Bool {
    guard let header = try? ItemHeader(item, at: 0) else { return true }
    let start = buffer.count
    guard append(header, item, &buffer) else {
      // Unknown, or shorter than its type: skipped, as the protocol asks.
      buffer.truncate(to: start)
      return true
    }
    buffer.append(literal: "}\n")
    guard !buffer.isFull else {
      buffer.truncate(to: start)
      return false
    }
    return true
  }

  /// Appends the object without its end; `false` when there is none for this item.
  private func append(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) -> Bool {
    switch header.type {
    case .sample: sample("sample", header, item, &buffer)
    case .tablet: tablet(header, item, &buffer)
    case .tool: tool(header, item, &buffer)
    case .update: update(header, item, &buffer)
    case .stroke: stroke(header, item, &buffer)
    case .button: button(header, item, &buffer)
    case .gesture, .gestureWithoutPose: gesture(header, item, &buffer)
    case .gap: gap(header, item, &buffer)
    case .pad: pad(header, item, &buffer)
    case .padDescription: padDescription(header, item, &buffer)
    case .raw: raw(header, item, &buffer)
    case .reason: reason(header, item, &buffer)
    case .description: description(header, item, &buffer)
    case .welcome: welcome(header, item, &buffer)
    case .error: error(header, item, &buffer)
    case .subscribed: subscribed(header, item, &buffer)
    case .interaction: interaction(header, item, &buffer)
    case .preferences: preferences(header, item, &buffer)
    case .suspended: suspended(header, item, &buffer)
    case .resumed: resumed(header, item, &buffer)
    case .daemonStatus: daemonStatus(header, item, &buffer)
    case .tabletStatus: tabletStatus(header, item, &buffer)
    case .clientStatus: clientStatus(header, item, &buffer)
    case .statusEnd: statusEnd(header, item, &buffer)
    case .frame: frame(header, item, &buffer)
    case .predicted: predicted(header, item, &buffer)
    case .snapshot: snapshot("snapshot", header, item, &buffer)
    case .snapshotEnd: snapshot("snapshotEnd", header, item, &buffer)
    default: false
    }
  }

  /// The line that an answer is for, where there is one.
  func line(_ token: UInt32, _ buffer: inout TextBuffer) {
    if tellsLine, token != 0 { buffer.member(",\"line\":", token) }
  }

  /// Begins an object with what each has.
  @inline(__always)
  func begin(_ type: StaticString, _ header: ItemHeader, _ buffer: inout TextBuffer) {
    buffer.append(literal: "{\"type\":\"")
    buffer.append(literal: type)
    if header.sequence != 0 {
      buffer.append(literal: "\",\"seq\":")
      buffer.append(header.sequence)
      buffer.append(literal: ",\"t\":")
    } else {
      buffer.append(literal: "\",\"t\":")
    }
    buffer.append(header.time)
    if header.tablet != 0 {
      buffer.append(literal: ",\"tablet\":")
      buffer.append(header.tablet)
    }
  }
}

// Members of an object. A key is given with what stands around it, so that it is one copy.
extension TextBuffer {
  /// `key` as `,"name":`.
  @inline(__always)
  mutating func member(_ key: StaticString, _ value: some FixedWidthInteger & UnsignedInteger) {
    append(literal: key)
    append(value)
  }

  @inline(__always)
  mutating func member(_ key: StaticString, _ value: some FixedWidthInteger & SignedInteger) {
    append(literal: key)
    append(value)
  }

  @inline(__always)
  mutating func member(_ key: StaticString, _ value: Float, decimals: Int) {
    append(literal: key)
    append(value, decimals: decimals)
  }

  @inline(__always)
  mutating func member(_ key: StaticString, quoted value: String) {
    append(literal: key)
    append(quoted: value)
  }

  @inline(__always)
  mutating func member(_ key: StaticString, _ value: Bool) {
    append(literal: key)
    append(literal: value ? "true" : "false")
  }

  /// An array of the names of the bits that are set; empty where none is.
  @inline(__always)
  mutating func member(_ key: StaticString, bits: UInt32, _ name: (Int) -> String?) {
    append(literal: key)
    if bits == 0 { append(literal: "[]") } else { append(bits: bits, name) }
  }

  private mutating func append(bits: UInt32, _ name: (Int) -> String?) {
    append(byte: UInt8(ascii: "["))
    var rest = bits
    var isFirst = true
    while rest != 0 {
      let bit = rest.trailingZeroBitCount
      rest &= rest &- 1
      guard let name = name(bit) else { continue }
      append(literal: isFirst ? "\"" : ",\"")
      append(name)
      append(byte: UInt8(ascii: "\""))
      isFirst = false
    }
    append(byte: UInt8(ascii: "]"))
  }

  /// An array of the numbers of the bits that are set, 64 a word.
  @inline(__always)
  mutating func member(_ key: StaticString, numbersOf words: [UInt64]) {
    append(literal: key)
    append(byte: UInt8(ascii: "["))
    var isFirst = true
    for (i, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        if !isFirst { append(byte: UInt8(ascii: ",")) }
        isFirst = false
        append(64 * i + rest.trailingZeroBitCount)
        rest &= rest &- 1
      }
    }
    append(byte: UInt8(ascii: "]"))
  }
}
