internal import PencilClient
internal import PencilInput
internal import PencilSystem
internal import PencilWire

/// Writes one tablet's events as a recording.
final class RecordSink: ItemSink {
  var ending: EndingSignals? {
    didSet { output?.ending = ending }
  }

  private let path: String
  /// Only the tablet at this node; `nil`: the only one there is.
  private let node: String?
  /// The file, open once it is clear which tablet is recorded, with all that is in it: an earlier recording is lost
  /// only when there is an input frame to write.
  private var file: FileDescriptor?
  private var output: OutputBuffer?
  private var isOpen = false
  /// Whether there was no file before.
  private var isNew = false
  private var tablets: [UInt32: TabletRecord] = [:]
  private var tablet: UInt32 = 0
  /// Tablets that came later, of which it was told that they are not recorded.
  private var others: Set<UInt32> = []
  private var writer: RecordingWriter?
  private var frame = InputFrame()
  private var frames: UInt64 = 0
  /// Not all tablets are known yet.
  private var isInSnapshot = false
  /// Something was lost on the way here, which the next frame tells.
  private var isAfterGap = false
  private var isOver = false
  private var problem: CommandError?

  init(path: String, node: String?) {
    self.path = path
    self.node = node
  }

  func take(_ item: RawSpan) {
    guard let header = try? ItemHeader(item, at: 0) else { return }
    switch header.type {
    case .tablet:
      guard let record = TabletRecord(item) else { return }
      tablets[record.tablet] = record
      if record.tablet == tablet, !record.flags.contains(.present) { isOver = true }
    case .description:
      if let description = DescriptionRecord(item) { choose(description) }
    case .snapshot: isInSnapshot = true
    case .snapshotEnd: isInSnapshot = false
    // One in the journal is in the frames themselves.
    case .gap where header.sequence == 0:
      if let gap = GapRecord(item) { lost("records were lost: \(Gap(gap).cause.words)") }
    case .suspended: lost("suspended: another session is the active one")
    case .resumed: Log.write(.notice, .pencild, "resumed: this session is the active one")
    case .raw where header.tablet == tablet: append(header, item)
    default: break
    }
  }

  private func lost(_ why: String) {
    isAfterGap = true
    Log.write(.notice, .pencild, "\(why); the recording has a gap")
  }

  /// A recording is of one tablet: libinput's replay plays it so.
  private func choose(_ description: DescriptionRecord) {
    guard let record = tablets[description.tablet] else { return }
    if let node, !record.isNode(node) { return }
    if tablet == record.tablet { return }
    guard tablet == 0 else {
      if isOpen { return leaveOut(record) }
      let first = tablets[tablet]?.node ?? "?"
      problem = CommandError(
        .noInput, "several tablets (\(first), \(record.node)): choose one with --device")
      return
    }
    tablet = record.tablet
    writer = RecordingWriter(TabletDescription(description, of: record))
  }

  private func leaveOut(_ record: TabletRecord) {
    guard others.insert(record.tablet).inserted else { return }
    Log.write(
      .notice, .pencild,
      "“\(record.name)” (\(record.node)) is not recorded: a recording is of one tablet")
  }

  private func append(_ header: ItemHeader, _ item: RawSpan) {
    guard let (count, flags) = RawRecord.decode(item) else { return }
    frame.rawEventCount = min(count, InputFrame.capacity)
    frame.afterGap = flags.contains(.afterGap) || isAfterGap
    isAfterGap = false
    for i in 0..<frame.rawEventCount {
      let event = RawRecord.event(item, at: i)
      frame.rawEvents[i] = RawEvent(
        time: header.time, type: event.type, code: event.code, value: event.value)
    }
    writer?.append(frame)
    frames += 1
  }

  func flush() throws(CommandError) -> Bool {
    if let problem { throw problem }
    guard writer != nil, !isInSnapshot else { return !isOver }
    do throws(Errno) {
      if !isOpen { try open() }
      guard frames > 0, let bytes = writer?.takeBytes() else { return !isOver }
      if let file = file.take() {
        if path != "-" { try file.cut() }
        output = OutputBuffer(file)
        output?.ending = ending
      }
      output?.append(bytes.span.raw)
    } catch { throw CommandError(.output, "\(path): \(error)") }
    return try output?.flush(to: path) == true && !isOver
  }

  private func open() throws(Errno) {
    isNew = path != "-" && !Files.exists(path)
    file =
      path == "-"
      ? try .duplicate(of: 1) : try .open(path, .keep(permissions: 0o644))
    isOpen = true
    let name = tablets[tablet].map { "“\($0.name)” (\($0.node))" } ?? ""
    Log.write(.notice, .pencild, "recording \(name) into \(path)")
  }

  func finish(inputFrames: UInt64?) throws(CommandError) {
    _ = try flush()
    guard writer != nil else { throw CommandError(.noInput, "nothing was recorded: no tablet") }
    guard frames > 0 else {
      if isNew { try? Files.remove(path) }
      throw CommandError(.noInput, "nothing was recorded: the tablet sent nothing")
    }
    Log.write(.notice, .pencild, "recorded \(frames) input frames into \(path)")
  }
}
