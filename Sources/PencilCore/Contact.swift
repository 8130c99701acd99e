/// From where to where pressure alone means contact, as shares of the tool's range above its floor.
public struct ContactThreshold: Sendable, Equatable {
  /// Contact begins here: libinput's 5 %, so that strokes start where compositors start them.
  public var begin: Float
  /// Contact ends here, and from here it can begin again: libinput's 1 %.
  public var end: Float
  /// Where `BTN_TOUCH` is set, too, contact begins no sooner: the tablet sets it too early.
  public var boundsTouch: Bool

  /// Makes a threshold. `end` is below `begin`.
  public init(begin: Float = 0.05, end: Float = 0.01, boundsTouch: Bool = false) {
    self.begin = begin
    self.end = end
    self.boundsTouch = boundsTouch
  }
}

/// Whether a tool touches the surface, with hysteresis.
///
/// - A tool with force: `BTN_TOUCH` with force above 0, which is the tool's floor, or from the threshold on where that
///   bounds it. Drivers set `BTN_TOUCH` for
///   barrel buttons too (of the recordings' 82 touches without pressure none was ink), and leave pressure
///   standing after a lift; so neither is believed alone.
/// - With force, on a tablet without `BTN_TOUCH`, or one that was seen to press without it: from the threshold
///   on, but only by a *reported* rise from below the threshold's end in this proximity, as 733 recorded hover
///   frames carry pressure that is left over.
/// - A tool without force: `BTN_TOUCH`.
struct Contact: Sendable, Equatable {
  /// So many reports above the threshold without `BTN_TOUCH`, after such a rise, show that the tablet
  /// presses without it.
  static let reportsToLearn: UInt8 = 3

  /// `BTN_TOUCH` alone counts now: the tool's pressure is known to come later.
  var beginsBeforePressure = false
  private let threshold: ContactThreshold
  /// The tool touches the surface.
  private(set) var isDown = false
  /// That is told by pressure, not by `BTN_TOUCH`.
  private(set) var isByPressure = false
  /// `BTN_TOUCH` is set, but force says that nothing touches.
  private(set) var isTouchWithoutPressure = false
  /// The tablet has `BTN_TOUCH` and was seen to press without it. Outlives the proximity.
  private(set) var pressesWithoutTouch = false

  /// The force was down in this proximity, so that a rise can count.
  private var isArmed = false
  private var reports: UInt8 = 0

  init(_ threshold: ContactThreshold = ContactThreshold()) { self.threshold = threshold }

  /// Another proximity begins, or the contact is over whatever the force says.
  mutating func reset() {
    isDown = false
    isByPressure = false
    isTouchWithoutPressure = false
    isArmed = false
    reports = 0
  }

  /// Takes a reading of the tool.
  mutating func update(_ reading: Reading) {
    isTouchWithoutPressure = false
    let force = reading.values.force
    guard reading.available.contains(.force) else {
      isDown = reading.touch == true
      isByPressure = false
      return
    }
    if reading.touch == true {
      let isPressed = threshold.boundsTouch && !isDown ? force >= threshold.begin : force > 0
      isDown = isPressed || beginsBeforePressure
      isTouchWithoutPressure = !isDown
      isByPressure = false
      isArmed = force <= threshold.end
      reports = 0
    } else if isDown && isByPressure {
      isDown = force > threshold.end
      isByPressure = isDown
      isArmed = !isDown
    } else {
      isDown = false
      rise(reading, force)
    }
  }

  private mutating func rise(_ reading: Reading, _ force: Float) {
    if force <= threshold.end {
      isArmed = true
      reports = 0
    }
    guard isArmed, force >= threshold.begin, reading.reported.contains(.force) else { return }
    if reading.touch != nil && !pressesWithoutTouch {
      reports += 1
      guard reports >= Self.reportsToLearn else { return }
      pressesWithoutTouch = true
    }
    isDown = true
    isByPressure = true
    isArmed = false
    reports = 0
  }
}
