/// One tilt axis: what its raw values mean as an angle from upright.
///
/// The kernel gives a range and a resolution in units per radian, and pens use both in several ways
/// (`input_absinfo`; the survey of 343 pens behind the rules is linuxwacom's `wacom-hid-descriptors`):
///
/// - resolution given (−90…90 at 57, −9000…9000 at 5730, −64…63 at 57, 0…18000 at 5730): the angle is
///   (raw − centre) / resolution. The centre is 0 where the range has both signs, else the middle.
///   The kernel rounds: 57 stands for 57.2958 units a radian, so that such a pen's 90° reads as 90.47°.
///   Its word is taken as it stands, as libinput and the vectors do: the error is 0.5 %, below one
///   unit everywhere in the range.
/// - none given: an even number of values has one more on the far side, so that 0 of −64…63 and 64 of
///   0…127 is upright (libinput's rule). Half a range of up to 90 are degrees about the centre;
///   more are scaled to ±64°, as libinput does, and called a guess.
///
/// Angles end just below ±90°: at 90.47° the tangent has changed its sign, and the azimuth would turn by π.
public struct TiltAxis: Sendable, Equatable {
  /// Radians per unit of the raw value; 0 for an axis without a range.
  public let quantum: Double
  /// Whether the scale is a guess: the kernel gives no unit and the range is not one of degrees either.
  public let isUnitGuessed: Bool
  /// The raw value of an upright pen.
  private let centre: Double

  /// The largest angle that is given out, in radians: the last one before 90°.
  static var limit: Double { (Double.pi / 2).nextDown }

  /// Makes an axis of the kernel's range. A range without values (`minimum` ≥ `maximum`) is always upright.
  public init(_ range: AxisRange) {
    let minimum = Double(range.minimum)
    let maximum = Double(range.maximum)
    guard minimum < maximum else {
      quantum = 0
      isUnitGuessed = false
      centre = minimum
      return
    }
    if range.resolution > 0 {
      quantum = 1 / Double(range.resolution)
      isUnitGuessed = false
      centre = minimum < 0 && maximum > 0 ? 0 : (minimum + maximum) / 2
      return
    }
    let span = maximum - minimum
    let hasEvenCount = span.truncatingRemainder(dividingBy: 2) == 1
    let half = (hasEvenCount ? span + 1 : span) / 2
    centre = minimum + half
    let degree = Double.pi / 180
    if half <= 90 {
      quantum = degree
      // Known pens have 60, 61, 64 and 90; a pen can lean by 60° at least.
      isUnitGuessed = half < 60
    } else {
      quantum = 64 * degree / half
      isUnitGuessed = true
    }
  }

  /// The angle from upright in radians, within ±π/2 and never quite there. Positive: the pen's cap leans
  /// toward +x (right) or +y (the user). Any raw value is taken, also one outside of the range.
  public func radians(_ raw: Int32) -> Double {
    let angle = (Double(raw) - centre) * quantum
    return min(max(angle, -Self.limit), Self.limit)
  }
}
