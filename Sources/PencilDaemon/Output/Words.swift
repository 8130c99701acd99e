internal import PencilCore
internal import PencilWire

// The words of DESIGN.md for values, as they are in every output. Literals, so that none allocates.

extension ToolType {
  var word: String { literal.description }

  /// For where a text of the library costs too much.
  var literal: StaticString {
    switch self {
    case .pen: "pen"
    case .eraser: "eraser"
    case .brush: "brush"
    case .pencil: "pencil"
    case .airbrush: "airbrush"
    case .mouse: "mouse"
    case .lens: "lens"
    }
  }
}

extension Phase {
  var word: String { literal.description }

  /// For where a text of the library costs too much.
  var literal: StaticString {
    switch self {
    case .hoverEntered: "hoverEntered"
    case .hoverMoved: "hoverMoved"
    case .hoverExited: "hoverExited"
    case .began: "began"
    case .moved: "moved"
    case .ended: "ended"
    case .cancelled: "cancelled"
    }
  }
}

extension SampleUpdate.Cause {
  var word: String {
    switch self {
    case .measured: "measured"
    case .interpolated: "interpolated"
    case .expired: "expired"
    case .lifted: "lifted"
    case .lost: "lost"
    case .superseded: "superseded"
    case .other: "unknown"
    }
  }
}

extension GapRecord.Cause {
  var word: String {
    switch self {
    case .kernelOverrun: "kernelOverrun"
    case .lapped: "lapped"
    case .notHeld: "notHeld"
    case .notPermitted: "notPermitted"
    case .crash: "crash"
    default: "unknown"
    }
  }
}

extension GestureKind {
  var word: String {
    switch self {
    case .doublePress: "doublePress"
    case .triplePress: "triplePress"
    case .hold: "hold"
    case .contactPress: "contactPress"
    }
  }
}

extension GesturePhase {
  var word: String {
    switch self {
    case .began: "began"
    case .changed: "changed"
    case .ended: "ended"
    case .cancelled: "cancelled"
    }
  }
}

extension PreferredAction {
  var word: String {
    switch self {
    case .ignore: "ignore"
    case .switchEraser: "switchEraser"
    case .switchPrevious: "switchPrevious"
    case .showColorPalette: "showColorPalette"
    case .showInkAttributes: "showInkAttributes"
    case .showContextualPalette: "showContextualPalette"
    case .runSystemShortcut: "runSystemShortcut"
    }
  }
}

/// Names of the bits of a set; a bit without a name is not written.
enum BitNames {
  static func property(_ bit: Int) -> String? {
    switch bit {
    case 0: "force"
    case 1: "azimuth"
    case 2: "altitude"
    case 3: "location"
    case 4: "roll"
    default: nil
    }
  }

  static func axis(_ bit: Int) -> String? {
    switch bit {
    case 0: "position"
    case 1: "millimetres"
    case 2: "force"
    case 3: "tilt"
    case 4: "roll"
    case 5: "hover"
    case 6: "slider"
    default: nil
    }
  }

  static func sampleFlag(_ bit: Int) -> String? {
    switch bit {
    case 0: "afterGap"
    case 1: "touchWithoutPressure"
    case 2: "synthetic"
    case 3: "tiltUnitGuessed"
    case 4: "barrelTouch"
    case 5: "timeHeld"
    case 6: "wornPen"
    case 7: "contactByPressure"
    case 8: "acrossRestart"
    default: nil
    }
  }

  static func contents(_ bit: Int) -> String? {
    switch bit {
    case 0: "contact"
    case 1: "hover"
    case 2: "buttons"
    case 3: "strokes"
    case 4: "updates"
    case 5: "gestures"
    case 6: "pads"
    case 7: "raw"
    case 8: "reasons"
    default: nil
    }
  }

  static func clientFlag(_ bit: Int) -> String? {
    switch bit {
    case 2: "suspended"
    case 3: "claimsGestures"
    case 4: "gesturesOff"
    default: nil
    }
  }

  static func button(_ bit: Int) -> String? {
    bit < Buttons.knownCount ? Buttons.name(ofNumber: bit).description : nil
  }

  static func tool(_ bit: Int) -> String? {
    ToolType(rawValue: UInt8(truncatingIfNeeded: bit))?.word
  }
}
