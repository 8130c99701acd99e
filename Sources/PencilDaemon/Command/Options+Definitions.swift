internal import PencilCore
internal import PencilWire

extension Options {
  /// One option: its name, what follows it, what it goes with, what it does, and how it is taken.
  struct Definition {
    var name: String
    var value: String?
    /// Beside which modes it means something; of a mode, that one.
    var modes: Modes
    /// May be given again, with another value.
    var isMany = false
    var help: String
    var take: (inout Options, String) throws(UsageError) -> Void
  }

  static var definitions: [Definition] {
    [
      Definition(
        name: "--dump", modes: .dump,
        help: "show the pen: a running daemon's stream, or the tablets'"
      ) {
        options, _ throws(UsageError) in try options.choose(.dump, "--dump")
      },
      Definition(
        name: "--record", value: "FILE", modes: .record,
        help: "write the pen's events as libinput's YAML; - is standard output"
      ) {
        options, value throws(UsageError) in try options.choose(.record(value), "--record")
      },
      Definition(name: "--list", modes: .list, help: "list the tablets") {
        options, _ throws(UsageError) in
        try options.choose(.list, "--list")
      },
      Definition(
        name: "--on", value: "GESTURE", modes: .on,
        help: "run the command behind -- at each gesture: \(GestureKind.optionWords)"
      ) {
        options, value throws(UsageError) in
        guard let gesture = GestureKind(optionWord: value) else {
          throw UsageError("--on is \(GestureKind.optionWords), not “\(value)”")
        }
        try options.choose(.on(gesture), "--on")
      },
      Definition(
        name: "--prefer", value: "GESTURE=ACTION", modes: .prefer,
        help: "store what you want a gesture to do; GESTURE=default forgets, and show shows"
      ) {
        options, value throws(UsageError) in
        try options.choose(.prefer(try preferenceWish(value)), "--prefer")
      },
      Definition(
        name: "--button", value: "NAME", modes: .prefer,
        help: "with --prefer: only of this button, such as stylus2"
      ) {
        options, value throws(UsageError) in
        guard let button = Buttons.number(ofName: value) else {
          throw UsageError("--button is \(Buttons.names), not “\(value)”")
        }
        options.button = button
      },
      Definition(
        name: "--status", modes: .status,
        help: "show tablets, clients and the journal of the running daemon"
      ) { options, _ throws(UsageError) in try options.choose(.status, "--status") },
      Definition(
        name: "--check-config", modes: .checkConfiguration,
        help: "say what is wrong with the configuration"
      ) {
        options, _ throws(UsageError) in
        try options.choose(.checkConfiguration, "--check-config")
      },
      Definition(
        name: "--show-config", modes: .showConfiguration,
        help: "show the configuration, and where each value is from"
      ) { options, _ throws(UsageError) in
        try options.choose(.showConfiguration, "--show-config")
      },
      Definition(
        name: "--tool", value: "TOOL", modes: [.on, .prefer],
        help: "with --on or --prefer: only this type of tool, or the tool with this serial"
      ) {
        options, value throws(UsageError) in
        guard let tools = ToolMatch(value) else {
          throw UsageError(
            "--tool is a type (\(ToolMatch.types)) or a serial in hexadecimal, not “\(value)”")
        }
        options.tools = tools
      },
      Definition(
        name: "--tablet", value: "PATTERN", modes: [.on, .prefer],
        help: "with --on or --prefer: only tablets of such a name or identity, with * for anything"
      ) {
        options, value throws(UsageError) in
        guard value.utf8.count <= Preference.tabletLimit else {
          throw UsageError(
            "--tablet has at most \(Preference.tabletLimit) bytes, not \(value.utf8.count)")
        }
        options.tablet = value
      },
      Definition(
        name: "--replay", value: "FILE", modes: [.serve, .dump],
        help: "play a recording (evemu or libinput's YAML) instead of tablets; - is standard input"
      ) {
        options, value in options.replay = value
      },
      Definition(
        name: "--speed", value: "real|max", modes: [.serve, .dump],
        help: "how fast: as recorded (default) or as fast as possible"
      ) {
        options, value throws(UsageError) in
        switch value {
        case "real": options.speed = .real
        case "max": options.speed = .maximum
        default: throw UsageError("--speed is real or max, not “\(value)”")
        }
      },
      Definition(
        name: "--device", value: "PATH", modes: [.serve, .dump, .record, .list], isMany: true,
        help: "this evdev node only; may be given again"
      ) {
        options, value in options.devices.append(value)
      },
      Definition(
        name: "--socket", value: "PATH", modes: [.serve, .dump, .record, .on, .prefer, .status],
        help: "listen or connect there"
      ) {
        options, value in
        options.socket = value
      },
      Definition(
        name: "--json-socket", value: "PATH", modes: .serve,
        help: "the daemon's lines of JSON there; beside the other socket, where that isn't named"
      ) {
        options, value in options.jsonSocket = value
      },
      Definition(
        name: "--format", value: "text|json", modes: [.dump, .list, .status],
        help: "how to show it: for a person (default), or an object a line"
      ) {
        options, value throws(UsageError) in
        guard let format = Format(rawValue: value) else {
          throw UsageError("--format is text or json, not “\(value)”")
        }
        options.format = format
      },
      Definition(
        name: "--frames", value: "HZ", modes: .dump,
        help: "get display frames at this rate instead of every report"
      ) {
        options, value throws(UsageError) in
        guard let hertz = Double(value), hertz >= 1, hertz <= 1000 else {
          throw UsageError("--frames is 1 to 1000 Hz, not “\(value)”")
        }
        options.frames = UInt32((hertz * 1000).rounded())
      },
      Definition(
        name: "--predict", value: "MS", modes: .dump,
        help: "with --frames: predict samples, up to 50 ms ahead"
      ) {
        options, value throws(UsageError) in
        guard let ms = Double(value), ms >= 0.001, ms <= 50 else {
          throw UsageError(
            "--predict is 0.001 to 50 ms, not “\(value)”; without it nothing is predicted")
        }
        options.prediction = UInt32((ms * 1000).rounded())
      },
      Definition(name: "--raw", modes: .dump, help: "show the kernel's events above each sample") {
        options, _ in
        options.showsRaw = true
      },
      Definition(name: "--reasons", modes: .dump, help: "show why a stage decided as it did") {
        options, _ in
        options.showsReasons = true
      },
      Definition(name: "--summary", modes: .dump, help: "end with a line of counts") { options, _ in
        options.hasSummary = true
      },
      Definition(
        name: "--once", modes: .dump,
        help: "with --dump: end with the daemon instead of waiting for the next one"
      ) { options, _ in options.isOnce = true },
      Definition(
        name: "--config", value: "FILE",
        modes: [.serve, .dump, .record, .list, .checkConfiguration, .showConfiguration],
        help: "read this configuration instead of the system's"
      ) {
        options, value in options.configuration = value
      },
      Definition(name: "--verbose", modes: [.serve, .dump, .record, .list, .on], help: "log more") {
        options, _ in options.isVerbose = true
      },
      Definition(name: "--help", modes: .help, help: "show this, as -h does") {
        options, _ throws(UsageError) in
        try options.choose(.help, "--help")
      },
      Definition(name: "--version", modes: .version, help: "show the version") {
        options, _ throws(UsageError) in
        try options.choose(.version, "--version")
      },
    ]
  }

