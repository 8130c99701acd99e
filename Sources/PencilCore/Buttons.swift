/// Buttons of a tool that are held down.
///
/// Raw values are the wire's; a button's *number* is its bit.
public struct Buttons: OptionSet, Sendable, Hashable {
  /// The wire's word.
  public let rawValue: UInt32
  /// Makes a set from the wire's word.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The lower barrel button, the kernel's `BTN_STYLUS`.
  public static let stylus = Buttons(rawValue: 1 << 0)
  /// The upper barrel button, `BTN_STYLUS2`.
  public static let stylus2 = Buttons(rawValue: 1 << 1)
  /// The third barrel button, `BTN_STYLUS3`; some firmwares send it for both of the others at once.
  public static let stylus3 = Buttons(rawValue: 1 << 2)
  /// A puck's `BTN_LEFT`.
  public static let left = Buttons(rawValue: 1 << 3)
  /// A puck's `BTN_RIGHT`.
  public static let right = Buttons(rawValue: 1 << 4)
  /// A puck's `BTN_MIDDLE`.
  public static let middle = Buttons(rawValue: 1 << 5)
  /// A puck's `BTN_SIDE`.
  public static let side = Buttons(rawValue: 1 << 6)
  /// A puck's `BTN_EXTRA`.
  public static let extra = Buttons(rawValue: 1 << 7)

  /// The buttons of a pen's barrel.
  static let barrel: Buttons = [.stylus, .stylus2, .stylus3]

  /// How many buttons are known: their numbers are 0 ..< count.
  public static let knownCount = 8

  /// The set of the one button with this number, 0 ..< ``knownCount``.
  public init(number: Int) { self.init(rawValue: 1 << UInt32(number)) }

  /// The name of the button with this number, as in output and configuration.
  public static func name(ofNumber number: Int) -> StaticString {
    switch number {
    case 0: "stylus"
    case 1: "stylus2"
    case 2: "stylus3"
    case 3: "left"
    case 4: "right"
    case 5: "middle"
    case 6: "side"
    case 7: "extra"
    default: "unknown"
    }
  }
}
