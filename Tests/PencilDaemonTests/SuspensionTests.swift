import PencilCore
import PencilSystem
import PencilTestSupport
import PencilWire
import Testing

@testable import PencilDaemon

/// What clients get while sessions switch: each case is a story, each line of it what comes to whom.
struct SuspensionTests {
  enum Step: Sendable {
    /// A tablet is plugged in on a seat.
    case tablet(UInt32, seat: String)
    /// Whose a seat is from now on.
    case owner(UInt32?, seat: String = "seat0")
    /// The configuration is read anew, and this is the rule now.
    case rule(AccessRule.Mode, group: UInt32? = nil, gesturesFor: [UInt32] = [])
    /// So many samples.
    case pen(Int, tablet: UInt32 = 1)
    /// The ring goes round.
    case lap
    case join(Character, UInt32, after: UInt64 = 0, pace: Pace = .everyReport)
    /// It subscribes anew, to each report, after a record.
    case again(Character, after: UInt64)
    case wish(Character, InteractionRequest.Wish)
    case beat
    /// What has come to a client since the last look.
    case gets(Character, String)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var steps: [Step]

    init(_ name: String, _ steps: Step...) {
      testDescription = name
      self.steps = steps
    }
  }

  // Ann is user 1000, Bob 1001.
  static let cases = [
    Case(
      "who is not active waits, and gets nothing of the time before",
      .tablet(1, seat: "seat0"), .owner(1000), .join("a", 1000), .join("b", 1001),
      .gets("a", "subscribed1 [1 tablet1 ]1"), .gets("b", "subscribed0 suspended0"),
      .pen(2), .gets("a", "s2 s3"), .gets("b", ""),
      .owner(1001), .gets("a", "suspended3"), .gets("b", "resumed3 [3 tablet1 ]3"),
      .pen(1), .gets("a", ""), .gets("b", "s4"),
      .owner(1000), .gets("b", "suspended4"), .gets("a", "resumed4 [4 tablet1 ]4"),
      .pen(1), .gets("a", "s5"), .gets("b", "")),
    Case(
      "nobody is active", .tablet(1, seat: "seat0"), .owner(1000), .join("a", 1000),
      .gets("a", "subscribed1 [1 tablet1 ]1"), .owner(nil), .pen(1), .gets("a", "suspended1"),
      .owner(1000), .gets("a", "resumed2 [2 tablet1 ]2")),
    Case(
      "group members hear all", .tablet(1, seat: "seat0"), .owner(1000), .join("g", 0),
      .pen(1), .owner(1001), .pen(1), .gets("g", "subscribed1 [1 tablet1 ]1 s2 s3")),
    Case(
      "own samples are in the snapshot, others' are not", .tablet(1, seat: "seat0"), .owner(1000),
      .pen(1), .join("a", 1000), .gets("a", "subscribed2 [2 tablet1 sample ]2"),
      .owner(1001), .owner(1000), .gets("a", "suspended2 resumed2 [2 tablet1 sample ]2"),
      .owner(1001),
      .join("b", 1001), .gets("b", "subscribed2 [2 tablet1 ]2")),
    Case(
      "continuing leaves out the time between, and says so",
      .tablet(1, seat: "seat0"), .owner(1000), .pen(2), .owner(1001), .pen(2), .owner(1000),
      .pen(1), .owner(1001), .pen(3), .owner(1000), .pen(1),
      .join("a", 1000, after: 2), .gets("a", "subscribed2 gap4:4…5 gap4:7…9 s3 s6 s10"),
      .join("b", 1001, after: 3), .gets("b", "subscribed3 gap4:6…6 s4 s5 s7 s8 s9 suspended9")),
    Case(
      "continuing while suspended", .tablet(1, seat: "seat0"), .owner(1000), .pen(2), .owner(1001),
      .pen(1), .join("a", 1000, after: 2), .gets("a", "subscribed2 s3 suspended3"),
      .pen(1), .gets("a", ""), .owner(1000), .gets("a", "resumed5 [5 tablet1 ]5")),
    Case(
      "continuing where all is another's", .tablet(1, seat: "seat0"), .owner(1001), .pen(2),
      .join("a", 1000, after: 1), .gets("a", "subscribed1 suspended1"), .owner(1000),
      .join("c", 1000, after: 1), .gets("c", "subscribed1 gap4:2…3"), .pen(1), .gets("c", "s4")),
    Case(
      "what is not held any more of the own time is told, the rest is not",
      .tablet(1, seat: "seat0"), .owner(1000), .pen(3), .owner(1001), .lap,
      .join("a", 1000, after: 2), .gets("a", "subscribed4 gap3:3…4 suspended4")),
    Case(
      "continuing brings the tablets of the time between", .tablet(1, seat: "seat0"), .owner(1000),
      .pen(1), .owner(1001), .pen(1), .tablet(2, seat: "seat0"), .pen(1, tablet: 2), .owner(1000),
      .join("a", 1000, after: 1), .gets("a", "subscribed1 gap4:3…5 s2 tablet2@4"),
      .pen(1, tablet: 2), .gets("a", "s6")),
    Case(
      "each seat is its own user's", .tablet(1, seat: "seat0"), .tablet(2, seat: "seat1"),
      .owner(1000), .owner(1001, seat: "seat1"), .join("a", 1000), .join("b", 1001),
      .gets("a", "subscribed2 [2 tablet1 ]2"), .gets("b", "subscribed2 [2 tablet2 ]2"),
      .pen(1, tablet: 1), .pen(2, tablet: 2), .gets("a", "s3"), .gets("b", "s4 s5"),
      .owner(1000, seat: "seat1"), .gets("b", "suspended5"),
      .gets("a", "suspended5 resumed5 [5 tablet1 tablet2 sample ]5"),
      .pen(1, tablet: 2), .gets("a", "s6"), .gets("b", ""),
      .owner(nil), .gets("a", "suspended6 resumed6 [6 tablet2 sample ]6"),
      .pen(1, tablet: 1), .gets("a", "")),
    Case(
      "a seat without a tablet is nobody's", .tablet(1, seat: "seat0"),
      .owner(1001, seat: "seat1"), .join("b", 1001), .gets("b", "subscribed0 suspended0"),
      .tablet(2, seat: "seat1"), .owner(1001, seat: "seat1"),
      .gets("b", "resumed2 [2 tablet2 ]2")),
    Case(
      "a beat brings what was before the switch", .tablet(1, seat: "seat0"), .owner(1000),
      .join("a", 1000, pace: .displayFrames(millihertz: 100_000)),
      .gets("a", "subscribed1 [1 tablet1 ]1"), .pen(2), .owner(1001), .pen(2), .gets("a", ""),
      .beat, .gets("a", "frame2 s2 s3 suspended3"), .pen(1), .beat, .gets("a", ""), .owner(1000),
      .gets("a", "resumed6 [6 tablet1 ]6"), .pen(1), .beat, .gets("a", "frame1 s7")),
    Case(
      "who asks for frames gets what was before the switch", .tablet(1, seat: "seat0"),
      .owner(1000), .join("a", 1000, pace: .onRequest), .pen(2), .owner(1001),
      .gets("a", "subscribed1 [1 tablet1 ]1 frame2 s2 s3 suspended3")),
    Case(
      "a ring that went round shows nothing", .tablet(1, seat: "seat0"), .owner(1001),
      .join("a", 1000), .gets("a", "subscribed0 suspended0"), .lap, .gets("a", ""),
      .wish("a", .off), .gets("a", "interaction")),
    Case(
      "a claim lapses", .tablet(1, seat: "seat0"), .owner(1000), .join("a", 1000),
      .gets("a", "subscribed1 [1 tablet1 ]1"), .wish("a", .claim), .gets("a", "claim1"),
      .owner(1001), .gets("a", "claim3 suspended1"), .wish("a", .claim), .gets("a", "claim3"),
      .owner(1000), .gets("a", "resumed1 [1 tablet1 ]1"), .wish("a", .claim), .gets("a", "claim1")),
  ]

