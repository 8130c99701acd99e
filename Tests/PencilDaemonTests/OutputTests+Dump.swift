import PencilCore
import PencilDaemon
import PencilWire
import Testing

@Suite struct DumpTests {
  typealias Items = OutputTestItems

  @Test func everyTypeHasItsLine() {
    var writer = DumpWriter(names: Items.names, isTerminal: true, isColoured: false)
    let lines = Items.text(Items.all, by: &writer).split(separator: "\n").map(String.init)
    for (line, expected) in zip(lines, Self.expected) { #expect(line == expected) }
    #expect(lines.count == Self.expected.count)
  }

  /// Colour only when asked for, and nothing but colour; names of columns only on a terminal; and a device's name
  /// steers no terminal.
  @Test func coloursAndHeadersOnlyWhenAskedFor() {
    func text(isTerminal: Bool, isColoured: Bool) -> String {
      var writer = DumpWriter(
        names: Items.names, isTerminal: isTerminal, isColoured: isColoured)
      return Items.text(Items.all, by: &writer)
    }
    let plain = text(isTerminal: true, isColoured: false)
    let coloured = text(isTerminal: true, isColoured: true)
    let piped = text(isTerminal: false, isColoured: false)
    #expect(!plain.contains("\u{1B}") && coloured.contains("\u{1B}[1;32m"))
    #expect(Self.lines(Self.withoutColour(coloured)) == Self.lines(plain))
    #expect(Self.lines(piped) == Self.lines(plain).filter { !$0.contains("time s") })
  }

  /// Whatever the values are, a line's columns stand where those of every other line stand.
  @Test func columnsAreAligned() {
    var first = Items.fullSample
    first.buttons = .stylus
    first.flags = []
    var items: [[UInt8]] = [Items.sample(first)]
    for i in 0..<200 {
      var sample = Items.fullSample
      sample.time += UInt64(i) * 997_000
      sample.phase = Phase.allCases[i % 7]
      sample.toolType = ToolType.allCases[i % 7]
      sample.available = Axes(rawValue: UInt16(i % 128))
      sample.estimated = Properties(rawValue: UInt8(i % 32))
      sample.buttons = .stylus
      sample.flags = []
      sample.values.x = Float(i) * 1.7 - 20
      sample.values.nx = Float(i) / 150 - 0.1
      sample.values.force = Float(i) / 199
      sample.values.azimuth = Float(i) * 0.0314
      sample.values.hover = Float(i % 3) / 2
      items.append(Items.sample(sample))
    }
    var writer = DumpWriter(isTerminal: true, isColoured: false)
    let lines = Self.lines(Items.text(items, by: &writer))
    let headers = lines.filter { $0.contains("time s") }
    let columns = Set(
      lines.map { line in
        // The last column begins at the same place in all of them.
        line.contains("time s")
          ? line.count - "buttons".count : line.count - "stylus".count
      })
    #expect(headers.count == 6 && Set(headers).count == 1)
    #expect(columns.count == 1, "\(columns)")
  }

  /// Two tablets: each line says which. The clock starts with the first thing that happens, and a snapshot's past
  /// is before it.
  @Test func tellsTabletsApart() {
    var old = Items.bareSample
    old.time -= 1_000_000
    var other = Items.bareSample
    other.tablet = 2
    var writer = DumpWriter(isTerminal: false, isColoured: false)
    let lines = Self.lines(
      Items.text(
        [
          Items.sample(old, sequence: 0), Items.sample(Items.bareSample), Items.sample(old),
          Items.sample(other),
        ], by: &writer))
    #expect(
      lines == [
        "          = lens 9     hoverMoved     50.00% 100.00%",
        "    0.000   lens 9     hoverMoved     50.00% 100.00%",
        "   -1.000   lens 9     hoverMoved     50.00% 100.00%",
        "    0.000   t2  lens 9     hoverMoved     50.00% 100.00%",
      ])
  }

  static func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

  /// Without what ends in `m` after an escape, and without the spaces that it kept at a line's end.
  static func withoutColour(_ text: String) -> String {
    var out = ""
    var isEscape = false
    for character in text {
      if character == "\u{1B}" { isEscape = true }
      if !isEscape { out.append(character) }
      if isEscape, character == "m" { isEscape = false }
    }
    return out
  }

  static let expected = """
                welcome    pencild 0.1 · protocol 1.0 · head 8
              ! error 7    no?entry
                subscribed display frames at 59.940 Hz · contact hover buttons strokes updates gestures pads
              + tablet 1   A "pen"?[31m? ü · replayed from a recording
                           bus 0003 vendor 056a product 0027 version 0110 · /dev/input/event9 · seat0
                           224.0 × 140.0 mm · x 0…44800 (200/mm) · y 0…28000 (200/mm) · pressure 0…8191
                           tilt x -64…63 (57/rad) · tilt y -64…63 (57/rad)
              < tablet 1   as its kernel describes it: 2 keys, 1 axis
                           ABS_X           0…44800 · fuzz 4 · flat 0 · resolution 200
        0.000 + tool 3     pen · serial 10c0a11e · hardware id 0802 · position force
        1.235 < after a gap  ABS_X 1234  4:0 -1  SYN_REPORT
       time s   tool       phase            x mm    y mm  force        altitude azimuth    roll  hover  slider  buttons
        1.235 ╭ pen 3      began           12.50   -0.25 ~0.500 ███       45.0° ~200.5°    0.0°      ·    1.00  stylus+stylus2  afterGap
        1.240   lens 9     hoverMoved     50.00% 100.00%
        1.250 ┄ frame 12   8 records · 0.123 ms late · goes on in the next message
        1.300 ▼ button     pen 3 · stylus pressed
        1.300 ▲ button     pen 3 · stylus released by pencild: the tool left (synthetic, never a click)
        1.240 ? reason     stage 2 · code 7 · 1 -2 3 4
        1.240 ~ update 55  pen 3 · force 0.500 → ~0.250 · interpolated after 5.0 ms
        1.240 ~ update 54  pen 3 · force 0.250 · measured
        1.435 = stroke 4   pen 3 · 41 samples in 200.0 ms
        1.435 = stroke 4   pen 3 · cancelled after 41 samples in 200.0 ms
        1.500 ! gap        events lost: the kernel's buffer ran over (SYN_DROPPED) · the state was read anew
        1.600 ! gap        records lost: this reader was too slow · numbers 11…20 · the state was read anew
        0.000 = snapshot   what is, up to record 8
    """.split(separator: "\n").map(String.init)
}
