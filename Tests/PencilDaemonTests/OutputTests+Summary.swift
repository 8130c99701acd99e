import PencilCore
import PencilDaemon
import PencilTestSupport
import PencilWire
import Testing

@Suite struct SummaryTests {
  typealias Items = OutputTestItems

  /// Enters with contact, 200 reports in contact with one late and two at once, leaves in contact; a pause; a hover; a
  /// swap of tools that the daemon completes.
  static var items: [[UInt8]] {
    var samples: [Sample] = []
    func add(_ phase: Phase, _ time: UInt64, tool: UInt32 = 3, flags: SampleFlags = []) {
      var sample = Items.fullSample
      sample.phase = phase
      sample.time = time
      sample.tool = tool
      sample.flags = flags
      samples.append(sample)
    }
    add(.hoverEntered, 1_000_000)
    add(.began, 1_000_000)
    for i in 1...200 { add(.moved, 1_000_000 + UInt64(i) * 5000 + (i == 100 ? 2000 : 0)) }
    add(.moved, 2_000_000)
    add(.ended, 2_005_003)
    add(.hoverExited, 2_005_003)
    add(.hoverEntered, 3_000_000)
    add(.hoverExited, 3_005_000, flags: .synthetic)
    add(.hoverEntered, 3_005_000, tool: 4)
    add(.hoverExited, 3_010_000, tool: 4)
    var items = [Items.tablet, Items.tool, Items.tool, Items.button(pressed: true)]
    items += samples.enumerated().map { Items.sample($1, sequence: UInt64($0) + 2) }
    items += [Items.button(pressed: false), Items.stroke(cancelled: false)]
    items.append(Items.sample(Items.bareSample, sequence: 0))
    items.append(Items.gap(GapRecord(cause: .lapped, time: 1, lost: (1, 2)), sequence: 0))
    return items
  }

  static func count(_ items: [[UInt8]]) -> SummaryCounter {
    var summary = SummaryCounter()
    for item in items {
      let span = item.span
      unsafe summary.count(span.bytes)
    }
    return summary
  }

  @Test func countsWhatHappened() {
    var buffer = TextBuffer()
    var summary = Self.count(Self.items)
    summary.writeJSON(into: &buffer)
    summary.writeText(into: &buffer)
    // 206 frames have 205 intervals, of which one is a pause; the others last 1,015,003 µs.
    #expect(
      buffer.text == """
        {"type":"summary","inputFrames":206,"samples":209,"strokes":1,"presses":1,"gestures":0,\
        "updates":0,"gaps":1,"tablets":1,"tools":1,"rate":200.000,"meanInterval":4975.505,\
        "medianInterval":5000,"span":2010000}
        206 input frames · 209 samples · 1 stroke · 1 press · 0 gestures · 0 updates · 1 gap
        1 tablet · 1 tool · 2.010 s · a report every 5.00 ms (median; mean 4.976 ms): 200.0 Hz

        """)
    // The tablets' own count wins; else raw records, which have frames without a tool, too.
    let withRaw = Self.count(Self.items + [Items.raw, Items.raw])
    summary.inputFramesFromSource = 7
    #expect(withRaw.inputFrames == 2 && summary.inputFrames == 7)
    #expect(Self.count([]).rate == nil && Self.count([Items.tool]).span == 0)
  }
}

@Suite(.serialized) struct OutputAllocationTests {
  typealias Items = OutputTestItems

  /// A line of a sample is written without an allocation: JSON, text in colour, and counting.
  @Test(.enabled(if: Allocations.areCounted)) func aSampleCostsNoAllocation() {
    let items = [
      Items.sample(Items.fullSample), Items.sample(Items.bareSample), Items.raw,
      Items.button(pressed: true), Items.stroke(cancelled: false),
    ]
    var buffer = TextBuffer()
    var json = JSONLinesWriter(names: Items.names)
    var dump = DumpWriter(names: Items.names, isTerminal: true, isColoured: true)
    var summary = SummaryCounter()
    var least = [UInt64](repeating: .max, count: items.count)
    // Other tests allocate meanwhile: the best of many rounds is this one's own.
    for _ in 0..<2000 where least.contains(where: { $0 > 0 }) {
      for (i, item) in items.enumerated() {
        let count = Allocations.count {
          Items.write(item, by: &json, into: &buffer)
          Items.write(item, by: &dump, into: &buffer)
          let span = item.span
          unsafe summary.count(span.bytes)
        }
        least[i] = min(least[i], count)
      }
      buffer.removeAll()
    }
    #expect(least.allSatisfy { $0 == 0 }, "\(least)")
    #expect(summary.samples > 0)
  }
}
