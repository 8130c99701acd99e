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
  /// Samples of it were lost, since this client was too slow, not connected, or its session not the active one.
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
  /// In which their numbers mean something.
  private var epoch: UInt64 = 0

  /// Makes a collector without strokes.
  public init() {}

  /// Takes what came since the frame before. Strokes that were open when another user's session became the active one
  /// (``Gap/Cause/notPermitted``) are final as they are.
  public mutating func take(_ frame: borrowing Frame) {
    epoch = frame.epoch
    var next = 0
    for i in frame.lossIndices.indices {
      let end = frame.lossIndices[i]
      take(frame, from: next, to: end)
      for j in strokes.indices where !strokes[j].isFinal { breakOff(j) }
      next = end
    }
    take(frame, from: next, to: frame.samples.count)
    predict(frame.predicted)
  }

  /// Takes some of the samples, and all that concerns strokes that are known by then: twice is as once.
  private mutating func take(_ frame: borrowing Frame, from first: Int, to end: Int) {
    var i = first
    while i < end {
      if frame.samples[i].stroke != 0 { append(frame.samples[i]) }
      i += 1
    }
    for i in frame.updates.indices { apply(frame.updates[i]) }
    for i in frame.strokes.indices { finish(frame.strokes[i]) }
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
  /// final as they are. In another epoch none goes on, whatever its number.
  public mutating func restart(from snapshot: borrowing Frame) {
    let isSameEpoch = snapshot.epoch == epoch
    epoch = snapshot.epoch
    for i in strokes.indices where !strokes[i].isFinal {
      strokes[i].predicted = []
      strokes[i].isIncomplete = true
      // Updates that were missed: what is still open is in the snapshot.
      for j in strokes[i].samples.indices where !strokes[i].samples[j].sample.expecting.isEmpty {
        strokes[i].samples[j].sample.expecting = []
      }
      if !isSameEpoch { breakOff(i) }
    }
    for i in snapshot.samples.indices where snapshot.samples[i].stroke != 0 {
      let sample = snapshot.samples[i]
      if let at = place(of: sample.stroke) {
        if let known = strokes[at].place(of: sample.index) {
          strokes[at].samples[known].sample = sample
          continue
        }
        // One that the snapshot brings alone has what it leaves out between.
        if strokes[at].samples.last.map({ $0.sample.index &+ 1 }) != sample.index {
          strokes[at].isIncomplete = true
        }
        append(sample)
      } else if goesOn(sample.stroke, in: snapshot) {
        append(sample)
      }
    }
    for i in strokes.indices where !strokes[i].isFinal && !goesOn(strokes[i].stroke, in: snapshot) {
      breakOff(i)
    }
  }

  /// Whether its `stroke` record is still to come: the last sample of a tool is in a snapshot also when it has ended one
  /// long ago.
  private func goesOn(_ stroke: UInt32, in snapshot: borrowing Frame) -> Bool {
    for i in snapshot.samples.indices where snapshot.samples[i].stroke == stroke {
      let sample = snapshot.samples[i]
      let isLast = sample.phase == .ended || sample.phase == .cancelled
      if !isLast || !sample.expecting.isEmpty { return true }
    }
    return false
  }

  /// Nothing more comes of it, whatever there was.
  private mutating func breakOff(_ place: Int) {
    strokes[place].predicted = []
    strokes[place].isIncomplete = true
    strokes[place].isFinal = true
    if !strokes[place].hasEnded { strokes[place].isCancelled = true }
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
      strokes[at].isIncomplete = sample.phase != .began
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
