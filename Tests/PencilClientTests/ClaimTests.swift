import PencilCore
import PencilTestSupport
import PencilWire
import Testing

@testable import PencilClient

/// Which claims of gestures are made again after a reconnect.
struct ClaimTests {
  /// A request, of which the first has token 3, or what the daemon says.
  enum Step: Sendable {
    case claim, release, on
    case answer(UInt32, InteractionNote.Claim)
    case refusal(UInt32)
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let steps: [Step]
    let isMade: Bool

    init(_ name: String, _ steps: [Step], isMade: Bool) {
      testDescription = name
      self.steps = steps
      self.isMade = isMade
    }
  }

  static let cases: [Case] = [
    Case("held", [.claim, .answer(3, .held)], isMade: true),
    Case("not answered", [.claim], isMade: true),
    Case("another request is answered", [.on, .claim, .answer(3, .none)], isMade: true),
    Case("one answer to two", [.claim, .on, .answer(4, .held)], isMade: true),
    Case("released", [.claim, .release, .answer(3, .held), .answer(4, .none)], isMade: false),
    Case("lost later", [.claim, .answer(3, .held), .answer(0, .lost)], isMade: false),
    Case("refused", [.claim, .refusal(3)], isMade: false),
    Case(
      "refused, and made again", [.claim, .claim, .refusal(3), .answer(4, .held)], isMade: true),
    Case("never held, as the session is suspended", [.claim, .answer(3, .lapsed)], isMade: false),
    Case("never held, as another app claimed at once", [.claim, .answer(3, .lost)], isMade: false),
    Case("lost, with one answer to two", [.claim, .on, .answer(4, .lost)], isMade: false),
    Case(
      "lost in an answer to something else",
      [.claim, .answer(3, .held), .on, .answer(4, .lost)], isMade: false),
    Case(
      "lost, and made again before that was known",
      [.claim, .answer(3, .held), .claim, .answer(0, .lost), .answer(4, .held)], isMade: true),
    Case(
      "the same, and lost again",
      [
        .claim, .answer(3, .held), .claim, .answer(0, .lost), .answer(4, .held), .answer(0, .lost),
      ], isMade: false),
  ]

  @Test(arguments: cases) func isMadeAgain(_ story: Case) throws {
    var server = try TestServer()
    var connection = try PencilConnection.subscribed(&server)
    for step in story.steps {
      switch step {
      case .claim: try connection.claimGestures()
      case .release: try connection.releaseGestures()
      case .on: try connection.setInteraction(enabled: true)
      case .answer(let token, let claim):
        try server.send(
          encoded(InteractionNote.size) {
            InteractionNote(time: 1, token: token, isOn: true, claim: claim).encode(into: &$0)
          })
      case .refusal(let token):
        let note = ErrorNote(
          time: 1, token: token, code: .notSubscribed, isFatal: false, text: "no")
        try server.send(encoded(ErrorNote.size) { note.encode(into: &$0) })
      }
      _ = connection.transcript()
    }
    try connection.reconnect(to: &server)
    _ = try server.receiveSubscribe()
    // What was said last, so that there is something to receive.
    try connection.setInteraction(enabled: true)
    let bytes = try server.receive()
    let request = try bytes.withRaw { (raw) throws(WireError) in try InteractionRequest(raw) }
    #expect(request.wish == (story.isMade ? .claim : .on))
  }

  /// A choice that can't be kept is refused, and the connection goes on.
  @Test func aRefusedChoice() throws {
    var server = try TestServer()
    var connection = try PencilConnection.subscribed(&server)
    try connection.prefer(Preference(.doublePress, .ignore))
    try server.send(Datagrams.error(.notPermitted, fatal: false) + Datagrams.sample(1))
    #expect(connection.transcript() == ["error notPermitted"])
    let isConnected = connection.isConnected
    #expect(isConnected && connection.transcript() == ["frame s1"])
  }
}
