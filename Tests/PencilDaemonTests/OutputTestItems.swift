import PencilCore
import PencilDaemon
import PencilWire

/// Items of every type, encoded, for the writers' tests.
enum OutputTestItems {
  static func encode(_ size: Int, _ body: (inout MutableRawSpan) -> Void) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: size)
    var span = bytes.mutableSpan
    var raw = unsafe span.mutableBytes
    body(&raw)
    return bytes
  }

  static func sample(_ sample: Sample, sequence: UInt64 = 1) -> [UInt8] {
    encode(SampleRecord.size) { SampleRecord.encode(sample, sequence: sequence, into: &$0) }
  }

  /// A pen with everything in a stroke.
  static var fullSample: Sample {
    var sample = Sample()
    sample.time = 1_234_567
    sample.tablet = 1
    sample.attachment = 2
    sample.tool = 3
    sample.stroke = 4
    sample.index = 55
    sample.phase = .began
    sample.estimated = [.force, .azimuth]
    sample.expecting = [.force]
    sample.available = Axes(rawValue: 0x7F)
    sample.flags = [.afterGap]
    sample.buttons = [.stylus, .stylus2]
    sample.rawPressure = 4096
    sample.values.x = 12.5
    sample.values.y = -0.25
    sample.values.nx = 0.125
    sample.values.ny = -0.0001
    sample.values.force = 0.5
    sample.values.altitude = .pi / 4
    sample.values.azimuth = 3.5
    sample.values.roll = .nan
    sample.values.hover = 0
    sample.values.slider = 1
    return sample
  }

  /// A tool that has a position and nothing else, in hover.
  static var bareSample: Sample {
    var sample = Sample()
    sample.time = 1_239_567
    sample.tablet = 1
    sample.attachment = 2
    sample.tool = 9
    sample.toolType = .lens
    sample.phase = .hoverMoved
    sample.available = [.position]
    sample.values.nx = 0.5
    sample.values.ny = 1
    return sample
  }

  static var tablet: [UInt8] {
    var tablet = TabletRecord()
    tablet.tablet = 1
    tablet.time = 10
    tablet.attachment = 2
    tablet.bus = 3
    tablet.vendor = 0x56A
    tablet.product = 0x27
    tablet.version = 0x110
    tablet.flags = [.present, .replayed]
    tablet.x = AxisRange(minimum: 0, maximum: 44800, resolution: 200)
    tablet.y = AxisRange(minimum: 0, maximum: 28000, resolution: 200)
    tablet.pressure = AxisRange(minimum: 0, maximum: 8191)
    tablet.tiltX = AxisRange(minimum: -64, maximum: 63, resolution: 57)
    tablet.tiltY = AxisRange(minimum: -64, maximum: 63, resolution: 57)
    tablet.available = [.position, .millimetres, .force]
    tablet.toolTypes = 0b110
    tablet.width = 224
    tablet.height = 140
    tablet.name = "A \"pen\"\u{1B}[31m\n ü"
    tablet.identity = "usb-1"
    tablet.seat = "seat0"
    tablet.node = "/dev/input/event9"
    return encode(TabletRecord.size) { tablet.encode(sequence: 1, into: &$0) }
  }

  static var tool: [UInt8] {
    var tool = Tool()
    tool.id = 3
    tool.tablet = 1
    tool.time = 20
    tool.serial = 0x10C0_A11E
    tool.hardwareID = 0x802
    tool.available = [.position, .force]
    return encode(ToolRecord.size) { ToolRecord.encode(tool, sequence: 2, into: &$0) }
  }

  /// An update of ``fullSample``, or of a sample that was never seen.
  static func update(index: UInt32, _ cause: SampleUpdate.Cause) -> [UInt8] {
    var update = SampleUpdate()
    update.time = 1_239_567
    update.tablet = 1
    update.attachment = 2
    update.tool = 3
    update.stroke = 4
    update.index = index
    update.value = 0.25
    update.cause = cause
    update.estimated = cause == .measured ? [] : [.force, .azimuth]
    return encode(UpdateRecord.size) { UpdateRecord.encode(update, sequence: 6, into: &$0) }
  }

  static func stroke(cancelled: Bool) -> [UInt8] {
    var stroke = StrokeSummary()
    stroke.time = 1_434_567
    stroke.began = 1_234_567
    stroke.tablet = 1
    stroke.tool = 3
    stroke.stroke = 4
    stroke.samples = 41
    stroke.isCancelled = cancelled
    return encode(StrokeRecord.size) { StrokeRecord.encode(stroke, sequence: 5, into: &$0) }
  }

  static func button(pressed: Bool) -> [UInt8] {
    var change = ButtonChange()
    change.time = 1_300_000
    change.tablet = 1
    change.tool = 3
    change.isPressed = pressed
    change.isSynthetic = !pressed
    change.buttons = pressed ? .stylus : []
    return encode(ButtonRecord.size) { ButtonRecord.encode(change, sequence: 6, into: &$0) }
  }

  static func gap(_ gap: GapRecord, sequence: UInt64) -> [UInt8] {
    encode(GapRecord.size) { gap.encode(sequence: sequence, into: &$0) }
  }

  static var raw: [UInt8] {
    encode(RawRecord.size(events: 3)) {
      RawRecord.encode(
        tablet: 1, time: 1_234_567, events: 3, flags: .afterGap, sequence: 3, into: &$0)
      RawRecord.encode(.init(type: 3, code: 0, value: 1234), at: 0, into: &$0)
      RawRecord.encode(.init(type: 4, code: 0, value: -1), at: 1, into: &$0)
      RawRecord.encode(.init(type: 0, code: 0, value: 0), at: 2, into: &$0)
    }
  }

  static var reason: [UInt8] {
    let record = ReasonRecord(
      tablet: 1, time: 1_240_000, tool: 3, reason: Reason(stage: 2, code: 7, values: [1, -2, 3, 4]))
    return encode(ReasonRecord.size) { record.encode(sequence: 7, into: &$0) }
  }

  static var description: [UInt8] {
    var record = DescriptionRecord()
    record.tablet = 1
    record.time = 10
    record.attachment = 2
    record.properties = 1
    record.keys[5] = 1 << 0 | 1 << 10
    record.miscellaneous = 1
    record.axes = [
      .init(code: 0, minimum: 0, maximum: 44800, fuzz: 4, flat: 0, resolution: 200, value: 17)
    ]
    return encode(record.size) { record.encode(sequence: 4, into: &$0) }
  }

  static var notes: [[UInt8]] {
    var welcome = WelcomeNote()
    welcome.time = 5
    welcome.epoch = .max
    welcome.head = 8
    welcome.oldest = 1
    welcome.version = "0.1"
    let error = ErrorNote(time: 5, token: 1, code: .notPermitted, isFatal: true, text: "no\tentry")
    let subscribed = SubscribedNote(
      time: 5, token: 1, pace: .displayFrames(millihertz: 59_940), filter: Filter(toolTypes: 4),
      head: 8)
    let frame = FrameNote(time: 1_250_123, beat: 12, due: 1_250_000, records: 8, flags: [.more])
    return [
      encode(WelcomeNote.size) { welcome.encode(into: &$0) },
      encode(ErrorNote.size) { error.encode(into: &$0) },
      encode(SubscribedNote.size) { subscribed.encode(into: &$0) },
      encode(FrameNote.size) { frame.encode(into: &$0) },
      encode(SnapshotNote.size) { SnapshotNote.encode(.snapshot, head: 8, time: 5, into: &$0) },
      encode(SnapshotNote.size) { SnapshotNote.encode(.snapshotEnd, head: 8, time: 5, into: &$0) },
    ]
  }

  /// One of each, in an order in which they could come.
  static var all: [[UInt8]] {
    var all = Array(notes.prefix(3)) + [tablet, description, tool, raw]
    all += [sample(fullSample), sample(bareSample, sequence: 9), notes[3]]
    all += [button(pressed: true), button(pressed: false), reason]
    all += [update(index: 55, .interpolated), update(index: 54, .measured)]
    all += [stroke(cancelled: false), stroke(cancelled: true)]
    all.append(gap(GapRecord(cause: .kernelOverrun, tablet: 1, time: 1_500_000), sequence: 10))
    all.append(gap(GapRecord(cause: .lapped, time: 1_600_000, lost: (11, 20)), sequence: 0))
    all += notes.suffix(2)
    return all
  }

  static let names = OutputNames(
    event: { type, code, buffer in
      if type == 3, code == 0 { buffer.append("ABS_X") }
      if type == 0 { buffer.append("SYN_REPORT") }
    },
    reason: { reason, buffer in if reason.stage == 9 { buffer.append("because") } })

  /// What a writer makes of items.
  static func text(_ items: [[UInt8]], by writer: inout some ItemWriter) -> String {
    var buffer = TextBuffer()
    for item in items { write(item, by: &writer, into: &buffer) }
    return buffer.text
  }

  @discardableResult
  static func write(
    _ item: [UInt8], by writer: inout some ItemWriter, into buffer: inout TextBuffer
  ) -> Bool {
    let span = item.span
    return unsafe writer.write(span.bytes, into: &buffer)
  }
}

extension TextBuffer {
  /// All of it as a text.
  var text: String {
    let bytes = self.bytes
    return String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
  }
}
