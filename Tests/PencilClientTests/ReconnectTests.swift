import PencilCore
import PencilSystem
import PencilTestSupport
import PencilWire
import Testing

@testable import PencilClient

/// Going on after a daemon went away.
struct ReconnectTests {
  typealias D = Datagrams

  /// Waits as an app's own loop does: on the descriptor alone.
  private static func wait(on descriptor: CInt) throws -> Bool {
    var loop = try EventLoop()
    try loop.add(descriptor, token: Token(kind: 1), interest: .readable)
    return try loop.wait(timeoutMilliseconds: 3000) > 0
  }

  @Test func theDescriptorStaysAndTheStreamGoesOn() throws {
    var server = try TestServer()
    var connection = try PencilConnection.subscribed(&server, Subscription(contents: .contact))
    let descriptor = connection.descriptor
    try server.send(D.snapshot(4) + D.snapshotEnd(4))
    try server.send(D.frame(1, .more) + D.sample(5))
    server.stopListening()
    server.hangUp()
    // Records of a frame that was cut off won't come again, so they come first.
    #expect(
      connection.transcript() == ["snapshot ", "frame beat1 s5", "disconnected disconnected"])
    let isConnected = connection.isConnected
    #expect(!isConnected)
    // The first tries find no one, and say nothing more.
    for _ in 0..<2 {
      #expect(try ReconnectTests.wait(on: descriptor))
      #expect(connection.transcript() == [])
    }
    try server.listen()
    #expect(try ReconnectTests.wait(on: descriptor))
    #expect(connection.transcript() == [])
    try server.welcome()
    #expect(try ReconnectTests.wait(on: descriptor))
    #expect(connection.transcript() == ["connected"])
    let request = try server.receiveSubscribe()
    #expect(request.continuation == (9, 5) && request.filter == Filter(contents: .contact))
    #expect(connection.descriptor == descriptor)
    try server.send(D.sample(6))
    #expect(try ReconnectTests.wait(on: descriptor))
    #expect(connection.transcript() == ["frame s6"])
  }

  /// Each step is what the daemon sends before it goes, and what is asked for after.
  static let losses: [(name: String, before: [[UInt8]], after: (epoch: UInt64, sequence: UInt64))] =
    [
      ("nothing came", [], (0, 0)),
      ("half a snapshot came", [D.snapshot(4) + D.tablet(1)], (0, 0)),
      ("a snapshot came", [D.snapshot(4) + D.snapshotEnd(4)], (9, 4)),
      ("a gap came, and no snapshot", [D.sample(2), D.gap(.lapped, lost: (3, 8))], (9, 2)),
    ]

  @Test(arguments: losses)
  func itGoesOnAfter(
    _ name: String, before: [[UInt8]], after: (epoch: UInt64, sequence: UInt64)
  ) throws {
    var server = try TestServer()
    var connection = try PencilConnection.subscribed(&server)
    for datagram in before { try server.send(datagram) }
    try connection.reconnect(to: &server)
    #expect(try server.receiveSubscribe().continuation == after)
  }

  /// A later subscription goes on by itself, but for tablets that are not known yet.
  @Test func aLaterSubscription() throws {
    var server = try TestServer()
    var connection = try PencilConnection.subscribed(&server, Subscription(tablet: 1))
    try server.send(D.snapshot(4) + D.snapshotEnd(4))
    _ = connection.transcript()
    try connection.subscribe(Subscription(pace: .displayFrames(hertz: 60), tablet: 1))
    #expect(try server.receiveSubscribe().continuation == (0, 0))
    try connection.subscribe(Subscription())
    #expect(try server.receiveSubscribe().continuation == (~9, 0))
    // With that on its way, a lost connection begins anew, too.
    try connection.reconnect(to: &server)
    #expect(try server.receiveSubscribe().continuation == (0, 0))
  }

  @Test func theBackOffDoublesToFiveSeconds() {
    var backOff = BackOff()
    let delays = (0..<8).map { _ in backOff.next() / 1_000_000 }
    #expect(delays == [100, 200, 400, 800, 1000, 1000, 1000, 1000])
  }

  @Test func noDaemonIsToldOnce() throws {
    var server = try TestServer()
    server.stopListening()
    var connection = try PencilConnection.connecting(to: server.path, name: "test")
    try connection.subscribe()
    var lines: [String] = []
    for _ in 0..<2 {
      _ = try connection.wait(timeoutMilliseconds: 3000)
      lines += connection.transcript()
    }
    try server.listen()
    _ = try connection.wait(timeoutMilliseconds: 3000)
    lines += connection.transcript()
    try server.welcome()
    lines += connection.transcript()
    #expect(lines == ["disconnected noDaemon", "connected"])
    #expect(try server.receiveSubscribe().continuation == (0, 0))
  }
}
