import PencilCore
import PencilTestSupport
import Testing

@testable import PencilClient

/// The app's own sample, as a class.
private final class Point: CollectedSample {
  var sample: Sample
  init(_ sample: Sample) { self.sample = sample }
}

struct StrokeCollectorTests {
  static func sample(
    _ index: UInt32, _ phase: Phase = .moved, stroke: UInt32 = 1, force: Float = 0.5,
    expecting: Properties = []
  ) -> Sample {
    var sample = Sample()
    sample.tablet = 1
    sample.attachment = 1
    sample.tool = 1
    sample.stroke = stroke
    sample.index = index
    sample.phase = phase
    sample.available = .force
    sample.values.force = force
    sample.estimated = expecting
    sample.expecting = expecting
    return sample
  }

  static func update(_ index: UInt32, _ force: Float, stroke: UInt32 = 1) -> SampleUpdate {
    var update = SampleUpdate()
    update.tablet = 1
    update.attachment = 1
    update.stroke = stroke
    update.index = index
    update.value = force
    return update
  }

  static func final(_ stroke: UInt32, cancelled: Bool = false) -> StrokeSummary {
    var summary = StrokeSummary()
    summary.tablet = 1
    summary.stroke = stroke
    summary.isCancelled = cancelled
    return summary
  }

  static func frame(_ fill: (inout Frame) -> Void) -> Frame {
    var frame = Frame(sampleCapacity: 8)
    fill(&frame)
    return frame
  }

  /// One line a stroke: its forces in hundredths, `?` where one is expected, and how it stands.
  static func lines<E: CollectedSample>(_ strokes: [CollectedStroke<E>]) -> [String] {
    strokes.map { stroke in
      let forces = stroke.samples.map { element in
        "\(Int((element.sample.values.force * 100).rounded()))"
          + (element.sample.expecting.isEmpty ? "" : "?")
      }
      let states = [
        (stroke.hasEnded, "ended"), (stroke.isCancelled, "cancelled"),
        (stroke.isFinal, "final"), (stroke.isIncomplete, "incomplete"),
      ]
      return (["\(stroke.stroke):"] + forces + states.filter(\.0).map(\.1)).joined(separator: " ")
    }
  }

  private static func story<E: CollectedSample>(_: E.Type) -> [String] {
    var collector = StrokeCollector<E>()
    var told: [String] = []
    collector.take(
      frame {
        $0.append(sample(0, .hoverMoved, stroke: 0))
        $0.append(sample(1, .began, force: 0.1, expecting: .force))
        $0.append(sample(2, force: 0.2, expecting: .force))
        $0.append(sample(3, force: 0.3, expecting: .force))
        // In the frame of its sample: applied before the frame is handed over.
        $0.append(update(1, 0.15))
        $0.append(predicted: sample(0, force: 0.4), confidence: 1)
      })
    told += lines(collector.strokes)
    told.append("predicted \(collector.strokes[0].predicted.count)")
    collector.take(
      frame {
        $0.append(update(2, 0.25))
        $0.append(update(9, 0.9))
        $0.append(update(3, 0.9, stroke: 7))
        $0.append(sample(4, .ended, force: 0))
      })
    told += lines(collector.strokes) + lines(collector.takeFinal())
    told.append("predicted \(collector.strokes[0].predicted.count)")
    collector.take(
      frame {
        $0.append(update(3, 0.35))
        $0.append(final(1))
        $0.append(sample(5, .began, stroke: 2))
        $0.append(sample(6, .cancelled, stroke: 2))
        $0.append(final(2, cancelled: true))
        $0.append(sample(7, .began, stroke: 3))
      })
    told += lines(collector.takeFinal()) + lines(collector.strokes)
    return told
  }

  /// The daemon was started anew in the middle of a stroke, or crashed before its summary: the ink stays.
  @Test(arguments: [true, false]) func aRestartCutsAStroke(withSummary: Bool) {
    var collector = StrokeCollector<Sample>()
    collector.take(
      Self.frame {
        $0.append(Self.sample(1, .began))
        var cut = Self.sample(2, .cancelled)
        cut.flags = [.synthetic, .acrossRestart]
        $0.append(cut)
        if withSummary {
          var summary = Self.final(1, cancelled: true)
          summary.isCutByRestart = true
          $0.append(summary)
        }
        var began = Self.sample(3, .began, stroke: 2)
        began.flags = .acrossRestart
        $0.append(began)
        $0.append(Self.sample(4, .cancelled, stroke: 2))
      })
    let strokes = collector.strokes
    #expect(strokes.map(\.isCancelled) == [true, true])
    #expect(strokes.map(\.isCutByRestart) == [true, false])
    #expect(strokes.map(\.isContinuation) == [false, true])
    #expect(strokes.map(\.isFinal) == [withSummary, false])
  }

  @Test func structsAndClasses() {
    let told = [
      "1: 15 20? 30?", "predicted 1", "1: 15 25 30? 0 ended", "predicted 0",
      "1: 15 25 35 0 ended final", "2: 50 50 ended cancelled final", "3: 50",
    ]
    #expect(Self.story(Sample.self) == told)
    #expect(Self.story(Point.self) == told)
  }

  @Test func frameAppliesUpdates() {
    let frame = Self.frame {
      $0.append(Self.sample(1, .began, force: 0.1, expecting: .force))
      $0.append(Self.sample(2, force: 0.2, expecting: .force))
      $0.append(Self.update(1, 0.15))
    }
    #expect(frame.samples[0].force == 0.15 && frame.samples[0].expecting == [])
    #expect(frame.samples[1].expecting == .force && frame.updates.count == 1)
  }

  /// After a loss: what is open goes on with a gap and expects only what the snapshot says; the rest is over.
  @Test func snapshotAfterALoss() {
    var collector = StrokeCollector<Sample>()
    collector.take(
      Self.frame {
        $0.append(Self.sample(1, .began, expecting: .force))
        $0.append(Self.sample(2, expecting: .force))
        $0.append(Self.sample(3, .began, stroke: 2))
        $0.append(Self.sample(4, .began, stroke: 3))
        $0.append(Self.sample(5, .ended, stroke: 3))
      })
    collector.restart(
      from: Self.frame {
        $0.append(Self.sample(2, force: 0.6, expecting: .force))
        $0.append(Self.sample(8, force: 0.7))
        $0.append(Self.sample(20, stroke: 9))
      })
    #expect(
      Self.lines(collector.strokes) == [
        "1: 50 60? 70 incomplete", "2: 50 cancelled final incomplete",
        "3: 50 50 ended final incomplete", "9: 50 incomplete",
      ])
  }
}
