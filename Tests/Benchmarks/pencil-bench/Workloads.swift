import CLibevdev
import Glibc
import PencilCore
import PencilDaemon
import PencilInput
import PencilSystem

/// Floor: the kernel's bytes of the frame, copied into a ring as big as the journal.
struct RingCopy: Workload, ~Copyable {
  private var ring: RingMemory
  private let events: [UInt8]
  private var place = 0

  init() throws {
    ring = try RingMemory(size: 4 << 20)
    events = [UInt8](repeating: 1, count: Pen.eventsPerFrame * MemoryLayout<input_event>.size)
  }

  mutating func run(frames: Int) {
    let events = events
    for _ in 0..<frames {
      var target = ring.mutableBytes(at: place, count: events.count)
      unsafe events.withUnsafeBytes { source in
        unsafe target.withUnsafeMutableBytes { unsafe $0.copyMemory(from: source) }
      }
      place = (place + events.count) % ring.capacity
    }
  }
}

/// Floor: what libevdev does for each event, less its copying from the kernel.
@safe
struct LibevdevState: Workload, ~Copyable {
  private let device: OpaquePointer
  private var feed = Feed()

  init() throws {
    guard let device = unsafe libevdev_new() else { throw BenchError("libevdev: no memory") }
    for axis in Pen.description.axes {
      var info = input_absinfo()
      info.minimum = axis.minimum
      info.maximum = axis.maximum
      unsafe libevdev_enable_event_code(device, UInt32(EV_ABS), UInt32(axis.code), &info)
    }
    unsafe libevdev_enable_event_code(device, UInt32(EV_MSC), UInt32(MSC_SERIAL), nil)
    unsafe self.device = device
  }

  deinit { unsafe libevdev_free(device) }

  mutating func run(frames: Int) {
    for _ in 0..<(frames * Pen.eventsPerFrame) {
      let event = feed.next()
      unsafe libevdev_set_event_value(device, UInt32(event.type), UInt32(event.code), event.value)
    }
  }
}

struct Assembling: Workload, ~Copyable {
  private var assembler = FrameAssembler(Pen.description)
  private var feed = Feed()
  private var sum: UInt64 = 0

  mutating func run(frames: Int) {
    for _ in 0..<(frames * Pen.eventsPerFrame) {
      let event = feed.next()
      let isComplete = assembler.add(
        type: event.type, code: event.code, value: event.value, time: event.time)
      if isComplete { sum &+= 1 }
    }
  }
}

struct Staging: Workload, ~Copyable {
  private var stages = FrameStages(Pen.description)
  private let frames = Prepared.frames
  private var sum: UInt64 = 0

  mutating func run(frames count: Int) {
    let frames = frames
    let span = frames.span
    for n in 0..<count {
      stages.take(span[n % Prepared.count], isBusy: true)
      while let frame = stages.next() { sum &+= frame.time }
    }
  }
}

struct Calibrating: Workload, ~Copyable {
  private var calibrator = Calibrator(Pen.description)
  private let frames = Prepared.frames
  private var sum: Float = 0

  mutating func run(frames count: Int) {
    let frames = frames
    let span = frames.span
    for n in 0..<count {
      sum += calibrator.reading(of: span[n % Prepared.count]).values.azimuth
    }
  }
}

/// The tracker, with the estimator around it.
struct Tracking: Workload, ~Copyable {
  private var estimator = ForceEstimator()
  private var tracker = StrokeTracker(tablet: 1, attachment: 1)
  private var numbers = Numbers()
  private let readings = Prepared.readings
  private var sum: UInt64 = 0

  mutating func run(frames: Int) {
    for n in 0..<frames {
      estimator.take(readings[n % Prepared.count], tracker: &tracker, numbers: &numbers) { event in
        if case .sample(let sample) = event { sum &+= UInt64(sample.index) }
      }
    }
  }
}

/// The tracker without the estimator.
struct TrackingAlone: Workload, ~Copyable {
  private var tracker = StrokeTracker(tablet: 1, attachment: 1)
  private var numbers = Numbers()
  private let readings = Prepared.readings
  private var sum: UInt64 = 0

  mutating func run(frames: Int) {
    for n in 0..<frames {
      tracker.track(readings[n % Prepared.count], numbers: &numbers) { event in
        if case .sample(let sample) = event { sum &+= UInt64(sample.index) }
      }
    }
  }
}

struct Encoding: Workload, ~Copyable {
  private var publisher: Publisher
  private let samples = Prepared.samples

  init() throws { publisher = try Publisher(journalCapacity: 4 << 20, epoch: 1) }

  mutating func run(frames: Int) {
    for n in 0..<frames { publisher.publish(.sample(samples[n % samples.count])) }
  }
}

/// From the event array to the record in the journal.
struct WholeWay: Workload, ~Copyable {
  private var assembler = FrameAssembler(Pen.description)
  private var pipeline: Pipeline
  private let tablet: UInt32
  private var feed = Feed()

  init() throws {
    pipeline = try Pipeline(journalCapacity: 4 << 20, epoch: 1)
    tablet = pipeline.attach(Pen.description, isReplayed: false, time: 0)
    for event in Pen.entrance { take(event) }
  }

  @inline(__always)
  private mutating func take(_ event: RawEvent) {
    let isComplete = assembler.add(
      type: event.type, code: event.code, value: event.value, time: event.time)
    if isComplete { pipeline.take(assembler.frame, of: tablet) }
  }

  mutating func run(frames: Int) {
    for _ in 0..<(frames * Pen.eventsPerFrame) { take(feed.next()) }
  }
}
