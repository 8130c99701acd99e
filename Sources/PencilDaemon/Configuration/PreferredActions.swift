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

  private init(lines: [Preference]) { self.lines = lines }

  /// The lines that concern a tablet with one of these names: with no names to compare, asking them allocates nothing.
  package func concerning(_ names: [String]) -> PreferredActions {
    var lines = lines.filter { line in
      line.tablet.isEmpty || names.contains { Glob.matches(line.tablet, $0) }
    }
    for i in lines.indices { lines[i].tablet = "" }
    return PreferredActions(lines: lines)
  }

  /// As a tap of Apple's pencil does where its user has chosen nothing; the others are off unless configured.
  private static let builtIn: [Preference] = GestureKind.allCases.map {
    Preference($0, $0 == .doublePress ? .switchEraser : .ignore)
  }

  private static func rank(_ line: Preference) -> Int {
    Int(line.source.rawValue) << 4 | (line.serial != 0 ? 8 : 0) | (line.tablet.isEmpty ? 0 : 4)
      | (line.toolType != nil ? 2 : 0) | (line.button != nil ? 1 : 0)
  }

  /// What a gesture does, on a tablet that all lines concern.
  ///
  /// - Parameter serial: of the tool; 0: unknown.
  func action(of gesture: Gesture, serial: UInt32) -> PreferredAction {
    for line in lines {
      guard line.gesture == gesture.kind, line.button ?? gesture.button == gesture.button,
        line.toolType ?? gesture.toolType == gesture.toolType,
        line.serial == 0 || line.serial == serial, line.tablet.isEmpty
      else { continue }
      return line.action
    }
    return .ignore
  }
}
