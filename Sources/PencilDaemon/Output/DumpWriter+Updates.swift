internal import PencilCore
internal import PencilWire

/// The last samples in contact and when they were: an update does not say how late it is.
struct ExpectingSamples {
  private struct Known {
    var tablet: UInt32 = 0
    var index: UInt32 = 0
    var time: UInt64 = 0
    var force: Float = 0
  }

  private var known = InlineArray<64, Known>(repeating: Known())

  mutating func add(_ sample: Sample) {
    known[place(sample.tablet, sample.index)] = Known(
      tablet: sample.tablet, index: sample.index, time: sample.time, force: sample.values.force)
  }

  /// When the sample was, and what its force was then; `nil`: it is not known any more.
  func sample(of update: SampleUpdate) -> (time: UInt64, force: Float)? {
    let found = known[place(update.tablet, update.index)]
    guard found.tablet == update.tablet, found.index == update.index else { return nil }
    return (found.time, found.force)
  }

  private func place(_ tablet: UInt32, _ index: UInt32) -> Int { Int((index &+ tablet &* 17) & 63) }
}

extension DumpWriter {
  /// `#12 force 0.310 → 0.298 · interpolated after 5.0 ms`.
  mutating func update(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) {
    guard let update = UpdateRecord.decode(item) else { return }
    begin(header, "~", "update", number: UInt64(update.index), .estimate, &buffer)
    tool(update.toolType, update.tool, &buffer)
    buffer.append(" · ")
    buffer.append(update.property.word)
    buffer.append(" ")
    let before = state.expecting.sample(of: update)
    if let before, update.property == .force {
      buffer.append(before.force, decimals: 3)
      buffer.append(" → ")
    }
    if !update.estimated.isDisjoint(with: update.property) { buffer.append("~") }
    buffer.append(update.value, decimals: 3)
    if update.property == .location {
      buffer.append(" ")
      buffer.append(update.secondValue, decimals: 3)
    }
    buffer.append(" · ")
    buffer.append(update.cause.word)
    if let before {
      buffer.append(" after ")
      buffer.append(Double(update.time &- before.time) / 1000, decimals: 1)
      buffer.append(" ms")
    }
    if !update.expecting.isEmpty {
      buffer.append(" · still expects ")
      words(UInt32(update.expecting.rawValue), BitNames.property, separator: " ", &buffer)
    }
    end(&buffer)
  }
}

extension JSONLinesWriter {
  func update(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) -> Bool {
    guard let update = UpdateRecord.decode(item) else { return false }
    begin("update", header, &buffer)
    buffer.member(",\"attachment\":", update.attachment)
    buffer.member(",\"tool\":", update.tool)
    buffer.member(",\"toolType\":", quoted: update.toolType.word)
    buffer.member(",\"stroke\":", update.stroke)
    buffer.member(",\"index\":", update.index)
    buffer.member(",\"property\":", quoted: update.property.word)
    if update.property == .location {
      buffer.member(",\"x\":", update.value, decimals: 4)
      buffer.member(",\"y\":", update.secondValue, decimals: 4)
    } else {
      buffer.member(",\"value\":", update.value, decimals: 6)
    }
    buffer.member(",\"cause\":", quoted: update.cause.word)
    buffer.member(",\"expecting\":", bits: UInt32(update.expecting.rawValue), BitNames.property)
    buffer.member(",\"estimated\":", bits: UInt32(update.estimated.rawValue), BitNames.property)
    return true
  }
}

extension Properties {
  /// Of a single one.
  fileprivate var word: String { BitNames.property(rawValue.trailingZeroBitCount) ?? "unknown" }
}
