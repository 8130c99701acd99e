internal import PencilCore

/// One predictor for each tool in contact, fed with what is published as long as somebody wants predictions.
///
/// A class, since a guess is made while the publisher is only read: the weights are made anew at the first guess after
/// each sample, once for all subscribers.
final class Predictors {
  private struct Slot {
    var tablet: UInt32
    var tool: UInt32
    /// Number of the last sample's record.
    var sequence: UInt64
    var predictor = StrokePredictor()
  }

  /// Tools that are predicted at once; beyond them the one that was used longest ago is forgotten.
  static let capacity = 8

  private var slots: [Slot] = []

  /// Nothing is learned, and nothing kept, while nobody wants it.
  var isWanted = false {
    didSet {
      guard isWanted != oldValue else { return }
      slots.removeAll()
      if isWanted { slots.reserveCapacity(Self.capacity) }
    }
  }

  func observe(_ sample: Sample, sequence: UInt64) {
    guard let place = place(of: sample) else { return }
    slots[place].sequence = sequence
    slots[place].predictor.observe(sample)
  }

  /// The tool's slot; only contact makes one.
  private func place(of sample: Sample) -> Int? {
    for place in slots.indices
    where slots[place].tool == sample.tool && slots[place].tablet == sample.tablet {
      return place
    }
    guard sample.phase.isInStroke else { return nil }
    let new = Slot(tablet: sample.tablet, tool: sample.tool, sequence: 0)
    if slots.count < Self.capacity {
      slots.append(new)
      return slots.count - 1
    }
    var oldest = 0
    for place in slots.indices where slots[place].sequence < slots[oldest].sequence {
      oldest = place
    }
    slots[oldest] = new
    return oldest
  }

  /// How many tools there may be guesses of.
  var count: Int { slots.count }

  /// A guess for the `place`th tool; `nil` without one, or when its last sample's record comes before `first`.
  func sample(
    _ place: Int, since first: UInt64, after horizon: UInt32
  ) -> (sample: Sample, confidence: Float)? {
    guard slots[place].sequence >= first else { return nil }
    return slots[place].predictor.sample(after: horizon)
  }
}
