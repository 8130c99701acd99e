import PencilCore
import PencilSystem
import PencilTestSupport
import PencilWire
import Testing

@testable import PencilDaemon

/// Who gets gestures: switching them off, claims, and what they do.
struct InteractionTests {
  static func interaction(_ wish: InteractionRequest.Wish, token: UInt32 = 9) -> [UInt8] {
    encoded(InteractionRequest.size) {
      InteractionRequest(token: token, wish: wish).encode(into: &$0)
    }
  }

  /// One with other bytes at some offsets.
  static func changed(_ changes: [(offset: Int, byte: UInt8)]) -> [UInt8] {
    var bytes = interaction(.on)
    for change in changes { bytes[change.offset] = change.byte }
    return bytes
  }

  /// What two clients, a and b, do in turn; after each the gestures that each gets of one that is made then.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var steps: [Step]

    init(_ name: String, _ steps: Step...) {
      testDescription = name
      self.steps = steps
    }
  }

  struct Step: Sendable {
    var client: Int
    var wish: InteractionRequest.Wish?
    /// Whether a and b get the gesture that follows.
    var gets: [Bool]
    /// What each is told of its claim; `nil`: nothing.
    var told: [InteractionNote.Claim?]

    init(
      _ client: Int, _ wish: InteractionRequest.Wish?, gets: [Bool],
      told: [InteractionNote.Claim?]
    ) {
      self.client = client
      self.wish = wish
      self.gets = gets
      self.told = told
    }
  }

  static let cases = [
    Case("nobody wishes anything", Step(0, nil, gets: [true, true], told: [nil, nil])),
    Case(
      "off and on again", Step(0, .off, gets: [false, true], told: [Claim.none, nil]),
      Step(0, .on, gets: [true, true], told: [Claim.none, nil])),
    Case(
      "claim and release", Step(0, .claim, gets: [true, false], told: [.held, nil]),
      Step(0, .release, gets: [true, true], told: [Claim.none, nil])),
    Case(
      "the newest claim wins", Step(0, .claim, gets: [true, false], told: [.held, nil]),
      Step(1, .claim, gets: [false, true], told: [.lost, .held]),
      Step(0, .claim, gets: [true, false], told: [.held, .lost])),
    Case(
      "claimed twice", Step(1, .claim, gets: [false, true], told: [nil, .held]),
      Step(1, .claim, gets: [false, true], told: [nil, .held])),
    Case(
      "the loser's release takes nothing",
      Step(0, .claim, gets: [true, false], told: [.held, nil]),
      Step(1, .claim, gets: [false, true], told: [.lost, .held]),
      Step(0, .release, gets: [false, true], told: [Claim.none, nil])),
    Case(
      "one that is switched off takes them from nobody",
      Step(0, .claim, gets: [true, false], told: [.held, nil]),
      Step(0, .off, gets: [false, true], told: [.held, nil]),
      Step(0, .on, gets: [true, false], told: [.held, nil])),
  ]
  typealias Claim = InteractionNote.Claim

  /// A claim of what the client doesn't want would keep it from all: it is refused, and the connection stays.
  @Test func aClaimNeedsGestures() throws {
    var house = try House()
    let other = try house.guest().guest
    let guest = try house.guest(filter: Filter(contents: .contact)).guest
    try guest.send(Self.interaction(.claim, token: 5))
    try house.turn()
    let refusal = try guest.receiveAll().first(.error)?.decoded { ErrorNote($0) }
    #expect(refusal?.code == ErrorCode.notSubscribed.rawValue && refusal?.token == 5)
    #expect(refusal?.isFatal == false)
    #expect(
      refusal?.text == "a claim of gestures needs them among the contents of the subscription")
    try house.makeGesture()
    #expect(try !other.receiveAll().isEmpty)
    try guest.send(subscription(6))
    try guest.send(Self.interaction(.claim, token: 7))
    for _ in 0..<3 { try house.turn() }
    let note = try guest.receiveAll().first(.interaction)?.decoded { InteractionNote($0) }
    #expect(note?.claim == .held && note?.token == 7)
  }

  @Test(arguments: cases) func whoGetsIt(_ test: Case) throws {
    var house = try House()
    let guests = [try house.guest().guest, try house.guest().guest]
    var failures: [String] = []
    for (number, step) in test.steps.enumerated() {
      if let wish = step.wish { try guests[step.client].send(Self.interaction(wish)) }
      try house.turn()
      let told = try guests.map { guest in
        try guest.receiveAll().first(.interaction)?.decoded { InteractionNote($0) }
      }
      if told.map(\.?.claim) != step.told { failures.append("step \(number): told \(told)") }
      let tokens = told.map { $0?.token ?? 0 }
      if step.wish != nil, tokens[step.client] != 9 { failures.append("step \(number): \(tokens)") }
      try house.makeGesture()
      let gets = try guests.map { try $0.receiveAll().types.contains(.gesture) }
      if gets != step.gets { failures.append("step \(number): gets \(gets)") }
    }
    #expect(failures == [])
  }

  /// A claim ends with its connection, and what was claimed before that is nobody else's.
  @Test func aClaimEndsWithItsConnection() throws {
    var house = try House()
    let other = try house.guest().guest
    do {
      let claimant = try house.guest().guest
      try claimant.send(Self.interaction(.claim))
      try house.turn()
      try house.makeGesture()
      let got = try other.receiveAll()
      #expect(got.isEmpty)
    }
    try house.turn()
    try house.makeGesture()
    let got = try other.receiveAll().map(\.sequence)
    #expect(got == [2])
  }

  /// Whoever claims without wanting gestures takes them from nobody.
  @Test func aClaimWithoutGesturesTakesNothing() throws {
    var house = try House()
    let other = try house.guest().guest
    let claimant = try house.guest(filter: Filter(contents: .contact)).guest
    let silent = try house.connect()
    try silent.sendHello()
    try claimant.send(Self.interaction(.claim))
    try house.turn()
    try house.makeGesture()
    let got = [try other.receiveAll().count, try claimant.receiveAll().count]
    #expect(got == [1, 1], "a gesture, and a refusal")
    try silent.send(Self.interaction(.claim))
    try house.turn()
    try house.makeGesture()
    let more = [
      try other.receiveAll().types, try claimant.receiveAll().types, try silent.receiveAll().types,
    ]
    #expect(more == [[.gesture], [], [.welcome, .preferences, .interaction]])
  }
}

