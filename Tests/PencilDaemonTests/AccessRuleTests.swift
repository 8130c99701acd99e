import PencilSystem
import PencilWire
import Testing

@testable import PencilDaemon

/// Who may hear the pen, as a table, and where the rule comes from.
struct AccessRuleTests {
  private static func rule(
    _ mode: AccessRule.Mode = .activeSession, knowsSessions: Bool = true, group: UInt32? = 50
  ) -> AccessRule {
    AccessRule(
      mode: mode, knowsSessions: knowsSessions, ownUser: 900, group: group, gesturesFor: [1002])
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var rule: AccessRule
    var peer: AccessRule.Peer
    /// Where the seat is nobody's, the user's, and another one's.
    var outcomes: [AccessRule.Outcome]

    init(
      _ name: String, _ rule: AccessRule, uid: UInt32, gid: UInt32 = 1000, groups: [UInt32] = [],
      _ outcomes: AccessRule.Outcome...
    ) {
      testDescription = name
      self.rule = rule
      peer = AccessRule.Peer(uid: uid, gid: gid, groups: groups)
      self.outcomes = outcomes
    }
  }

  static let cases = [
    Case("root", rule(), uid: 0, .allowed, .allowed, .allowed),
    Case("root, rule user", rule(.user), uid: 0, .allowed, .allowed, .allowed),
    Case("the daemon's user", rule(), uid: 900, .allowed, .allowed, .allowed),
    Case("the daemon's user, rule user", rule(.user), uid: 900, .allowed, .allowed, .allowed),
    Case("a user", rule(), uid: 1000, .suspended, .allowed, .suspended),
    Case("own group", rule(), uid: 1000, gid: 50, .allowed, .allowed, .allowed),
    Case("one of its groups", rule(), uid: 1000, groups: [4, 50], .allowed, .allowed, .allowed),
    Case("other groups", rule(), uid: 1000, groups: [4, 51], .suspended, .allowed, .suspended),
    Case("no group", rule(group: nil), uid: 1000, gid: 50, .suspended, .allowed, .suspended),
    Case("rule group", rule(.group), uid: 1000, .refused, .refused, .refused),
    Case("rule group, in it", rule(.group), uid: 1000, groups: [50], .allowed, .allowed, .allowed),
    Case("rule user, in the group", rule(.user), uid: 1000, gid: 50, .refused, .refused, .refused),
    Case(
      "nobody knows of sessions", rule(knowsSessions: false), uid: 1000, .refused, .refused,
      .refused),
    Case(
      "nobody knows of sessions, in the group", rule(knowsSessions: false), uid: 1000, gid: 50,
      .allowed, .allowed, .allowed),
    Case("gestures", rule(), uid: 1002, .gesturesOnly, .gesturesOnly, .gesturesOnly),
    Case(
      "gestures, rule user", rule(.user), uid: 1002, .gesturesOnly, .gesturesOnly, .gesturesOnly),
    Case("gestures, in the group", rule(), uid: 1002, gid: 50, .allowed, .allowed, .allowed),
  ]

  @Test(arguments: cases) func whoMay(_ test: Case) {
    let owners: [UInt32?] = [nil, test.peer.uid, 4242]
    #expect(owners.map { test.rule.outcome(of: test.peer, seatOwner: $0) } == test.outcomes)
  }

  /// What a refused client reads is whole: a note has room for 159 bytes.
  @Test(arguments: AccessRule.Mode.allCases) func refusalsFit(mode: AccessRule.Mode) {
    var rule = AccessRule(
      mode: mode, knowsSessions: false, ownUser: .max, groupName: "a-group-of-24-characters")
    rule.ownUser = .max
    let text = rule.refusal(of: .max)
    #expect(text.utf8.count <= 159 && text.contains("4294967295"), "\(text.utf8.count): \(text)")
  }

