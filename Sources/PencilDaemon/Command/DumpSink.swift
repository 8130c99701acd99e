internal import PencilCore
internal import PencilInput
internal import PencilSystem

/// Shows items on standard output.
final class DumpSink: ItemSink {
  private enum Writer {
    case text(DumpWriter)
    case json(JSONLinesWriter)
  }

  private var writer: Writer
  private var counter: SummaryCounter?
  private var buffer = TextBuffer()
  private var output: OutputBuffer
  private let isJSON: Bool

  var ending: EndingSignals? {
    get { output.ending }
    set { output.ending = newValue }
  }

  init(_ options: Options) throws(CommandError) {
    do throws(Errno) {
      output = try OutputBuffer.standardOutput()
    } catch { throw CommandError(.output, "standard output: \(error)") }
    isJSON = options.format == .json
    let names = OutputNames.ofEvents
    if isJSON {
      writer = .json(JSONLinesWriter(names: names))
    } else {
      let isTerminal = Files.isTerminal(1)
      let isColoured = isTerminal && Environment.value("NO_COLOR") == nil
      writer = .text(
        DumpWriter(
          names: names, showsReasons: options.showsReasons, isTerminal: isTerminal,
          isColoured: isColoured))
    }
    if options.hasSummary { counter = SummaryCounter() }
  }

  func take(_ item: RawSpan) {
    counter?.count(item)
    if !write(item) {
      moveOn()
      // It fits an empty buffer, or has no line at all.
      _ = write(item)
    }
  }

  /// What quirks and the configuration change of a tablet.
  func show(_ setup: TabletSetup, of description: TabletDescription) {
    let quirks = setup.overrides.applied
    if isJSON {
      buffer.append("{\"type\":\"quirks\"")
      buffer.member(",\"node\":", quoted: description.node)
      buffer.append(",\"applied\":[")
      for (i, quirk) in quirks.enumerated() {
        buffer.member(i == 0 ? "{\"title\":" : ",{\"title\":", quoted: quirk.title)
        buffer.member(",\"file\":", quoted: quirk.file)
        buffer.append(",\"settings\":[")
        for (j, setting) in quirk.settings.enumerated() {
          buffer.member(j == 0 ? "" : ",", quoted: setting)
        }
        buffer.append("]}")
      }
      buffer.append("]")
      buffer.member(",\"turned\":", UInt32(clamping: setup.quarterTurns % 4 * 90))
      if let fuzz = KernelFuzz.text(description) { buffer.member(",\"fuzz\":", quoted: fuzz) }
      buffer.append("}\n")
    } else {
      let indent = DumpColumns.indent + DumpColumns.tool
      for quirk in quirks {
        buffer.append(spaces: indent)
        buffer.append("quirk ")
        buffer.append(printable: "\(quirk)")
        buffer.append("\n")
      }
      if quirks.isEmpty {
        buffer.append(spaces: indent)
        buffer.append("no quirks\n")
      }
      if let fuzz = KernelFuzz.text(description) {
        buffer.append(spaces: indent)
        buffer.append("the kernel filters (fuzz in device units): ")
        buffer.append(printable: fuzz)
        buffer.append("\n")
      }
      if setup.quarterTurns % 4 != 0 {
        buffer.append(spaces: indent)
        buffer.append("turned by ")
        buffer.append(UInt32(clamping: setup.quarterTurns % 4 * 90))
        buffer.append("°\n")
      }
    }
  }

  private func write(_ item: RawSpan) -> Bool {
    switch writer {
    case .text(var text):
      let fitted = text.write(item, into: &buffer)
      writer = .text(text)
      return fitted
    case .json(var json):
      let fitted = json.write(item, into: &buffer)
      writer = .json(json)
      return fitted
    }
  }

  private func moveOn() {
    output.append(buffer.bytes.raw)
    buffer.removeAll()
  }

  func flush() throws(CommandError) -> Bool {
    moveOn()
    return try output.flush(to: "standard output")
  }

  func finish(inputFrames: UInt64?) throws(CommandError) {
    if var counter {
      counter.inputFramesFromSource = inputFrames
      if isJSON { counter.writeJSON(into: &buffer) } else { counter.writeText(into: &buffer) }
    }
    _ = try flush()
  }
}
