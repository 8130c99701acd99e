internal import PencilCore
internal import PencilWire

/// What the daemon takes over from its earlier run, with the journal: all that its numbers and its state go on from.
struct Inheritance: Equatable {
  /// A tablet that was attached, and may still be.
  struct Tablet: Equatable {
    var record: TabletRecord
    var rest = StrokeTracker.Rest()
  }

  /// A pad that was attached.
  struct HeldPad: Equatable {
    var pad: Pad
    var identity: String
    /// Of what happened on it last, µs.
    var lastTime: UInt64 = 0
  }

  /// A gesture that goes on.
  struct Hold: Equatable {
    var gesture: Gesture
    var claimant: UInt32
  }

  /// Number of the last record that the state includes.
  var head: UInt64 = 0
  /// The earlier run ended in order: nothing is open.
  var isOrderly = false
  var lastGesture: UInt32 = 0
  /// Number of the last record that is for whoever gets gestures without the pose.
  var lastWithoutPose: UInt64 = 0
  /// Whose the journal's records are.
  var owners = SeatOwners()
  var lastNumbers = Numbers.Last()
  var rememberedTools: [Numbers.RememberedTool] = []
  var knownTablets = KnownDevices()
  var knownPads = KnownDevices()
  var tablets: [Tablet] = []
  var pads: [HeldPad] = []
  /// The published tools.
  var tools: [Tool] = []
  /// The last sample of each tool in range.
  var inRange: [Sample] = []

  // By the records of the journal alone:
  /// Samples that expect an update.
  var open: [Sample] = []
  /// The last samples of strokes whose summary has not come.
  var unfinished: [Sample] = []
  /// Holds that go on, and the number of the client that alone gets each.
  var holds: [Hold] = []
  /// Buttons and keys of pads that were pressed and not released.
  var heldOnPads: [PadEvent] = []
  /// µs of the last sample of each tablet: what ends it has this time, since what the kernel has queued comes after it.
  var lastTimes: [UInt32: UInt64] = [:]
  /// The same of what happened on each pad.
  var lastPadTimes: [UInt32: UInt64] = [:]
  /// The highest number of a client that has claimed a gesture which is still in the journal.
  var lastClaimant: UInt32 = 0

  init() {}

  var numbers: Numbers {
    var numbers = Numbers()
    numbers.last = lastNumbers
    for tool in rememberedTools { numbers.remember(tool) }
    return numbers
  }
}

extension KnownDevices: Equatable {
  static func == (a: KnownDevices, b: KnownDevices) -> Bool {
    a.lastNumber == b.lastNumber && a.entries == b.entries
  }

  fileprivate func write(with writer: inout StateWriter, into bytes: inout MutableRawSpan) {
    writer.write(UInt32(entries.count), 0, into: &bytes)
    writer.write(lastNumber, 0, into: &bytes)
    for place in entries.indices {
      writer.write(entries[place].identity, length: Inheritance.identityLength, into: &bytes)
      writer.write(entries[place].number, entries[place].attachment, into: &bytes)
    }
  }

  fileprivate init(with reader: inout StateReader, _ bytes: RawSpan) {
    let count = reader.count(bytes)
    let last = reader.word(bytes)
    _ = reader.word(bytes)
    var entries: [Entry] = []
    for _ in 0..<count where reader.isWhole {
      let identity = reader.text(length: Inheritance.identityLength, bytes)
      let number = reader.word(bytes)
      entries.append(
        Entry(identity: identity, number: number, attachment: reader.word(bytes), isHere: false))
    }
    self.init(entries: entries, lastNumber: last)
  }
}

extension Inheritance {
  /// Bytes of an identity, as in a tablet's record.
  static let identityLength = 64

