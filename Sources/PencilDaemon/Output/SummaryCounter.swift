internal import PencilCore
internal import PencilWire

/// Counts what went by, for a last line. Documentation/json.md says what counts.
package struct SummaryCounter {
  package private(set) var samples: UInt64 = 0
  package private(set) var strokes: UInt64 = 0
  package private(set) var presses: UInt64 = 0
  package private(set) var gestures: UInt64 = 0
  package private(set) var updates: UInt64 = 0
  package private(set) var gaps: UInt64 = 0

  /// The true count of input frames, where the tablets are read in this process. A subscriber only sees what
  /// came of them.
  package var inputFramesFromSource: UInt64?

  private var frames = FrameCount()
  /// The same from raw records, which show frames that made no sample, too.
  private var rawFrames = FrameCount()
  private var tabletNumbers: Set<UInt32> = []
  private var toolNumbers: Set<UInt32> = []
  private var first: UInt64?
  private var last: UInt64 = 0

  package init() {}

  package var inputFrames: UInt64 {
    inputFramesFromSource ?? (rawFrames.count > 0 ? rawFrames.count : frames.count)
  }
  package var tablets: Int { tabletNumbers.count }
  package var tools: Int { toolNumbers.count }
  /// µs between two reports; `nil`: there were no two.
  package var meanInterval: Double? { intervals.mean }
  package var medianInterval: UInt64? { intervals.median }
  /// Of samples, or of raw records where nothing else was asked for.
  private var intervals: IntervalHistogram {
    frames.count > 0 ? frames.intervals : rawFrames.intervals
  }
  /// Reports a second, by the median interval: pauses and jitter don't move it.
  package var rate: Double? { medianInterval.flatMap { $0 > 0 ? 1e6 / Double($0) : nil } }
  /// µs from the first to the last record of a pen.
  package var span: UInt64 { first.map { last - $0 } ?? 0 }

  /// Counts one whole item.
  package mutating func count(_ item: RawSpan) {
    guard let header = try? ItemHeader(item, at: 0) else { return }
    // A snapshot's copies tell what is, not what happened.
    let isRecord = header.sequence != 0
    switch header.type {
    case .tablet: tabletNumbers.insert(header.tablet)
    case .tool:
      if let tool = ToolRecord.decode(item) { toolNumbers.insert(tool.id) }
    case .gap: gaps += 1
    case .sample where isRecord:
      guard let sample = SampleRecord.decode(item) else { return }
      samples += 1
      frames.add(sample)
      spread(header.time)
    case .raw where isRecord:
      rawFrames.add(tablet: header.tablet, time: header.time)
      spread(header.time)
    case .button where isRecord:
      if ButtonRecord.decode(item)?.isPressed == true { presses += 1 }
    case .stroke where isRecord: strokes += 1
    case .gesture where isRecord, .gestureWithoutPose where isRecord:
      if GestureRecord.phase(of: item) == .ended { gestures += 1 }
    case .update where isRecord: updates += 1
    default: break
    }
  }

  private mutating func spread(_ time: UInt64) {
    first = min(first ?? time, time)
    last = max(last, time)
  }
}

/// Counts input frames by what came of them.
private struct FrameCount {
  private struct Last {
    var tablet: UInt32 = 0
    var time: UInt64 = 0
    var phase: Phase = .hoverMoved
  }

  private(set) var count: UInt64 = 0
  private(set) var intervals = IntervalHistogram()
  /// The last frame of each tablet. More tablets than places share them, which costs a few intervals.
  private var last = InlineArray<16, Last>(repeating: Last())

  init() {}

  /// One frame makes one sample, but coming into range with contact (`hoverEntered`, `began`) and leaving in contact
  /// (`ended`, `hoverExited`) makes two of one time; what the daemon made itself (`synthetic`) is of no frame. Two
  /// frames of equal time, as in a burst, remain two.
  mutating func add(_ sample: Sample) {
    guard !sample.flags.contains(.synthetic) else { return }
    let place = Int(sample.tablet % 16)
    let previous = last[place]
    last[place].phase = sample.phase
    if previous.tablet == sample.tablet, previous.time == sample.time {
      switch (previous.phase, sample.phase) {
      case (.hoverEntered, .began), (.ended, .hoverExited): return
      default: break
      }
    }
    add(tablet: sample.tablet, time: sample.time)
  }

  mutating func add(tablet: UInt32, time: UInt64) {
    let place = Int(tablet % 16)
    if last[place].tablet == tablet, time >= last[place].time {
      intervals.add(time - last[place].time)
    }
    last[place].tablet = tablet
    last[place].time = time
    count += 1
  }
}

// The last line.
extension SummaryCounter {
  /// Appends the summary for a person.
  package func writeText(into buffer: inout TextBuffer) {
    number(inputFrames, "input frame", &buffer)
    buffer.append(" · ")
    number(samples, "sample", &buffer)
    buffer.append(" · ")
    number(strokes, "stroke", &buffer)
    buffer.append(" · ")
    number(presses, "press", plural: "es", &buffer)
    buffer.append(" · ")
    number(gestures, "gesture", &buffer)
    buffer.append(" · ")
    number(updates, "update", &buffer)
    buffer.append(" · ")
    number(gaps, "gap", &buffer)
    buffer.append("\n")
    number(UInt64(tablets), "tablet", &buffer)
    buffer.append(" · ")
    number(UInt64(tools), "tool", &buffer)
    buffer.append(" · ")
    buffer.append(Double(span) / 1e6, decimals: 3)
    buffer.append(" s")
    if let meanInterval, let medianInterval {
      buffer.append(" · a report every ")
      buffer.append(Double(medianInterval) / 1000, decimals: 2)
      buffer.append(" ms (median; mean ")
      buffer.append(meanInterval / 1000, decimals: 3)
      buffer.append(" ms)")
      if let rate {
        buffer.append(": ")
        buffer.append(rate, decimals: 1)
        buffer.append(" Hz")
      }
    }
    buffer.append("\n")
  }

  private func number(
    _ n: UInt64, _ word: String, plural: String = "s", _ buffer: inout TextBuffer
  ) {
    buffer.append(n)
    buffer.append(" ")
    buffer.append(word)
    if n != 1 { buffer.append(plural) }
  }

  /// Appends the summary as a JSON line.
  package func writeJSON(into buffer: inout TextBuffer) {
    buffer.append("{\"type\":\"summary\"")
    buffer.member(",\"inputFrames\":", inputFrames)
    buffer.member(",\"samples\":", samples)
    buffer.member(",\"strokes\":", strokes)
    buffer.member(",\"presses\":", presses)
    buffer.member(",\"gestures\":", gestures)
    buffer.member(",\"updates\":", updates)
    buffer.member(",\"gaps\":", gaps)
    buffer.member(",\"tablets\":", tablets)
    buffer.member(",\"tools\":", tools)
    if let rate {
      buffer.append(",\"rate\":")
      buffer.append(rate, decimals: 3)
    }
    if let meanInterval, let medianInterval {
      buffer.append(",\"meanInterval\":")
      buffer.append(meanInterval, decimals: 3)
      buffer.member(",\"medianInterval\":", medianInterval)
    }
    buffer.member(",\"span\":", span)
    buffer.append("}\n")
  }
}
