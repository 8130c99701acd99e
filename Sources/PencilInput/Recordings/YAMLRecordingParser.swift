/// Reads the YAML that `libinput record` writes, and pencild's own, which adds keys named `pencild`.
///
/// Only the subset of YAML that occurs is understood: block maps and lists, flow lists of numbers (over
/// several lines too), plain and quoted scalars, comments. Unknown keys are skipped wherever they are. The
/// indentation is free; a list may stand at the column of its key.
struct YAMLRecordingParser {
  /// Where a value stands, outermost first: map keys and list items.
  enum Step: Equatable {
    case item, devices, evdev, codes, absinfo, udev, properties, events, pencild, values
    case other
  }

  let file: String
  var line = 0
  var tablets: [RecordedTablet] = []
  var hasVersion = false
  var comments = RecordingComments()
  var isGapBefore = false

  private var path: [Step] = []
  private var columns: [Int] = []

  init(file: String) { self.file = file }

  /// Whether a file is this and not evemu's: decided by the first line that is no plain comment.
  static func accepts(_ bytes: [UInt8]) -> Bool {
    var start = 0
    while start < bytes.count {
      var text = TextLine(bytes, from: start)
      start = text.next
      text.skipBlanks()
      if text.skip("#") {
        text.skipBlanks()
        if text.skip("EVEMU") { return false }
        if text.skip("libinput record") { return true }
        continue
      }
      if !text.isAtEnd { return text.restBytes.dropFirst().first != UInt8(ascii: ":") }
    }
    return false
  }

  mutating func parse(_ bytes: [UInt8]) throws(RecordingError) -> Recording {
    var start = 0
    while start < bytes.count {
      var text = TextLine(bytes, from: start)
      start = text.next
      line += 1
      let column = text.skipBlanks()
      guard let first = text.peek else { continue }
      if first == UInt8(ascii: "#") {
        if text.skip("#") { comments.look(at: text) }
        continue
      }
      if text.restBytes.elementsEqual("---".utf8) { continue }
      if try skipsOpenFlow(text, bytes, &start) { continue }
      try read(&text, column: column)
    }
    guard hasVersion else { throw error("not a recording of libinput's: it has no version") }
    guard !tablets.isEmpty else { throw error("the recording has no devices") }
    finishTablet()
    return Recording(tablets: tablets)
  }

  func error(_ reason: String) -> RecordingError {
    RecordingError(file: file, line: max(line, 1), reason: reason)
  }

  /// Skips a flow list that goes on over several lines, as those of `hid` do; nothing that is read does.
  private mutating func skipsOpenFlow(
    _ text: TextLine, _ bytes: [UInt8], _ start: inout Int
  ) throws(RecordingError) -> Bool {
    guard text.restBytes.last == UInt8(ascii: "[") || text.restBytes.last == UInt8(ascii: ",")
    else { return false }
    guard text.restBytes.contains(UInt8(ascii: "[")), !text.restBytes.contains(UInt8(ascii: "]"))
    else { return false }
    let opened = line
    while start < bytes.count {
      let more = TextLine(bytes, from: start)
      start = more.next
      line += 1
      if more.restBytes.contains(UInt8(ascii: "]")) { return true }
    }
    line = opened
    throw error("list has no end")
  }

  private mutating func read(_ text: inout TextLine, column: Int) throws(RecordingError) {
    var column = column
    while text.restBytes.first == UInt8(ascii: "-") {
      let after = text.restBytes.dropFirst().first
      guard after == nil || after == 0x20 else { break }
      // A list may stand at the column of its key, but an item follows only an item there.
      while let last = columns.last, last > column || (last == column && path.last == .item) {
        pop()
      }
      push(.item, column)
      try enteredItem()
      _ = text.skip("-")
      column += 1 + text.skipBlanks()
    }
    guard let first = text.peek else { return }
    if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") {
      return try found(&text)
    }
    guard let key = key(&text) else { return try found(&text) }
    while let last = columns.last, last >= column { pop() }
    push(step(key), column)
    text.skipBlanks()
    if let next = text.peek, next != UInt8(ascii: "#") { try found(&text, key: key) }
  }

  private mutating func push(_ step: Step, _ column: Int) {
    path.append(step)
    columns.append(column)
  }

  private mutating func pop() {
    path.removeLast()
    columns.removeLast()
  }

  /// Reads a plain key and its colon; `nil`: this is a scalar, and nothing was read.
  private func key(_ text: inout TextLine) -> ArraySlice<UInt8>? {
    let bytes = text.restBytes
    if bytes.first == UInt8(ascii: "\"") || bytes.first == UInt8(ascii: "'") { return nil }
    var index = bytes.startIndex
    while index < bytes.endIndex && bytes[index] != UInt8(ascii: ":") {
      if bytes[index] == UInt8(ascii: "#") { return nil }
      index += 1
    }
    guard index < bytes.endIndex else { return nil }
    guard index + 1 == bytes.endIndex || bytes[index + 1].isBlank else { return nil }
    text.advance(to: index + 1)
    return bytes[..<index]
  }

  private func step(_ key: ArraySlice<UInt8>) -> Step {
    for (name, step) in YAMLRecordingParser.steps where key.elementsEqual(name.utf8) { return step }
    return .other
  }

  private static let steps: [(String, Step)] = [
    ("devices", .devices), ("evdev", .evdev), ("codes", .codes), ("absinfo", .absinfo),
    ("udev", .udev), ("properties", .properties), ("events", .events), ("pencild", .pencild),
    ("values", .values),
  ]

  private mutating func enteredItem() throws(RecordingError) {
    if path == [.devices, .item] {
      finishTablet()
      tablets.append(RecordedTablet(description: TabletDescription()))
    }
    if path == [.devices, .item, .events, .item] { isGapBefore = false }
  }

  private mutating func found(
    _ text: inout TextLine, key: ArraySlice<UInt8> = []
  ) throws(RecordingError) {
    // Rows of events are nearly all there is.
    if path.count == 6 && path == YAMLRecordingParser.row { return try readEvent(&text) }
    try readValue(&text, key: key, path: path)
  }

  private static let row: [Step] = [.devices, .item, .events, .item, .evdev, .item]

  private mutating func readEvent(_ text: inout TextLine) throws(RecordingError) {
    guard text.skip("[") else { throw error("event is not a list") }
    guard let seconds = text.integer(), text.skipComma(), let micros = text.integer(),
      let time = Recording.time(seconds: seconds, micros: micros)
    else { throw error("event has no time, or one out of range") }
    guard text.skipComma(), let type = text.integer().flatMap({ UInt16(exactly: $0) }) else {
      throw error("event has no type, or one out of range")
    }
    guard text.skipComma(), let code = text.integer().flatMap({ UInt16(exactly: $0) }) else {
      throw error("event has no code, or one out of range")
    }
    guard text.skipComma(), let value = text.integer()?.asValue else {
      throw error("event has no value, or one out of range")
    }
    text.skipBlanks()
    guard text.skip("]") else { throw error("event is not five numbers in brackets") }
    let last = tablets.count - 1
    if isGapBefore {
      isGapBefore = false
      tablets[last].events.append(
        RawEvent(time: time, type: EventType.synchronisation, code: SyncCode.dropped))
      tablets[last].events.append(RawEvent(time: time))
    }
    tablets[last].events.append(RawEvent(time: time, type: type, code: code, value: value))
  }

  /// Comments of one tablet are not those of the next one.
  private mutating func finishTablet() {
    if !tablets.isEmpty { comments.apply(to: &tablets[tablets.count - 1].description) }
    comments = RecordingComments()
  }
}