extension House {
  mutating func makeGesture(tablet: UInt32 = 1) throws {
    var gesture = Gesture()
    gesture.tablet = tablet
    pipeline.publisher.claimant = subscribers.claimantNumber
    pipeline.publisher.claimantAccess = subscribers.claimantAccess
    pipeline.publisher.publish(gesture)
    try deliver()
  }
}

/// What the daemon tells of itself.
struct StatusTests {
  @Test(arguments: [(0, "0 gaps"), (1, "1 gap"), (2, "2 gaps")])
  func countsAreWords(number: Int, words: String) {
    #expect(Status.count(number, "gap") == words)
  }

  /// Every client and tablet is in the answer, over as many datagrams as it needs, and lost records are counted.
  @Test(arguments: [3, 255]) func tellsEveryClient(_ clients: Int) throws {
    var house = try House(journal: 64 << 10)
    let slow = try house.guest(filter: Filter(contents: .contact)).guest
    var others: [Guest] = []
    for _ in 2..<clients { others.append(try house.guest(filter: Filter(contents: [])).guest) }
    for number in 1...2000 { try house.publish([sample(number)]) }
    let asking = try house.guest(filter: Filter(contents: [])).guest
    try asking.send(
      encoded(StatusRequest.size) { StatusRequest(token: 77).encode(into: &$0) })
    var items: [Item] = []
    for _ in 0..<4 {
      try house.turn()
      items += try asking.receiveAll()
    }
    let told = items.compactMap { $0.decoded { ClientStatusNote($0) } }
      .filter { $0.token == 77 }
    let daemon = items.first(.daemonStatus)?.decoded { DaemonStatusNote($0) }
    #expect(told.filter { $0.number != 0 }.count == clients)
    #expect(daemon?.head == 2000 && daemon?.clients == UInt32(clients))
    #expect(items.last?.type == .statusEnd)
    _ = slow
  }
}
