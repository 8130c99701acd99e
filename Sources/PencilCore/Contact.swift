/// Whether a tool touches the surface, with hysteresis.
///
/// - A tool with force: `BTN_TOUCH` with force above 0. Drivers set `BTN_TOUCH` for barrel buttons too (of
///   the recordings' 82 touches without pressure none was ink), and leave pressure standing after a
///   lift; so neither is believed alone.
/// - With force, on a tablet without `BTN_TOUCH`: from 5 % of the range until it is down to 1 %.
/// - A tool without force: `BTN_TOUCH`.
struct Contact: Sendable, Equatable {
  /// Force from which contact begins where only force can tell: libinput's 5 %.
  static let beginForce: Float = 0.05
  /// Force at which such a contact ends: libinput's 1 %.
  static let endForce: Float = 0.01

  /// `BTN_TOUCH` alone counts now: the tool's pressure is known to come later.
  var beginsBeforePressure = false
  /// The tool touches the surface.
  private(set) var isDown = false
  /// `BTN_TOUCH` is set, but force says that nothing touches.
  private(set) var isTouchWithoutPressure = false

  /// Takes a reading of the tool.
  mutating func update(_ reading: Reading) {
    let hasForce = reading.available.contains(.force)
    let force = reading.values.force
    isTouchWithoutPressure = false
    switch (reading.touch, hasForce) {
    case (true?, true):
      isDown = force > 0 || beginsBeforePressure
      isTouchWithoutPressure = !isDown
    case (nil, true): isDown = isDown ? force > Self.endForce : force >= Self.beginForce
    case (true?, false): isDown = true
    case (false?, _), (nil, false): isDown = false
    }
  }
}
