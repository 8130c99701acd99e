import PencilCore
import PencilSystem
import PencilTestSupport
import PencilWire
import Testing

@testable import PencilDaemon

/// What clients that are not to hear the pen can learn of it by numbers: nothing moves while another one writes.
struct PrivacyTests {
  /// A house with a user who is not active, 1000, and one who gets gestures alone, 1002; both have had records.
  private static func house() throws -> House {
    var house = try House(journal: 64 << 10)
    house.subscribers.rule = AccessRule(knowsSessions: true, ownUser: 900, gesturesFor: [1002])
    house.publisher.tellsGesturesWithoutPose = true
    house.publisher.publish(tabletRecord(1))
    try house.give("seat0", to: 1000)
    try house.publish([sample(1), sample(2)])
    try house.makeGesture()
    try house.give("seat0", to: 1001)
    try house.publish([sample(3)])
    return house
  }

  /// All numbers that a new client of a user gets, whatever it asks for.
  private static func numbers(
    _ house: inout House, as uid: UInt32, after: (epoch: UInt64, sequence: UInt64) = (0, 0),
    pace: Pace = .everyReport
  ) throws -> [String] {
    let guest = try house.connect(as: uid)
    try guest.send(hello())
    try guest.send(subscription(pace: pace, after: after))
    try house.turn()
    try guest.send(encoded(StatusRequest.size) { StatusRequest(token: 7).encode(into: &$0) })
    try house.turn()
    // A later subscription goes on where the first one was.
    try guest.send(subscription(pace: pace))
    try house.turn()
    return try guest.receiveAll().compactMap { words($0) }
  }

  private static func words(_ item: Item) -> String? {
    switch item.type {
    case .welcome: item.decoded { WelcomeNote($0) }.map { "welcome \($0.head) \($0.oldest)" }
    case .subscribed: item.decoded { SubscribedNote($0) }.map { "subscribed \($0.head)" }
    case .suspended: item.decoded { SuspendedNote($0) }.map { "suspended \($0.head)" }
    case .snapshot: item.decoded { SnapshotNote.head($0) }.map { "[\($0)" }
    case .snapshotEnd: item.decoded { SnapshotNote.head($0) }.map { "]\($0)" }
    case .gap: item.decoded { GapRecord($0) }.map { "gap \($0.lost)" }
    case .daemonStatus:
      item.decoded { DaemonStatusNote($0) }.map { "\($0.head) \($0.oldest) \($0.used)" }
    case .clientStatus:
      item.decoded { ClientStatusNote($0) }.map { "lag \($0.lag) lost \($0.lost) \($0.gaps)" }
    case .preferences, .statusEnd: nil
    default: "\(item.type.rawValue) \(item.sequence)"
    }
  }

  struct Ask: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var uid: UInt32
    var after: UInt64?
    var pace = Pace.everyReport
    var numbers: [String]

