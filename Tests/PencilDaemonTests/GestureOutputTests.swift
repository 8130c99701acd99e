import PencilCore
import PencilWire
import Testing

@testable import PencilDaemon

struct GestureOutputTests {
  typealias Items = OutputTestItems

  private static func gesture(_ gesture: Gesture, as type: ItemType = .gesture) -> [UInt8] {
    Items.encode(GestureRecord.size) {
      GestureRecord.encode(gesture, type: type, claimant: 0, sequence: 9, into: &$0)
    }
  }

  private static var double: Gesture {
    var gesture = Gesture()
    gesture.time = 1_300_000
    gesture.tablet = 1
    gesture.attachment = 2
    gesture.tool = 3
    gesture.number = 5
    gesture.action = .switchEraser
    gesture.presses.append(812)
    gesture.presses.append(840)
    gesture.pose = GesturePose(Items.fullSample)
    gesture.buttons = .stylus
    return gesture
  }

  private static var hold: Gesture {
    var gesture = Gesture()
    gesture.time = 1_400_000
    gesture.tablet = 1
    gesture.tool = 3
    gesture.stroke = 7
    gesture.number = 6
    gesture.kind = .hold
    gesture.phase = .cancelled
    gesture.button = 1
    gesture.presses.append(900)
    return gesture
  }

  @Test func json() {
    var writer = JSONLinesWriter()
    let items = [
      Self.gesture(Self.double), Self.gesture(Self.hold),
      Self.gesture(Self.double, as: .gestureWithoutPose),
    ]
    #expect(
      Items.text(items, by: &writer) == #"""
        {"type":"gesture","seq":9,"t":1300000,"tablet":1,"attachment":2,"tool":3,"toolType":"pen","number":5,"gesture":"doublePress","phase":"ended","button":"stylus","action":"switchEraser","presses":[812,840],"x":12.5000,"y":-0.2500,"nx":0.125000,"ny":-0.000100,"altitude":0.785398,"azimuth":3.500000,"roll":0.000000,"hover":0.000000,"buttons":["stylus"]}
        {"type":"gesture","seq":9,"t":1400000,"tablet":1,"attachment":0,"tool":3,"toolType":"pen","stroke":7,"number":6,"gesture":"hold","phase":"cancelled","button":"stylus2","action":"ignore","presses":[900],"buttons":[]}
        {"type":"gesture","seq":9,"t":1300000,"tablet":1,"attachment":2,"tool":3,"toolType":"pen","number":5,"gesture":"doublePress","phase":"ended","button":"stylus","action":"switchEraser","presses":[],"buttons":["stylus"]}

        """#)
  }

  @Test func text() {
    var writer = DumpWriter(isTerminal: false, isColoured: false)
    var relative = Self.double
    relative.pose.available = .position
    let items = [
      Self.gesture(Self.double), Self.gesture(relative), Self.gesture(Self.hold),
      Self.gesture(Self.double, as: .gestureWithoutPose),
    ]
    #expect(
      Items.text(items, by: &writer) == """
            0.000 ◆ gesture 5  pen 3 · double press of stylus · switchEraser · at 12.50 -0.25 mm · presses 812, 840
            0.000 ◆ gesture 5  pen 3 · double press of stylus · switchEraser · at 12.50% -0.01% · presses 812, 840
            0.100 ◆ gesture 6  pen 3 · hold of stylus2 cancelled · ignore · out of range · press 900
            0.000 ◆ gesture 5  pen 3 · double press of stylus · switchEraser · this user isn't told where

        """)
  }

  /// Why a press is none says what was measured; other stages' reasons are shown when asked for.
  @Test(arguments: [false, true]) func reasons(all: Bool) {
    let reasons: [(ReasonName, InlineArray<4, Int32>)] = [
      (.tooLate, [0, 360_100, 350_000, 0]), (.tooFar, [1, 5866, 3000, 0]),
      (.bounce, [2, 3000, 40_000, 0]), (.staysAlone, [0, 350_000, 0, 0]),
      (.chord, [6, 0, 0, 0]), (.otherButtonBetween, [0, 1, 0, 0]), (.heldAtEntry, [0, 0, 0, 0]),
      (.timeHeld, [5, 0, 0, 0]),
    ]
    let items = reasons.map { name, values in
      let record = ReasonRecord(
        tablet: 1, time: 1_240_000, tool: 3,
        reason: Reason(stage: name.stage, code: name.code, values: values))
      return Items.encode(ReasonRecord.size) { record.encode(sequence: 7, into: &$0) }
    }
    let names = OutputNames(reason: { reason, buffer in reason.write(into: &buffer) })
    var writer = DumpWriter(
      names: names, showsReasons: all, isTerminal: false, isColoured: false)
    let lines = Items.text(items, by: &writer).split(separator: "\n").map(String.init)
    let expected = """
          0.000 ? reason     the next press came too late · stylus · 360.100 ms, at most 350.000 ms
          0.000 ? reason     the tool got too far from the first press · stylus2 · 5.866 mm, at most 3.000 mm
          0.000 ? reason     down again at once: the button bounced and was never up · stylus3 · 3.000 ms, at least 40.000 ms
          0.000 ? reason     no second press in time: a single one · stylus · within 350.000 ms
          0.000 ? reason     two buttons at once: no presses until both are up · stylus2+stylus3
          0.000 ? reason     another button was pressed since the first press · stylus · stylus2
          0.000 ? reason     the button was down already when the tool came · stylus
          0.000 ? reason     the tablet's time went back: the time before stays (µs)
      """.split(separator: "\n").map(String.init)
    #expect(lines == (all ? expected : Array(expected.dropLast())))
  }
}
