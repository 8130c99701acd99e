internal import PencilClient
internal import PencilSystem

/// `--prefer`: stores what the caller wants a gesture to do, or shows it.
enum Prefer {
  /// How long the daemon may take to answer.
  private static let patience: Int32 = 2000

  static func run(_ wish: Options.PreferenceWish, _ options: Options) throws(CommandError) {
    let lines: [Preference]
    do throws(PencilError) {
      var connection = try PencilConnection.connect(to: options.socket, name: "pencild --prefer")
      if case .choose(let gesture, let action) = wish {
        let preference = Self.preference(gesture, action ?? .ignore, options)
        if action == nil {
          try connection.forget(preference)
        } else {
          try connection.prefer(preference)
        }
        try answer(&connection)
        if action != nil, let hint = hint(gesture, connection.gesturesOff) {
          Log.write(.warning, .config, hint)
        }
      }
      lines = connection.preferences
    } catch { throw CommandError(.unavailable, "\(error)") }
    try Output.write(
      lines.filter { concerns($0, wish, options) }.map { text(of: $0) + "\n" }.joined())
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

  private static func answer(_ connection: inout PencilConnection) throws(PencilError) {
    let end = Clock.monotonicMicroseconds + UInt64(patience) * 1000
    while Clock.monotonicMicroseconds < end {
      try connection.wait(timeoutMilliseconds: patience)
      while let event = try connection.receive() {
        switch event {
        case .preferences: return
        case .disconnected(let error): throw error
        default: break
        }
      }
    }
    throw PencilError.silent
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

  /// One line for a person: the gesture and what it does, of what, and who said so.
  private static func text(of line: Preference) -> String {
    var parts: [String] = []
    if let button = line.button { parts.append(BitNames.button(Int(button)) ?? "unknown") }
    if let type = line.toolType { parts.append(type.word) }
    if line.serial != 0 { parts.append("serial " + String(line.serial, radix: 16)) }
    if !line.tablet.isEmpty { parts.append(line.tablet) }
    let source =
      switch line.source {
      case .user: "yours"
      case .configuration: "configuration"
      case .builtIn: "built in"
      }
    let scope = parts.isEmpty ? "" : " (" + parts.joined(separator: ", ") + ")"
    return "\(line.gesture.optionWord)=\(line.action.word)\(scope): \(source)"
  }
}
