/// The later, final value of one property of a sample that was published already.
///
/// The sample is found by (``attachment`` of the tablet, ``index``). Each property of a sample is updated at most
/// once, and exactly once if the sample was ``Sample/expecting`` it.
public struct SampleUpdate: Sendable, Equatable {
  /// Where the final value is from. A later version may add cases.
  public enum Cause: RawRepresentable, Hashable, Sendable {
    /// The tablet's own value, which came late. The property is no estimate any more.
    case measured
    /// Worked out from the values before and after it.
    case interpolated
    /// None came in time: the value that stands is final.
    case expired
    /// The tool was lifted before one came.
    case lifted
    /// The tool left, the tablet went away, or events were lost.
    case lost
    /// A new stroke began before one came.
    case superseded
    /// One of a later version of the daemon, with its number in the protocol. The value is final all the same.
    case other(UInt8)

    /// From its number in the protocol.
    public init(rawValue: UInt8) {
      self =
        switch rawValue {
        case 1: .measured
        case 2: .interpolated
        case 3: .expired
        case 4: .lifted
        case 5: .lost
        case 6: .superseded
        default: .other(rawValue)
        }
    }

    /// Its number in the protocol.
    public var rawValue: UInt8 {
      switch self {
      case .measured: 1
      case .interpolated: 2
      case .expired: 3
      case .lifted: 4
      case .lost: 5
      case .superseded: 6
      case .other(let number): number
      }
    }
  }

  /// µs of `CLOCK_MONOTONIC`: the input frame that brought the value, or when the wait for it was over.
  public var time: UInt64 = 0
  /// The tablet.
  public var tablet: UInt32 = 0
  /// The tablet's attachment, within which ``index`` is unique.
  public var attachment: UInt32 = 0
  /// The tool.
  public var tool: UInt32 = 0
  /// The tool's kind.
  public var toolType: ToolType = .pen
  /// The stroke.
  public var stroke: UInt32 = 0
  /// The sample's ``Sample/index``.
  public var index: UInt32 = 0
  /// The one property that this is about.
  public var property: Properties = .force
  /// Its final value; the x of a location, in millimetres.
  public var value: Float = 0
  /// The y of a location; else 0.
  public var secondValue: Float = 0
  /// Where the value is from.
  public var cause: Cause = .measured
  /// What the sample still expects after this.
  public var expecting: Properties = []
  /// What of the sample is still an estimate after this.
  public var estimated: Properties = []

  /// Makes an empty update.
  public init() {}
}

extension Sample {
  /// Takes an update of this sample: changes the one property, and what it expects and estimates. One of another
  /// sample changes nothing.
  ///
  /// - Returns: whether it was of this sample.
  @discardableResult
  public mutating func apply(_ update: SampleUpdate) -> Bool {
    guard index != 0, update.index == index, update.attachment == attachment,
      update.tablet == tablet
    else { return false }
    if update.property == .force { values.force = update.value }
    if update.property == .altitude { values.altitude = update.value }
    if update.property == .azimuth { values.azimuth = update.value }
    if update.property == .roll { values.roll = update.value }
    if update.property == .location {
      values.x = update.value
      values.y = update.secondValue
    }
    expecting = update.expecting
    estimated = update.estimated
    return true
  }
}
