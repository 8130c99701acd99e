internal import PencilCore
internal import PencilWire

/// What is: that which the records until one of them amount to, and what a snapshot shows.
///
/// A value, so that a client that has connected and not yet said what it wants can keep that of its beginning.
struct PublishedState {
  /// Number of the last record that it includes.
  var head: UInt64 = 0
  /// The same of those that are for whoever gets gestures without the pose.
  var headWithoutPose: UInt64 = 0
  var tablets: [TabletRecord] = []
  var tools: [Tool] = []
  /// The last sample of each tool in range.
  var inRange: [KeptSample] = []
  /// Samples that expect an update, oldest first.
  var open: [KeptSample] = []
  /// The kernel's descriptions, for those who ask for raw events.
  var descriptions: [DescriptionRecord] = []
  var pads: [Pad] = []
}

/// A sample as it is by now, and the number of its record.
struct KeptSample {
  var sample: Sample
  var sequence: UInt64
}

extension PublishedState {
  /// How many items a snapshot could hold at most.
  private var itemCount: Int {
    tablets.count + descriptions.count + pads.count + tools.count + open.count + inRange.count
  }

  /// Writes a snapshot's items from the `item`th on into `bytes`, as far as they fit, and moves `item` on.
  ///
  /// - Returns: Bytes written, and whether the snapshot is complete with them.
  func writeSnapshot(
    from item: inout Int, filter: Filter, time: UInt64, into bytes: inout MutableRawSpan
  ) -> (written: Int, isComplete: Bool) {
    var writer = ItemPacker()
    if item == 0 {
      writer.write(SnapshotNote.size, into: &bytes) { bytes in
        SnapshotNote.encode(.snapshot, head: head, time: time, into: &bytes)
      }
    }
    while item < itemCount {
      guard writePart(item, filter: filter, with: &writer, into: &bytes) else {
        return (writer.used, false)
      }
      item += 1
    }
    guard
      writer.write(
        SnapshotNote.size, into: &bytes,
        { bytes in
          SnapshotNote.encode(.snapshotEnd, head: head, time: time, into: &bytes)
        })
    else { return (writer.used, false) }
    return (writer.used, true)
  }

  /// Writes the `item`th piece of state; false: it doesn't fit.
  private func writePart(
    _ item: Int, filter: Filter, with writer: inout ItemPacker, into bytes: inout MutableRawSpan
  ) -> Bool {
    var i = item
    if i < tablets.count {
      let tablet = tablets[i]
      if filter.tablet != 0, filter.tablet != tablet.tablet { return true }
      return writer.write(TabletRecord.size, into: &bytes) { bytes in
        tablet.encode(sequence: 0, into: &bytes)
      }
    }
    i -= tablets.count
    if i < descriptions.count {
      let description = descriptions[i]
      guard filter.contents.contains(.raw) else { return true }
      if filter.tablet != 0, filter.tablet != description.tablet { return true }
      return writer.write(description.size, into: &bytes) { bytes in
        description.encode(sequence: 0, into: &bytes)
      }
    }
    i -= descriptions.count
    if i < pads.count {
      let pad = pads[i]
      return writer.write(PadDescriptionRecord.size, into: &bytes, keep: filter.passes) { bytes in
        PadDescriptionRecord.encode(pad, sequence: 0, into: &bytes)
      }
    }
    i -= pads.count
    if i < tools.count {
      let tool = tools[i]
      if filter.tablet != 0, filter.tablet != tool.tablet { return true }
      return writer.write(ToolRecord.size, into: &bytes) { bytes in
        ToolRecord.encode(tool, sequence: 0, into: &bytes)
      }
    }
    i -= tools.count
    let sample = i < open.count ? open[i].sample : inRange[i - open.count].sample
    // The last of its tool comes with those, so that it is there once.
    if i < open.count, inRange.contains(where: { isSame($0.sample, sample) }) { return true }
    return writer.write(SampleRecord.size, into: &bytes, keep: filter.passes) { bytes in
      SampleRecord.encode(sample, sequence: 0, into: &bytes)
    }
  }
}

private func isSame(_ a: Sample, _ b: Sample) -> Bool {
  a.index == b.index && a.tablet == b.tablet && a.attachment == b.attachment
}

/// Writes items one behind the other.
struct ItemPacker {
  private(set) var used = 0

  /// Counts in what somebody else wrote behind it.
  mutating func skip(_ count: Int) { used += count }

  /// Writes an item of `size` bytes unless `keep` doesn't want it.
  ///
  /// - Returns: Whether it fitted.
  @discardableResult
  mutating func write(
    _ size: Int, into bytes: inout MutableRawSpan, keep: (RawSpan) -> Bool = { _ in true },
    _ encode: (inout MutableRawSpan) -> Void
  ) -> Bool {
    guard used + size <= bytes.byteCount else { return false }
    do {
      var place = bytes._mutatingExtracting(used..<(used + size))
      encode(&place)
    }
    if keep(bytes.bytes.extracting(used..<(used + size))) { used += size }
    return true
  }
}
