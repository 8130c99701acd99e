/// Which presses of a barrel button are gestures: what the configuration says for one tool on one tablet.
public struct PressSettings: Sendable, Equatable {
  /// Where presses count.
  public enum Place: String, Sendable, CaseIterable {
    /// Above the surface, and from the first press to the last nowhere else.
    case hover
    /// In one stroke.
    case contact
    /// Anywhere; touching or lifting in between is no matter.
    case any
  }

  /// The longest press, down to up, in µs; that long is still one.
  public var pressMax: UInt64 = 250_000
  /// The shortest time from a release to the next press, in µs: what is shorter is a bouncing contact.
  public var gapMin: UInt64 = 40_000
  /// The longest time from a release to the next press, in µs.
  public var gapMax: UInt64 = 350_000
  /// How far from the first press's place the tool may get until the last one, in mm.
  public var travel: Float = 3
  /// How long a button is held until it is a hold, in µs; at least ``pressMax``.
  public var holdTime: UInt64 = 500_000
  /// Where double and triple presses and holds count. A press in contact is one in contact.
  public var place = Place.hover
  /// What is on, by the number of the barrel button.
  public var on: InlineArray<3, GestureSet> = .init(repeating: .doublePress)

  /// The built-in settings: double presses, in hover.
  public init() {}

  /// How many buttons have gestures: those of a barrel, the first ones of ``Buttons``.
  public static let buttons = 3
  /// A tablet whose size is not known is taken to be this long and wide, in mm, where travel is measured. More than
  /// most are, so that less travel is allowed rather than more.
  public static let assumedSize: Float = 250
  /// A second press that comes too late is told of within this time, in µs; after it, nobody meant a pair.
  public static let nearMiss: UInt64 = 1_000_000

  /// What a press of a button could become at its place.
  func wanted(_ button: UInt8, inContact: Bool) -> GestureSet {
    var wanted = on[Int(button)]
    if !inContact { wanted.remove(.contactPress) }
    let counts =
      switch place {
      case .hover: !inContact
      case .contact: inContact
      case .any: true
      }
    return counts ? wanted : wanted.intersection(.contactPress)
  }

  /// Whether both have the same.
  public static func == (a: PressSettings, b: PressSettings) -> Bool {
    a.pressMax == b.pressMax && a.gapMin == b.gapMin && a.gapMax == b.gapMax
      && a.travel == b.travel && a.holdTime == b.holdTime && a.place == b.place
      && (0..<buttons).allSatisfy { a.on[$0] == b.on[$0] }
  }
}

/// Kinds of gestures.
public struct GestureSet: OptionSet, Sendable, Hashable {
  /// Bit *n* for the kind with raw value *n*.
  public let rawValue: UInt8
  /// Makes a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// The set of one kind.
  public init(_ kind: GestureKind) { self.init(rawValue: 1 << kind.rawValue) }

  /// ``GestureKind/doublePress``.
  public static let doublePress = GestureSet(.doublePress)
  /// ``GestureKind/triplePress``.
  public static let triplePress = GestureSet(.triplePress)
  /// ``GestureKind/hold``.
  public static let hold = GestureSet(.hold)
  /// ``GestureKind/contactPress``.
  public static let contactPress = GestureSet(.contactPress)

  /// Kinds that are made of several presses.
  var isOfSeveral: Bool { contains(.doublePress) || contains(.triplePress) }
}
