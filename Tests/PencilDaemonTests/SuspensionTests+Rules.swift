import PencilSystem
import PencilWire
import Testing

@testable import PencilDaemon

// A reload changes the rule while clients are connected. Ann is user and group 1000, Bob 1001.
extension SuspensionTests {
  static let ruleCases = [
    Case(
      "who may hear nothing any more is told so and closed",
      .tablet(1, seat: "seat0"), .owner(1000), .join("a", 1000), .join("g", 0), .pen(1),
      .gets("a", "subscribed1 [1 tablet1 ]1 s2"), .rule(.group),
      .gets("a", "error7 closed"), .pen(1), .gets("g", "subscribed1 [1 tablet1 ]1 s2 s3")),
    Case(
      "who is suspended and may hear nothing any more, too",
      .tablet(1, seat: "seat0"), .owner(1000), .join("b", 1001),
      .gets("b", "subscribed0 suspended0"),
      .rule(.user), .gets("b", "error7 closed")),
    Case(
      "a member no longer is one, and is not active", .tablet(1, seat: "seat0"), .owner(1000),
      .rule(.activeSession, group: 1001), .join("b", 1001), .pen(1),
      .gets("b", "subscribed1 [1 tablet1 ]1 s2"), .rule(.activeSession),
      .gets("b", "suspended2"), .pen(1), .gets("b", ""), .owner(1001),
      .gets("b", "resumed3 [3 tablet1 ]3"), .pen(1), .gets("b", "s4")),
    Case(
      "a member no longer is one, and has one of two seats", .tablet(1, seat: "seat0"),
      .tablet(2, seat: "seat1"), .owner(1000), .owner(1001, seat: "seat1"),
      .rule(.activeSession, group: 1001), .join("b", 1001),
      .pen(1, tablet: 1), .gets("b", "subscribed2 [2 tablet1 tablet2 ]2 s3"),
      .rule(.activeSession), .gets("b", "suspended3 resumed3 [3 tablet2 ]3"),
      .pen(1, tablet: 1), .pen(1, tablet: 2), .gets("b", "s5")),
    Case(
      "who has not read yet gets no more of what was another's", .tablet(1, seat: "seat0"),
      .owner(1000), .rule(.activeSession, group: 1001),
      .join("b", 1001, pace: .displayFrames(millihertz: 100_000)), .pen(2),
      .gets("b", "subscribed1 [1 tablet1 ]1"), .rule(.activeSession), .beat,
      .gets("b", "suspended3"), .pen(1), .beat, .gets("b", "")),
    Case(
      "a new member hears all from now on", .tablet(1, seat: "seat0"), .owner(1000),
      .join("b", 1001), .pen(1), .gets("b", "subscribed0 suspended0"),
      .rule(.activeSession, group: 1001), .gets("b", "resumed2 [2 tablet1 sample ]2"), .pen(1),
      .gets("b", "s3"), .owner(nil), .pen(1), .gets("b", "s4")),
    Case(
      "a new member who is active has its own first, and then all", .tablet(1, seat: "seat0"),
      .tablet(2, seat: "seat1"), .owner(1000), .owner(1001, seat: "seat1"), .join("a", 1000),
      .gets("a", "subscribed2 [2 tablet1 ]2"), .pen(1), .pen(1, tablet: 2),
      .rule(.activeSession, group: 1000),
      .gets("a", "s3 suspended4 resumed4 [4 tablet1 tablet2 sample sample ]4"),
      .pen(1, tablet: 2), .gets("a", "s5")),
    Case(
      "a new member who has not read yet", .tablet(1, seat: "seat0"), .tablet(2, seat: "seat1"),
      .owner(1000), .join("a", 1000, pace: .displayFrames(millihertz: 100_000)),
      .gets("a", "subscribed2 [2 tablet1 ]2"), .pen(1), .pen(1, tablet: 2),
      .rule(.activeSession, group: 1000), .gets("a", ""), .beat,
      .gets("a", "frame1 s3 suspended4 resumed4 [4 tablet1 tablet2 sample sample ]4"),
      .pen(1, tablet: 2), .beat, .gets("a", "frame1 s5")),
    Case(
      "a new member who subscribes anew before it has read", .tablet(1, seat: "seat0"),
      .tablet(2, seat: "seat1"), .owner(1000),
      .join("a", 1000, pace: .displayFrames(millihertz: 100_000)),
      .gets("a", "subscribed2 [2 tablet1 ]2"), .pen(1), .pen(1, tablet: 2),
      .rule(.activeSession, group: 1000), .gets("a", ""), .again("a", after: 2),
      .gets("a", "subscribed2 s3 s4"), .pen(1, tablet: 2), .gets("a", "s5")),
    Case(
      "a new member who subscribes anew, and would be suspended else", .tablet(1, seat: "seat0"),
      .owner(1000), .join("a", 1000, pace: .displayFrames(millihertz: 100_000)),
      .gets("a", "subscribed1 [1 tablet1 ]1"), .pen(1), .owner(1001), .pen(1),
      .rule(.activeSession, group: 1000), .gets("a", ""), .again("a", after: 2),
      .gets("a", "subscribed2 s3"), .pen(1), .gets("a", "s4")),
    Case(
      "who keeps what it has notices nothing", .tablet(1, seat: "seat0"), .owner(1000),
      .join("a", 1000), .join("g", 0), .gets("a", "subscribed1 [1 tablet1 ]1"),
      .gets("g", "subscribed1 [1 tablet1 ]1"), .rule(.activeSession, group: 7, gesturesFor: [1002]),
      .pen(1), .gets("a", "s2"), .gets("g", "s2")),
    Case(
      "gestures alone are another subscription", .tablet(1, seat: "seat0"), .owner(1000),
      .join("a", 1000), .join("b", 1001), .gets("a", "subscribed1 [1 tablet1 ]1"),
      .gets("b", "subscribed0 suspended0"), .rule(.activeSession, gesturesFor: [1000]),
      .gets("a", "closed"), .gets("b", ""), .join("a", 1000), .pen(1),
      .gets("a", "subscribed1 [1 tablet1 ]1"), .rule(.activeSession), .gets("a", "closed")),
    Case(
      "a claim lapses with the right to hear", .tablet(1, seat: "seat0"), .owner(1000),
      .rule(.activeSession, group: 1001), .join("b", 1001),
      .gets("b", "subscribed1 [1 tablet1 ]1"), .wish("b", .claim), .gets("b", "claim1"),
      .rule(.activeSession), .gets("b", "claim3 suspended1")),
  ]
}
