import PencilCore
import PencilTestSupport
import PencilWire
import Testing

@testable import PencilClient

/// What becomes of strokes of which something is lost. The same stories as test_strokes.py's.
extension StrokeCollectorTests {
  /// What the collector has taken, then a snapshot, and what comes after it.
  struct Loss: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var before: @Sendable (inout Frame) -> Void = opened
    /// That of the snapshot; before it, it is 9.
    var epoch: UInt64 = 9
    let shown: [Sample]
    var after: @Sendable (inout Frame) -> Void = { _ in }
    let lines: [String]

    static let opened: @Sendable (inout Frame) -> Void = { frame in
      frame.append(sample(1, .began))
      frame.append(sample(2))
    }

    static func ending(_ phase: Phase, summary: Bool = false) -> @Sendable (inout Frame) -> Void {
      { frame in
        opened(&frame)
        frame.append(sample(3, phase))
        if summary { frame.append(final(1)) }
      }
    }
  }

  static let losses: [Loss] = [
    Loss(
      testDescription: "it goes on", shown: [sample(5)], after: { $0.append(sample(6)) },
      lines: ["1: 50 50 50 50 incomplete"]),
    Loss(
      testDescription: "its end was lost", shown: [sample(5, .ended)],
      lines: ["1: 50 50 50 ended final incomplete"]),
    Loss(
      testDescription: "its being cancelled was lost", shown: [sample(5, .cancelled)],
      lines: ["1: 50 50 50 ended cancelled final incomplete"]),
    Loss(
      testDescription: "its end was lost, and an update is to come",
      shown: [sample(4, expecting: .force), sample(5, .ended)],
      after: { frame in
        frame.append(update(4, 0.6))
        frame.append(final(1))
      }, lines: ["1: 50 50 60 50 ended final incomplete"]),
    Loss(
      testDescription: "its end is to be corrected",
      shown: [sample(5, .ended, force: 0, expecting: .force)],
      lines: ["1: 50 50 0? ended incomplete"]),
    Loss(
      testDescription: "it was cancelled, and the tool has gone", before: Loss.ending(.cancelled),
      shown: [], lines: ["1: 50 50 50 ended cancelled final incomplete"]),
    Loss(
      testDescription: "a pen that is over one which is final",
      before: Loss.ending(.ended, summary: true), shown: [sample(3, .ended)],
      lines: ["1: 50 50 50 ended final"]),
    Loss(
      testDescription: "a pen over one that was never seen", before: { _ in },
      shown: [sample(3, .ended)], lines: []),
    Loss(
      testDescription: "an open one that was never seen", before: { _ in },
      shown: [sample(1, .began, expecting: .force), sample(5)], lines: ["1: 50? 50 incomplete"]),
    Loss(
      testDescription: "one that has just begun", before: { _ in }, shown: [sample(1, .began)],
      after: { $0.append(sample(2)) }, lines: ["1: 50 50"]),
    Loss(
      testDescription: "another epoch, and the numbers come again", epoch: 8,
      shown: [sample(1, force: 0.7)], after: { $0.append(sample(2, force: 0.8)) },
      lines: ["1: 50 50 cancelled final incomplete", "1: 70 80 incomplete"]),
    Loss(
      testDescription: "another epoch, and nothing is there", epoch: 8, shown: [],
      after: { $0.append(sample(1, .began)) },
      lines: ["1: 50 50 cancelled final incomplete", "1: 50"]),
  ]

  @Test(arguments: losses) func whatGoesOnAfterASnapshot(_ loss: Loss) {
    var collector = StrokeCollector<Sample>()
    collector.take(
      Self.frame {
        $0.epoch = 9
        loss.before(&$0)
      })
    collector.restart(
      from: Self.frame {
        $0.epoch = loss.epoch
        for sample in loss.shown { $0.append(sample) }
      })
    collector.take(
      Self.frame {
        $0.epoch = loss.epoch
        loss.after(&$0)
      })
    #expect(Self.lines(collector.strokes) == loss.lines)
    // The next one changes nothing of what is final.
    collector.restart(from: Self.frame { $0.epoch = loss.epoch })
    #expect(collector.takeFinal().count == loss.lines.count)
  }

  // MARK: - Another session's time

  /// Datagrams of a daemon.
  struct Denial: CustomTestStringConvertible {
    let testDescription: String
    let datagrams: [[UInt8]]
    let lines: [String]
  }

  private static func record(
    _ sequence: UInt64, _ phase: Phase = .moved, stroke: UInt32 = 1
  ) -> [UInt8] {
    encoded(SampleRecord.size) {
      SampleRecord.encode(
        sample(UInt32(sequence), phase, stroke: stroke), sequence: sequence, into: &$0)
    }
  }

  private static func summary(_ sequence: UInt64, _ stroke: UInt32) -> [UInt8] {
    encoded(StrokeRecord.size) {
      StrokeRecord.encode(final(stroke), sequence: sequence, into: &$0)
    }
  }

  private static let own = record(1, .began) + record(2)
  private static let denied = Datagrams.gap(.notPermitted, lost: (4, 9))
  private static let other = record(10, .began, stroke: 2)

  static let denials: [Denial] = [
    Denial(
      testDescription: "all in front of it has come", datagrams: [own, denied, other],
      lines: ["1: 50 50 cancelled final incomplete", "2: 50"]),
    Denial(
      testDescription: "its end is in front of it",
      datagrams: [own, denied, record(3, .ended) + other + summary(11, 2)],
      lines: ["1: 50 50 50 ended final incomplete", "2: 50 ended final"]),
    Denial(
      testDescription: "and its record",
      datagrams: [own, denied, record(3, .ended) + summary(3, 1), other],
      lines: ["1: 50 50 50 ended final", "2: 50"]),
    Denial(
      testDescription: "all at once", datagrams: [denied + own + other + record(11, stroke: 2)],
      lines: ["1: 50 50 cancelled final incomplete", "2: 50 50"]),
    Denial(
      testDescription: "two of them",
      datagrams: [
        own, denied + Datagrams.gap(.notPermitted, lost: (12, 14)),
        record(3) + other + record(15, .began, stroke: 3),
      ],
      lines: [
        "1: 50 50 50 cancelled final incomplete", "2: 50 cancelled final incomplete", "3: 50",
      ]),
    Denial(
      testDescription: "only a tablet has come of it",
      datagrams: [own, denied, Datagrams.tablet(2, sequence: 5), record(10, stroke: 2)],
      lines: ["1: 50 50 cancelled final incomplete", "2: 50 incomplete"]),
  ]

  /// It is told before the records in front of it. No snapshot follows.
  @Test(arguments: denials) func anotherSessionsTime(_ denial: Denial) throws {
    var assembler = Assembler()
    var frame = Frame(sampleCapacity: 8)
    var collector = StrokeCollector<Sample>()
    for datagram in denial.datagrams {
      while let step = try assembler.step(datagram, count: datagram.count, into: &frame) {
        if case .frame = step { collector.take(frame) }
      }
    }
    #expect(Self.lines(collector.strokes) == denial.lines)
  }
}