  @Test(arguments: cases + ruleCases) func whatComes(_ test: Case) throws {
    var house = try House(journal: 64 << 10)
    house.subscribers.rule = AccessRule(knowsSessions: true, ownUser: 900)
    var guests: [Character: Guest] = [:]
    var failures: [String] = []
    var time = 0
    for (number, step) in test.steps.enumerated() {
      switch step {
      case .tablet(let tablet, let seat):
        var record = tabletRecord(tablet)
        record.seat = seat
        house.publisher.publish(record)
        try house.publish([])
      case .owner(let uid, let seat): try house.give(seat, to: uid)
      case .rule(let mode, let group, let gesturesFor):
        let rule = AccessRule(
          mode: mode, knowsSessions: mode == .activeSession, ownUser: 900, group: group,
          gesturesFor: gesturesFor)
        house.subscribers.take(
          rule, clientsPerUser: 64, publisher: house.pipeline.publisher, loop: house.loop)
        try house.turn()
      case .pen(let count, let tablet):
        for _ in 0..<count {
          time += 1
          try house.publish([sample(time, tablet: tablet)])
        }
      case .lap: for i in 0..<2000 { try house.publish([sample(i)]) }
      case .join(let name, let uid, let after, let pace):
        let guest = try house.connect(as: uid)
        try guest.send(hello())
        try guest.send(subscription(pace: pace, after: after == 0 ? (0, 0) : (House.epoch, after)))
        try house.turn()
        guests[name] = guest
      case .again(let name, let after):
        try guests[name]?.send(subscription(after: (House.epoch, after)))
        try house.turn()
      case .wish(let name, let wish): try guests[name]?.send(InteractionTests.interaction(wish))
      case .beat: try house.beat()
      case .gets(let name, let expected):
        try house.turn()
        var words = try guests[name]?.receiveAll().compactMap(Self.word) ?? []
        if expected.hasSuffix("closed"), let guest = guests[name] {
          waitForEnd(of: guest.socket.descriptor)
        }
        if try guests[name]?.receive() == [] { words.append("closed") }
        let got = guests[name] == nil ? nil : words.joined(separator: " ")
        if got != expected { failures.append("step \(number), \(name): \(got ?? "nobody")") }
      }
    }
    #expect(failures == [])
  }

