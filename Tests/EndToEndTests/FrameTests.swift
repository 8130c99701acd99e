import Glibc
import PencilClient
import PencilCore
import PencilSystem
import PencilTestSupport
import Testing

/// Display frames of the real daemon, with a pen at 1000 Hz.
@Suite(.serialized) struct FrameTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  /// A display frame, as far as it is looked at here.
  private struct Seen {
    var beat: Frame.Beat
    var samples: Int
    /// The last one.
    var main: Sample?
    var predicted: [Sample]

    init?(_ frame: borrowing Frame) {
      guard let beat = frame.beat else { return nil }
      self.beat = beat
      samples = frame.samples.count
      main = frame.main
      predicted = []
      for i in frame.predicted.indices { predicted.append(frame.predicted[i]) }
    }
  }

  /// A subscriber, and the display frames that it got.
  private struct Watcher: ~Copyable {
    private var connection: PencilConnection
    private(set) var frames: [Seen] = []
    private(set) var isOver = false

    init(_ daemon: Daemon, hertz: Double, prediction: Subscription.Prediction = .none) throws {
      var wish = Subscription(pace: .displayFrames(hertz: hertz))
      wish.prediction = prediction
      var connection = try PencilConnection.connect(to: daemon.socket, name: "watcher")
      try connection.subscribe(wish)
      self.connection = connection
    }

    /// Takes frames until one is the last that is waited for, or nothing comes for a while.
    mutating func receive(until isLast: (Seen) -> Bool = { _ in false }) throws {
      _ = try connection.wait(timeoutMilliseconds: 5)
      while !isOver, let event = try connection.receive() {
        if case .disconnected = event { isOver = true }
        guard case .frame = event, let seen = Seen(connection.frame) else { continue }
        frames.append(seen)
        if isLast(seen) { return }
      }
    }
  }

  /// A client that sleeps for 500 ms finds one old frame at most, then one with everything since, whose prediction is of
  /// now; and nothing is lost by it.
  @Test func aSleeperFindsOneOldFrame() throws {
    let example = try Example.circles(milliseconds: 3000)
    // Where the machine itself slept, the daemon may have had no time for one of the two: once more.
    for attempt in 0..<5 {
      let folder = try Folder()
      let daemon = try Daemon(recording: example.bytes(), in: folder)
      var watcher = try Watcher(daemon, hertz: 60, prediction: .microseconds(16_000))
      let isDrawing = try eventually {
        try watcher.receive { $0.main?.stroke ?? 0 > 1 }
        return watcher.frames.last?.main?.stroke ?? 0 > 1
      }
      usleep(500_000)
      let asleep = watcher.frames.count
      let isAwake = try eventually {
        try watcher.receive { _ in true }
        return watcher.frames.count >= asleep + 2
      }
      try #require(isAwake)
      let (old, new) = (watcher.frames[asleep].samples, watcher.frames[asleep + 1].samples)
      let isOver = try eventually {
        try watcher.receive()
        return watcher.isOver
      }
      let status = daemon.program.status()
      let frames = watcher.frames
      #expect([isDrawing, isAwake, isOver, status == 0] == [true, true, true, true])
      #expect(frames.reduce(0) { $0 + $1.samples } == 3000)
      for frame in frames where !frame.predicted.isEmpty {
        let isFresh = frame.predicted.allSatisfy { guess in
          guard let main = frame.main else { return false }
          return guess.time > main.time && guess.time <= main.time + 16_000
            && guess.stroke == main.stroke
        }
        #expect(isFresh)
      }
      // 500 samples, less the old frame's and what the beats are off.
      let isWhole = old < 50 && new > 400
      guard isWhole || attempt == 4 else { continue }
      #expect(isWhole, "\(old) and \(new) samples")
      return
    }
  }

  /// Three rates at once: each beat's number and time are exact, and each subscriber has the same samples.
  @Test func beatsAreExact() throws {
    let example = try Example.circles(milliseconds: 2000)
    let daemon = try Daemon(recording: example.bytes(pauseMilliseconds: 2000), in: folder)
    var first = try Watcher(daemon, hertz: 60)
    var second = try Watcher(daemon, hertz: 120)
    var third = try Watcher(daemon, hertz: 144)
    let isOver = try eventually {
      try first.receive()
      try second.receive()
      try third.receive()
      return first.isOver && second.isOver && third.isOver
    }
    let seen = [first.frames, second.frames, third.frames]
    let status = daemon.program.status()
    #expect([isOver, status == 0] == [true, true])
    #expect(first.frames.reduce(0) { $0 + $1.samples } >= 2000)
    for (frames, rate) in zip(seen, [60.0, 120, 144]) {
      // The last frame is sent at the daemon's end and not at a beat.
      let beats = frames.dropLast().filter { !$0.beat.isFlushed }.map(\.beat)
      guard let origin = beats.first else { continue }
      let wrong = beats.filter { beat in
        let exact = Double(beat.number - origin.number) * 1e6 / rate
        return abs(Double(beat.due - origin.due) - exact) > 1
      }
      #expect(wrong == [])
      let isRising = zip(frames, frames.dropFirst()).allSatisfy {
        $0.beat.number < $1.beat.number || $0.beat.isFlushed && $0.beat.number == $1.beat.number
      }
      #expect(isRising)
    }
  }
}
