internal import PencilInput
internal import PencilSystem
internal import PencilWire

/// Writes one tablet's events as a recording.
final class RecordSink: ItemSink {
  private let path: String
  /// Only the tablet at this node; `nil`: the only one there is.
  private let node: String?
  /// Opened only when there is something to record: an earlier recording of that name is not lost for nothing.
  private var output: OutputBuffer?
  private var tablets: [UInt32: TabletRecord] = [:]
  private var tablet: UInt32 = 0
  private var writer: RecordingWriter?
  private var frame = InputFrame()
  private var frames: UInt64 = 0
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
    case .raw where header.tablet == tablet: append(header, item)
    default: break
    }
  }

  /// A recording is of one tablet: libinput's replay plays it so.
  private func choose(_ description: DescriptionRecord) {
    guard let record = tablets[description.tablet] else { return }
    if let node, record.node != node { return }
    if tablet == record.tablet { return }
    guard tablet == 0 else {
      let first = tablets[tablet]?.node ?? "?"
      problem = CommandError(
        .noInput, "several tablets (\(first), \(record.node)): choose one with --device")
      return
    }
    do throws(Errno) {
      output =
        path == "-"
        ? try OutputBuffer.standardOutput()
        : OutputBuffer(try FileDescriptor.open(path, .create(permissions: 0o644)))
    } catch {
      problem = CommandError(.output, "\(path): \(error)")
      return
    }
    tablet = record.tablet
    writer = RecordingWriter(TabletDescription(description, of: record))
    Log.write(.notice, .pencild, "recording “\(record.name)” (\(record.node)) into \(path)")
  }

  private func append(_ header: ItemHeader, _ item: RawSpan) {
    guard let (count, flags) = RawRecord.decode(item) else { return }
    frame.rawEventCount = min(count, InputFrame.capacity)
    frame.afterGap = flags.contains(.afterGap)
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
    guard let bytes = writer?.takeBytes() else { return !isOver }
    do throws(Errno) {
      output?.append(bytes.span.raw)
      return try output?.flush() == .written && !isOver
    } catch { throw CommandError(.output, "\(path): \(error)") }
  }

  func finish(inputFrames: UInt64?) throws(CommandError) {
    _ = try flush()
    guard writer != nil else { throw CommandError(.noInput, "nothing was recorded: no tablet") }
    Log.write(.notice, .pencild, "recorded \(frames) input frames into \(path)")
  }
}
