internal import PencilSystem

/// The bytes of something that encodes itself into exactly `size` bytes. They are not 0 before, so that a field that
/// is left out shows.
public func encoded(_ size: Int, _ encode: (inout MutableRawSpan) -> Void) -> [UInt8] {
  var bytes = [UInt8](repeating: 0xA5, count: size)
  var space = bytes.mutableSpan
  var raw = space.mutableRaw
  encode(&raw)
  return bytes
}

extension Array where Element == UInt8 {
  /// Lends the bytes untyped.
  public func withRaw<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(span.raw)
  }

  /// Overwrites a little-endian number: for making something wrong on purpose.
  public mutating func patch<T: FixedWidthInteger>(_ value: T, at offset: Int) {
    for i in 0..<MemoryLayout<T>.size {
      self[offset + i] = UInt8(truncatingIfNeeded: value >> T(8 * i))
    }
  }
}
