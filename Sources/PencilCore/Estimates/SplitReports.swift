/// Tells tools that send pressure only in some of their reports from those whose pressure is merely unchanged, which
/// the kernel does not send either.
struct SplitReports: Sendable, Equatable {
  /// Tools that are known by their hardware id (`ABS_MISC`): Wacom's art pens, whose every other report has the
  /// rotation in place of pressure, and airbrushes, with the wheel. From `wacom_wac.c`, and xf86-input-wacom's
  /// issues 187 and 336: "only reports the pressure data every other response". Their eraser ends don't split: of the
  /// recordings' strokes all with 0x100804 and 0x100902 do, and none with 0x10080c and 0x10090a. Ids of more than 16
  /// bits are told with a nibble of 0 in them: 0x10804 as 0x100804.
  static func isKnown(_ hardwareID: UInt32) -> Bool {
    switch hardwareID {
    case 0x885, 0x804, 0x10804, 0x100804, 0x204: true  // art pens
    case 0xd12, 0x912, 0x112, 0x913, 0x902, 0x10902, 0x100902: true  // airbrushes
    default: false
    }
  }

  /// So many frames without pressure and with a changed one in turn show that the tool splits: 6 pairs. Unchanged
  /// pressures come as 3–10 % of an ordinary pen's frames, without a rhythm.
  static let alternationsToLearn: UInt8 = 12
  /// Or so many frames that report pressure and another slow axis together, while all others report neither.
  static let togetherToLearn: UInt8 = 8
  /// A change of fewer units is one that comes and goes by rounding.
  static let leastChange: Int32 = 2
  /// So many waits in vain show that what was learned is wrong.
  static let vainToForget: UInt8 = 8

  private(set) var isLearned = false
  private var alternations: UInt8 = 0
  private var lastHadPressure = true
  private var together: UInt8 = 0
  private var alone: UInt8 = 0
  private var rawPressure: Int32 = 0
  private var vain: UInt8 = 0

  /// Takes a frame in contact and in motion.
  mutating func learn(_ reading: Reading) {
    let hasPressure = reading.reported.contains(.force)
    let change = abs(Int64(reading.rawPressure) - Int64(rawPressure))
    rawPressure = reading.rawPressure
    let isClear = !hasPressure || change >= Int64(Self.leastChange)
    if isClear, hasPressure != lastHadPressure {
      alternations = min(alternations + 1, Self.alternationsToLearn)
    } else {
      alternations = 0
    }
    lastHadPressure = hasPressure
    if reading.available.contains(.tilt) {
      let hasTilt = reading.reported.contains(.tilt)
      switch (hasPressure, hasTilt) {
      case (true, true): together = min(together + 1, Self.togetherToLearn)
      case (false, false): alone = min(alone + 1, 2 * Self.togetherToLearn)
      default:
        together = 0
        alone = 0
      }
    }
    if alternations == Self.alternationsToLearn
      || (together == Self.togetherToLearn && alone == 2 * Self.togetherToLearn)
    {
      isLearned = true
      vain = 0
    }
  }

  /// A pressure was waited for: it came, or not.
  mutating func waited(inVain: Bool) {
    vain = inVain ? min(vain + 1, Self.vainToForget) : 0
    guard vain == Self.vainToForget else { return }
    isLearned = false
    alternations = 0
    together = 0
    alone = 0
  }

  /// Whether a frame in contact without pressure is one of the reports that have none. One with tilt is of the kind
  /// that has pressure too, which is then unchanged; but an airbrush has tilt in both kinds.
  static func isLate(_ reading: Reading) -> Bool {
    if reading.reported.contains(.force) { return false }
    if reading.reported.contains(.tilt), reading.tool != .airbrush { return false }
    return reading.hasMarker || !reading.reported.isEmpty
  }
}
