package import PencilCore
internal import PencilSystem

/// What gestures do: the lines of one user, the administrator and pencild itself, in the order in which they are asked.
///
/// A user's own line comes before the administrator's, and that before what is built in. Among lines of the same
/// source the more specific comes first: with a serial, then with a tablet, then with a type of tool, then with a
/// button; of equals the one that was said later.
package struct PreferredActions: Equatable, Sendable {
  /// The first that fits wins.
  package let lines: [Preference]

  /// - Parameters:
  ///   - configured: the administrator's, in the order of their files.
  ///   - own: one user's.
  package init(configured: [Preference] = [], own: [Preference] = []) {
    let all = Self.builtIn + configured + own
    lines = all.enumerated().sorted { a, b in
      let (one, other) = (Self.rank(a.element), Self.rank(b.element))
      return one == other ? a.offset > b.offset : one > other
    }.map(\.element)
  }

  /// As a tap and a squeeze of Apple's pencil do where its user has chosen nothing. All but the first are off unless
  /// configured.
  private static let builtIn = [
    Preference(.doublePress, .switchEraser), Preference(.triplePress, .ignore),
    Preference(.hold, .showContextualPalette), Preference(.contactPress, .ignore),
  ]

  private static func rank(_ line: Preference) -> Int {
    Int(line.source.rawValue) << 4 | (line.serial != 0 ? 8 : 0) | (line.tablet.isEmpty ? 0 : 4)
      | (line.toolType != nil ? 2 : 0) | (line.button != nil ? 1 : 0)
  }

  /// What a gesture does.
  ///
  /// - Parameters:
  ///   - serial: of the tool; 0: unknown.
  ///   - names: what the tablet is called: its name and its identity.
  package func action(
    of gesture: GestureKind, button: UInt8, toolType: ToolType, serial: UInt32, names: [String]
  ) -> PreferredAction {
    for place in lines.indices {
      let line = lines[place]
      guard line.gesture == gesture, line.button ?? button == button,
        line.toolType ?? toolType == toolType, line.serial == 0 || line.serial == serial,
        Self.fits(line.tablet, names)
      else { continue }
      return line.action
    }
    return .ignore
  }

  /// By places, as going through the elements allocates where nothing is optimised.
  private static func fits(_ pattern: String, _ names: [String]) -> Bool {
    if pattern.isEmpty { return true }
    for place in names.indices where Glob.matches(pattern, names[place]) { return true }
    return false
  }
}
