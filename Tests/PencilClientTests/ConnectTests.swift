import PencilCore
import PencilSystem
import PencilTestSupport
import PencilWire
import Testing

@testable import PencilClient

/// Finding the daemon, and being told why not.
struct ConnectTests {
  static let environments: [(pencil: String?, runtime: String?, expected: [String])] = [
    (nil, nil, ["/run/pencild/pencil.sock"]),
    ("", "", ["/run/pencild/pencil.sock"]),
    ("/a", nil, ["/a", "/run/pencild/pencil.sock"]),
    (nil, "/run/user/1", ["/run/pencild/pencil.sock", "/run/user/1/pencild/pencil.sock"]),
    ("/a", "/r", ["/a", "/run/pencild/pencil.sock", "/r/pencild/pencil.sock"]),
  ]

  @Test(arguments: environments)
  func candidatesAreInOrder(pencil: String?, runtime: String?, expected: [String]) {
    let paths = PencilConnection.socketCandidates(pencilSocket: pencil, runtimeFolder: runtime)
    #expect(paths == expected)
  }

  static let unreachable: [(path: String, code: PencilError.Code, advice: String)] = [
    ("/tmp/pencil-no-such.sock", .noDaemon, "systemctl start pencild.socket"),
    ("/dev/null/x.sock", .noDaemon, "/dev/null/x.sock"),
    ("/" + String(repeating: "x", count: 120), .noDaemon, "shorter"),
  ]

  @Test(arguments: unreachable)
  func aDaemonThatIsNotThere(path: String, code: PencilError.Code, advice: String) throws {
    let error = ConnectTests.error { () throws(PencilError) in
      _ = try PencilConnection.connect(to: path, name: "test")
    }
    #expect(error?.code == code && error?.description.contains(advice) == true)
  }

  @Test func aSocketOfAnotherKind() throws {
    let path = "/tmp/pencil-client-stream-\(Clock.monotonicNanoseconds).sock"
    let listener = try ListeningSocket(path: path, kind: .stream, permissions: 0o600)
    let error = ConnectTests.error { () throws(PencilError) in
      _ = try PencilConnection.connect(to: path, name: "test")
    }
    #expect(error?.description.contains("json.sock") == true, "\(listener.descriptor)")
  }

  @Test func aDaemonThatSaysNothing() throws {
    let server = try TestServer()
    let error = ConnectTests.error { () throws(PencilError) in
      _ = try PencilConnection.connect(
        .connecting(to: server.path, name: "test", answerTimeout: 20_000_000))
    }
    #expect(error?.code == .timedOut)
  }

  @Test func theHelloIsAnswered() throws {
    var server = try TestServer()
    let greeting = try PencilConnection.greeting(server)
    var name = ""
    try server.welcome { name = $0.name }
    let connection = try PencilConnection.connect(greeting)
    #expect(connection.isConnected && connection.daemonVersion == "0.1" && name == "test")
    #expect(connection.welcome?.epoch == 9)
  }

  static let answers: [(answer: [UInt8], outcome: String, advice: String)] = [
    (Datagrams.error(.unsupportedVersion), "error unsupportedVersion", "said so"),
    (Datagrams.welcome(epoch: 1, major: 2), "error unsupportedVersion", "version 2"),
    (Datagrams.error(.notPermitted, "not you"), "error notPermitted", "not you"),
    (Datagrams.error(.notPermitted, ""), "error notPermitted", "group pencil may always listen"),
    (Datagrams.error(.malformed), "error refused", "said so"),
    (Datagrams.error(.tooManyClients), "disconnected busy", "try again"),
    (Datagrams.error(.helloTooLate), "disconnected timedOut", "try again"),
    (Datagrams.sample(1), "error protocolViolation", "pencild's"),
    ([UInt8](repeating: 7, count: 33), "error protocolViolation", "report a bug"),
  ]

  /// The answer comes from a daemon that closes without reading the hello, which resets the connection.
  @Test(arguments: answers)
  func aHelloIsRefused(answer: [UInt8], outcome: String, advice: String) throws {
    var server = try TestServer()
    var connection = try PencilConnection.greeting(server)
    try server.accept()
    try server.send(answer)
    server.hangUp()
    var text = ""
    var outcomes: [String] = []
    do throws(PencilError) {
      if case .disconnected(let error) = try connection.receive() {
        text = error.description
        outcomes.append("disconnected \(error.code.words)")
      }
    } catch {
      text = error.description
      outcomes.append("error \(error.code.words)")
    }
    #expect(outcomes == [outcome] && text.contains(advice), "\(text)")
  }