  /// What was written by ``Pipeline/save(isOrderly:)``; `nil`: it is not whole.
  init?(_ bytes: RawSpan) {
    var reader = StateReader()
    head = reader.long(bytes)
    isOrderly = reader.word(bytes) != 0
    lastGesture = reader.word(bytes)
    lastNumbers.tool = reader.word(bytes)
    lastNumbers.stroke = reader.word(bytes)
    lastNumbers.uses = reader.long(bytes)
    lastWithoutPose = reader.long(bytes)
    guard let owners = SeatOwners(with: &reader, bytes) else { return nil }
    self.owners = owners
    for _ in 0..<reader.count(bytes) where reader.isWhole {
      guard let tool = reader.record(size: ToolRecord.size, bytes, ToolRecord.decode) else {
        return nil
      }
      let isAnonymous = reader.word(bytes) != 0
      _ = reader.word(bytes)
      rememberedTools.append(
        Numbers.RememberedTool(tool: tool, isAnonymous: isAnonymous, used: reader.long(bytes)))
    }
    knownTablets = KnownDevices(with: &reader, bytes)
    knownPads = KnownDevices(with: &reader, bytes)
    for _ in 0..<reader.count(bytes) where reader.isWhole {
      guard
        let record = reader.record(
          size: TabletRecord.size, bytes, { item in TabletRecord(item) })
      else { return nil }
      var tablet = Tablet(record: record)
      tablet.rest.index = reader.word(bytes)
      tablet.rest.cutTool = reader.word(bytes)
      tablet.rest.serial = reader.word(bytes)
      _ = reader.word(bytes)
      tablets.append(tablet)
    }
    for _ in 0..<reader.count(bytes) where reader.isWhole {
      guard
        let pad = reader.record(
          size: PadDescriptionRecord.size, bytes, PadDescriptionRecord.decode)
      else { return nil }
      pads.append(
        HeldPad(pad: pad, identity: reader.text(length: Self.identityLength, bytes)))
    }
    for _ in 0..<reader.count(bytes) where reader.isWhole {
      guard let tool = reader.record(size: ToolRecord.size, bytes, ToolRecord.decode) else {
        return nil
      }
      tools.append(tool)
    }
    for _ in 0..<reader.count(bytes) where reader.isWhole {
      guard let sample = reader.record(size: SampleRecord.size, bytes, SampleRecord.decode) else {
        return nil
      }
      inRange.append(sample)
    }
    guard reader.isWhole else { return nil }
  }
}

extension Pipeline {
  /// Writes down what a later run needs in order to go on with the journal.
  ///
  /// - Parameter isOrderly: this run ends, and nothing is open.
  /// - Returns: Whether it could be written.
  /// - Complexity: O(n) in the devices and tools that are known, no allocation.
  mutating func save(isOrderly: Bool) -> Bool {
    let head = publisher.journal.lastSequence
    // Not `self` in the closure, which writes to a part of it.
    let (numbers, known, knownPads) = (numbers, known, pads.known)
    let state = publisher.state
    let (lastGesture, lastWithoutPose) = (publisher.lastGesture, publisher.lastWithoutPose)
    let (owners, oldest) = (publisher.journal.owners, publisher.journal.oldestSequence)
    let (attached, padsHere) = (tablets, pads.here)
    let isSaved = publisher.saveState { bytes in
      var writer = StateWriter()
      writer.write(head, into: &bytes)
      writer.write(isOrderly ? 1 : 0, lastGesture, into: &bytes)
      let last = numbers.last
      writer.write(last.tool, last.stroke, into: &bytes)
      writer.write(last.uses, into: &bytes)
      writer.write(lastWithoutPose, into: &bytes)
      owners.write(with: &writer, oldest: oldest, into: &bytes)
      writer.write(UInt32(numbers.toolCount), 0, into: &bytes)
      for place in 0..<numbers.toolCount {
        let old = numbers.remembered(place)
        writer.write(size: ToolRecord.size, into: &bytes) {
          ToolRecord.encode(old.tool, sequence: 0, into: &$0)
        }
        writer.write(old.isAnonymous ? 1 : 0, 0, into: &bytes)
        writer.write(old.used, into: &bytes)
      }
      known.write(with: &writer, into: &bytes)
      knownPads.write(with: &writer, into: &bytes)
      writer.write(UInt32(attached.count), 0, into: &bytes)
      for place in attached.indices {
        writer.write(size: TabletRecord.size, into: &bytes) {
          attached[place].record.encode(sequence: 0, into: &$0)
        }
        let rest = attached[place].tracker.rest
        writer.write(rest.index, rest.cutTool, into: &bytes)
        writer.write(rest.serial, 0, into: &bytes)
      }
      writer.write(UInt32(padsHere.count), 0, into: &bytes)
      for place in padsHere.indices {
        writer.write(size: PadDescriptionRecord.size, into: &bytes) {
          PadDescriptionRecord.encode(padsHere[place].pad, sequence: 0, into: &$0)
        }
        writer.write(
          padsHere[place].identity, length: Inheritance.identityLength, into: &bytes)
      }
      writer.write(UInt32(state.tools.count), 0, into: &bytes)
      for place in state.tools.indices {
        writer.write(size: ToolRecord.size, into: &bytes) {
          ToolRecord.encode(state.tools[place], sequence: 0, into: &$0)
        }
      }
      writer.write(UInt32(state.inRange.count), 0, into: &bytes)
      for place in state.inRange.indices {
        writer.write(size: SampleRecord.size, into: &bytes) {
          SampleRecord.encode(state.inRange[place].sample, sequence: 0, into: &$0)
        }
      }
      return writer.fits ? writer.used : nil
    }
    return isSaved
  }
}
