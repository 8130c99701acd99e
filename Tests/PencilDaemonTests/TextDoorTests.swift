import Foundation
import PencilCore
import PencilSystem
import PencilTestSupport
import PencilWire
import Testing

@testable import PencilDaemon

/// Clients of the text door: lines, the same records as in binary, whole whatever the client does.
struct TextDoorTests {
  /// A client that silently connects gets what is usual, from the moment of connecting.
  @Test func aSilentClientGetsAllSinceItConnected() throws {
    var house = try House()
    try house.publish([sample(1), sample(2)])
    let guest = try house.connectText()
    try house.publish([sample(3), sample(4)])
    let early = try guest.lines()
    try house.endSilence()
    try house.publish([sample(5)])
    let lines = try guest.lines()
    #expect(early.isEmpty, "nothing is said before it is known what is wanted")
    #expect(
      lines.map(\.type) == [
        "welcome", "preferences", "subscribed", "snapshot", "sample", "snapshotEnd", "sample",
        "sample", "sample",
      ])
    #expect(lines.compactMap(\.sequence) == [3, 4, 5])
    #expect(lines[4].time == 2, "the snapshot is that of the moment of connecting")
  }

  /// The first line sets filter and pace; a later one changes them, without a loss.
  @Test func linesSubscribe() throws {
    var house = try House()
    let guest = try house.connectText()
    try guest.say(#"{"name":"sketch","contents":["contact"]}"#)
    try house.turn()
    try house.publish([sample(1), sample(2, phase: .hoverMoved)])
    try guest.say(#"{"contents":["hover"]}"#)
    try house.turn()
    try house.publish([sample(3), sample(4, phase: .hoverMoved)])
    let lines = try guest.lines()
    #expect(lines.compactMap(\.sequence) == [1, 4])
    #expect(house.names == ["sketch"])
  }

  /// `echo '{}' | nc`: the end of what the client writes is not the end of what it reads.
  @Test func aHalfClosedClientGoesOnReceiving() throws {
    var house = try House()
    let guest = try house.connectText()
    try guest.say(#"{"contents":["contact"]}"#, end: "")
    guest.stopWriting()
    try house.turn()
    try house.publish([sample(1)])
    for _ in 0..<3 { try house.turn() }
    try house.publish([sample(2)])
    #expect(try guest.lines().compactMap(\.sequence) == [1, 2])
    #expect(house.clients == 1)
  }

  /// What a client is that goes at once.
  enum Leaver: CaseIterable { case writing, waitedFor, answered }

  /// `echo '{"prefer":…}' | socat -u`: what a client has written before it goes is taken, however much it is.
  @Test(arguments: [0, 3, 9, 300], Leaver.allCases)
  func whatWasWrittenBeforeTheEndIsTaken(before: Int, leaver: Leaver) throws {
    var house = try House()
    let choice = #"{"prefer":{"gesture":"hold","action":"showInkAttributes"}}"#
    do {
      let guest = try house.connectText(as: 1000)
      if leaver == .waitedFor {
        try guest.say("{}")
        for number in 1...3000 { try house.publish([sample(number)]) }
      }
      let lines = Array(repeating: #"{"gestures":"off"}"#, count: before) + [choice]
      try guest.say(lines.joined(separator: "\n"), end: leaver == .answered ? "\n" : "")
      if leaver == .answered { try house.turn() }
    }
    for _ in 0..<200 { try house.turn() }
    #expect(house.clients == 0)
    #expect(house.action(of: .hold, for: 1000) == .showInkAttributes)
  }

  /// A turn takes so many lines of a client, and the turns after it the others, though nothing more comes.
  @Test func manyLinesAreTakenInTurns() throws {
    var house = try House()
    let guest = try house.connectText()
    let lines = Array(repeating: #"{"gestures":"off"}"#, count: 10) + [" ", ""]
    try guest.say(lines.joined(separator: "\n"))
    var taken: [UInt32] = []
    for _ in 0..<4 {
      try house.turn()
      taken.append(house.linesTaken)
    }
    #expect(taken == [4, 8, 12, 12])
    #expect(try guest.lines().filter { $0.type == "interaction" }.map(\.line) == Array(1...10))
  }

  /// A snapshot of as many tablets as there can be, with all keys and axes there are, fits in its parts.
  @Test(arguments: [0, 2, 64]) func descriptionsFit(axes: Int) throws {
    var house = try House()
    for number in 1...UInt32(Publisher.tabletCapacity) {
      house.publisher.publish(tabletRecord(number))
      var description = DescriptionRecord()
      description.tablet = number
      description.keys = Array(repeating: .max, count: DescriptionRecord.keyWords)
      (description.properties, description.relative) = (.max, .max)
      description.miscellaneous = .max
      for code in 0..<UInt16(axes) {
        description.axes.append(
          DescriptionRecord.Axis(
            code: code, minimum: .min, maximum: .max, fuzz: .min, flat: .min, resolution: .min,
            value: .min))
      }
      house.publisher.publish(description)
    }
    let guest = try house.connectText()
    try guest.say(#"{"contents":["raw"]}"#)
    var lines: [Line] = []
    for _ in 0..<600 where lines.last?.type != "snapshotEnd" {
      try house.turn()
      lines += try guest.lines()
    }
    #expect(lines.count { $0.type == "description" } == Publisher.tabletCapacity)
  }

  static let refusals = [
    ("{\"pace\":1}\n", "“pace” is one of everyReport, displayFrames, display, onRequest", 2),
    (String(repeating: " ", count: 5000), "a request is a line of at most 4096 bytes", 1),
    (
      "{\"name\":\"" + String(repeating: "a", count: 4087) + "\"}\n",
      "a request is a line of at most 4096 bytes", 1
    ),
    ("{\"speed\":1}\n", "“speed” is no key of a request", 8),
  ]

  /// Behind the error there is nothing, and the client may go on writing until it has read that.
  @Test(arguments: refusals) func whatIsWrongIsSaid(
    _ line: String, reason: String, code: Int
  ) throws {
    var house = try House()
    let guest = try house.connectText()
    try guest.say(line, end: "")
    for _ in 0..<3 { try house.turn() }
    try guest.say(#"{"status":true}"#)
    try house.publish([sample(1)])
    let last = try guest.lines().last
    #expect(last?.type == "error" && last?.text == reason && last?.code == code)
    #expect(try guest.hasEnded())
    // As long as it is there it is counted, and it is not for long.
    #expect(house.clients == 1 && house.nextDeadline != nil)
    try house.endSilence()
    #expect(house.clients == 0 && house.nextDeadline == nil)
  }

  /// A client that reads slowly reads what was before, and the error as a whole line, and goes when it likes.
  @Test(arguments: [false, true]) func whatIsWrongIsSaidBehindTheRest(isHalfClosed: Bool) throws {
    var house = try House()
    let guest = try house.connectText()
    try guest.say("{}")
    try house.turn()
    for number in 1...3000 { try house.publish([sample(number)]) }
    try guest.say(#"{"pace":1}"#)
    if isHalfClosed { guest.stopWriting() }
    var lines: [Line] = []
    for _ in 0..<400 {
      try house.turn()
      lines += try guest.lines(limit: 1000)
    }
    #expect(guest.wrong == 0 && guest.begun.isEmpty)
    #expect(lines.last?.type == "error" && lines.count { $0.type == "error" } == 1)
    let numbers = lines.compactMap(\.sequence)
    #expect(numbers == Array(1...numbers.count) && numbers.count > 100)
    #expect(try guest.hasEnded())
    if !isHalfClosed { guest.stopWriting() }
    for _ in 0..<3 { try house.turn() }
    #expect(house.clients == 0)
  }

  /// Each of a few lines has its own answer; what many want at once may be answered once.
  @Test(arguments: [3, 300]) func eachLineHasItsAnswer(_ count: Int) throws {
    var house = try House()
    let guest = try house.connectText()
    try guest.say("{}")
    try house.turn()
    _ = try guest.lines()
    let kinds = [
      #"{"contents":["contact"]}"#, #"{"gestures":"off"}"#, #"{"status":true}"#,
      #"{"contents":["hover"]}"#,
    ]
    let asked = Array(repeating: kinds, count: count / 3).joined()
    try guest.say(asked.joined(separator: "\n"))
    for _ in 0..<300 { try house.turn() }
    let answers = try guest.lines().map(\.type)
    let subscribed = answers.count { $0 == "subscribed" }
    let status = answers.count { $0 == "statusEnd" }
    #expect(count == 300 || [subscribed, status] == [2, 1])
    #expect(subscribed >= 2 && subscribed <= 200 && status >= 1 && answers.last != "error")
    #expect(house.clients == 1)
  }

  /// Lines that come together, a blank one among them: each answer has the number of its line.
  @Test func answersNameTheirLines() throws {
    var house = try House()
    let guest = try house.connectText()
    try guest.say(
      "{}\n \n{\"gestures\":\"off\"}\n{\"status\":true}\n{\"prefer\":"
        + "{\"gesture\":\"hold\",\"action\":null}}\n{\"gestures\":0}")
    for _ in 0..<3 { try house.turn() }
    let answers = try guest.lines().filter { $0.type != "snapshot" && $0.type != "snapshotEnd" }
    #expect(
      answers.map { "\($0.type) \($0.line ?? 0)" } == [
        "welcome 0", "preferences 0", "subscribed 1", "interaction 3", "daemonStatus 4",
        "clientStatus 4", "statusEnd 4", "preferences 5", "error 6",
      ])
  }

  /// A client that only asks what the daemon does gets that, and nothing of the pen until it wants it.
  @Test func statusAloneSubscribesToNothing() throws {
    var house = try House(journal: 64 << 10)
    let guest = try house.connectText()
    for number in 1...2 {
      try guest.say(#"{"status":true}"#)
      for _ in 0..<3 { try house.turn() }
      // The journal goes round meanwhile, which is no loss to it.
      try house.publish((1...2000).map { sample($0 + 2000 * (number - 1)) })
      try house.endSilence()
    }
    let types = try guest.lines().map(\.type)
    let status = ["daemonStatus", "clientStatus", "statusEnd"]
    #expect(types == ["welcome", "preferences"] + status + status)
    try guest.say("{}")
    try house.turn()
    try house.publish([sample(4001)])
    let lines = try guest.lines()
    #expect(
      lines.map(\.type) == ["subscribed", "snapshot", "sample", "snapshotEnd", "sample"])
    #expect(lines.compactMap(\.sequence) == [4001])
  }

  /// With its writing end closed, it can't ask for more: the connection ends behind the answer.
  @Test(arguments: [false, true]) func statusAloneEnds(isLater: Bool) throws {
    var house = try House()
    let guest = try house.connectText()
    try guest.say(#"{"status":true}"#, end: isLater ? "\n" : "")
    if isLater { for _ in 0..<3 { try house.turn() } }
    guest.stopWriting()
    for _ in 0..<3 { try house.turn() }
    #expect(try guest.lines().last?.type == "statusEnd")
    #expect(try guest.hasEnded())
    #expect(house.clients == 0)
  }

  /// A claim of what the client doesn't want would keep it from all.
  @Test(arguments: [
    (#"{"contents":["contact"],"gestures":"claim"}"#, 1),
    ("{\"contents\":[\"contact\"]}\n{\"gestures\":\"claim\"}", 2),
    ("{}\n{\"contents\":[],\"gestures\":\"claim\"}", 2),
  ])
  func aClaimNeedsGestures(lines: String, wrong: Int) throws {
    var house = try House()
    let other = try house.guest().guest
    let guest = try house.connectText()
    try guest.say(lines)
    for _ in 0..<3 { try house.turn() }
    let last = try guest.lines().last
    #expect(last?.type == "error" && last?.code == 9 && last?.line == wrong)
    #expect(last?.text == "a claim of gestures needs them among the contents of the subscription")
    try house.makeGesture()
    #expect(try !other.receiveAll().isEmpty)
  }

  /// One too many that has written already is told so, and then the connection is reset.
  @Test func oneTooManyIsToldSoBeforeAReset() throws {
    var house = try House()
    house.subscribers.clientsPerUser = 1
    let first = try house.connectText()
    let second = try house.connectText(saying: "{}")
    waitForEnd(of: second.socket.descriptor)
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe recv(second.socket.descriptor, &bytes, bytes.count, 0)
    let next = unsafe recv(second.socket.descriptor, &bytes, 1, 0)
    #expect(next == -1 && errno == ECONNRESET)
    let line = String(decoding: bytes[1..<max(count, 1)], as: UTF8.self)
    #expect(line.contains("\"code\":6,") && line.hasSuffix("}\n"))
    #expect(house.clients == 1 && first.wrong == 0)
  }

  /// One that reads slowly gets whole lines, all of them; one that doesn't is told what it lost behind a whole line.
  @Test(arguments: [4 << 20, 64 << 10]) func linesStayWhole(_ journal: Int) throws {
    var house = try House(journal: journal)
    let guest = try house.connectText()
    try guest.say("{}")
    try house.turn()
    let count = 3000
    for number in 1...count { try house.publish([sample(number)]) }
    var lines: [Line] = []
    for _ in 0..<2000 {
      lines += try guest.lines(limit: 1000)
      try house.turn()
    }
    #expect(guest.wrong == 0 && guest.begun.isEmpty)
    let numbers = lines.compactMap(\.sequence)
    let lost = lines.filter { $0.type == "gap" }.map { ($0.last ?? 0) - ($0.first ?? 0) + 1 }
    #expect(numbers == numbers.sorted())
    #expect(numbers.count + lost.reduce(0, +) == count)
    #expect(lost.isEmpty == (journal == 4 << 20))
  }

  /// A display frame is its head, and as many lines as that says.
  @Test func framesAreLines() throws {
    var house = try House()
    let guest = try house.connectText()
    try guest.say(#"{"pace":"onRequest"}"#)
    try house.turn()
    try house.publish((1...300).map { sample($0) })
    try guest.say(#"{"frame":true}"#)
    for _ in 0..<5 { try house.turn() }
    let lines = try guest.lines()
    let frames = lines.filter { $0.type == "frame" }
    #expect(frames.map { $0.records ?? 0 }.reduce(0, +) == 300)
    #expect(frames.count > 1 && lines.compactMap(\.sequence) == Array(1...300))
  }

  /// What is not said is absent.
  @Test(arguments: [
    #"{"status":true}"#, #"{"name":"","status":true}"#, #"{"name":"me","status":true}"#,
  ])
  func aNameIsAbsentUnlessGiven(line: String) throws {
    var house = try House()
    let guest = try house.connectText()
    try guest.say(line)
    for _ in 0..<3 { try house.turn() }
    let client = try guest.lines().first { $0.type == "clientStatus" }
    #expect(client != nil && client?.claimedName == (line.contains(#":"me""#) ? "me" : nil))
  }

  @Test func aClaimWorksFromHere() throws {
    var house = try House()
    let other = try house.guest().guest
    let guest = try house.connectText()
    try guest.say(#"{"gestures":"claim"}"#)
    try house.turn()
    try house.makeGesture()
    #expect(try other.receiveAll().isEmpty)
    let types = try guest.lines().map(\.type)
    #expect(types.contains("interaction") && types.last == "gesture")
  }
}
