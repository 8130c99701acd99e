import PencilCore
import PencilTestSupport
import PencilWire

/// What a daemon sends, as bytes.
enum Datagrams {
  static func welcome(epoch: UInt64, token: UInt32 = 1, major: UInt16 = 1) -> [UInt8] {
    var note = WelcomeNote()
    note.token = token
    note.major = major
    note.epoch = epoch
    note.version = "0.1"
    return encoded(WelcomeNote.size) { note.encode(into: &$0) }
  }

  static func error(_ code: ErrorCode, fatal: Bool = true, _ text: String = "said so") -> [UInt8] {
    let note = ErrorNote(time: 1, token: 1, code: code, isFatal: fatal, text: text)
    return encoded(ErrorNote.size) { note.encode(into: &$0) }
  }

  static func subscribed() -> [UInt8] {
    let note = SubscribedNote(time: 1, token: 2, pace: .everyReport, filter: Filter(), head: 0)
    return encoded(SubscribedNote.size) { note.encode(into: &$0) }
  }

  /// A sample with its sequence number as its index, or with another one in a snapshot.
  static func sample(
    _ sequence: UInt64, index: UInt32? = nil, tool: UInt32 = 1, tablet: UInt32 = 1
  ) -> [UInt8] {
    var sample = Sample()
    sample.tablet = tablet
    sample.tool = tool
    sample.phase = .moved
    sample.index = index ?? UInt32(sequence)
    return encoded(SampleRecord.size) {
      SampleRecord.encode(sample, sequence: sequence, into: &$0)
    }
  }

  static func button(_ sequence: UInt64) -> [UInt8] {
    var change = ButtonChange()
    change.button = 1
    return encoded(ButtonRecord.size) {
      ButtonRecord.encode(change, sequence: sequence, into: &$0)
    }
  }

  static func stroke(_ sequence: UInt64) -> [UInt8] {
    var stroke = StrokeSummary()
    stroke.stroke = 3
    return encoded(StrokeRecord.size) {
      StrokeRecord.encode(stroke, sequence: sequence, into: &$0)
    }
  }

  static func tablet(_ id: UInt32, sequence: UInt64 = 0, present: Bool = true) -> [UInt8] {
    var tablet = TabletRecord()
    tablet.tablet = id
    tablet.flags = present ? .present : []
    tablet.name = "Intuos \(id)"
    return encoded(TabletRecord.size) { tablet.encode(sequence: sequence, into: &$0) }
  }

  static func tool(_ id: UInt32, tablet: UInt32 = 1, sequence: UInt64 = 0) -> [UInt8] {
    var tool = Tool()
    tool.id = id
    tool.tablet = tablet
    return encoded(ToolRecord.size) { ToolRecord.encode(tool, sequence: sequence, into: &$0) }
  }

  static func gap(
    _ cause: GapRecord.Cause, sequence: UInt64 = 0, lost: (first: UInt64, last: UInt64) = (0, 0)
  ) -> [UInt8] {
    let gap = GapRecord(cause: cause, time: 1, lost: lost)
    return encoded(GapRecord.size) { gap.encode(sequence: sequence, into: &$0) }
  }

  static func frame(_ beat: UInt64, _ flags: FrameNote.Flags = []) -> [UInt8] {
    let note = FrameNote(time: 1, beat: beat, due: 2, records: 1, flags: flags)
    return encoded(FrameNote.size) { note.encode(into: &$0) }
  }

  static func suspended(_ head: UInt64) -> [UInt8] {
    encoded(SuspendedNote.size) { SuspendedNote(time: 1, head: head).encode(into: &$0) }
  }

  static func resumed(_ head: UInt64) -> [UInt8] {
    encoded(ResumedNote.size) { ResumedNote(time: 1, head: head).encode(into: &$0) }
  }

  static func snapshot(_ head: UInt64) -> [UInt8] { bracket(.snapshot, head) }
  static func snapshotEnd(_ head: UInt64) -> [UInt8] { bracket(.snapshotEnd, head) }

  private static func bracket(_ type: ItemType, _ head: UInt64) -> [UInt8] {
    encoded(SnapshotNote.size) { SnapshotNote.encode(type, head: head, time: 1, into: &$0) }
  }

  /// The same bytes with one changed.
  static func changed(_ bytes: [UInt8], at offset: Int, to value: UInt8) -> [UInt8] {
    var bytes = bytes
    bytes[offset] = value
    return bytes
  }
}
