package import PencilCore

/// A set of the keys that a tablet's pen side uses: `BTN_TOOL_*`, `BTN_TOUCH`, `BTN_STYLUS…`, and
/// `BTN_LEFT` … `BTN_TASK`.
package struct PenKeys: OptionSet, Sendable, Hashable {
  /// Bits 0…15 are the kernel's codes 0x140…0x14f, bits 16…23 its codes 0x110…0x117.
  package let rawValue: UInt32
  /// Makes a set from its bits.
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The set of the one key with this code; empty: not one of a pen's.
  package init(code: UInt16) {
    switch code {
    case 0x140...0x14f where code != 0x145 && code != 0x148 && code < 0x14d:
      self.init(rawValue: 1 << UInt32(code - 0x140))
    case 0x110...0x117: self.init(rawValue: 1 << UInt32(code - 0x110 + 16))
    default: self.init(rawValue: 0)
    }
  }

  /// `BTN_TOUCH`.
  package static let touch = PenKeys(code: KeyCode.touch)
  /// `BTN_STYLUS`.
  package static let stylus = PenKeys(code: KeyCode.stylus)
  /// `BTN_STYLUS2`.
  package static let stylus2 = PenKeys(code: KeyCode.stylus2)
  /// `BTN_STYLUS3`.
  package static let stylus3 = PenKeys(code: KeyCode.stylus3)
  /// The two pucks, `BTN_TOOL_MOUSE` and `BTN_TOOL_LENS`.
  package static let pucks = PenKeys(rawValue: 0b1100_0000)
  /// Every `BTN_TOOL_*` that is a ``ToolType``.
  package static let tools = PenKeys(rawValue: 0b1101_1111)
  /// `BTN_LEFT` … `BTN_TASK`.
  package static let puckButtons = PenKeys(rawValue: 0xff_0000)

  /// The buttons among the keys. `BTN_FORWARD`, `BTN_BACK` and `BTN_TASK` have no number in
  /// ``Buttons`` and are left out.
  package var buttons: Buttons {
    var word = UInt32(0)
    if contains(.stylus) { word |= Buttons.stylus.rawValue }
    if contains(.stylus2) { word |= Buttons.stylus2.rawValue }
    if contains(.stylus3) { word |= Buttons.stylus3.rawValue }
    // BTN_LEFT … BTN_EXTRA are in the same order in both.
    word |= (rawValue >> 16 & 0b1_1111) * Buttons.left.rawValue
    return Buttons(rawValue: word)
  }

  /// The tool of a set of one tool key; of several, the one with the lowest code; `nil`: none.
  package var tool: ToolType? {
    switch intersection(.tools).rawValue.trailingZeroBitCount {
    case 0: .pen
    case 1: .eraser
    case 2: .brush
    case 3: .pencil
    case 4: .airbrush
    case 6: .mouse
    case 7: .lens
    default: nil
    }
  }

  /// The key that says that this tool is in range.
  package init(tool: ToolType) {
    switch tool {
    case .pen: self.init(code: KeyCode.toolPen)
    case .eraser: self.init(code: KeyCode.toolRubber)
    case .brush: self.init(code: KeyCode.toolBrush)
    case .pencil: self.init(code: KeyCode.toolPencil)
    case .airbrush: self.init(code: KeyCode.toolAirbrush)
    case .mouse: self.init(code: KeyCode.toolMouse)
    case .lens: self.init(code: KeyCode.toolLens)
    }
  }

  /// The kernel's codes of the keys. Allocates: not for the way of a report.
  package var codes: [UInt16] {
    (0..<24).filter { rawValue >> UInt32($0) & 1 == 1 }.map { $0 < 16 ? 0x140 + $0 : 0x100 + $0 }
  }
}
