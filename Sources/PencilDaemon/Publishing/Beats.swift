/// The beats of display frames. Subscribers with the same rate share one.
///
/// A beat's times are multiples of its period from its origin, computed anew each time, so nothing drifts. A beat is
/// *armed* only while someone has something to get, so that nothing wakes up when nothing happens.
struct Beats {
  private struct Beat {
    var millihertz: UInt32
    /// ns of `CLOCK_MONOTONIC` of beat 0.
    var origin: UInt64
    var subscribers = 0
    /// The number for which the timer is to fire.
    var armed: UInt64?

    /// When beat `number` is due, in ns. Exact: the product has 128 bits.
    func due(_ number: UInt64) -> UInt64 {
      let product = number.multipliedFullWidth(by: 1_000_000_000_000)
      return origin + UInt64(millihertz).dividingFullWidth(product).quotient
    }

    /// The number of the last beat at or before `now`.
    func number(at now: UInt64) -> UInt64 {
      guard now > origin else { return 0 }
      let product = (now - origin).multipliedFullWidth(by: UInt64(millihertz))
      var number = (1_000_000_000_000 as UInt64).dividingFullWidth(product).quotient
      // The due time is rounded down, so the next one may be due already.
      if due(number + 1) <= now { number += 1 }
      return number
    }
  }

  private var beats: [Beat] = []

  /// A beat that fired.
  struct Fired: Equatable {
    var beat: Int
    var number: UInt64
    /// When it was due, ns.
    var due: UInt64
  }

  /// The beat of this rate; made if there is none.
  ///
  /// - Returns: Its place, and the number of its last beat, from which a subscriber counts.
  mutating func join(millihertz: UInt32, now: UInt64) -> (beat: Int, base: UInt64) {
    let place: Int
    if let shared = beats.firstIndex(where: { $0.millihertz == millihertz && $0.subscribers > 0 }) {
      place = shared
    } else {
      let new = Beat(millihertz: millihertz, origin: now)
      if let free = beats.firstIndex(where: { $0.subscribers == 0 }) {
        beats[free] = new
        place = free
      } else {
        beats.append(new)
        place = beats.count - 1
      }
    }
    beats[place].subscribers += 1
    subscribers += 1
    return (place, beats[place].number(at: now))
  }

  private var subscribers = 0

  /// Whether anybody has a beat.
  var isUsed: Bool { subscribers > 0 }

  /// The number of a beat's last time at or before `now`.
  func number(of beat: Int, at now: UInt64) -> UInt64 { beats[beat].number(at: now) }

  mutating func leave(_ beat: Int) {
    beats[beat].subscribers -= 1
    subscribers -= 1
    if beats[beat].subscribers == 0 { beats[beat].armed = nil }
  }

  /// Something is there to be sent at the coming beat of every rate in use.
  mutating func armAll(now: UInt64) {
    for place in beats.indices where beats[place].subscribers > 0 { arm(place, now: now) }
  }

  /// Something is there to be sent at the coming beat.
  mutating func arm(_ beat: Int, now: UInt64) {
    if beats[beat].armed == nil { beats[beat].armed = beats[beat].number(at: now) + 1 }
  }

  /// When the next armed beat is due, ns; `nil`: none is.
  var nextDue: UInt64? {
    var next: UInt64?
    for place in beats.indices {
      guard let number = beats[place].armed else { continue }
      next = min(next ?? .max, beats[place].due(number))
    }
    return next
  }

  /// Takes one armed beat that is due, and disarms it. Its number is that of the last beat until `now`: beats for which
  /// the daemon came too late are counted and not made up for.
  mutating func takeDue(now: UInt64) -> Fired? {
    for place in beats.indices {
      guard let number = beats[place].armed, beats[place].due(number) <= now else { continue }
      beats[place].armed = nil
      let last = beats[place].number(at: now)
      return Fired(beat: place, number: last, due: beats[place].due(last))
    }
    return nil
  }
}
