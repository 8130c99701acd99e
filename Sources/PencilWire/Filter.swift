internal import PencilCore

/// Which records a subscriber is sent.
package struct Filter: Equatable, Sendable {
  package var contents: Contents
  /// One tablet; 0: all.
  package var tablet: UInt32
  /// One tool; 0: all.
  package var tool: UInt32
  /// Bits of ``PencilCore/ToolType``'s raw values; 0: all.
  package var toolTypes: UInt8
  /// The subscriber's own number: a gesture that another one has claimed is not for it. Not on the wire.
  package var client: UInt32 = 0
  /// Gestures without the pose, for a subscriber that may not know where the pen is. Not on the wire.
  package var withoutPose = false

  package init(
    contents: Contents = .ordinary, tablet: UInt32 = 0, tool: UInt32 = 0, toolTypes: UInt8 = 0
  ) {
    self.contents = contents
    self.tablet = tablet
    self.tool = tool
    self.toolTypes = toolTypes
  }

  /// Whether an encoded record is wanted.
  ///
  /// Reads the record in place. Tablets, tools and gaps pass whatever the contents, since a sample can't be
  /// understood without them; a tool's type is in its sample, so a filter of tool types needs no table.
  package func passes(_ record: RawSpan) -> Bool {
    if tablet != 0, record.load(UInt32.self, at: 4) != tablet { return false }
    switch ItemType(rawValue: record.load(UInt16.self, at: 2)) {
    case .sample:
      let inContact =
        record.load(UInt8.self, at: SampleRecord.Offset.phase) >= Phase.began.rawValue
      guard contents.contains(inContact ? .contact : .hover) else { return false }
      return isWanted(record, typeAt: SampleRecord.Offset.toolType)
    case .button: return contents.contains(.buttons) && isWanted(record, typeAt: 34)
    case .stroke: return contents.contains(.strokes) && isWanted(record, typeAt: 46)
    case .update:
      return contents.contains(.updates)
        && isWanted(
          record, typeAt: UpdateRecord.Offset.toolType, toolAt: UpdateRecord.Offset.tool)
    case .gesture: return !withoutPose && isWanted(gesture: record)
    case .gestureWithoutPose: return withoutPose && isWanted(gesture: record)
    case .raw, .description: return contents.contains(.raw)
    case .pad, .padDescription: return contents.contains(.pads)
    case .reason: return contents.contains(.reasons)
    default: return true
    }
  }

  /// Whether records of this type can pass at all, as ``passes(_:)`` has it; those of an unknown type do.
  package func mayPass(_ type: ItemType) -> Bool {
    switch type {
    case .sample: !contents.isDisjoint(with: [.contact, .hover])
    case .button: contents.contains(.buttons)
    case .stroke: contents.contains(.strokes)
    case .update: contents.contains(.updates)
    case .gesture: !withoutPose && contents.contains(.gestures)
    case .gestureWithoutPose: withoutPose && contents.contains(.gestures)
    case .raw, .description: contents.contains(.raw)
    case .pad, .padDescription: contents.contains(.pads)
    case .reason: contents.contains(.reasons)
    default: true
    }
  }

  private func isWanted(gesture record: RawSpan) -> Bool {
    let claimant = record.load(UInt32.self, at: GestureRecord.Offset.claimant)
    return contents.contains(.gestures) && (claimant == 0 || claimant == client)
      && isWanted(record, typeAt: GestureRecord.Offset.toolType)
  }

  /// Samples, buttons and strokes have their tool's number in the same place, and each has its type.
  private func isWanted(
    _ record: RawSpan, typeAt: Int, toolAt: Int = ItemHeader.size
  ) -> Bool {
    if toolTypes != 0 {
      let type = record.load(UInt8.self, at: typeAt)
      guard toolTypes & (1 << (type & 7)) != 0 else { return false }
    }
    return tool == 0 || record.load(UInt32.self, at: toolAt) == tool
  }
}
