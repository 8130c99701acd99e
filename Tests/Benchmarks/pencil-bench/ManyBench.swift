import Glibc
import PencilCore
import PencilInput
import PencilSystem
import PencilWire

/// 200 subscribers with 60 display frames a second, and a pen at 1000 Hz.
enum ManyBench {
  static func run(seconds: Int, into report: inout Report) throws {
    let pencild = try Binary.pencild()
    let recording = Binary.scratch("many.yml")
    try write(recording, frames: seconds * 1000)
    defer { try? Files.remove(recording) }
    let socket = Binary.scratch("many.sock")
    let manager = try NotifySocket()
    // The crowd is of one user.
    let configuration = Binary.scratch("many.conf")
    try Files.replace(
      configuration, with: Array("[Daemon]\nClientsPerUserMax=256\n".utf8), permissions: 0o600)
    defer { try? Files.remove(configuration) }
    let daemon = try Child(
      pencild, ["--replay", recording, "--socket", socket, "--config", configuration],
      environment: ["NOTIFY_SOCKET=" + manager.path])
    guard manager.waits(forSeconds: 5) else { throw BenchError("\(pencild) does not get ready") }

    var crowd = try Crowd(socket)
    // The middle of the run: neither the subscribing nor the end.
    let begin = Clock.monotonicNanoseconds + 500_000_000
    let end = begin + UInt64(seconds - 1) * 1_000_000_000
    try crowd.read(until: begin)
    let (before, from) = (daemon.processorTime, Clock.monotonicNanoseconds)
    try crowd.read(until: end)
    let (after, to) = (daemon.processorTime, Clock.monotonicNanoseconds)
    let memory = daemon.kilobytes("VmRSS")
    let ring = daemon.kilobytes("RssShmem")
    try crowd.read(until: end + 20_000_000_000)
    guard daemon.wait() == 0 else { throw BenchError("the daemon did not end by itself") }
    guard let before, let after, let memory, let ring else {
      throw BenchError("the daemon's processor time can't be read")
    }
    let what = "\(Crowd.size) at 60 Hz, pen at 1000 Hz"
    report.add(
      Figure(
        name: "many: \(what): lost records", value: Double(crowd.lost), unit: "", budget: 0,
        isGate: true))
    report.add(
      Figure(
        name: "many: processor", value: 100 * (after - before) / (Double(to - from) / 1e9),
        unit: "%",
        decimals: 1, budget: 25))
    report.add(
      Figure(
        name: "many: memory, recording included", value: memory / 1024, unit: "MiB", decimals: 2))
    report.add(Figure(name: "  of that the ring", value: ring / 1024, unit: "MiB", decimals: 2))
  }

  /// A recording of one stroke.
  private static func write(_ path: String, frames: Int) throws {
    var writer = RecordingWriter(Pen.description)
    var assembler = FrameAssembler(Pen.description)
    var events = Pen.entrance
    for n in 1..<frames { events += Pen.motion(n) }
    events += Pen.exit(frames)
    for event in events {
      if assembler.add(type: event.type, code: event.code, value: event.value, time: event.time) {
        writer.append(assembler.frame)
      }
    }
    var output = OutputBuffer(try FileDescriptor.open(path, .create(permissions: 0o600)))
    output.append(writer.takeBytes().span.raw)
    _ = try output.flush()
  }
}

/// Many subscribers, each counting what it misses.
private struct Crowd: ~Copyable {
  static let size = 200

  private struct Place {
    let client: Client
    /// Numbers of the last record and of the last sample in contact.
    var last: UInt64 = 0
    var lastMoved: UInt64 = 0
    var lost: UInt64 = 0
    var isGone = false
  }

  private var loop: EventLoop
  private var places: [Place]

  init(_ socket: String) throws {
    let loop = try EventLoop()
    var places: [Place] = []
    for n in 0..<Self.size {
      let client = try Client(path: socket)
      try client.hello()
      try loop.add(
        client.descriptor, token: Token(kind: 0, slot: UInt32(n)), interest: .readable)
      places.append(Place(client: client))
      Pause.milliseconds(1)
    }
    for place in places { try place.client.subscribe(.displayFrames(millihertz: 60_000)) }
    self.loop = loop
    self.places = places
  }

  /// Takes what comes until then, or until the daemon has ended.
  mutating func read(until end: UInt64) throws {
    while !places.allSatisfy(\.isGone) {
      let now = Clock.monotonicNanoseconds
      if now >= end { return }
      let ready = try loop.wait(timeoutMilliseconds: Int32(min((end - now) / 1_000_000 + 1, 1000)))
      for i in 0..<ready { try take(Int(loop[ready: i].token.slot)) }
    }
  }

  private mutating func take(_ n: Int) throws {
    var place = places[n]
    while true {
      let look = try place.client.receive { header, record in
        place.last = header.sequence
        guard header.type == .sample, let sample = SampleRecord.decode(record),
          sample.phase == .moved
        else { return }
        // In a stroke, nothing comes between the samples.
        if place.lastMoved != 0 { place.lost += header.sequence - place.lastMoved - 1 }
        place.lastMoved = header.sequence
      }
      if look == .datagram { continue }
      if look == .gone {
        place.isGone = true
        try loop.remove(place.client.descriptor)
      }
      break
    }
    places[n] = place
  }

  /// Records that somebody has not got, the end of the stream included.
  var lost: UInt64 {
    let last = places.map(\.last).max() ?? 0
    return places.reduce(0) { $0 + $1.lost + (last - $1.last) }
  }
}

/// Waiting.
enum Pause {
  static func milliseconds(_ count: UInt32) { usleep(count * 1000) }
}
