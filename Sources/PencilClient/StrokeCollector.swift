/// What a ``StrokeCollector`` keeps of a sample: the app's own type, a struct or a class, around the sample.
///
/// ``PencilCore/Sample`` itself is one, too.
public protocol CollectedSample {
  /// The sample, with the updates that came until now.
  var sample: Sample { get set }
  /// Makes one of a sample that is new.
  init(_ sample: Sample)
}

extension Sample: CollectedSample {
  /// Itself.
  public var sample: Sample {
    get { self }
    set { self = newValue }
  }

  /// Copies it.
  public init(_ sample: Sample) { self = sample }
}

/// A stroke as a ``StrokeCollector`` keeps it.
public struct CollectedStroke<Element: CollectedSample> {
  /// The stroke's number in the daemon's epoch.
  public let stroke: UInt32
  /// The tablet.
  public let tablet: UInt32
  /// The tool.
  public let tool: UInt32
  /// The tool's kind.
  public let toolType: ToolType
  /// Every sample, `began` first, each once.
  public internal(set) var samples: [Element] = []
  /// Where it probably goes on, replaced or dropped with each frame. Never part of ``samples``.
  public internal(set) var predicted: [Sample] = []
  /// Its last sample is there: the pen is up. Updates may still come.
  public internal(set) var hasEnded = false
  /// Broken off: not ink, but an accident. Its ink should go, but for one that ``isCutByRestart``.
  public internal(set) var isCancelled = false
  /// Broken off since the daemon was started anew: its ink stays. If the pen stayed down, the tool's next stroke
  /// ``isContinuation``.
  public internal(set) var isCutByRestart = false
  /// Nothing of it changes any more.
  public internal(set) var isFinal = false
  /// Samples of it were lost, since this client was too slow or not connected.
  public internal(set) var isIncomplete = false

  /// It goes on from the stroke of the tool that was cut by a restart of the daemon. Between the two, the pen was down.
  public var isContinuation: Bool {
    guard let first = samples.first?.sample else { return false }
    return first.phase == .began && first.flags.contains(.acrossRestart)
  }

  init(_ sample: Sample) {
    stroke = sample.stroke
    tablet = sample.tablet
    tool = sample.tool
    toolType = sample.toolType
  }

  /// Where the sample with an index is. Indices increase, mostly by one.
  func place(of index: UInt32) -> Int? {
    guard let first = samples.first?.sample.index, index >= first else { return nil }
    let guess = Int(index - first)
    if guess < samples.count, samples[guess].sample.index == index { return guess }
    var low = 0
    var high = samples.count
    while low < high {
      let middle = (low + high) / 2
      if samples[middle].sample.index < index { low = middle + 1 } else { high = middle }
    }
    return low < samples.count && samples[low].sample.index == index ? low : nil
  }
}

/// Keeps strokes for an app: their samples in order, corrected as updates come, until they are final.
///
/// Give it each frame, and each snapshot with ``restart(from:)``; draw ``strokes``; take over those that are final
/// with ``takeFinal()``. It takes coalesced samples alone, never the main ones again. Samples may be structs or
/// classes:
///
/// ```swift
/// var collector = StrokeCollector<Sample>()
/// switch try connection.receive() {
/// case .frame: collector.take(connection.frame)
/// case .snapshot: collector.restart(from: connection.frame)
/// default: break
/// }
/// for stroke in collector.takeFinal() where !stroke.isCancelled { keep(stroke.samples) }
/// ```
public struct StrokeCollector<Element: CollectedSample> {
  /// A stroke of the collector's.
  public typealias Stroke = CollectedStroke<Element>

  /// Strokes that are open, wait for updates, or are final and not taken yet; the oldest first.
  public private(set) var strokes: [Stroke] = []

  /// Makes a collector without strokes.
  public init() {}

  /// Takes what came since the frame before.
  public mutating func take(_ frame: borrowing Frame) {
    for i in frame.samples.indices where frame.samples[i].stroke != 0 {
      append(frame.samples[i])
    }
    for i in frame.updates.indices { apply(frame.updates[i]) }
    for i in frame.strokes.indices { finish(frame.strokes[i]) }
    predict(frame.predicted)
  }

  /// Shows where strokes probably go on, until the next frame.
  mutating func predict(_ samples: Span<Sample>) {
    for i in strokes.indices { strokes[i].predicted.removeAll(keepingCapacity: true) }
    for i in samples.indices {
      let sample = samples[i]
      guard sample.stroke != 0, let at = place(of: sample.stroke), !strokes[at].hasEnded else {
        continue
      }
      strokes[at].predicted.append(sample)
    }
  }

  /// Goes on with a snapshot, which comes first and after a loss: strokes that go on do so with a gap, all others are
  /// final as they are.
  public mutating func restart(from snapshot: borrowing Frame) {
    for i in strokes.indices where !strokes[i].isFinal {
      strokes[i].predicted = []
      var goesOn = false
      for j in snapshot.samples.indices where snapshot.samples[j].stroke == strokes[i].stroke {
        goesOn = true
      }
      strokes[i].isIncomplete = true
      if !goesOn {
        strokes[i].isCancelled = !strokes[i].hasEnded
        strokes[i].isFinal = true
      }
      // Updates that were missed: what is still open is in the snapshot.
      for j in strokes[i].samples.indices where !strokes[i].samples[j].sample.expecting.isEmpty {
        strokes[i].samples[j].sample.expecting = []
      }
    }
    for i in snapshot.samples.indices where snapshot.samples[i].stroke != 0 {
      let sample = snapshot.samples[i]
      if let at = place(of: sample.stroke) {
        if let known = strokes[at].place(of: sample.index) {
          strokes[at].samples[known].sample = sample
          continue
        }
        append(sample)
      } else {
        append(sample)
        strokes[strokes.count - 1].isIncomplete = sample.phase != .began
      }
    }
  }

  /// The strokes that are final, in the order of their beginnings; they are the caller's from here on.
  public mutating func takeFinal() -> [Stroke] {
    guard strokes.contains(where: \.isFinal) else { return [] }
    let final = strokes.filter(\.isFinal)
    strokes.removeAll(where: \.isFinal)
    return final
  }

  private func place(of stroke: UInt32) -> Int? {
    strokes.lastIndex { $0.stroke == stroke && !$0.isFinal }
  }

  private mutating func append(_ sample: Sample) {
    let at: Int
    if let known = place(of: sample.stroke) {
      at = known
    } else {
      at = strokes.count
      strokes.append(Stroke(sample))
    }
    if let last = strokes[at].samples.last, last.sample.index >= sample.index { return }
    strokes[at].samples.append(Element(sample))
    if sample.phase == .ended || sample.phase == .cancelled {
      strokes[at].hasEnded = true
      strokes[at].isCancelled = sample.phase == .cancelled
      strokes[at].isCutByRestart =
        sample.phase == .cancelled && sample.flags.contains(.acrossRestart)
    }
  }

  private mutating func apply(_ update: SampleUpdate) {
    guard let at = place(of: update.stroke), let place = strokes[at].place(of: update.index) else {
      return
    }
    strokes[at].samples[place].sample.apply(update)
  }

  private mutating func finish(_ summary: StrokeSummary) {
    guard let at = place(of: summary.stroke) else { return }
    strokes[at].hasEnded = true
    strokes[at].isCancelled = summary.isCancelled
    strokes[at].isCutByRestart = summary.isCutByRestart
    strokes[at].isFinal = true
  }
}
