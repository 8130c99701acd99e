import PencilCore
import PencilTestSupport
import PencilWire

extension ConformanceTests {
  /// A request made of a vector's fields, and whether the daemon would read the same from it.
  static func request(_ fields: [String: String]) -> (bytes: [UInt8], isReadBack: Bool)? {
    let request = Fields(fields)
    let token = UInt32(request["token"])
    return switch fields["kind"] {
    case "hello":
      made(
        HelloRequest(token: token, name: fields["name"] ?? ""), HelloRequest.size,
        encode: { $0.encode(into: &$1) }, decode: HelloRequest.init(_:),
        isSame: { ($0.token, $0.major) == ($1.token, $1.major) && $0.name.hasPrefix($1.name) })
    case "subscribe":
      made(
        request.subscription(token), SubscribeRequest.size, encode: { $0.encode(into: &$1) },
        decode: SubscribeRequest.init(_:), isSame: ==)
    case "pace":
      made(
        PaceRequest(
          token: token,
          kind: request["what"] == 1
            ? .frame
            : .display(
              period: UInt32(request["period"]), phase: request["phase"],
              lead: UInt32(request["lead"]))), PaceRequest.size, encode: { $0.encode(into: &$1) },
        decode: PaceRequest.init(_:), isSame: ==)
    case "interaction":
      InteractionRequest.Wish(rawValue: UInt32(request["what"])).flatMap {
        made(
          InteractionRequest(token: token, wish: $0), InteractionRequest.size,
          encode: { $0.encode(into: &$1) }, decode: InteractionRequest.init(_:), isSame: ==)
      }
    case "prefer":
      made(
        PreferRequest(
          token: token, preference: request.preference(fields["tabletPattern"] ?? ""),
          isForgotten: request["action"] == 255), PreferRequest.size,
        encode: { $0.encode(into: &$1) }, decode: PreferRequest.init(_:), isSame: ==)
    default: nil
    }
  }

  private static func made<Request>(
    _ request: Request, _ size: Int, encode: (Request, inout MutableRawSpan) -> Void,
    decode: (RawSpan) throws(WireError) -> Request, isSame: (Request, Request) -> Bool
  ) -> (bytes: [UInt8], isReadBack: Bool) {
    let bytes = encoded(size) { encode(request, &$0) }
    let read = bytes.withRaw { try? decode($0) }
    return (bytes, read.map { isSame(request, $0) } ?? false)
  }

  /// Numbers by their names; 0 where there is none.
  private struct Fields {
    let texts: [String: String]
    init(_ texts: [String: String]) { self.texts = texts }
    subscript(name: String) -> UInt64 { texts[name].flatMap { UInt64($0) } ?? 0 }

    func subscription(_ token: UInt32) -> SubscribeRequest {
      let rate = UInt32(self["rate"])
      let pace: Pace =
        switch self["pace"] {
        case 0: .everyReport
        case 1: .displayFrames(millihertz: rate)
        case 2: .display(period: rate)
        default: .onRequest
        }
      return SubscribeRequest(
        token: token, pace: pace,
        filter: Filter(
          contents: Contents(rawValue: UInt32(self["contents"])),
          tablet: UInt32(self["onlyTablet"]), tool: UInt32(self["onlyTool"]),
          toolTypes: UInt8(self["onlyToolTypes"])),
        options: FrameOptions(
          phase: self["phase"], lead: UInt32(self["lead"]), prediction: UInt32(self["predict"]),
          flags: FrameOptions.Flags(rawValue: UInt32(self["flags"]))),
        continuation: (self["epoch"], self["sequence"]))
    }

    func preference(_ tablet: String) -> Preference {
      Preference(
        GestureKind(rawValue: UInt8(self["gesture"])) ?? .doublePress,
        PreferredAction(rawValue: UInt8(self["action"])) ?? .ignore,
        button: self["button"] == 255 ? nil : UInt8(self["button"]),
        toolType: ToolType(rawValue: UInt8(self["toolType"])), serial: UInt32(self["serial"]),
        tablet: tablet, source: .user)
    }
  }
}
