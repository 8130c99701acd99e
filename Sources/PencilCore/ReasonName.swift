/// The reasons that this version gives: the stage's number above, its code in the lower half.
/// Documentation/reasons.md lists them with their evidence.
public enum ReasonName: UInt32, Sendable, CaseIterable {
  /// Events were lost.
  case resynchronised = 0x1_0001
  /// `BTN_TOUCH` without pressure is no contact.
  case touchWithoutPressure = 0x2_0001
  /// That touch is over.
  case touchOver = 0x2_0002
  /// That touch is a barrel button.
  case barrelTouch = 0x2_0003
  /// Contact by pressure, without `BTN_TOUCH`.
  case contactByPressure = 0x2_0004
  /// The azimuth is held.
  case azimuthHeld = 0x3_0001
  /// The azimuth is measured again.
  case azimuthFollows = 0x3_0002
  /// Made by the daemon.
  case madeUp = 0x4_0001
  /// The tablet's time went back a little: the time before stays. Values: µs back.
  case timeHeld = 0x5_0001
  /// The tablet's clock was set back: times go on from the last one. Values: ms back.
  case clockSetBack = 0x5_0002
  /// A pressure outside the range is one below 0 that wrapped. Values: what came, what is taken.
  case pressureWrapped = 0x6_0001
  /// Two tools at once: the later one counts. Values: the earlier, the later.
  case laterToolWins = 0x7_0001
  /// The pen's key together with the touch of an eraser in range: still the eraser.
  case eraserTouches = 0x7_0002
  /// A tool by the user's override. Values: what came, what is taken.
  case toolOverridden = 0x7_0003
  /// Axes are sent, but no tool ever was: a pen is assumed.
  case toolAssumed = 0x7_0004
  /// A tool was sent after all: none is assumed any more.
  case toolsAreSent = 0x7_0005
  /// Silence for too long on a tablet that never sent an exit. Values: ms of silence.
  case exitForced = 0x8_0001
  /// The tablet sends again after a forced exit.
  case enteredAgain = 0x8_0002
  /// The tablet sends exits: none is forced any more.
  case exitsAreSent = 0x8_0003
  /// The tool came back before its exit was told: there was none. Values: µs away.
  case exitUndone = 0x9_0001
  /// Another tool came before the exit was told: one change of tool. Values: µs between, earlier, later.
  case toolChanged = 0x9_0002
  /// The eraser is a barrel button by the user's choice. Values: the button's number, 1 down or 0 up.
  case eraserIsButton = 0x9_0003
  /// A jump in the frame in which the serial vanished: the position is held. Values: x, y that came.
  case jumpHeld = 0xA_0001
  /// A lift far from where the silent pen was: the stroke ended there. Values: ms of silence, x, y that came.
  case liftWasLost = 0xA_0002
  /// A tilt that jumped in hover: held for one frame. Values: tilt x, y that came, tilt x, y that is taken.
  case tiltSpike = 0xB_0001
  /// A worn pen: force counts from here. Values: the floor, the range's minimum and maximum.
  case floorLearned = 0xC_0001
  /// A smaller pressure was seen: the floor is lower. Values: as above.
  case floorLowered = 0xC_0002
  /// More than half of the range at rest is no worn pen. Values: as above.
  case floorRefused = 0xC_0003
  /// The pressure rose at once: a contact, and no floor. Values: as above.
  case floorRevoked = 0xC_0004
  /// The report has no pressure, as every other one of this tool. Values: as those of the first four stages.
  case forceInOtherReports = 0xD_0001
  /// This tool sends pressure just behind the position.
  case forceIsCorrected = 0xD_0002
  /// This tool touches before its pressure comes.
  case forceAfterContact = 0xD_0003
  /// Pressure of this tablet is some reports late.
  case forceLags = 0xD_0004
  /// A press to which no second one came in time. Values: the button's number, the longest gap in µs.
  case staysAlone = 0xE_0001
  /// Down again at once: the button was never up. Values: the button, the gap and the shortest one in µs.
  case bounce = 0xE_0002
  /// The next press came too late. Values: the button, the gap and the longest one in µs.
  case tooLate = 0xE_0003
  /// The tool got too far from the first press. Values: the button, the distance and the longest one in µm.
  case tooFar = 0xE_0004
  /// The button was down for too long. Values: the button, how long and the longest press in µs.
  case tooLong = 0xE_0005
  /// The press after a gesture begins another one. Values: the button.
  case startsAnew = 0xE_0006
  /// Two buttons at once. Values: the bits of the buttons.
  case chord = 0xE_0007
  /// The button was released by the tool's or the tablet's leaving. Values: the button.
  case madeRelease = 0xE_0008
  /// Events were lost during or between presses. Values: the button.
  case lossBetween = 0xE_0009
  /// The tool touched since the first press. Values: the button.
  case contactBetween = 0xE_000A
  /// The tool was lifted since the first press. Values: the button.
  case liftBetween = 0xE_000B
  /// The tool left since the first press. Values: the button.
  case exitBetween = 0xE_000C
  /// Another tool came since the first press. Values: the button.
  case otherToolBetween = 0xE_000D
  /// Another button was pressed since the first press. Values: the button, the other one.
  case otherButtonBetween = 0xE_000E
  /// A press in contact, where only those in hover count. Values: the button.
  case onlyInHover = 0xE_000F
  /// A press in hover, where only those in contact count. Values: the button.
  case onlyInContact = 0xE_0010
  /// The button was down already when the tool came. Values: the button.
  case heldAtEntry = 0xE_0011
  /// Two presses, and a third one would make another gesture. Values: the button.
  case waitsForThird = 0xE_0012

  /// The stage that tells why presses are no gestures.
  public static let pressStage: UInt16 = 0xE

  /// The stage's number.
  public var stage: UInt16 { UInt16(truncatingIfNeeded: rawValue >> 16) }
  /// The stage's own code.
  public var code: UInt16 { UInt16(truncatingIfNeeded: rawValue) }

  /// The reason of these numbers; `nil` for one of a later version.
  public init?(stage: UInt16, code: UInt16) {
    self.init(rawValue: UInt32(stage) << 16 | UInt32(code))
  }
}

/// Why stages decided as they did in one input frame; of fixed size, and empty unless somebody asked.
public struct ReasonQueue: Sendable {
  /// Most reasons of one frame; further ones are left out.
  public static let capacity = 8

  /// Somebody asks for reasons.
  public var isWanted = false
  /// How many there are.
  public private(set) var count = 0
  private var reasons: InlineArray<8, Reason> = .init(repeating: Reason(stage: 0, code: 0))

  /// Makes an empty queue that wants nothing.
  public init() {}

  /// Adds a reason, if they are wanted; the values' meaning is with the name.
  public mutating func add(
    _ name: ReasonName, _ a: Int32 = 0, _ b: Int32 = 0, _ c: Int32 = 0, _ d: Int32 = 0
  ) {
    guard isWanted, count < Self.capacity else { return }
    reasons[count].stage = name.stage
    reasons[count].code = name.code
    reasons[count].values[0] = a
    reasons[count].values[1] = b
    reasons[count].values[2] = c
    reasons[count].values[3] = d
    count += 1
  }

  /// The reason at a place below ``count``.
  public subscript(_ place: Int) -> Reason { reasons[place] }

  /// Forgets the reasons.
  public mutating func removeAll() { count = 0 }
}
