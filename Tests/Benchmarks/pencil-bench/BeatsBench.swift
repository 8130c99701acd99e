import PencilSystem
import PencilWire

/// Display frames at three rates at once while a pen moves: are their numbers and times exact, and how late are they?
enum BeatsBench {
  private static let rates: [UInt32] = [60, 120, 144]

  static func run(seconds: Int, into report: inout Report) throws {
    // A little more at both ends, so that the window is within the stroke.
    let playing = try Playing("beats", frames: (seconds + 2) * 1000)
    var audience = try Audience(playing.socket, rates)
    try audience.read()
    try playing.finish()
    let floor = Lateness(audience.timerLateness)
    for place in audience.places { add(place, seconds, floor, to: &report) }
    report.add(
      Figure(
        name: "beats: lost records", value: Double(audience.lost), unit: "", budget: 0, isGate: true
      ))
  }

  private static func add(
    _ place: Audience.Place, _ seconds: Int, _ floor: Lateness, to report: inout Report
  ) {
    guard let first = place.beats.first else { return }
    // Due times are whole µs, so the last one of the window may be one early.
    let end = first.due + UInt64(seconds) * 1_000_000 - 1
    let window = place.beats.filter { $0.due < end }
    guard let last = window.last else { return }
    let wanted = Double(place.rate) * Double(seconds)
    let name = "beats, \(place.rate) Hz"
    // By the numbers of the first and the last one, and the times for which they were due.
    let rate = Double(last.number - first.number) / Double(last.due - first.due) * 1e6
    report.add(
      Figure(
        name: "\(name): beats counted in \(seconds) s", value: rate * Double(seconds), unit: "",
        decimals: 2, floor: wanted, floorName: "rate × time"))
    report.add(
      Figure(
        name: "  left out, as somebody was late", value: wanted - Double(window.count), unit: "",
        budget: 0))
    report.add(
      Figure(
        name: "  with a wrong number or time",
        value: Double(window.count { !isExact($0, first, place.rate) }), unit: "", budget: 0,
        isGate: true))
    let sent = Lateness(window.map { Double($0.sent) - Double($0.due) })
    let received = Lateness(window.map { Double($0.received) - Double($0.due) })
    for (what, path) in [("p50", \Lateness.half), ("p99", \.most), ("max", \.all)] {
      report.add(
        Figure(
          name: "  lateness \(what), when it is read", value: received[keyPath: path], unit: "µs",
          floor: floor[keyPath: path], floorName: "a timer of the reader's"))
    }
    report.add(
      Figure(name: "  lateness p99, when it is sent", value: sent.most, unit: "µs"))
  }

  /// On the grid of the first beat, to the µs in which both are rounded down.
  private static func isExact(_ beat: Audience.Beat, _ first: Audience.Beat, _ rate: UInt32) -> Bool
  {
    let span = (beat.number - first.number) * 1_000_000
    let exact = Double(span) / Double(rate)
    return abs(Double(beat.due - first.due) - exact) <= 1
  }

  /// µs.
  private struct Lateness {
    var half = 0.0
    var most = 0.0
    var all = 0.0

    init(_ values: [Double]) {
      let sorted = values.sorted()
      guard let last = sorted.last else { return }
      half = sorted[sorted.count / 2]
      most = sorted[min(sorted.count * 99 / 100, sorted.count - 1)]
      all = last
    }
  }
}

/// A subscriber for each rate, and a timer of its own beside them.
private struct Audience: ~Copyable {
  struct Beat {
    var number: UInt64
    /// µs.
    var due: UInt64
    var sent: UInt64
    var received: UInt64
  }

  struct Place {
    let client: Client
    let rate: UInt32
    /// Those that were not flushed: a beat's own.
    var beats: [Beat] = []
    var last: UInt64 = 0
    var lost: UInt64 = 0
    var isGone = false
  }

  private static let timerPeriod: UInt64 = 10_000_000

  private var loop: EventLoop
  private let timer: Timer
  private var timerDue: UInt64
  private(set) var timerLateness: [Double] = []
  private(set) var places: [Place] = []

  var lost: UInt64 { places.reduce(0) { $0 + $1.lost } }

  init(_ socket: String, _ rates: [UInt32]) throws {
    let loop = try EventLoop()
    let timer = try Timer()
    try loop.add(timer.descriptor, token: Token(kind: 1), interest: .readable)
    for (n, rate) in rates.enumerated() {
      let client = try Client(path: socket)
      try client.hello()
      try loop.add(client.descriptor, token: Token(kind: 0, slot: UInt32(n)), interest: .readable)
      places.append(Place(client: client, rate: rate))
    }
    for place in places {
      try place.client.subscribe(.displayFrames(millihertz: place.rate * 1000))
    }
    timerDue = Clock.monotonicNanoseconds + Self.timerPeriod
    timer.arm(atNanoseconds: timerDue)
    self.loop = loop
    self.timer = timer
  }

  /// Until the daemon ends.
  mutating func read() throws {
    while !places.allSatisfy(\.isGone) {
      let ready = try loop.wait(timeoutMilliseconds: -1)
      let now = Clock.monotonicNanoseconds
      for i in 0..<ready {
        let token = loop[ready: i].token
        if token.kind == 0 {
          try take(Int(token.slot), now: now / 1000)
        } else {
          _ = timer.drain()
          timerLateness.append(Double(now - min(timerDue, now)) / 1000)
          while timerDue <= now { timerDue += Self.timerPeriod }
          timer.arm(atNanoseconds: timerDue)
        }
      }
    }
  }

  private mutating func take(_ n: Int, now: UInt64) throws {
    var place = places[n]
    while true {
      let look = try place.client.receive { header, item in
        if header.type == .frame, let note = FrameNote(item) {
          guard !note.flags.contains(.flushed), !note.flags.contains(.continued) else { return }
          place.beats.append(
            Beat(number: note.beat, due: note.due, sent: note.time, received: now))
        }
        guard header.sequence != 0 else { return }
        if place.last != 0 { place.lost += header.sequence - place.last - 1 }
        // The tablet's description, which is before the pen, is not wanted.
        let isPen = header.type == .sample
        if place.last != 0 || isPen { place.last = header.sequence }
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
}
