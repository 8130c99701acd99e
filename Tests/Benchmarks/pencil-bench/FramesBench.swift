import CAllocationCounter
import PencilCore
import PencilDaemon
import PencilSystem
import PencilWire

/// What a sample costs where eight subscribers have display frames with predictions, over socket pairs in this process:
/// from the sample to the frames, and what is allocated.
enum FramesBench {
  private static let subscribers = 8
  private static let rounds = 25
  private static let beats = 50
  /// A pen at 1000 Hz, and 60 beats a second.
  private static let samplesPerBeat = 16

  static func run(into report: inout Report) throws {
    guard pencil_allocations_counted() else { throw BenchError("allocations are not counted here") }
    for prediction in [0, FrameOptions.oneBeat] {
      var hall = FrameHall(try EventLoop(), try Publisher(journalCapacity: 4 << 20, epoch: 1))
      try hall.admit(subscribers, prediction: prediction)
      // Until the ring has gone round and all that is kept has its size.
      for _ in 0..<60 { try hall.play(beats: beats, of: samplesPerBeat) }
      var costs = [Double](repeating: 0, count: rounds)
      hall.predicted = 0
      let before = pencil_allocation_count()
      for round in 0..<rounds {
        costs[round] = try hall.play(beats: beats, of: samplesPerBeat)
      }
      let made = pencil_allocation_count() - before
      let frames = rounds * beats * subscribers
      let name = "frames, \(subscribers) at display frames" + (prediction > 0 ? ", predicted" : "")
      report.add(Figure(name: "\(name): a frame", value: costs.median, unit: "ns"))
      report.add(
        Figure(
          name: "  malloc per frame", value: Double(made) / Double(frames), unit: "", decimals: 4,
          budget: 0, isGate: true))
      guard (hall.predicted > 0) == (prediction > 0) else {
        throw BenchError("\(hall.predicted) predicted samples came")
      }
    }
  }
}

/// The daemon's publishing side and its subscribers at display frames.
private struct FrameHall: ~Copyable {
  private var loop: EventLoop
  private var publisher: Publisher
  private var subscribers = Subscribers(tokenKind: 1)
  private var clients: [Client] = []
  private var sample = Sample()
  private var count = 0
  var predicted = 0

  init(_ loop: consuming EventLoop, _ publisher: consuming Publisher) {
    self.loop = loop
    self.publisher = publisher
    sample.tablet = 1
    sample.tool = 1
    sample.stroke = 1
    sample.available = [.position, .millimetres, .force]
    sample.phase = .moved
  }

  mutating func admit(_ count: Int, prediction: UInt32) throws {
    for _ in 0..<count {
      let client = try ConnectedSocket.pair(.datagrams).split { ours, theirs in
        subscribers.admit(ours, publisher: publisher, loop: loop)
        return Client(theirs)
      }
      try client.hello()
      // So fast that each beat is due at once.
      try client.subscribe(.displayFrames(millihertz: 1_000_000), prediction: prediction)
      clients.append(client)
    }
    while subscribers.subscribedCount < count { try serveClients() }
    publisher.makesPredictions = subscribers.wantsPrediction
    while subscribers.send(publisher, loop: loop) {}
    for client in clients { try client.drain() }
  }

  private mutating func serveClients() throws {
    let ready = try loop.wait(timeoutMilliseconds: 0)
    for i in 0..<ready {
      let (token, readiness) = loop[ready: i]
      subscribers.receive(token, readiness: readiness, publisher: publisher, loop: loop)
    }
  }

  /// ns of processor time for a frame of a subscriber, its samples' publishing included.
  @discardableResult
  mutating func play(beats: Int, of samples: Int) throws -> Double {
    var spent: UInt64 = 0
    for _ in 0..<beats {
      let start = CPUClock.now
      for _ in 0..<samples {
        count += 1
        sample.time += 1000
        // A curve that goes on and on.
        sample.values.x = Float(count % 400)
        sample.values.y = Float(count % 270)
        publisher.publish(.sample(sample))
        subscribers.journalGrew(publisher.journal, loop: loop, now: Clock.monotonicNanoseconds)
      }
      spent += CPUClock.now - start
      while let due = subscribers.nextDeadline, Clock.monotonicNanoseconds < due {}
      let beat = CPUClock.now
      subscribers.beat(now: Clock.monotonicNanoseconds, journal: publisher.journal, loop: loop)
      while subscribers.send(publisher, loop: loop) {}
      spent += CPUClock.now - beat
      try serveClients()
      for i in clients.indices {
        while try clients[i].receive({ header, _ in
          if header.type == .predicted { predicted += 1 }
        }) == .datagram {}
      }
    }
    return Double(spent) / Double(beats * clients.count)
  }
}
