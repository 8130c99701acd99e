internal import PencilClient
internal import PencilSystem

/// `--prefer`: stores what the caller wants a gesture to do, or shows it.
enum Prefer {
  static func run(_ wish: Options.PreferenceWish, _ options: Options) throws(CommandError) {
    let lines: [Preference]
    let off: GestureSet
    do throws(PencilError) {
      var connection = try PencilConnection.connect(to: options.socket, name: "pencild --prefer")
      if case .choose(let gesture, let action) = wish {
        let preference = Self.preference(gesture, action ?? .ignore, options)
        if action == nil {
          try connection.forget(preference)
        } else {
          try connection.prefer(preference)
        }
        try connection.waitForAnswer { connection throws(PencilError) in
          while let event = try connection.receive() {
            if case .preferences = event { return true }
            if case .disconnected(let error) = event { throw error }
          }
          return false
        }
        if action != nil, let hint = hint(gesture, connection.gesturesOff) {
          Log.write(.warning, .config, hint)
        }
      }
      lines = connection.preferences
      off = connection.gesturesOff
    } catch { throw CommandError(.unavailable, "\(error)") }
    let shown = lines.filter { concerns($0, wish, options) }
    try Output.write(
      shown.map { line in TextBuffer.text { $0.append(preference: line, off: off) } + "\n" }
        .joined())
  }

  /// What to do about a gesture that the daemon's configuration has off; `nil`: it isn't.
  static func hint(_ gesture: GestureKind, _ off: GestureSet) -> String? {
    guard off.contains(GestureSet(gesture)) else { return nil }
    return "\(gesture.optionWord) is off in the daemon's configuration, so none comes: "
      + "\(gesture.key)=yes in [Gestures] of pencild.conf turns it on"
  }

  private static func preference(
    _ gesture: GestureKind, _ action: PreferredAction, _ options: Options
  ) -> Preference {
    var preference = Preference(
      gesture, action, button: options.button, tablet: options.tablet, source: .user)
    switch options.tools {
    case .any: break
    case .type(let type): preference.toolType = type
    case .serial(let serial): preference.serial = serial
    }
    return preference
  }

  /// Whether a line is of the gesture that was chosen, or, if it is only to be shown, counts for what was asked for.
  static func concerns(
    _ line: Preference, _ wish: Options.PreferenceWish, _ options: Options
  ) -> Bool {
    if case .choose(let gesture, _) = wish { return line.gesture == gesture }
    let isOfTool =
      switch options.tools {
      case .any: true
      // Of which type a tool with this serial is, nobody knows here.
      case .type(let type): (line.toolType ?? type) == type
      case .serial(let serial): line.serial == 0 || line.serial == serial
      }
    return isOfTool && (options.button == nil || (line.button ?? options.button) == options.button)
      && (options.tablet.isEmpty || line.tablet.isEmpty
        || Glob.matches(line.tablet, options.tablet))
  }
}