  @Test func isConfigured() throws {
    func settings(_ lines: String) throws -> AccessSettings {
      let file = ConfigurationFile(Array("[Daemon]\n\(lines)".utf8), name: "p.conf")
      return try Configuration([file]) { Issue.record("\($0)") }.access
    }
    var wanted = AccessSettings()
    #expect(try settings("") == wanted)
    wanted.mode = .group
    wanted.group = "artists"
    wanted.groupPlace = ConfigurationPlace(file: "p.conf", line: 3)
    wanted.gesturesFor = ["kiosk", "1002", "bar"]
    wanted.gesturesForPlace = ConfigurationPlace(file: "p.conf", line: 5)
    wanted.clientsPerUser = 256
    let lines = """
      Access=group
      Group=artists
      GesturesFor=nobody
      GesturesFor=kiosk 1002 bar
      ClientsPerUserMax=256
      """
    #expect(try settings(lines) == wanted)
    let wrong = [
      "Access=all", "Group=a b", "ClientsPerUserMax=0", "ClientsPerUserMax=257",
    ]
    let texts = wrong.map { line -> String in
      do { return "\(try settings(line))" } catch { return "\(error)" }
    }
    #expect(
      texts == [
        "p.conf:2: Access= is active-session, group or user, not “all”",
        "p.conf:2: Group= is the name or number of a group, not “a b”",
        "p.conf:2: ClientsPerUserMax= is 1 to 256, not “0”",
        "p.conf:2: ClientsPerUserMax= is 1 to 256, not “257”",
      ])
  }

  /// Names of nobody are told with their places; numbers are taken as they are, and root is everywhere.
  @Test func namesOfNobodyAreTold() {
    var settings = AccessSettings()
    settings.group = "no-such-group"
    settings.gesturesFor = ["no-such-user", "root", "4000000"]
    var told: [String] = []
    let unplaced = settings.accounts { _ in }.group
    settings.groupPlace = ConfigurationPlace(file: "p.conf", line: 3)
    settings.gesturesForPlace = ConfigurationPlace(file: "q.conf", line: 5)
    let accounts = settings.accounts { told.append("\($0)") }
    #expect(unplaced == nil && accounts.group == nil && accounts.gesturesFor == [0, 4_000_000])
    #expect(
      told == [
        "p.conf:3: Group=no-such-group: there is no such group in /etc/group, so nobody is in it; one of another source is given by its number",
        "q.conf:5: GesturesFor=: there is no user no-such-user in /etc/passwd; one of another source is given by its number",
      ])
  }

  @Test func accountsAreFoundByName() {
    let file = Array("root:x:0:\n# pencil:x:1:\nbroken\npencils:x:7:\npencil:x:997:ann,bob\n".utf8)
    let names = ["root", "pencil", "pencils", "penci", "broken", ""]
    #expect(names.map { Accounts.number(of: $0, in: file) } == [0, 997, 7, nil, nil, nil])
  }
}

/// Whose the records are.
struct SeatOwnersTests {
  /// Every record belongs to whoever the seat belonged to when it was made, checked against a list of all.
  @Test(arguments: 1...8) func eachRecordHasItsOwner(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    var owners = SeatOwners()
    var all: [[UInt32?]] = [[], [], []]
    owners.place(1, onSeat: "seat0", from: 1)
    owners.place(2, onSeat: "seat1", from: 1)
    var changes = [0, 0, 0]
    var seats: [UInt32?] = [nil, nil]
    for next in 1...UInt64(200) {
      if Int.random(in: 0..<5, using: &random) == 0 {
        let seat = Int.random(in: 0..<2, using: &random)
        let users: [UInt32?] = [nil, 1000, 1001]
        let owner = users[Int.random(in: 0..<3, using: &random)]
        owners.set(owner, ofSeat: "seat\(seat)", from: next)
        seats[seat] = owner
      }
      for tablet in 1...2 { all[tablet].append(seats[tablet - 1]) }
    }
    for tablet in 1...2 {
      for i in 1..<200 where all[tablet][i] != all[tablet][i - 1] { changes[tablet] += 1 }
    }
    #expect(changes.allSatisfy { $0 < SeatOwners.capacity }, "within what is remembered")
    // The daemon's next run knows the same.
    let before = owners
    owners = try #require(SeatOwnersTests.written(owners))
    #expect(owners == before && owners.hasNewSeat)
    var wrong: [String] = []
    for uid in [UInt32(1000), 1001] {
      for tablet in 1...2 {
        for i in 0..<200 {
          let isOf = owners.isOf(uid, at: UInt32(tablet), UInt64(i + 1))
          if isOf != (all[tablet][i] == uid) { wrong.append("\(uid) \(tablet) \(i)") }
        }
      }
      let closed = owners.closed(to: uid, after: 20, through: 190).flatMap { Array($0) }
      let expected = (21...190).filter { all[1][$0 - 1] != uid && all[2][$0 - 1] != uid }
      if closed != expected.map({ UInt64($0) }) { wrong.append("\(uid): closed") }
    }
    #expect(wrong == [])
  }

