/// The beats of display frames. Subscribers with the same rate share one.
///
/// A beat's times are multiples of its period from its origin, computed anew each time, so nothing drifts. A beat is
/// *armed* only while someone has something to get, so that nothing wakes up when nothing happens.
struct Beats {
  private struct Beat {
    /// Shared by all subscribers with this rate; 0: one subscriber's own, at its display's pace.
    var millihertz: UInt32
    /// The period in ns, as a fraction.
    var period: (numerator: UInt64, denominator: UInt64)
    /// ns of `CLOCK_MONOTONIC` of beat `first`.
    var origin: UInt64
    var first: UInt64 = 0
    /// Of the beat before `first`, on the grid that was.
    var before: UInt64 = 0
    var subscribers = 0
    /// The number for which the timer is to fire.
    var armed: UInt64?

    /// When beat `number` is due, in ns. Exact: the product has 128 bits.
    func due(_ number: UInt64) -> UInt64 {
      guard number >= first else { return before }
      return origin + span(number - first)
    }

    /// So many periods.
    private func span(_ count: UInt64) -> UInt64 {
      let product = count.multipliedFullWidth(by: period.numerator)
      return period.denominator.dividingFullWidth(product).quotient
    }

    /// The number of the last beat at or before `now`.
    func number(at now: UInt64) -> UInt64 {
      // A display that was set right has its next beat there.
      guard now >= origin else { return first - min(first, 1) }
      let product = (now - origin).multipliedFullWidth(by: period.denominator)
      var number = first + period.numerator.dividingFullWidth(product).quotient
      // The due time is rounded down, so the next one may be due already.
      if due(number + 1) <= now { number += 1 }
      return number
    }
  }

  private var beats: [Beat] = []
  private var subscribers = 0

  /// Whether anybody has a beat.
  var isUsed: Bool { subscribers > 0 }

  /// How a client's display goes, in ns.
  struct Display: Equatable {
    var period: UInt32
    /// When one of its frames is shown.
    var phase: UInt64
    /// How long before that the beat is.
    var lead: UInt32

    /// The last beat at or before a time.
    func last(at time: UInt64) -> UInt64 {
      let period = UInt64(period)
      guard period > 0 else { return time }
      // Modulo the period, as the phase may be past or to come.
      let since = (time % period + 2 * period - phase % period + UInt64(lead) % period) % period
      return time - min(since, time)
    }
  }

  /// A beat that fired.
  struct Fired: Equatable {
    var beat: Int
    var number: UInt64
    /// When it was due, ns.
    var due: UInt64
  }

  /// The beat of this rate; made if there is none.
  ///
  /// - Returns: Its place, and the number before that of the beat that comes next, from which a subscriber counts.
  mutating func join(millihertz: UInt32, now: UInt64) -> (beat: Int, base: UInt64) {
    let place: Int
    if let shared = beats.firstIndex(where: { $0.millihertz == millihertz && $0.subscribers > 0 }) {
      place = shared
    } else {
      place = put(
        Beat(
          millihertz: millihertz, period: (1_000_000_000_000, UInt64(millihertz)), origin: now))
    }
    beats[place].subscribers += 1
    subscribers += 1
    return (place, coming(place, now: now) - 1)
  }

  private mutating func put(_ beat: Beat) -> Int {
    if let free = beats.firstIndex(where: { $0.subscribers == 0 }) {
      beats[free] = beat
      return free
    }
    beats.append(beat)
    return beats.count - 1
  }

  /// A beat of its own for a display, as ``join(millihertz:now:)``.
  mutating func join(_ display: Display, now: UInt64) -> (beat: Int, base: UInt64) {
    let place = put(
      Beat(millihertz: 0, period: (UInt64(display.period), 1), origin: display.last(at: now)))
    beats[place].subscribers = 1
    subscribers += 1
    return (place, 0)
  }

  /// The display goes otherwise than was said. Numbers go on without a gap: the next beat is the first on the new grid
  /// that comes at least half a period after the last one.
  mutating func correct(_ beat: Int, to display: Display, now: UInt64) {
    let last = beats[beat].number(at: now)
    let earliest = max(now, beats[beat].due(last) + UInt64(display.period) / 2)
    beats[beat].before = beats[beat].due(last)
    beats[beat].period = (UInt64(display.period), 1)
    beats[beat].origin = display.last(at: earliest) + UInt64(display.period)
    beats[beat].first = last + 1
  }

  /// The number of the beat that comes next: one that is due and has not fired yet is still to come.
  func coming(_ beat: Int, now: UInt64) -> UInt64 {
    let last = beats[beat].number(at: now)
    if let armed = beats[beat].armed, armed <= last { return last }
    return last + 1
  }

  /// How long a beat is, ns.
  func period(of beat: Int) -> UInt64 {
    beats[beat].period.numerator / beats[beat].period.denominator
  }

  /// When the beat with this number is due, ns.
  func due(_ beat: Int, number: UInt64) -> UInt64 { beats[beat].due(number) }

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
