internal import PencilCore
internal import PencilWire

/// Text for a person: a line a sample in aligned columns, a line for each change of state with its reason.
///
/// A stroke is bracketed at the left; an estimated value has a `~`; an axis that no tool has yet has no column; a
/// value that a tool lacks is blank; `·` is a value at rest (no force in hover, no height in contact).
package struct DumpWriter: ItemWriter {
  let names: OutputNames
  let style: DumpStyle
  /// Someone scrolls and looks: the columns' names are shown, and again every ``headerEvery`` lines.
  let isTerminal: Bool
  /// Every stage's reasons; else only those for presses that are no gestures.
  let showsReasons: Bool
  var state = State()

  static let headerEvery = 40

  struct State {
    /// Time of the first record that happened after the start; times are shown from here.
    var zero: UInt64?
    var columns = DumpColumns()
    /// The only tablet until now; 0: none.
    var tablet: UInt32 = 0
    /// Samples that expect an update, so that it can say how late it is.
    var expecting = ExpectingSamples()
    /// The columns as they were named last, and how long ago.
    var named: DumpColumns?
    var linesSinceNamed = 0
    var prediction = PredictionCheck()
  }

  /// - Parameters:
  ///   - showsReasons: every stage's, not only those for presses that are no gestures.
  ///   - isTerminal: names the columns.
  ///   - isColoured: on a terminal that was not told otherwise (`NO_COLOR`).
  package init(
    names: OutputNames = OutputNames(), showsReasons: Bool = true, isTerminal: Bool,
    isColoured: Bool
  ) {
    self.names = names
    self.showsReasons = showsReasons
    self.isTerminal = isTerminal
    style = DumpStyle(isColoured: isColoured)
  }

  @discardableResult
  package mutating func write(_ item: RawSpan, into buffer: inout TextBuffer) -> Bool {
    guard let header = try? ItemHeader(item, at: 0) else { return true }
    let start = buffer.count
    let before = state
    learn(header)
    append(header, item, &buffer)
    guard !buffer.isFull else {
      buffer.truncate(to: start)
      state = before
      return false
    }
    return true
  }

  private mutating func append(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) {
    switch header.type {
    case .sample, .predicted: sample(header, item, &buffer)
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
    case .frame: frame(header, item, &buffer)
    case .suspended: suspended(header, item, &buffer)
    case .resumed: resumed(header, item, &buffer)
    case .snapshot: snapshot(header, item, &buffer)
    default: break
    }
  }

  private mutating func learn(_ header: ItemHeader) {
    // A tablet may be there since hours, and a snapshot tells of the past: neither starts the clock.
    if state.zero == nil, header.sequence != 0, header.type != .tablet, header.type != .description,
      header.type != .padDescription
    {
      state.zero = header.time
    }
    guard header.tablet != 0, header.tablet != state.tablet else { return }
    if state.tablet != 0 { state.columns.hasTablets = true }
    state.tablet = header.tablet
  }

  // Parts of lines.

  /// Time and mark, in front of every line.
  func prefix(
    _ header: ItemHeader, _ mark: String, _ ink: DumpStyle.Ink, _ buffer: inout TextBuffer
  ) {
    let start = buffer.count
    if let zero = state.zero {
      buffer.append(Double(Int64(bitPattern: header.time &- zero)) / 1e6, decimals: 3)
    }
    buffer.padLeft(from: start, to: DumpColumns.time)
    buffer.append(" ")
    style.begin(ink, &buffer)
    buffer.append(mark)
    style.end(&buffer)
    buffer.append(" ")
  }

  /// Begins a line that tells a change: what it is of stands where a sample's tool does.
  func begin(
    _ header: ItemHeader, _ mark: String, _ word: String, number: UInt64 = 0, _ ink: DumpStyle.Ink,
    _ buffer: inout TextBuffer
  ) {
    prefix(header, mark, ink, &buffer)
    tabletCell(header, &buffer)
    let start = buffer.count
    buffer.append(word)
    if number != 0 {
      buffer.append(" ")
      buffer.append(number)
    }
    // A long number moves the text, but never touches it.
    buffer.padRight(from: start, to: DumpColumns.tool - 1)
    buffer.append(" ")
  }

  func tabletCell(_ header: ItemHeader, _ buffer: inout TextBuffer) {
    guard state.columns.hasTablets else { return }
    let start = buffer.count
    if header.tablet != 0 {
      buffer.append("t")
      buffer.append(header.tablet)
    }
    buffer.padRight(from: start, to: DumpColumns.tablet)
  }

  func tool(_ type: ToolType, _ id: UInt32, _ buffer: inout TextBuffer) {
    buffer.append(type.word)
    buffer.append(" ")
    buffer.append(id)
  }

  mutating func end(_ buffer: inout TextBuffer) {
    buffer.append("\n")
    state.linesSinceNamed += 1
  }

  /// Begins a further line of the same record.
  mutating func wrap(_ buffer: inout TextBuffer) {
    end(&buffer)
    buffer.append(
      spaces: DumpColumns.indent + DumpColumns.tool
        + (state.columns.hasTablets ? DumpColumns.tablet : 0))
  }

  mutating func nameColumns(_ buffer: inout TextBuffer) {
    guard isTerminal, state.named != state.columns || state.linesSinceNamed >= Self.headerEvery
    else { return }
    state.columns.header(style, &buffer)
    state.named = state.columns
    state.linesSinceNamed = 0
  }
}
