import PencilTestSupport
import PencilWire
import Testing

/// What a client may send wrong, and what it is told.
struct RefusalTests {
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let expected: WireError
    let isHello: Bool

    init(_ name: String, _ bytes: [UInt8], _ expected: WireError, _ change: (inout [UInt8]) -> Void)
    {
      testDescription = name
      isHello = bytes == RefusalTests.hello
      var bytes = bytes
      change(&bytes)
      self.bytes = bytes
      self.expected = expected
    }
  }

  static let hello = encoded(HelloRequest.size) {
    HelloRequest(token: 1, name: "x").encode(into: &$0)
  }
  static let everyReport = encoded(SubscribeRequest.size) {
    SubscribeRequest(token: 1).encode(into: &$0)
  }
  static let frames = encoded(SubscribeRequest.size) {
    SubscribeRequest(token: 1, pace: .displayFrames(millihertz: 60_000)).encode(into: &$0)
  }
  static let display = encoded(SubscribeRequest.size) {
    SubscribeRequest(
      token: 1, pace: .display(period: 16_666_667), options: FrameOptions(phase: .max, lead: 9)
    ).encode(into: &$0)
  }

  /// One of the size of an earlier day wishes nothing.
  @Test func aShortSubscriptionIsTaken() throws {
    var bytes = Array(RefusalTests.frames[..<48])
    bytes.patch(UInt16(48), at: 0)
    let request = try bytes.withRaw { (raw) throws(WireError) in try SubscribeRequest(raw) }
    #expect(request == SubscribeRequest(token: 1, pace: .displayFrames(millihertz: 60_000)))
  }

  static let cases: [Case] = [
    Case("nothing", hello, .badSize) { $0 = [] },
    Case("half a header", hello, .badSize) { $0 = Array($0[..<7]) },
    Case("cut hello", hello, .badSize) {
      $0.removeLast(8); $0.patch(UInt16(72), at: 0)
    },
    Case("cut datagram", hello, .badSize) { $0.removeLast(8) },
    Case("longer datagram", hello, .badSize) {
      $0.append(contentsOf: [UInt8](repeating: 0, count: 8))
    },
    Case("odd size", hello, .badSize) {
      $0.append(0); $0.patch(UInt16(81), at: 0)
    },
    Case("header alone", hello, .badSize) {
      $0 = Array($0[..<8]); $0.patch(UInt16(8), at: 0)
    },
    Case("magic", hello, .badMagic) { $0[8] = 0x51 },
    Case("version 2", hello, .unsupportedVersion(major: 2)) { $0[12] = 2 },
    Case("short version 2", hello, .unsupportedVersion(major: 2)) {
      $0 = Array($0[..<16])
      $0.patch(UInt16(16), at: 0)
      $0[12] = 2
    },
    Case("cut subscribe", frames, .badSize) {
      $0.removeLast(32); $0.patch(UInt16(40), at: 0)
    },
    Case("pace 4", frames, .badValue(offset: 8)) { $0[8] = 4 },
    Case("too short a period", display, .badValue(offset: 12)) {
      $0.patch(UInt32(999_999), at: 12)
    },
    Case("period on request", display, .badValue(offset: 12)) { $0[8] = 3 },
    Case("lead of more than a period", display, .badValue(offset: 56)) {
      $0.patch(UInt32(16_666_668), at: 56)
    },
    Case("phase without a display", frames, .badValue(offset: 48)) { $0[48] = 1 },
    Case("lead without a display", frames, .badValue(offset: 56)) { $0[56] = 1 },
    Case("prediction of more than 50 ms", display, .badValue(offset: 60)) {
      $0.patch(UInt32(50_001), at: 60)
    },
    Case("prediction at every report", everyReport, .badValue(offset: 60)) { $0[60] = 1 },
    Case("flag 2", display, .badValue(offset: 64)) { $0[64] = 2 },
    Case("padding 68", display, .badValue(offset: 68)) { $0[68] = 1 },
    Case("padding 9", frames, .badValue(offset: 9)) { $0[9] = 1 },
    Case("padding 11", frames, .badValue(offset: 10)) { $0[11] = 1 },
    Case("rate 0", frames, .badValue(offset: 12)) { $0.patch(UInt32(0), at: 12) },
    Case("rate too low", frames, .badValue(offset: 12)) { $0.patch(UInt32(999), at: 12) },
    Case("rate too high", frames, .badValue(offset: 12)) { $0.patch(UInt32(1_000_001), at: 12) },
    Case("rate of every report", everyReport, .badValue(offset: 12)) { $0[12] = 1 },
    Case("unknown contents", frames, .badValue(offset: 16)) { $0.patch(UInt32(1 << 9), at: 16) },
    Case("tool type 0", frames, .badValue(offset: 28)) { $0.patch(UInt32(1), at: 28) },
    Case("tool type 8", frames, .badValue(offset: 28)) { $0.patch(UInt32(1 << 8), at: 28) },
  ]

  @Test(arguments: cases) func malformedRequestsAreRefused(_ request: Case) {
    var thrown: WireError?
    request.bytes.withRaw { raw in
      do throws(WireError) {
        if request.isHello { _ = try HelloRequest(raw) } else { _ = try SubscribeRequest(raw) }
      } catch { thrown = error }
    }
    #expect(thrown == request.expected)
  }

  /// Bounds that are just allowed.
  @Test func boundsAreInclusive() throws {
    for rate: UInt32 in [1000, 1_000_000] {
      var bytes = RefusalTests.frames
      bytes.patch(rate, at: 12)
      let pace = try bytes.withRaw { (raw) throws(WireError) in try SubscribeRequest(raw).pace }
      #expect(pace == .displayFrames(millihertz: rate))
    }
  }
}