  private static func preferenceWish(_ text: String) throws(UsageError) -> PreferenceWish {
    if text == "show" { return .show }
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let gesture = GestureKind(optionWord: String(parts[0])) else {
      throw UsageError(
        "--prefer is show, or a gesture (\(GestureKind.optionWords)), = and an action, not “\(text)”"
      )
    }
    if parts[1] == "default" { return .choose(gesture, nil) }
    guard let action = PreferredAction(word: String(parts[1])) else {
      throw UsageError(
        "an action is \(PreferredAction.words), or default, not “\(parts[1])”")
    }
    return .choose(gesture, action)
  }

  /// The text of `--help`.
  package static var help: String {
    var text = """
      pencild: every report of the pen, with estimates that are honest, for any program.

      pencild                       serve: read the tablets and publish on a Unix socket
      pencild --dump                look at the pen
      pencild --replay FILE         serve a recording, once somebody listens
      pencild --record FILE         record the pen
      pencild --on GESTURE -- COMMAND …
                                    run a command at each gesture
      pencild --prefer GESTURE=ACTION
                                    choose what a gesture does, such as double-press=switchEraser

      """
    for definition in definitions {
      let left = "  \(definition.name) \(definition.value ?? "")"
      text += left + String(repeating: " ", count: max(1, 28 - left.count)) + definition.help + "\n"
    }
    return text
  }
}