    init(
      _ uid: UInt32, after: UInt64? = nil, pace: Pace = .everyReport, _ numbers: [String]
    ) {
      testDescription = "user \(uid) after \(after, default: "nothing"), \(pace)"
      self.uid = uid
      self.after = after
      self.pace = pace
      self.numbers = numbers
    }
  }

  // The records: 1 tablet, 2 and 3 samples, 4 and 5 a gesture and the same without its pose, all until there user 1000's.
  static let asks = [
    Ask(
      1000,
      ["welcome 5 6", "subscribed 5", "suspended 5", "0 0 0", "lag 0 lost 0 0", "subscribed 5"]),
    Ask(
      1000, after: 5,
      ["welcome 5 6", "subscribed 5", "suspended 5", "0 0 0", "lag 0 lost 0 0", "subscribed 5"]),
    Ask(
      1002, after: 5, ["welcome 5 6", "subscribed 5", "0 0 0", "lag 0 lost 0 0", "subscribed 5"]),
    // Guesses at how far the others are.
    Ask(
      1000, after: 7,
      ["welcome 5 6", "subscribed 7", "suspended 7", "0 0 0", "lag 0 lost 0 0", "subscribed 5"]),
    Ask(
      1000, after: 5000,
      [
        "welcome 5 6", "subscribed 5000", "suspended 5000", "0 0 0", "lag 0 lost 0 0",
        "subscribed 5",
      ]),
    Ask(
      1002,
      [
        "welcome 5 6", "subscribed 5", "[5", "513 0", "]5", "0 0 0", "lag 0 lost 0 0",
        "subscribed 5",
      ]
    ),
    Ask(
      1002, pace: .onRequest,
      [
        "welcome 5 6", "subscribed 5", "[5", "513 0", "]5", "0 0 0", "lag 0 lost 0 0",
        "subscribed 5",
      ]
    ),
    Ask(
      1002, after: 7,
      [
        "welcome 5 6", "subscribed 5", "gap (first: 0, last: 0)", "[5", "513 0", "]5", "0 0 0",
        "lag 0 lost 0 0", "subscribed 5",
      ]),
  ]

  @Test(arguments: asks) func whatIsAskedForStays(_ ask: Ask) throws {
    var house = try Self.house()
    var seen: [[String]] = []
    for records in [0, 1, 10, 2000] {
      for number in 0..<records { try house.publish([sample(number)]) }
      seen.append(
        try Self.numbers(
          &house, as: ask.uid, after: ask.after.map { (House.epoch, $0) } ?? (0, 0), pace: ask.pace
        ))
    }
    #expect(seen == Array(repeating: ask.numbers, count: 4))
  }

  /// Those who are there already see nothing either, and what left the ring unread was not theirs.
  @Test(arguments: [UInt32(1000), 1002]) func whoIsThereSeesNothing(uid: UInt32) throws {
    var house = try Self.house()
    let guest = try house.guest(pace: .onRequest, as: uid).guest
    for number in 0..<2000 { try house.publish([sample(number)]) }
    try guest.send(pace(.frame))
    try guest.send(encoded(StatusRequest.size) { StatusRequest(token: 7).encode(into: &$0) })
    try house.turn()
    let seen = try guest.receiveAll().compactMap { Self.words($0) }
    #expect(seen == ["0 0 0", "lag 0 lost 0 0"])
  }

  /// Silently at the text door: its beginning is as little of a clock.
  @Test func theTextDoorTellsNoMore() throws {
    var house = try Self.house()
    let guest = try house.connectText(as: 1002)
    try house.publish([sample(4), sample(5)])
    try house.endSilence()
    let heads = try guest.lines().compactMap(\.head)
    #expect(heads == [5, 5, 5, 5])
  }

  /// Gestures without the pose continue as others do, and have no numbers of what their user never gets.
  @Test func gesturesContinue() throws {
    var house = try Self.house()
    let guest = try house.guest(as: 1002).guest
    var gesture = Gesture()
    gesture.tablet = 1
    gesture.stroke = 12
    gesture.presses.append(3)
    house.publisher.publish(gesture)
    try house.publish([sample(6)])
    let first = try guest.receiveAll()
    let made = first.first?.decoded { GestureRecord.decode($0) }
    #expect(first.types == [.gestureWithoutPose] && made?.stroke == 0 && made?.presses.count == 0)
    try house.publish([sample(7), sample(8)])
    try house.makeGesture()
    let (again, answer) = try house.guest(
      after: (House.epoch, first.first?.sequence ?? 0), as: 1002)
    let last = house.last
    let records = answer.filter { $0.sequence != 0 }
    #expect(records.types == [.gestureWithoutPose] && records.sequences == [last])
    #expect(answer.first(.gap) == nil)
    try house.makeGesture()
    let next = try again.receiveAll().sequences
    #expect(next == [last + 2])
  }

  /// A slow client is told of losses until it was suspended, and not of what came after.
  @Test func aSlowOneLosesItsOwn() throws {
    var house = try Self.house()
    try house.give("seat0", to: 1000)
    let slow = try house.guest(pace: .onRequest, as: 1000).guest
    try house.publish([sample(1)])
    let end = house.last
    // Nobody serves it until the ring has gone round.
    house.publisher.give("seat0", to: 1001)
    house.subscribers.ownersChanged(house.pipeline.publisher)
    for number in 0..<2000 { house.publisher.publish(sample(number)) }
    try house.turn()
    let seen = try slow.receiveAll().compactMap { Self.words($0) }
    #expect(seen == ["gap (first: \(end), last: \(end))", "suspended \(end)"])
  }
}
