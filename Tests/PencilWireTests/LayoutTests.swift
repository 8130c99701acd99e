import PencilCore
import PencilTestSupport
import PencilWire
import Testing

/// The bytes themselves, written by hand from Documentation/protocol.md: a mistake that encoder and decoder share
/// would pass a round trip.
struct LayoutTests {
  @Test func aHelloIsAsInTheDocument() {
    let bytes = encoded(HelloRequest.size) {
      HelloRequest(token: 0x0A0B_0C0D, name: "sketch").encode(into: &$0)
    }
    let expected: [UInt8] =
      [0x50, 0x00, 0x01, 0x00, 0x0D, 0x0C, 0x0B, 0x0A]  // 0 size 80, 2 type, 4 token
      + [0x50, 0x4E, 0x43, 0x4C, 0x01, 0x00, 0x00, 0x00]  // 8 magic, 12 major, 14 minor
      + Array("sketch".utf8) + [UInt8](repeating: 0, count: 58)  // 16 text 64
    #expect(bytes == expected)
  }

  @Test func aSampleIsAsInTheDocument() {
    let bytes = encoded(SampleRecord.size) {
      SampleRecord.encode(Examples.sample(), sequence: 0x6162_6364_6566_6768, into: &$0)
    }
    var expected: [UInt8] = []
    expected += [0x60, 0x00, 0x03, 0x02, 0x14, 0x13, 0x12, 0x11]  // 0 size 96, 2 type, 4 tablet
    expected += [0x68, 0x67, 0x66, 0x65, 0x64, 0x63, 0x62, 0x61]  // 8 sequence
    expected += [0x08, 0x07, 0x06, 0x05, 0x04, 0x03, 0x02, 0x01]  // 16 time
    expected += [0x34, 0x33, 0x32, 0x31, 0x24, 0x23, 0x22, 0x21]  // 24 tool, 28 attachment
    expected += [0x44, 0x43, 0x42, 0x41, 0x54, 0x53, 0x52, 0x51]  // 32 stroke, 36 index
    // 40 phase, estimated, expecting, tool type, 44 available, 46 flags
    expected += [4, 17, 1, 1, 65, 0, 9, 0]
    expected += [0x82, 0, 0, 0, 0xFE, 0xFF, 0xFF, 0xFF]  // 48 buttons, 52 raw pressure
    expected += [0, 0, 0x80, 0x3F, 0, 0, 0x00, 0xC0]  // 56 x 1, y -2
    expected += [0, 0, 0x00, 0x3F, 0, 0, 0x80, 0x3E]  // 64 nx 0.5, ny 0.25
    expected += [0, 0, 0x00, 0x3E, 0, 0, 0xC0, 0x3F]  // 72 force 0.125, altitude 1.5
    expected += [0, 0, 0x40, 0x40, 0, 0, 0x80, 0x40]  // 80 azimuth 3, roll 4
    expected += [0, 0, 0x40, 0x3F, 0, 0, 0x80, 0x3D]  // 88 hover 0.75, slider 0.0625
    #expect(bytes == expected)
  }

  /// A name of so many letters and an end, and how many of its bytes are kept.
  static let names: [(letters: Int, end: String, kept: Int)] = [
    (63, "", 63), (64, "", 63), (62, "é", 62), (61, "é", 63), (60, "🖊", 60), (3, "\u{0}cil", 3),
  ]

  /// A text is cut before the character that doesn't fit, and ends with at least one NUL.
  @Test(arguments: names) func textsAreCutAtACharacter(
    letters: Int, end: String, kept: Int
  ) throws {
    let name = String(repeating: "a", count: letters) + end
    let bytes = encoded(HelloRequest.size) { HelloRequest(token: 1, name: name).encode(into: &$0) }
    let decoded = try bytes.withRaw { (raw) throws(WireError) in try HelloRequest(raw).name }
    #expect(decoded == String(decoding: Array(name.utf8.prefix(kept)), as: UTF8.self))
  }
}