  /// The daemon has refused and closed before the hello could be sent: its reason is read all the same.
  @Test(arguments: [ErrorCode.tooManyClients, .notPermitted]) func aHelloComesTooLate(
    code: ErrorCode
  ) throws {
    var server = try TestServer()
    var connection = try PencilConnection.connecting(to: server.path, name: "test")
    #expect(connection.reach() == nil)
    try server.accept()
    try server.send(Datagrams.error(code, "because"))
    server.hangUp()
    #expect(connection.sendHello() == nil)
    #expect(
      connection.transcript()
        == [code == .notPermitted ? "error notPermitted" : "disconnected busy"])
  }

  /// The same of a request later: what is asked for is lost with the connection, which says why.
  @Test func aRequestComesTooLate() throws {
    var server = try TestServer()
    var connection = try PencilConnection.subscribed(&server)
    try server.send(Datagrams.error(.tooManyClients, "because"))
    server.hangUp()
    try connection.requestStatus()
    try connection.prefer(Preference(.doublePress, .ignore, source: .user))
    #expect(connection.transcript() == ["disconnected busy"])
    // Without a connection it can't be sent.
    let error = ConnectTests.error { () throws(PencilError) in try connection.requestStatus() }
    #expect(error?.code == .disconnected)
  }

  /// It is said at once, and nothing is sent.
  @Test func aPreferenceThatCannotBe() throws {
    var server = try TestServer()
    var connection = try PencilConnection.subscribed(&server)
    let pattern = Preference(
      .hold, .ignore, tablet: String(repeating: "ü", count: 64), source: .user)
    let button = Preference(.hold, .ignore, button: 8, source: .user)
    let texts = [pattern, button].map { preference in
      ConnectTests.error { () throws(PencilError) in try connection.prefer(preference) }?
        .description
    }
    #expect(
      texts == [
        "tablet is a text of at most 127 bytes, not 128",
        "button is a whole number from 0 to 7, or nil, not 8",
      ])
    let isConnected = connection.isConnected
    #expect(isConnected)
  }

  private static func display(_ period: UInt32, lead: UInt32) -> Subscription {
    var subscription = Subscription(pace: .display(period: period, phase: 5, lead: lead))
    subscription.prediction = .oneBeat
    subscription.beatsOnly = true
    return subscription
  }

  static let subscriptions: [(Subscription, SubscribeRequest?)] = [
    (Subscription(), SubscribeRequest(token: 2)),
    (
      Subscription(
        pace: .displayFrames(hertz: 59.94), contents: [.contact, .buttons], tablet: 3, tool: 4,
        toolTypes: [.pen, .eraser]),
      SubscribeRequest(
        token: 2, pace: .displayFrames(millihertz: 59_940),
        filter: Filter(contents: [.contact, .buttons], tablet: 3, tool: 4, toolTypes: 6))
    ),
    (
      Subscription(contents: Subscription.Contents(rawValue: .max)), SubscribeRequest(token: 2)
    ),
    (
      display(16_666_667, lead: 3_000_000),
      SubscribeRequest(
        token: 2, pace: .display(period: 16_666_667),
        options: FrameOptions(
          phase: 5, lead: 3_000_000, prediction: FrameOptions.oneBeat, flags: .beatsOnly))
    ),
    (Subscription(pace: .onRequest), SubscribeRequest(token: 2, pace: .onRequest)),
    (display(999_999, lead: 0), nil),
    (display(1_000_000, lead: 1_000_001), nil),
    (Subscription(pace: .displayFrames(hertz: 0.99)), nil),
    (Subscription(pace: .displayFrames(hertz: 1000.1)), nil),
    (Subscription(pace: .displayFrames(hertz: .nan)), nil),
  ]

  @Test(arguments: subscriptions)
  func subscriptionsAreSent(_ subscription: Subscription, expected: SubscribeRequest?) throws {
    var server = try TestServer()
    var connection = try PencilConnection.greeting(server)
    try server.welcome()
    #expect(try connection.receive() == .connected)
    do throws(PencilError) { try connection.subscribe(subscription) } catch {
      #expect(expected == nil && error.code == .badSubscription)
      return
    }
    #expect(try server.receiveSubscribe() == expected)
  }

  private static func error(_ body: () throws(PencilError) -> Void) -> PencilError? {
    do throws(PencilError) { try body() } catch { return error }
    return nil
  }
}