  private static func word(_ item: Item) -> String? {
    let number = item.sequence
    return switch item.type {
    case .welcome, .preferences: nil
    case .subscribed: "subscribed\(item.decoded { SubscribedNote($0) }?.head ?? 0)"
    case .suspended: "suspended\(item.decoded { SuspendedNote($0) }?.head ?? 0)"
    case .error: "error\(item.decoded { ErrorNote($0) }?.code ?? 0)"
    case .resumed: "resumed\(item.decoded { ResumedNote($0) }?.head ?? 0)"
    case .snapshot: "[\(item.decoded { SnapshotNote.head($0) } ?? 0)"
    case .snapshotEnd: "]\(item.decoded { SnapshotNote.head($0) } ?? 0)"
    case .tablet: "tablet\(item.tablet)" + (number == 0 ? "" : "@\(number)")
    case .sample: number == 0 ? "sample" : "s\(number)"
    case .frame: "frame\(item.decoded { FrameNote($0) }?.records ?? 0)"
    case .gap:
      item.decoded { GapRecord($0) }.map {
        "gap\($0.cause.rawValue):\($0.lost.first)…\($0.lost.last)"
      }
    case .interaction:
      item.decoded { InteractionNote($0) }.map {
        $0.claim == .none ? "interaction" : "claim\($0.claim.rawValue)"
      }
    default: "?"
    }
  }

  /// To ask whose a record is costs no allocation, of those who hear and of those who don't.
  @Test(.enabled(if: Allocations.areCounted)) func askingAllocatesNothing() throws {
    var house = try House(journal: 1 << 20)
    house.subscribers.rule = AccessRule(knowsSessions: true, ownUser: 900)
    let tablet = house.pipeline.attach(penDescription(), isReplayed: false, time: 1)
    for uid in [1001, 1000, 1001, 1000] as [UInt32] { try house.give("seat0", to: uid) }
    let guests = [
      try house.guest(as: 1000).guest, try house.guest(as: 1001).guest,
      try house.guest(pace: .displayFrames(millihertz: 1_000_000), as: 1000).guest,
    ]
    var frames = PenFrames()
    house.pipeline.take(frames.enter(), of: tablet)
    house.pipeline.take(frames.touch(), of: tablet)
    let moves = (0..<50).map { frames.move($0) }
    var received = [0, 0, 0]
    let fewest = try Allocations.fewest(rounds: 300, atLeast: 3) {
      for i in moves.indices {
        house.pipeline.take(moves[i], of: tablet)
        try house.deliver()
        if i % 10 == 9 { try house.beat() }
        for j in guests.indices { received[j] += try guests[j].drain() }
      }
    }
    let least = 3 * moves.count * SampleRecord.size
    #expect(fewest == 0)
    #expect(received[0] >= least && received[1] == 0 && received[2] > 0)
  }

  // MARK: - Coming in

