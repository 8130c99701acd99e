import Foundation
import PencilCore
import PencilDaemon
import PencilWire
import Testing

@Suite struct JSONLinesTests {
  typealias Items = OutputTestItems

  /// Every type in its exact form, and what a strict reader makes of it.
  @Test func everyTypeHasItsObject() throws {
    var writer = JSONLinesWriter(names: Items.names)
    let lines = Items.text(Items.all, by: &writer).split(separator: "\n").map(String.init)
    for (line, expected) in zip(lines, Self.expected) { #expect(line == expected) }
    #expect(lines.count == Self.expected.count)
    let types = try lines.map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return object?["type"] as? String ?? "none in \(line)"
    }
    #expect(Set(types).count == 16)
  }

  /// What this version doesn't know is skipped; what doesn't fit is not begun.
  @Test func skipsTheUnknownAndTakesBackHalfLines() {
    var unknown = Items.sample(Items.fullSample)
    unknown[2] = 0x77
    var laterPhase = Items.sample(Items.fullSample)
    laterPhase[40] = 99
    let short = Array(Items.sample(Items.fullSample).prefix(24))
    var json = JSONLinesWriter()
    var dump = DumpWriter(isTerminal: false, isColoured: false)
    #expect(Items.text([unknown, laterPhase, short, []], by: &json) == "")
    #expect(Items.text([unknown, laterPhase, short, []], by: &dump) == "")

    let item = Items.sample(Items.bareSample)
    let line = Items.text([item], by: &json)
    var results: [[Bool]] = []
    for capacity in line.utf8.count...(2 * line.utf8.count) {
      var buffer = TextBuffer(capacity: capacity)
      results.append((0..<2).map { _ in Items.write(item, by: &json, into: &buffer) })
      let isWhole = buffer.text == line || buffer.text == line + line
      if !isWhole || buffer.isFull { Issue.record("\(capacity): \(buffer.text)") }
      buffer.removeFirst(line.utf8.count)
      if buffer.text != (capacity == 2 * line.utf8.count ? line : "") {
        Issue.record("\(capacity): \(buffer.text) after sending")
      }
    }
    #expect(results.dropLast().allSatisfy { $0 == [true, false] } && results.last == [true, true])
  }