  /// What is older than the changes that are remembered is nobody's.
  @Test func memoryIsBounded() {
    var owners = SeatOwners()
    owners.place(1, onSeat: "seat0", from: 1)
    for i in 1...1000 {
      owners.set(i % 2 == 0 ? 1000 : 1001, ofSeat: "seat0", from: UInt64(i * 10))
    }
    let first = UInt64((1000 - SeatOwners.capacity + 1) * 10)
    let known = (1...UInt64(10_000)).filter {
      owners.isOf(1000, at: 1, $0) || owners.isOf(1001, at: 1, $0)
    }
    #expect(known.first == first && known.count == 10_001 - Int(first))
    let closed = owners.closed(to: 1000, after: 0, through: first - 1)
    #expect(closed == [1...(first - 1)])
    #expect(!owners.isOf(1000, at: 4_000_000, 5) && !owners.isOf(1000, at: 3, 5))
  }

  /// As it is after having been written down and read again, with a word changed.
  private static func written(
    _ owners: SeatOwners, oldest: UInt64 = 1, size: Int = 256 << 10,
    changed: (offset: Int, word: UInt32)? = nil
  ) -> SeatOwners? {
    var buffer = ByteBuffer(count: size)
    var writer = StateWriter()
    do {
      var bytes = buffer.mutableBytes
      owners.write(with: &writer, oldest: oldest, into: &bytes)
      if let changed { bytes.store(changed.word, at: changed.offset) }
    }
    var reader = StateReader()
    return writer.fits
      ? SeatOwners(with: &reader, buffer.bytes.extracting(0..<writer.used)) : nil
  }

  // At 0 the seats, at 8 the first one's name, at 80 the tablets, at 88 the first one's changes.
  @Test(
    arguments: [
      (0, 0), (0, 65), (0, .max), (8, 0), (80, 0), (80, 5000), (84, 5000), (88, 65), (96, 0),
    ] as [(Int, UInt32)]) func whatDoesNotFitTogetherIsRefused(offset: Int, word: UInt32)
  {
    var owners = SeatOwners()
    owners.place(1, onSeat: "seat0", from: 2)
    #expect(Self.written(owners) == owners)
    #expect(Self.written(owners, changed: (offset, word)) == nil)
    #expect(Self.written(owners, size: 100) == nil)
  }

  /// However much there is, it is of bounded size, and what is left out is nobody's.
  @Test func whatIsWrittenIsBounded() throws {
    var owners = SeatOwners()
    for tablet in 1..<UInt32(SeatOwners.tabletCapacity) {
      owners.place(tablet, onSeat: "seat\(tablet % 70)", from: UInt64(tablet))
    }
    for i in 1...100 {
      for seat in 0..<70 {
        owners.set(i % 2 == 0 ? 1000 : 1001, ofSeat: "seat\(seat)", from: UInt64(5000 + 10 * i))
      }
    }
    let read = try #require(Self.written(owners, size: 60 << 10))
    let last = UInt32(SeatOwners.tabletCapacity - 1)
    #expect(read.isOf(1000, at: last, 6000) == owners.isOf(1000, at: last, 6000))
    #expect(!read.isOf(1001, at: last, 5100) && !read.isOf(1000, at: 5, 6000))
    // What is older than the records that are held is left out.
    var one = SeatOwners()
    one.place(1, onSeat: "seat0", from: 1)
    for i in 1...10 { one.set(UInt32(i), ofSeat: "seat0", from: UInt64(10 * i)) }
    let later = try #require(Self.written(one, oldest: 55))
    let whose = [45, 50, 59, 60, 100].map { number in
      (1...10).first { later.isOf($0, at: 1, number) } ?? 0
    }
    #expect(whose == [0, 5, 5, 6, 10])
  }

  /// Records of a tablet that moved to another seat stay whose they were.
  @Test func aTabletMayMove() {
    var owners = SeatOwners()
    owners.place(1, onSeat: "seat0", from: 1)
    owners.set(1000, ofSeat: "seat0", from: 2)
    owners.place(2, onSeat: "seat1", from: 3)
    owners.set(1001, ofSeat: "seat1", from: 4)
    owners.place(1, onSeat: "seat1", from: 10)
    let isOf = { (uid: UInt32) in [2, 9, 10, 11].map { owners.isOf(uid, at: 1, $0) } }
    #expect(isOf(1000) == [true, true, false, false])
    #expect(isOf(1001) == [false, false, true, true])
    #expect(owners.seats(of: 1001) == 2 && owners.names == ["seat0", "seat1"])
  }
}
