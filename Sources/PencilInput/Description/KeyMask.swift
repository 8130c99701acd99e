/// A set of the kernel's 768 key codes.
package struct KeyMask: Sendable, Equatable {
  /// How many codes there are, the kernel's `KEY_CNT`.
  package static let count = 768

  private var words: InlineArray<12, UInt64> = .init(repeating: 0)

  /// Makes an empty set.
  package init() {}

  /// Makes a set of codes; those from ``count`` on are left out.
  package init(_ codes: some Sequence<UInt16>) {
    for code in codes { insert(code) }
  }

  /// Whether the code is in the set.
  package func contains(_ code: UInt16) -> Bool {
    code < KeyMask.count && words[Int(code) / 64] >> UInt64(code % 64) & 1 == 1
  }

  /// Adds a code; one from ``count`` on is ignored.
  package mutating func insert(_ code: UInt16) {
    guard code < KeyMask.count else { return }
    words[Int(code) / 64] |= 1 << UInt64(code % 64)
  }

  /// Takes a code out.
  package mutating func remove(_ code: UInt16) {
    guard code < KeyMask.count else { return }
    words[Int(code) / 64] &= ~(1 << UInt64(code % 64))
  }

  /// Whether there is none.
  package var isEmpty: Bool {
    for index in words.indices where words[index] != 0 { return false }
    return true
  }

  /// The codes, ascending. Allocates: not for the way of a report.
  package var codes: [UInt16] {
    var all: [UInt16] = []
    for index in words.indices {
      var word = words[index]
      while word != 0 {
        all.append(UInt16(index * 64 + word.trailingZeroBitCount))
        word &= word - 1
      }
    }
    return all
  }

  package static func == (a: KeyMask, b: KeyMask) -> Bool {
    for index in a.words.indices where a.words[index] != b.words[index] { return false }
    return true
  }
}