  /// Numbers are decimals of fixed length whatever the value: never an exponent, never a word.
  @Test func numbers() {
    let cases: [(Double, Int, String)] = [
      (0, 0, "0"), (-0.0, 4, "0.0000"), (0.00004, 4, "0.0000"), (-0.00004, 4, "0.0000"),
      // Halfway the even one is taken.
      (0.125, 2, "0.12"), (0.375, 2, "0.38"), (-1.5, 0, "-2"), (2.5, 0, "2"),
      (9.99996, 4, "10.0000"),
      (123456.789, 2, "123456.79"),
      (1e11, 6, "100000000000.000000"), (1e300, 6, "0.000000"), (.nan, 3, "0.000"),
      (.infinity, 1, "0.0"), (-.infinity, 1, "0.0"), (1e-40, 6, "0.000000"),
    ]
    for (value, decimals, expected) in cases {
      var buffer = TextBuffer(capacity: 64)
      buffer.append(value, decimals: decimals)
      if buffer.text != expected { Issue.record("\(value): \(buffer.text), not \(expected)") }
    }
    var buffer = TextBuffer(capacity: 128)
    for value: UInt64 in [0, 9, 10, .max, 10_000_000_000_000_000_000] {
      buffer.append(value)
      buffer.append(" ")
    }
    buffer.append(Int64.min)
    buffer.append(" ")
    buffer.append(hex: 0x1F, digits: 4)
    buffer.append(hex: .max, digits: 4)
    #expect(
      buffer.text
        == "0 9 10 18446744073709551615 10000000000000000000 -9223372036854775808 001fffffffff")
  }

  /// Digits are made eight at once: every digit at every place, with those before it and without.
  @Test func digits() {
    var numbers: [UInt64] = (0..<20_000).map { $0 &* 0x9E37_79B9_7F4A_7C15 >> ($0 % 64) }
    var power: UInt64 = 1
    for _ in 0..<19 {
      power *= 10
      numbers += [power - 1, power, power + 1]
    }
    for number in Array(0..<10_000) + numbers {
      var buffer = TextBuffer(capacity: 64)
      buffer.append(number)
      buffer.append(" ")
      buffer.append(Double(number % 100_000_000) / 1e6, decimals: 6)
      let part = String(1_000_000 + number % 1_000_000).dropFirst()
      let expected = "\(number) \(number % 100_000_000 / 1_000_000).\(part)"
      if buffer.text != expected { Issue.record("\(buffer.text), not \(expected)") }
    }
  }

  static let expected = #"""
    {"type":"welcome","t":5,"major":1,"minor":0,"epoch":"18446744073709551615","head":8,"oldest":1,"version":"0.1"}
    {"type":"error","t":5,"code":7,"fatal":true,"text":"no\u0009entry"}
    {"type":"subscribed","t":5,"pace":"displayFrames","rate":59.940,"contents":["contact","hover","buttons","strokes","updates","gestures","pads"],"onlyToolTypes":["eraser"],"head":8}
    {"type":"tablet","seq":1,"t":10,"tablet":1,"attachment":2,"present":true,"direct":false,"replayed":true,"name":"A \"pen\"\u001b[31m\u000a ü","identity":"usb-1","seat":"seat0","node":"/dev/input/event9","bus":3,"vendor":1386,"product":39,"version":272,"width":224.0000,"height":140.0000,"xRange":{"minimum":0,"maximum":44800,"resolution":200},"yRange":{"minimum":0,"maximum":28000,"resolution":200},"pressureRange":{"minimum":0,"maximum":8191},"tiltXRange":{"minimum":-64,"maximum":63,"resolution":57},"tiltYRange":{"minimum":-64,"maximum":63,"resolution":57},"available":["position","millimetres","force"],"toolTypes":["pen","eraser"]}
    {"type":"description","seq":4,"t":10,"tablet":1,"attachment":2,"properties":[0],"keys":[320,330],"relative":[],"miscellaneous":[0],"axes":[{"name":"ABS_X","code":0,"minimum":0,"maximum":44800,"fuzz":4,"flat":0,"resolution":200,"value":17}]}
    {"type":"tool","seq":2,"t":20,"tablet":1,"tool":3,"toolType":"pen","serial":281059614,"hardwareID":2050,"available":["position","force"]}
    {"type":"raw","seq":3,"t":1234567,"tablet":1,"events":[{"name":"ABS_X","type":3,"code":0,"value":1234},{"type":4,"code":0,"value":-1},{"name":"SYN_REPORT","type":0,"code":0,"value":0}],"flags":["afterGap"]}
    {"type":"sample","seq":1,"t":1234567,"tablet":1,"attachment":2,"tool":3,"toolType":"pen","stroke":4,"index":55,"phase":"began","x":12.5000,"y":-0.2500,"nx":0.125000,"ny":-0.000100,"force":0.500000,"altitude":0.785398,"azimuth":3.500000,"roll":0.000000,"hover":0.000000,"slider":1.000000,"rawPressure":4096,"buttons":["stylus","stylus2"],"estimated":["force","azimuth"],"expecting":["force"],"flags":["afterGap"]}
    {"type":"sample","seq":9,"t":1239567,"tablet":1,"attachment":2,"tool":9,"toolType":"lens","phase":"hoverMoved","nx":0.500000,"ny":1.000000,"buttons":[],"estimated":[],"expecting":[],"flags":[]}
    {"type":"frame","t":1250123,"beat":12,"due":1250000,"records":8,"flags":["more"]}
    {"type":"button","seq":6,"t":1300000,"tablet":1,"tool":3,"toolType":"pen","button":"stylus","pressed":true,"synthetic":false,"buttons":["stylus"]}
    {"type":"button","seq":6,"t":1300000,"tablet":1,"tool":3,"toolType":"pen","button":"stylus","pressed":false,"synthetic":true,"buttons":[]}
    {"type":"reason","seq":7,"t":1240000,"tablet":1,"tool":3,"stage":2,"code":7,"values":[1,-2,3,4]}
    {"type":"update","seq":6,"t":1239567,"tablet":1,"attachment":2,"tool":3,"toolType":"pen","stroke":4,"index":55,"property":"force","value":0.250000,"cause":"interpolated","expecting":[],"estimated":["force","azimuth"]}
    {"type":"update","seq":6,"t":1239567,"tablet":1,"attachment":2,"tool":3,"toolType":"pen","stroke":4,"index":54,"property":"force","value":0.250000,"cause":"measured","expecting":[],"estimated":[]}
    {"type":"stroke","seq":5,"t":1434567,"tablet":1,"tool":3,"toolType":"pen","stroke":4,"began":1234567,"samples":41,"cancelled":false}
    {"type":"stroke","seq":5,"t":1434567,"tablet":1,"tool":3,"toolType":"pen","stroke":4,"began":1234567,"samples":41,"cancelled":true}
    {"type":"gap","seq":10,"t":1500000,"tablet":1,"cause":"kernelOverrun"}
    {"type":"gap","t":1600000,"cause":"lapped","first":11,"last":20}
    {"type":"snapshot","t":5,"head":8}
    {"type":"snapshotEnd","t":5,"head":8}
    """#.split(separator: "\n").map(String.init)
}
