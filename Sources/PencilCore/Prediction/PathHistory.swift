/// The last stretch of a stroke's path: positions by event time, at least ``spacing`` apart.
///
/// What comes closer together (a burst of one Bluetooth packet, equal or backward timestamps) moves the last knot
/// instead of making a new one, so that no difference is ever divided by a gap that says nothing.
struct PathHistory: Sendable {
  struct Knot: Sendable {
    /// µs.
    var time: Int64 = 0
    var position: SIMD2<Double> = .zero
    var features = MotionFeatures()
  }

  static let capacity = 64
  /// µs.
  static let spacing: Int64 = 2000

  private var knots = InlineArray<64, Knot>(repeating: Knot())
  /// How many knots the stroke has had.
  private(set) var count = 0
  /// When the last knot was made, before later samples moved it.
  private var madeAt: Int64 = 0

  /// Number of the oldest knot that is held.
  var first: Int { max(0, count - Self.capacity) }

  subscript(number: Int) -> Knot { knots[number % Self.capacity] }

  mutating func removeAll() { count = 0 }

  /// Takes a position. A time before the last one counts as the last one's.
  ///
  /// - Returns: Whether it made a knot.
  mutating func append(_ position: SIMD2<Double>, time: Int64) -> Bool {
    guard count > 0 else {
      start(position, time: time)
      return true
    }
    let last = (count - 1) % Self.capacity
    let time = max(time, knots[last].time)
    guard time - madeAt >= Self.spacing else {
      knots[last].time = time
      knots[last].position = position
      return false
    }
    start(position, time: time)
    return true
  }

  private mutating func start(_ position: SIMD2<Double>, time: Int64) {
    knots[count % Self.capacity] = Knot(time: time, position: position)
    madeAt = time
    count += 1
  }

  mutating func setFeatures(_ features: MotionFeatures) {
    knots[(count - 1) % Self.capacity].features = features
  }

  /// Where the path was at a time, by linear interpolation; `number` is a knot at or behind that time, and is moved
  /// back with it, so that a series of ever earlier times costs one pass.
  func position(at time: Int64, from number: inout Int) -> SIMD2<Double> {
    while number > first, self[number - 1].time > time { number -= 1 }
    let later = self[number]
    guard number > first else { return later.position }
    let earlier = self[number - 1]
    let gap = later.time - earlier.time
    guard gap > 0, time < later.time else { return later.position }
    let share = Double(time - earlier.time) / Double(gap)
    return earlier.position + (later.position - earlier.position) * share
  }
}
