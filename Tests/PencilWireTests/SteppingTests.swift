import PencilCore
import PencilTestSupport
import PencilWire
import Testing

/// Going through the items of a datagram.
struct SteppingTests {
  static let sample = encoded(SampleRecord.size) {
    SampleRecord.encode(Examples.sample(), sequence: 5, into: &$0)
  }

  /// Steps through a datagram as a client does: the types that it found, or the error.
  static func types(_ datagram: [UInt8]) -> Result<[UInt16], WireError> {
    datagram.withRaw { raw in
      var found: [UInt16] = []
      var offset = 0
      do throws(WireError) {
        while offset < raw.byteCount {
          let header = try ItemHeader(raw, at: offset)
          found.append(header.type.rawValue)
          offset += header.size
        }
      } catch { return .failure(error) }
      return .success(found)
    }
  }

  static func changed(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
    var bytes = sample
    change(&bytes)
    return bytes
  }

  static let datagrams: [(String, [UInt8], Result<[UInt16], WireError>)] = [
    ("nothing", [], .success([])),
    ("two", sample + sample, .success([0x203, 0x203])),
    (
      "unknown between", sample + changed { $0[2] = 0x7F } + sample,
      .success([0x203, 0x27F, 0x203])
    ),
    (
      "a longer one",
      changed { $0.patch(UInt16(104), at: 0) } + [0, 0, 0, 0, 0, 0, 0, 0] + sample,
      .success([0x203, 0x203])
    ),
    ("size 0", changed { $0.patch(UInt16(0), at: 0) }, .failure(.badSize)),
    ("size below a header", changed { $0.patch(UInt16(16), at: 0) }, .failure(.badSize)),
    ("size not by 8", changed { $0.patch(UInt16(92), at: 0) }, .failure(.badSize)),
    ("size beyond the end", changed { $0.patch(UInt16(104), at: 0) }, .failure(.badSize)),
    ("half a header behind", sample + [24, 0, 3, 2], .failure(.badSize)),
  ]

  @Test(arguments: datagrams)
  func itemsAreFound(_ name: String, datagram: [UInt8], expected: Result<[UInt16], WireError>) {
    #expect(SteppingTests.types(datagram) == expected)
  }

  /// Values of a later version are left out and never misread.
  @Test func unknownValuesAreNil() {
    let phase = SteppingTests.changed { $0[40] = 7 }.withRaw { SampleRecord.decode($0) }
    let type = SteppingTests.changed { $0[43] = 8 }.withRaw { SampleRecord.decode($0) }
    #expect(phase == nil && type == nil)
  }

  /// No bytes make a decoder trap: seeded, so that a failure can be played again.
  @Test func randomBytesNeverTrap() {
    var random = Randomness(seed: 2026)
    var bytes = [UInt8](repeating: 0, count: 408)
    var decoded = 0
    for round in 0..<100_000 {
      let count = Int(random.below(401))
      for _ in 0..<4 {
        // Small numbers often: they are counts, phases and types.
        let word = random.oneIn(2) ? random.next() : random.below(70)
        bytes.patch(word, at: Int(random.below(random.oneIn(2) ? 48 : 400)))
      }
      if random.oneIn(2) { bytes.patch(UInt16(count), at: 0) }
      bytes.withRaw {
        if SteppingTests.decodes($0.extracting(first: count), round % 16) { decoded += 1 }
      }
    }
    #expect(decoded > 10_000)
  }

  private static func decodes(_ raw: RawSpan, _ decoder: Int) -> Bool {
    switch decoder {
    case 0: (try? ItemHeader(raw, at: 0)) != nil
    case 1: (try? RequestHeader(raw)) != nil
    case 2: (try? HelloRequest(raw)) != nil
    case 3: (try? SubscribeRequest(raw)) != nil
    case 4: WelcomeNote(raw) != nil
    case 5: ErrorNote(raw) != nil
    case 6: SubscribedNote(raw) != nil
    case 7: FrameNote(raw) != nil
    case 8: SnapshotNote.head(raw) != nil
    case 9: SampleRecord.decode(raw) != nil
    case 10: TabletRecord(raw) != nil
    case 11: ToolRecord.decode(raw) != nil || StrokeRecord.decode(raw) != nil
    case 12: ButtonRecord.decode(raw) != nil || GapRecord(raw) != nil
    case 13: ReasonRecord(raw) != nil
    case 14: DescriptionRecord(raw) != nil
    default:
      if let (count, _) = RawRecord.decode(raw), count > 0 {
        RawRecord.event(raw, at: count - 1) != RawRecord.Event(type: 0, code: 0, value: 0)
      } else {
        false
      }
    }
  }
}
