import PencilCore
import PencilSystem
import PencilWire

/// Many subscribers, each counting what it misses, and what it was told that it misses.
struct Crowd: ~Copyable {
  static let size = 200

  private struct Place {
    let client: Client
    /// Reads only now and then.
    var sleeps: Bool
    /// Number of the last record that it got or that it knows to be lost; 0: the stroke has not begun.
    var last: UInt64 = 0
    var lost: UInt64 = 0
    var told: UInt64 = 0
    var isGone = false
  }

  private var loop: EventLoop
  private var places: [Place]
  private var wakeTime = Clock.monotonicNanoseconds + ManyBench.nap

  init(_ socket: String, sleepers: Int) throws {
    let loop = try EventLoop()
    var places: [Place] = []
    for n in 0..<Self.size {
      let client = try Client(path: socket)
      try client.hello()
      let sleeps = n < sleepers
      if !sleeps {
        try loop.add(
          client.descriptor, token: Token(kind: 0, slot: UInt32(n)), interest: .readable)
      }
      places.append(Place(client: client, sleeps: sleeps))
      Pause.milliseconds(1)
    }
    for place in places { try place.client.subscribe(.displayFrames(millihertz: 60_000)) }
    self.loop = loop
    self.places = places
  }

  /// Takes what comes until then, or until the daemon has ended.
  mutating func read(until end: UInt64) throws {
    while !isOver {
      let now = Clock.monotonicNanoseconds
      if now >= end { return }
      let ready = try loop.wait(timeoutMilliseconds: Int32(min((end - now) / 1_000_000 + 1, 100)))
      for i in 0..<ready { try take(Int(loop[ready: i].token.slot)) }
      if now >= wakeTime {
        wakeTime = now + ManyBench.nap
        for n in places.indices where places[n].sleeps { try take(n) }
      }
    }
  }

  /// Whether the daemon has closed every connection.
  var isOver: Bool { places.allSatisfy(\.isGone) }

  /// Nobody sleeps any longer.
  mutating func wake() {
    for n in places.indices where places[n].sleeps {
      places[n].sleeps = false
      try? loop.add(
        places[n].client.descriptor, token: Token(kind: 0, slot: UInt32(n)), interest: .readable)
    }
  }

  private mutating func take(_ n: Int) throws {
    var place = places[n]
    guard !place.isGone else { return }
    while true {
      let look = try place.client.receive { header, record in
        if header.type == .gap, let gap = GapRecord(record), gap.cause == .lapped {
          if place.last != 0 { place.lost += gap.lost.first - place.last - 1 }
          place.told += gap.lost.last + 1 - gap.lost.first
          place.last = gap.lost.last
          return
        }
        guard header.sequence != 0 else { return }
        if place.last == 0 {
          // What comes before the stroke is not all for everybody.
          guard header.type == .sample, SampleRecord.phase(of: record) == .moved else { return }
        } else {
          place.lost += header.sequence - place.last - 1
        }
        place.last = header.sequence
      }
      if look == .datagram { continue }
      if look == .gone {
        place.isGone = true
        if !place.sleeps { try loop.remove(place.client.descriptor) }
      }
      break
    }
    places[n] = place
  }

  /// Records that somebody has not got and was not told of, the end of the stream included.
  var lost: UInt64 {
    let last = places.map(\.last).max() ?? 0
    return places.reduce(0) { $0 + $1.lost + (last - $1.last) }
  }

  /// Records that clients were told to have lost.
  var told: UInt64 { places.reduce(0) { $0 + $1.told } }
}
