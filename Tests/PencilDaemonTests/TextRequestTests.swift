import PencilCore
import PencilWire
import Testing

@testable import PencilDaemon

/// What a line of a client of the text door means, and what is wrong with others.
struct TextRequestTests {
  static func parse(_ line: String, isFirst: Bool = true) throws(TextRequestError) -> TextRequest {
    let bytes = Array(line.utf8)
    return try TextRequest(bytes.span, isFirst: isFirst)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var line: String
    var expected: TextRequest
    var isFirst = true
    var testDescription: String { line }

    init(_ line: String, isFirst: Bool = true, _ change: (inout TextRequest) -> Void) {
      self.line = line
      self.isFirst = isFirst
      expected = TextRequest()
      if isFirst { expected.subscription = SubscribeRequest(token: 0) }
      change(&expected)
    }
  }

  private static let stylusIgnored = PreferRequest(
    token: 0,
    preference: Preference(
      .doublePress, .ignore, button: 1, toolType: .pen, serial: 7, tablet: "Wacom*", source: .user))
  private static let forgotten = PreferRequest(
    token: 0, preference: Preference(.hold, .ignore, source: .user), isForgotten: true)

  static let cases = [
    Case("{}") { _ in },
    Case("{}", isFirst: false) { _ in },
    // What has an answer of its own subscribes to nothing.
    Case(#"{"status":true,"name":"me"}"#) {
      ($0.subscription, $0.wantsStatus, $0.name) = (nil, true, "me")
    },
    Case(#"{"prefer":{"gesture":"hold","action":null}}"#) {
      ($0.subscription, $0.prefer) = (nil, forgotten)
    },
    Case(#"{"status":true,"gestures":"claim"}"#) {
      ($0.wantsStatus, $0.interaction) = (true, .claim)
    },
    Case(#"{"status":true,"contents":["contact"]}"#) {
      $0.wantsStatus = true
      $0.subscription?.filter = Filter(contents: .contact)
    },
    Case(#"{"status":false}"#) { _ in },
    Case(" { \"name\" : \"sk\\u00e9tch\\n\" } ") { $0.name = "skétch\n" },
    Case(#"{"name":"\ud83d\ude00\ud800\u0041\ud800\ud83d\ude00\udc00\ud800x"}"#) {
      $0.name = "😀\u{FFFD}A\u{FFFD}😀\u{FFFD}\u{FFFD}x"
    },
    Case(#"{"pace":"displayFrames","rate":59.94,"predict":"oneBeat","beatsOnly":true}"#) {
      $0.subscription?.pace = .displayFrames(millihertz: 59_940)
      $0.subscription?.options = FrameOptions(
        prediction: FrameOptions.oneBeat, flags: .beatsOnly)
    },
    Case(#"{"pace":"display","period":16666667,"phase":18446744073709551615,"lead":5}"#) {
      $0.subscription?.pace = .display(period: 16_666_667)
      $0.subscription?.options = FrameOptions(phase: .max, lead: 5)
    },
    Case(#"{"pace":"onRequest","predict":16000}"#, isFirst: false) {
      $0.subscription = SubscribeRequest(
        token: 0, pace: .onRequest, options: FrameOptions(prediction: 16000))
    },
    Case(
      #"{"contents":["contact","raw"],"onlyTablet":2,"onlyTool":3,"onlyToolTypes":["pen","eraser"]}"#
    ) {
      $0.subscription?.filter = Filter(
        contents: Contents(rawValue: 1 | 128), tablet: 2, tool: 3, toolTypes: 6)
    },
    Case(#"{"after":{"epoch":"18446744073709551615","seq":12}}"#) {
      $0.subscription?.continuation = (.max, 12)
    },
    Case(#"{"gestures":"claim"}"#, isFirst: false) { $0.interaction = .claim },
    Case(#"{"frame":true}"#, isFirst: false) { $0.pace = .frame },
    Case(#"{"frame":false}"#, isFirst: false) { _ in },
    Case(#"{"display":{"period":8333333,"phase":9,"lead":1}}"#, isFirst: false) {
      $0.pace = .display(period: 8_333_333, phase: 9, lead: 1)
    },
    Case(
      #"{"prefer":{"gesture":"doublePress","action":"ignore","button":"stylus2","toolType":"pen","serial":7,"tablet":"Wacom*"}}"#,
      isFirst: false
    ) { $0.prefer = stylusIgnored },
    Case(#"{"prefer":{"gesture":"hold","action":null}}"#, isFirst: false) { $0.prefer = forgotten },
  ]

  @Test(arguments: cases) func isUnderstood(_ test: Case) throws {
    let request = try Self.parse(test.line, isFirst: test.isFirst)
    #expect(request == test.expected)
  }

  static let refusals: [(line: String, reason: String)] = [
    ("", "not JSON at byte 0: a value is missing"),
    ("GET / HTTP/1.1", "not JSON at byte 0: no value begins so"),
    ("{} {}", "not JSON at byte 3: more behind the value"),
    ("[1", "not JSON at byte 2: “,” is missing"),
    (#"{"a":1,}"#, "not JSON at byte 7: a key in quotes is missing"),
    (#"{"a" 1}"#, "not JSON at byte 5: “:” is missing"),
    (#"{"a":01}"#, "not JSON at byte 5: no number is written so"),
    (#"{"a":1.}"#, "not JSON at byte 5: no number is written so"),
    (#"{"a":"x"#, "not JSON at byte 5: a string without its end"),
    (#"{"a":"\q"}"#, "not JSON at byte 6: no such escape in a string"),
    (#"{"a":"\u12"}"#, #"not JSON at byte 8: \u wants four hexadecimal digits"#),
    ("{\"a\":\"\u{1}\"}", "not JSON at byte 6: a control character in a string"),
    (#"{"name":"a","name":"b"}"#, "not JSON at byte 12: “name” is there twice"),
    ("[[[[[[[[[1]]]]]]]]]", "not JSON at byte 8: nested too deep"),
    ("[]", "a request is an object, such as {\"pace\":\"everyReport\"}"),
    (#"{"speed":1}"#, "“speed” is no key of a request"),
    (
      "{\"name\":\"" + String(repeating: "ü", count: 32) + "\"}",
      "“name” is a text of at most 63 bytes, not 64"
    ),
    (
      #"{"pace":"fast"}"#,
      "“pace” is one of everyReport, displayFrames, display, onRequest"
    ),
    (#"{"pace":"displayFrames"}"#, "the pace “displayFrames” needs a “rate” of 1 to 1000 Hz"),
    (
      #"{"pace":"displayFrames","rate":0.5}"#,
      "the pace “displayFrames” needs a “rate” of 1 to 1000 Hz"
    ),
    (#"{"rate":60}"#, "“rate” goes with the pace “displayFrames”"),
    (#"{"period":60}"#, "“period” goes with the pace “display”"),
    (#"{"pace":"display"}"#, "the pace “display” needs a “period” in ns"),
    (#"{"pace":"display","period":5}"#, "“period” is 1000000 to 1000000000 ns"),
    (#"{"phase":5}"#, "“phase” goes with the pace “display”"),
    (#"{"lead":5}"#, "“lead” goes with the pace “display”, and is at most a period"),
    (
      #"{"predict":5}"#, "“predict” is up to 50000 µs or “oneBeat”, and needs a pace with frames"
    ),
    (#"{"beatsOnly":true}"#, "“beatsOnly” needs a pace with frames"),
    (#"{"beatsOnly":1}"#, "“beatsOnly” is true or false"),
    (#"{"onlyTool":-1}"#, "“onlyTool” is a whole number, 0 to 4294967295"),
    (#"{"onlyTool":1.5}"#, "“onlyTool” is a whole number, 0 to 4294967295"),
    (
      #"{"onlyToolTypes":["finger"]}"#,
      "“onlyToolTypes” is one of pen, eraser, brush, pencil, airbrush, mouse, lens"
    ),
    (#"{"after":{"x":1}}"#, "“x” is no key of “after”"),
    (
      #"{"pace":"onRequest","predict":4294967295}"#,
      "“predict” is a whole number, 0 to 50000 µs, or “oneBeat”"
    ),
    (
      #"{"pace":"onRequest","predict":"5"}"#,
      "“predict” is a whole number, 0 to 50000 µs, or “oneBeat”"
    ),
    (#"{"onlyTablet":"1"}"#, "“onlyTablet” is a whole number, 0 to 4294967295"),
    (#"{"pace":"displayFrames","rate":"60"}"#, "“rate” is a number"),
    (#"{"onlyToolTypes":[]}"#, "“onlyToolTypes” names at least one type; without it, all come"),
    (#"{"after":{"seq":1}}"#, "“after” needs an “epoch” and a “seq”, those of the last record"),
    (
      #"{"after":{"epoch":"7"}}"#, "“after” needs an “epoch” and a “seq”, those of the last record"
    ),
    (
      #"{"after":{"epoch":7,"seq":1}}"#, "“epoch” is a text of digits, as it came in “welcome”"
    ),
    (
      #"{"after":{"epoch":"+7","seq":1}}"#, "“epoch” is a text of digits, as it came in “welcome”"
    ),
    (
      #"{"after":{"epoch":"7","seq":"1"}}"#,
      "“seq” is a whole number, 0 to 18446744073709551615"
    ),
    (
      #"{"prefer":{"gesture":"hold","action":"ignore","serial":"7"}}"#,
      "“serial” is a whole number, 0 to 4294967295"
    ),
    (
      #"{"prefer":{"gesture":"hold","action":"ignore","tablet":""#
        + String(repeating: "x", count: 128)
        + #""}}"#, "“tablet” is a text of at most 127 bytes"
    ),
    (#"{"gestures":"mine"}"#, "“gestures” is one of on, off, claim, release"),
    (#"{"prefer":{"gesture":"hold"}}"#, "“prefer” needs a gesture and an action; null forgets"),
    (#"{"prefer":"hold"}"#, "“prefer” is an object"),
    (#"{"name":7}"#, "“name” is a text"),
    (
      #"{"display":{"period":1}}"#,
      "“display” has a period of 1000000 to 1000000000 ns, and a lead of at most that"
    ),
  ]

  @Test(arguments: refusals) func isRefused(_ line: String, reason: String) {
    var thrown: String?
    do throws(TextRequestError) { _ = try Self.parse(line) } catch { thrown = error.description }
    #expect(thrown == reason)
    // An error note has room for so much.
    #expect(reason.utf8.count < 160)
  }

  /// As of requests in binary.
  @Test(arguments: [
    ("GET /", ErrorCode.malformed), ("[]", .malformed), (#"{"speed":1}"#, .unknownRequest),
    (#"{"after":{"x":1}}"#, .unknownRequest), (#"{"display":{"x":1}}"#, .unknownRequest),
    (#"{"prefer":{"x":1}}"#, .unknownRequest), (#"{"pace":"fast"}"#, .badValue),
    (#"{"phase":5}"#, .badValue), (#"{"name":7}"#, .badValue), (#"{"rate":60}"#, .badValue),
  ]) func eachKindHasItsCode(_ line: String, code: ErrorCode) {
    var thrown: ErrorCode?
    do throws(TextRequestError) { _ = try Self.parse(line) } catch { thrown = error.code }
    #expect(thrown == code)
  }
}
