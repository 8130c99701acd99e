internal import PencilCore

/// What a pad has, in the order in which it is numbered.
package struct PadControls: Sendable, Equatable {
  /// The kernel's codes of the buttons; a button's number is its place.
  package private(set) var buttons: [UInt16] = []
  /// `ABS_WHEEL`, `ABS_THROTTLE`.
  package private(set) var rings: [AxisDescription] = []
  /// `ABS_RX`, `ABS_RY`.
  package private(set) var strips: [AxisDescription] = []
  /// `REL_DIAL`, `REL_WHEEL`, `REL_HWHEEL`: the plain code of each.
  package private(set) var dials: [UInt16] = []
  /// The dials that have a code of finer steps, bit by place: their plain code is left out.
  package private(set) var fineDials: UInt8 = 0
  /// The kernel's codes of keys with a meaning of their own.
  package private(set) var keys: [UInt16] = []
  /// `ABS_MISC` tells when all fingers are off.
  package let hasTerminator: Bool
  /// Strips are masks of one bit.
  package let hasMaskStrips: Bool

  /// libinput's order, `BTN_0`… `BTN_BASE` `BTN_BASE2` `BTN_A`… `BTN_LEFT`…, and behind it what libinput leaves out.
  private static let buttonOrder: [UInt16] =
    Array(0x100...0x109) + [0x126, 0x127] + Array(0x130...0x135) + Array(0x110...0x117)
    + Array(0x136...0x139) + Array(0x128...0x12b)
  /// `KEY_BUTTONCONFIG`, `KEY_CONTROLPANEL`, `KEY_ONSCREEN_KEYBOARD`, and a Cintiq 24HD's `KEY_PROG1`… for the same.
  private static let keyOrder: [UInt16] = [0x240, 0x243, 0x278, 0x94, 0x95, 0xca]

  /// Makes them of a pad's node.
  package init(_ description: TabletDescription) {
    buttons = Self.buttonOrder.filter { description.hasKey($0) }
    keys = Self.keyOrder.filter { description.hasKey($0) }
    rings = [0x08, 0x06].compactMap { description.axis($0) }.filter { $0.range.span > 0 }
    strips = [0x03, 0x04].compactMap { description.axis($0) }.filter { $0.range.span > 0 }
    for (plain, fine) in [
      (Relative.dial, UInt16(0)), (Relative.wheel, 0x0b), (Relative.across, 0x0c),
    ] {
      let hasFine = fine != 0 && description.relatives >> fine & 1 == 1
      guard description.relatives >> plain & 1 == 1 || hasFine else { continue }
      if hasFine { fineDials |= 1 << UInt8(dials.count) }
      dials.append(plain)
    }
    hasTerminator = description.axis(.misc) != nil
    hasMaskStrips = description.vendor == TabletDescription.wacom
  }

  /// Codes of `EV_REL`.
  enum Relative {
    static let across: UInt16 = 6
    static let dial: UInt16 = 7
    static let wheel: UInt16 = 8
  }

  /// A dial and how far it was turned, in 120ths of a notch; `nil`: not a dial's event, or one that its finer
  /// code tells too.
  func dial(code: UInt16, value: Int32) -> (index: Int, delta: Int32)? {
    let isFine = code == 0x0b || code == 0x0c
    let plain = code == 0x0b ? Relative.wheel : code == 0x0c ? Relative.across : code
    guard let index = dials.firstIndex(of: plain), (fineDials >> UInt8(index) & 1 == 1) == isFine
    else { return nil }
    let (delta, overflow) = value.multipliedReportingOverflow(by: isFine ? 1 : 120)
    guard !overflow, delta != .min else { return nil }
    // A wheel's own direction is that of a page.
    return (index, plain == Relative.wheel ? -delta : delta)
  }

  /// Radians 0..<2π clockwise from the top: the hardware's 0 is at the left.
  static func ring(_ axis: AxisDescription, _ value: Int32, turn: Double) -> Float {
    let share = (Double(value) - Double(axis.minimum)) / (axis.range.span + 1)
    let turns = share - 0.25 + turn / (2 * .pi)
    let angle = Float((turns - turns.rounded(.down)) * 2 * .pi)
    return angle < 2 * .pi ? angle : 0
  }

  /// 0…1 along a strip; `nil`: no finger.
  func strip(_ axis: AxisDescription, _ value: Int32, isTurned: Bool) -> Float? {
    var share: Double
    if hasMaskStrips {
      guard value > 0 else { return nil }
      let last = axis.maximum > 1 ? 31 - axis.maximum.leadingZeroBitCount : 0
      let bit = 31 - value.leadingZeroBitCount
      share = last > 0 ? min(Double(bit) / Double(last), 1) : 0
    } else {
      share = min(max(axis.range.share(value), 0), 1)
    }
    if isTurned { share = 1 - share }
    return Float(share)
  }
}