  /// One that the rule can never let in is told so.
  @Test func whoNeverMayIsRefused() throws {
    var house = try House()
    house.subscribers.rule = AccessRule(mode: .group, knowsSessions: true, ownUser: 900)
    let guest = try house.connect(as: 1000)
    let error = try guest.receiveAll().first?.decoded { ErrorNote($0) }
    let isClosed = try guest.hasEnded()
    #expect(error?.code == ErrorCode.notPermitted.rawValue && error?.isFatal == true)
    #expect(error?.text == house.subscribers.refusal(of: 1000))
    #expect(isClosed && house.clients == 0)
  }

  /// A user's clients are bounded; another user's are not among them.
  @Test func oneUserHasSoManyClients() throws {
    var house = try House()
    house.subscribers.clientsPerUser = 2
    var guests = [try house.connect(as: 1000), try house.connect(as: 1000)]
    let third = try house.connect(as: 1000)
    let error = try third.receiveAll().first?.decoded { ErrorNote($0) }
    guests.append(try house.connect(as: 1001))
    #expect(house.clients == 3)
    #expect(error?.code == ErrorCode.tooManyClients.rawValue && error?.isFatal == true)
    #expect(
      error?.text
        == "user 1000 has 2 clients, the most of one user (ClientsPerUserMax=): close one, then try again"
    )
    // Room again.
    guests.removeFirst()
    try house.turn()
    guests.append(try house.connect(as: 1000))
    #expect(house.clients == 3)
  }

  /// Some users get gestures alone, without where the pen is.
  @Test func gesturesWithoutPositions() throws {
    var house = try House()
    house.subscribers.rule = AccessRule(
      mode: .group, knowsSessions: false, ownUser: 900, gesturesFor: [1002])
    house.publisher.tellsGesturesWithoutPose = true
    house.publisher.publish(tabletRecord(1))
    let all = try house.guest(as: 0).guest
    let (guest, answer) = try house.guest(as: 1002)
    try house.publish([sample(1), button(2)])
    try house.makeGesture()
    let granted = answer.first(.subscribed)?.decoded { SubscribedNote($0) }?.filter.contents
    let got = [try guest.receiveAll().types, try all.receiveAll().types]
    #expect(granted == .gestures)
    #expect(got == [[.gestureWithoutPose], [.sample, .button, .gesture]])
    // And takes them from nobody.
    try guest.send(InteractionTests.interaction(.claim))
    try house.turn()
    let claim = try guest.receiveAll().last?.decoded { InteractionNote($0) }?.claim
    try house.makeGesture()
    let still = try all.receiveAll().types
    #expect(claim == .lapsed && still == [.gesture])
  }

  /// A claim concerns the tablets that its client hears, and no other user's.
  @Test func aClaimIsOfItsSeats() throws {
    var house = try House()
    house.subscribers.rule = AccessRule(knowsSessions: true, ownUser: 900)
    var other = tabletRecord(2)
    other.seat = "seat1"
    house.publisher.publish(tabletRecord(1))
    house.publisher.publish(other)
    try house.give("seat0", to: 1000)
    try house.give("seat1", to: 1001)
    let ann = try house.guest(as: 1000).guest
    let bob = try house.guest(as: 1001).guest
    try ann.send(InteractionTests.interaction(.claim))
    try house.turn()
    _ = try ann.receiveAll()
    try house.makeGesture()
    try house.makeGesture(tablet: 2)
    let got = [try ann.receiveAll().map(\.tablet), try bob.receiveAll().map(\.tablet)]
    #expect(got == [[1], [2]])
  }

  /// A client of the text door that has said nothing yet gets nothing of another session, however it began.
  @Test func whatWasAtTheBeginningIsForgotten() throws {
    var house = try House()
    house.subscribers.rule = AccessRule(knowsSessions: true, ownUser: 900)
    house.publisher.publish(tabletRecord(1))
    try house.give("seat0", to: 1000)
    let guest = try house.connectText(as: 1000)
    try house.publish([sample(1)])
    try house.give("seat0", to: 1001)
    try house.publish([sample(2)])
    try house.endSilence()
    let before = try guest.lines().map(\.type)
    try house.give("seat0", to: 1000)
    let after = try guest.lines().map(\.type)
    #expect(before == ["welcome", "preferences", "subscribed", "suspended"])
    #expect(after == ["resumed", "snapshot", "tablet", "snapshotEnd"])
  }
}

extension House {
  /// Says whose a seat is, as the server does.
  mutating func give(_ seat: String, to uid: UInt32?) throws {
    pipeline.publisher.give(seat, to: uid)
    subscribers.ownersChanged(pipeline.publisher)
    try turn()
  }
}

extension Subscribers {
  func refusal(of uid: UInt32) -> String? { rule?.refusal(of: uid) }
}
