import PencilTestSupport
import Testing

/// One of the vectors of vectors.txt, which all clients must pass.
struct Vector: Sendable, CustomTestStringConvertible {
  /// `datagram`, `request`, `answer` or `malformed`.
  var section = ""
  var name = ""
  var bytes: [UInt8] = []
  /// What isn't an item's.
  var fields: [String: String] = [:]
  var items: [Expected] = []

  var testDescription: String { name }

  /// An item, as a client must see it.
  struct Expected: Sendable, Equatable {
    var kind: String
    var fields: [String: String] = [:]
    var json: String?
  }

  /// All of a section; none where the file can't be read.
  static func all(_ section: String) -> [Vector] { every.filter { $0.section == section } }

  private static let every: [Vector] = {
    let path = ReferenceData.packageFolder + "/Tests/Conformance/vectors.txt"
    let text = String(decoding: ReferenceData.contents(path) ?? [], as: UTF8.self)
    var vectors: [Vector] = []
    var vector: Vector?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      let value = parts.count > 1 ? String(parts[1]) : ""
      switch name {
      case "": if let done = vector.take() { vectors.append(done) }
      case "datagram", "request", "answer", "malformed":
        vector = Vector(section: name, name: value)
      case "hex": vector?.bytes = bytes(hex: value)
      default: vector?.take(name, value)
      }
    }
    return vectors
  }()

  private mutating func take(_ name: String, _ value: String) {
    switch name {
    case "item": items.append(Expected(kind: value))
    case "json": items[items.count - 1].json = value
    default:
      if items.isEmpty {
        fields[name] = value
      } else {
        items[items.count - 1].fields[name] = value
      }
    }
  }

  private static func bytes(hex: String) -> [UInt8] {
    let digits = hex.utf8.map { UInt8($0 <= UInt8(ascii: "9") ? $0 - 48 : $0 - 87) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
