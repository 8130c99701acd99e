import PencilCore
import PencilSystem
import PencilTestSupport
import PencilWire
import Testing

@testable import PencilClient

/// What becomes of what a daemon sends.
struct StreamTests {
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let datagrams: [[UInt8]]
    let transcript: [String]

    init(_ name: String, _ datagrams: [[UInt8]], _ transcript: [String]) {
      testDescription = name
      self.datagrams = datagrams
      self.transcript = transcript
    }
  }

  typealias D = Datagrams

  static let frames: [Case] = [
    Case("each report", [D.sample(1), D.sample(2)], ["frame s1", "frame s2"]),
    Case(
      "a slow reader's", [D.sample(1) + D.sample(2) + D.button(3) + D.stroke(4)],
      ["frame s1 s2 b1 stroke3"]),
    Case("a beat", [D.frame(7) + D.sample(1) + D.sample(2)], ["frame beat7 s1 s2"]),
    Case(
      "a split beat",
      [
        D.frame(7, .more) + D.sample(1), D.frame(7, [.more, .continued]) + D.sample(2),
        D.frame(7, .continued) + D.sample(3), D.frame(8) + D.sample(4),
      ], ["frame beat7 s1 s2 s3", "frame beat8 s4"]),
    Case(
      "a split beat that never ends", [D.frame(7, .more) + D.sample(1), D.frame(8) + D.sample(2)],
      ["frame beat7 s1", "frame beat8 s2"]),
    Case(
      "what a later version adds",
      [
        D.sample(1) + D.changed(D.sample(2), at: 2, to: 0x7F)
          + D.changed(D.sample(3), at: 40, to: 99), D.changed(D.sample(4), at: 3, to: 9),
        D.frame(1) + D.changed(D.sample(5), at: 2, to: 0x7F), D.sample(6),
      ], ["frame s1", "frame s6"]),
    Case(
      "a kernel's gap", [D.gap(.kernelOverrun, sequence: 1) + D.sample(2)],
      ["frame s2 kernelOverrun"]),
    Case(
      "gaps of a later version",
      [
        D.gap(GapRecord.Cause(rawValue: 9), sequence: 1) + D.sample(2),
        D.gap(GapRecord.Cause(rawValue: 0), lost: (3, 4)), D.sample(5),
      ], ["frame s2 other(9)", "gap other(0) 3...4", "frame s5"]),
    Case(
      "a pace of a later version", [D.changed(D.subscribed(), at: 32, to: 9), D.sample(1)],
      ["frame s1"]),
    Case(
      "a new tablet and tool", [D.tablet(2, sequence: 1) + D.tool(3, sequence: 2)],
      ["frame tablet2 tool3"]),
    Case("only an answer", [D.subscribed()], []),
    Case(
      "another session, and this one again",
      [D.sample(1) + D.suspended(1), D.resumed(5) + D.snapshot(5) + D.snapshotEnd(5), D.sample(6)],
      ["frame s1", "suspended", "resumed", "snapshot ", "frame s6"]),
    Case(
      "another session in the middle of a snapshot",
      [D.snapshot(1) + D.tablet(1), D.suspended(1), D.sample(6)], ["suspended", "frame s6"]),
    Case(
      "continuing behind another session's time",
      [D.subscribed() + D.gap(.notPermitted, lost: (2, 5)), D.sample(1) + D.sample(6)],
      ["gap notPermitted 2...5", "frame s1 s6"]),
  ]

  static let snapshots: [Case] = [
    Case(
      "over two datagrams",
      [
        D.subscribed(), D.snapshot(5) + D.tablet(1),
        D.tool(1) + D.sample(0, index: 4) + D.snapshotEnd(5),
      ],
      ["snapshot s4 tablet1 tool1"]),
    Case(
      "all at once",
      [
        D.sample(1) + D.gap(.lapped, lost: (2, 4)) + D.snapshot(4) + D.tablet(1)
          + D.snapshotEnd(4) + D.sample(5)
      ],
      ["frame s1", "gap tooSlow 2...4", "snapshot tablet1", "frame s5"]),
    Case(
      "a split beat before it",
      [D.frame(1, .more) + D.sample(1), D.gap(.notHeld), D.snapshot(3) + D.snapshotEnd(3)],
      ["frame beat1 s1", "gap notHeld ?", "snapshot "]),
    Case(
      "a new one replaces it",
      [D.snapshot(1) + D.tablet(1), D.snapshot(2) + D.tablet(2) + D.snapshotEnd(2)],
      ["snapshot tablet2"]),
    Case(
      "a gap ends it",
      [D.snapshot(1) + D.tablet(1), D.gap(.lapped, lost: (1, 2)), D.sample(3)],
      ["gap tooSlow 1...2", "frame s3"]),
    Case("an end without one", [D.snapshotEnd(1)], []),
    Case("a copy outside of one", [D.tablet(1)], []),
  ]

  static let refusals: [Case] = [
    Case("not an item", [[1, 2, 3]], ["error protocolViolation"]),
    Case(
      "an item cut", [D.sample(1), Array(D.sample(2)[..<88])],
      ["frame s1", "error protocolViolation"]),
    Case("a sample too short", [shortened(D.sample(1))], ["error protocolViolation"]),
    Case("a tablet too short", [shortened(D.tablet(1, sequence: 1))], ["error protocolViolation"]),
    Case("a note too short", [shortened(D.frame(1))], ["error protocolViolation"]),
    Case("too large", [[UInt8](repeating: 0, count: 65544)], ["error protocolViolation"]),
    Case("not permitted", [D.error(.notPermitted)], ["error notPermitted"]),
    Case("a bad value", [D.sample(1) + D.error(.badValue)], ["frame s1", "error badSubscription"]),
    Case("no room", [D.error(.tooManyClients)], ["disconnected busy"]),
  ]

  private static func shortened(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    bytes.removeLast(8)
    bytes.patch(UInt16(bytes.count), at: 0)
    return bytes
  }

  @Test(arguments: frames + snapshots + refusals)
  func datagramsBecomeEvents(_ stream: Case) throws {
    var server = try TestServer()
    var connection = try PencilConnection.subscribed(&server)
    for datagram in stream.datagrams { try server.send(datagram) }
    #expect(connection.transcript() == stream.transcript)
    // A refusal is for good, and says the same again.
    if let last = stream.transcript.last, last.hasPrefix("error") {
      #expect(connection.transcript() == [last])
    }
  }

  /// A refusal that leaves the connection open is told once.
  @Test func aPassingRefusal() throws {
    var server = try TestServer()
    var connection = try PencilConnection.subscribed(&server)
    try server.send(D.error(.unknownRequest, fatal: false) + D.sample(1))
    #expect(connection.transcript() == ["error refused"])
    #expect(connection.transcript() == ["frame s1"])
  }

  @Test func whatIsThereIsKept() throws {
    var server = try TestServer()
    var connection = try PencilConnection.subscribed(&server)
    try server.send(
      D.snapshot(1) + D.tablet(1) + D.tablet(2) + D.tool(1) + D.tool(1, tablet: 2)
        + D.snapshotEnd(1))
    try server.send(D.tablet(1, sequence: 2, present: false) + D.tool(2, sequence: 3))
    try server.send(D.tool(2, sequence: 4))
    _ = connection.transcript()
    #expect(connection.tablets.map(\.name) == ["Intuos 2"])
    #expect(connection.tools.map(\.id) == [1, 1, 2])
  }

  /// Two tools at once, and one of them on two tablets.
  @Test func mainSamples() throws {
    var server = try TestServer()
    var connection = try PencilConnection.subscribed(&server)
    try server.send(
      D.sample(1) + D.sample(2, tool: 2) + D.sample(3, tool: 2, tablet: 2) + D.sample(4))
    _ = try connection.receive()
    let mains = connection.frame.mainIndices
    #expect(mains.indices.map { mains[$0] } == [3, 1, 2])
    let found = [
      connection.frame.main(for: 1), connection.frame.main(for: 2),
      connection.frame.main(for: 2, on: 1), connection.frame.main(for: 3),
    ].map { $0?.index }
    #expect(found == [4, 3, 2, nil])
  }

  /// A frame's predicted samples are its own, and gone with the next.
  @Test func predictedSamples() throws {
    var assembler = Assembler()
    var frame = Frame(sampleCapacity: 4)
    let predicted = encoded(PredictedNote.size) {
      PredictedNote.encode(Sample(), confidence: 0.75, into: &$0)
    }
    var seen: [String] = []
    for datagram in [
      D.frame(1, .flushed) + D.sample(1) + D.sample(2) + predicted + predicted,
      D.frame(1) + D.sample(3),
    ] {
      var step = try assembler.step(datagram, count: datagram.count, into: &frame)
      while step != nil {
        let isLast = frame.main == frame.coalesced[frame.coalesced.count - 1]
        let isFlushed = frame.beat?.isFlushed == true
        let (coalesced, guesses) = (frame.coalesced.count, frame.predicted.count)
        let sure = guesses > 0 ? frame.confidences[0] : 0
        seen.append("\(isFlushed) \(isLast) \(coalesced) \(guesses) \(sure)")
        step = try assembler.step(datagram, count: datagram.count, into: &frame)
      }
    }
    #expect(seen == ["true true 2 2 0.75", "false true 1 0 0.0"])
  }

  @Test func undecodedItems() throws {
    var server = try TestServer()
    var connection = try PencilConnection.subscribed(&server)
    try server.send(D.subscribed() + D.sample(1))
    try server.send(D.error(.tooManyClients))
    var types: [ItemType] = []
    var deliveries: [Delivery] = []
    while let delivery = try connection.receiveItems({ header, item in
      if header.size == item.byteCount { types.append(header.type) }
    }) { deliveries.append(delivery) }
    #expect(types == [.subscribed, .sample, .error])
    #expect(deliveries.count == 3 && deliveries[0] == .items && connection.subscribed != nil)
    guard case .disconnected = deliveries.last else { throw Errno.notConnected }
  }
}
