internal import Glibc

/// The last real forces of a stroke, and what they say of times between and after them.
struct ForceTrack: Sendable, Equatable {
  struct Point: Sendable, Equatable {
    var time: UInt64 = 0
    var force: Float = 0
  }

  /// The newest first.
  private var points = InlineArray<3, Point>(repeating: Point())
  private(set) var count = 0

  static func == (a: ForceTrack, b: ForceTrack) -> Bool {
    a.count == b.count && (0..<a.count).allSatisfy { a.points[$0] == b.points[$0] }
  }

  /// The last real force; `nil`: none in this stroke yet.
  var last: Point? { count > 0 ? points[0] : nil }

  mutating func reset() { count = 0 }

  /// Takes a real force. One of the same time, as in a burst, replaces the one before.
  mutating func add(_ point: Point) {
    if count > 0, point.time <= points[0].time {
      points[0].force = point.force
      return
    }
    points[2] = points[1]
    points[1] = points[0]
    points[0] = point
    count = min(count + 1, 3)
  }

  /// What the force is likely to be at a time after the last real one: on the line of the last two, for as long as
  /// two periods and then held. `nil`: none is known in this stroke.
  ///
  /// - Parameter period: µs between frames.
  func estimate(at time: UInt64, period: UInt64) -> Float? {
    guard count > 0 else { return nil }
    let (b, a) = (points[0], points[1])
    guard count > 1, time > b.time else { return b.force }
    let gap = Float(b.time - a.time)
    // A line through two points of a burst has any slope.
    guard gap >= Float(period) / 2 else { return b.force }
    let ahead = Float(min(time - b.time, 2 * period))
    let change = (b.force - a.force) / gap * ahead * (count > 2 ? 1 : Self.firstTrust)
    let limit = Self.slopeLimit * ahead / Float(period)
    return b.force + min(max(change, -limit), limit)
  }

  /// How much of a stroke's first slope is believed: strokes begin steeply and level off. Measured, see
  /// Documentation/estimates.md.
  private static let firstTrust: Float = 0.5
  /// Of the range, in one period: a pen can't press faster.
  private static let slopeLimit: Float = 0.25

  /// The force at a time between the last real one and a newer one: on the parabola through the newest three, which
  /// never leaves the two that are around it by more than they differ; on a line where there are only two.
  func between(_ time: UInt64, and next: Point) -> Float {
    guard count > 0 else { return next.force }
    let (b, a) = (points[0], points[1])
    guard next.time > b.time, time > b.time, time < next.time else {
      return time <= b.time ? b.force : next.force
    }
    let (t, tc) = (Float(time - b.time), Float(next.time - b.time))
    let line = b.force + (next.force - b.force) * t / tc
    guard count > 1 else { return line }
    let ta = -Float(b.time - a.time)
    // One that is far away says nothing of the bend here.
    guard -ta <= 3 * tc, -ta >= tc / 3 else { return line }
    let parabola =
      a.force * t * (t - tc) / (ta * (ta - tc)) + b.force * (t - ta) * (t - tc) / (ta * tc)
      + next.force * t * (t - ta) / (tc * (tc - ta))
    let slack = abs(next.force - b.force) / 4
    let low = min(b.force, next.force) - slack
    let high = max(b.force, next.force) + slack
    return min(max(parabola, low), high)
  }

  /// What the force was at a time behind which no real one came, since the pen was lifted: it was on its way up. A hand
  /// lets go ever faster, by about the same factor in each step: so where the last three forces fall ever faster, that
  /// goes on. The lift's own 0 is no part of it.
  func atLift(_ time: UInt64, estimate: Float) -> Float {
    guard count > 2, time > points[0].time else { return estimate }
    let (c, b, a) = (points[0], points[1], points[2])
    let (ahead, gap) = (Float(time - c.time), Float(c.time - b.time))
    let (fall, before) = (b.force - c.force, (a.force - b.force) * gap / Float(b.time - a.time))
    guard ahead <= 2 * gap, fall > 0, fall > before else { return estimate }
    let growth = before > 0 ? min(fall / before, Self.steepestGrowth) : Self.steepestGrowth
    let more = fall * (pow(growth, ahead / gap) - 1) / (1 - 1 / growth)
    return min(estimate, max(c.force - more, estimate / 4))
  }

  /// From one step to the next a fall grows at most by so much.
  private static let steepestGrowth: Float = 4

  /// The force at a time before the first of two real ones, on their line.
  static func before(_ time: UInt64, _ first: Point, _ second: Point) -> Float {
    guard second.time > first.time, time < first.time else { return first.force }
    let slope = (second.force - first.force) / Float(second.time - first.time)
    return first.force - slope * Float(first.time - time)
  }
}
