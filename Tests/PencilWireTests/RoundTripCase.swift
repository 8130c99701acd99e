import PencilTestSupport
import PencilWire
import Testing

/// One value of one type of item or request, and what must hold for its bytes.
struct RoundTripCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let bytes: [UInt8]
  /// Whether these bytes decode to the value; `nil` if they don't decode.
  let matches: @Sendable ([UInt8]) -> Bool?
  /// The size of an earlier day, which is still taken.
  let shortSize: Int?

  init<Value: Equatable & Sendable>(
    _ name: String, _ value: Value, size: Int, shortSize: Int? = nil,
    encode: (Value, inout MutableRawSpan) -> Void,
    decode: @escaping @Sendable (RawSpan) -> Value?
  ) {
    testDescription = name
    self.shortSize = shortSize
    bytes = encoded(size) { encode(value, &$0) }
    matches = { bytes in bytes.withRaw { decode($0).map { $0 == value } } }
  }

  /// What doesn't hold.
  var failures: [String] {
    var failures: [String] = []
    if Int(bytes[0]) | Int(bytes[1]) << 8 != bytes.count { failures.append("size field") }
    if bytes.count % 8 != 0 { failures.append("size not a multiple of 8") }
    if matches(bytes) != true { failures.append("round trip") }
    // A later minor version adds fields behind the known ones.
    var longer = bytes + [UInt8](repeating: 0xFF, count: 8)
    longer.patch(UInt16(longer.count), at: 0)
    if matches(longer) != true { failures.append("longer by 8") }
    for count in 24..<max(bytes.count, 24) where count != shortSize {
      var shorter = Array(bytes[..<count])
      shorter.patch(UInt16(count), at: 0)
      if matches(shorter) != nil { failures.append("cut to \(count)") }
    }
    return failures
  }
}
