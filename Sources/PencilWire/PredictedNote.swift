package import PencilCore

/// A predicted sample in 104 bytes: a sample's fields at a sample's offsets, and how good the guess is.
///
/// Stands behind the records of the display frame that it belongs to, and is worth nothing once the next one comes.
package enum PredictedNote {
  package static let size = 104

  @_lifetime(bytes: copy bytes)
  package static func encode(
    _ sample: Sample, confidence: Float, into bytes: inout MutableRawSpan
  ) {
    SampleRecord.encode(sample, sequence: 0, into: &bytes)
    ItemHeader(size: size, type: .predicted, tablet: sample.tablet, time: sample.time)
      .encode(into: &bytes)
    bytes.storeFloat(confidence, at: SampleRecord.size)
    bytes.store(0 as UInt32, at: SampleRecord.size + 4)
  }

  /// The sample, of which ``confidence(_:)`` is the other part; `nil` as of a sample.
  package static func decode(_ item: RawSpan) -> Sample? {
    item.byteCount >= size ? SampleRecord.decode(item) : nil
  }

  /// 0, no better than holding still, …1.
  package static func confidence(_ item: RawSpan) -> Float {
    item.byteCount >= size ? item.loadFloat(at: SampleRecord.size) : 0
  }
}
