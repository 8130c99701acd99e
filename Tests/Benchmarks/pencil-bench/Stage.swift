import PencilCore
import PencilInput

/// What is measured of the way of a report, and the floors beside it.
enum Stage: String, CaseIterable {
  /// Floor: the frame's events, copied into a ring.
  case copy
  /// Floor: libevdev's own state brought up to date by the frame's events.
  case libevdev
  case assembler, quirks, calibrator
  /// The tracker with the estimator of force around it.
  case tracker
  /// The tracker alone: what the estimator costs is the rest of ``tracker``.
  case strokes
  case encode
  /// All of them, as the daemon does it.
  case pipeline

  /// What ``pipeline`` is made of.
  static let parts: [Stage] = [.assembler, .quirks, .calibrator, .tracker, .encode]

  /// Only does the work: for a tool that counts from outside.
  func work(frames: Int) throws {
    var worker = Worker(frames: frames)
    try give(&worker)
  }

  /// What it costs.
  func cost() throws -> Cost {
    var meter = CostMeter()
    try give(&meter)
    return meter.cost
  }

  private func give(_ body: inout some WorkloadBody) throws {
    switch self {
    case .copy: body.use(try RingCopy())
    case .libevdev: body.use(try LibevdevState())
    case .assembler: body.use(Assembling())
    case .quirks: body.use(Staging())
    case .calibrator: body.use(Calibrating())
    case .tracker: body.use(Tracking())
    case .strokes: body.use(TrackingAlone())
    case .encode: body.use(try Encoding())
    case .pipeline: body.use(try WholeWay())
    }
  }
}

/// Work that is done again and again, for one input frame at a time.
protocol Workload: ~Copyable {
  /// Does the work of so many input frames; the first call may allocate, later ones must not.
  mutating func run(frames: Int)
}

/// What is done with a workload, whichever it is.
protocol WorkloadBody {
  mutating func use<W: Workload & ~Copyable>(_ workload: consuming W)
}

private struct Worker: WorkloadBody {
  var frames: Int
  mutating func use<W: Workload & ~Copyable>(_ workload: consuming W) {
    workload.run(frames: frames)
  }
}

/// The pen's events, over and over: in each frame every value is another one, as the kernel sends none that is not.
struct Feed {
  private static let frames = 1000
  private let events: [RawEvent]
  private var place = 0

  init() {
    var events: [RawEvent] = []
    for n in 1...Feed.frames { events += Pen.motion(n) }
    self.events = events
  }

  @inline(__always)
  mutating func next() -> RawEvent {
    let event = events[place]
    place += 1
    if place == events.count { place = 0 }
    return event
  }
}

/// Frames and readings to feed later stages with: the pen in contact.
enum Prepared {
  static let count = 64

  static var frames: [InputFrame] {
    var assembler = FrameAssembler(Pen.description)
    var feed = Feed()
    var frames: [InputFrame] = []
    for event in Pen.entrance {
      _ = assembler.add(type: event.type, code: event.code, value: event.value, time: event.time)
    }
    while frames.count < count {
      let event = feed.next()
      if assembler.add(type: event.type, code: event.code, value: event.value, time: event.time) {
        frames.append(assembler.frame)
      }
    }
    return frames
  }

  static var readings: [Reading] {
    var calibrator = Calibrator(Pen.description)
    return frames.map { calibrator.reading(of: $0) }
  }

  static var samples: [Sample] {
    var tracker = StrokeTracker(tablet: 1, attachment: 1)
    var numbers = Numbers()
    var samples: [Sample] = []
    for reading in readings {
      tracker.track(reading, numbers: &numbers) { event in
        if case .sample(let sample) = event { samples.append(sample) }
      }
    }
    return samples.suffix(count / 2)
  }
}
