package import PencilCore
package import PencilWire

/// What the command line asks for.
package struct Options: Equatable, Sendable {
  package enum Mode: Equatable, Sendable {
    case serve, dump, list, help, version
    case record(String)
    case on(GestureKind)
  }

  package enum Format: String, CaseIterable, Equatable, Sendable {
    case text, json
  }

  package var mode = Mode.serve
  /// A recording to play instead of reading tablets.
  package var replay: String?
  package var speed = ReplaySpeed.real
  /// Only these nodes, instead of what udev knows.
  package var devices: [String] = []
  package var socket: String?
  /// Where the text door is.
  package var jsonSocket: String?
  package var format = Format.text
  package var showsRaw = false
  package var showsReasons = false
  package var hasSummary = false
  /// Display frames at this rate, in thousandths of a hertz; `nil`: every report.
  package var frames: UInt32?
  /// How far to predict, µs; 0: not.
  package var prediction: UInt32 = 0
  package var isVerbose = false
  package var configuration: String?
  /// What `--on` runs, with what it is given: all behind `--`.
  package var command: [String] = []
  /// Of which tools a gesture must be.
  package var tools = ToolMatch.any
  /// A pattern for the name or the identity of a tablet; empty: any.
  package var tablet = ""

  package init() {}
}

/// A command line that can't be understood: one line for the user, exit status 64.
package struct UsageError: Error, Equatable, CustomStringConvertible {
  package var description: String
  package init(_ description: String) { self.description = description }
}

extension Options {
  /// One option: its name, what follows it, what it does, and how it is taken.
  private struct Definition {
    var name: String
    var value: String?
    var help: String
    var take: (inout Options, String) throws(UsageError) -> Void
  }

  private static var definitions: [Definition] {
    [
      Definition(name: "--dump", help: "show the pen: a running daemon's stream, or the tablets'") {
        options, _ throws(UsageError) in try options.choose(.dump, "--dump")
      },
      Definition(
        name: "--record", value: "FILE",
        help: "write the pen's events as libinput's YAML; - is standard output"
      ) {
        options, value throws(UsageError) in try options.choose(.record(value), "--record")
      },
      Definition(name: "--list", help: "list the tablets") { options, _ throws(UsageError) in
        try options.choose(.list, "--list")
      },
      Definition(
        name: "--on", value: "GESTURE",
        help: "run the command behind -- at each gesture: \(GestureKind.optionWords)"
      ) {
        options, value throws(UsageError) in
        guard let gesture = GestureKind(optionWord: value) else {
          throw UsageError("--on is \(GestureKind.optionWords), not “\(value)”")
        }
        try options.choose(.on(gesture), "--on")
      },
      Definition(
        name: "--tool", value: "TOOL",
        help: "with --on: only this type of tool, or the tool with this serial"
      ) {
        options, value throws(UsageError) in
        guard let tools = ToolMatch(value) else {
          throw UsageError(
            "--tool is a type (\(ToolMatch.types)) or a serial in hexadecimal, not “\(value)”")
        }
        options.tools = tools
      },
      Definition(
        name: "--tablet", value: "PATTERN",
        help: "with --on: only tablets of such a name or identity, with * for anything"
      ) {
        options, value in options.tablet = value
      },
      Definition(
        name: "--replay", value: "FILE",
        help: "play a recording (evemu or libinput's YAML) instead of tablets"
      ) {
        options, value in options.replay = value
      },
      Definition(
        name: "--speed", value: "real|max",
        help: "how fast: as recorded (default) or as fast as possible"
      ) {
        options, value throws(UsageError) in
        switch value {
        case "real": options.speed = .real
        case "max": options.speed = .maximum
        default: throw UsageError("--speed is real or max, not “\(value)”")
        }
      },
      Definition(name: "--device", value: "PATH", help: "this evdev node only; may be given again")
      {
        options, value in options.devices.append(value)
      },
      Definition(name: "--socket", value: "PATH", help: "listen or connect there") {
        options, value in
        options.socket = value
      },
      Definition(
        name: "--json-socket", value: "PATH",
        help: "the daemon's lines of JSON there; beside the other socket, where that isn't named"
      ) {
        options, value in options.jsonSocket = value
      },
      Definition(
        name: "--format", value: "text|json",
        help: "how to show it: for a person (default), or an object a line"
      ) {
        options, value throws(UsageError) in
        guard let format = Format(rawValue: value) else {
          throw UsageError("--format is text or json, not “\(value)”")
        }
        options.format = format
      },
      Definition(
        name: "--frames", value: "HZ",
        help: "get display frames at this rate instead of every report"
      ) {
        options, value throws(UsageError) in
        guard let hertz = Double(value), hertz >= 1, hertz <= 1000 else {
          throw UsageError("--frames is 1 to 1000 Hz, not “\(value)”")
        }
        options.frames = UInt32((hertz * 1000).rounded())
      },
      Definition(
        name: "--predict", value: "MS", help: "with --frames: predict samples, up to 50 ms ahead"
      ) {
        options, value throws(UsageError) in
        guard let ms = Double(value), ms > 0, ms <= 50 else {
          throw UsageError("--predict is up to 50 ms, not “\(value)”")
        }
        options.prediction = UInt32((ms * 1000).rounded())
      },
      Definition(name: "--raw", help: "show the kernel's events above each sample") { options, _ in
        options.showsRaw = true
      },
      Definition(name: "--reasons", help: "show why a stage decided as it did") { options, _ in
        options.showsReasons = true
      },
      Definition(name: "--summary", help: "end with a line of counts") { options, _ in
        options.hasSummary = true
      },
      Definition(
        name: "--config", value: "FILE", help: "read this configuration instead of the system's"
      ) {
        options, value in options.configuration = value
      },
      Definition(name: "--verbose", help: "log more") { options, _ in options.isVerbose = true },
      Definition(name: "--help", help: "show this") { options, _ throws(UsageError) in
        try options.choose(.help, "--help")
      },
      Definition(name: "--version", help: "show the version") { options, _ throws(UsageError) in
        try options.choose(.version, "--version")
      },
    ]
  }

  /// Parses the arguments behind the program's name. `--name value` and `--name=value` are the same.
  package init(arguments: some Sequence<String>) throws(UsageError) {
    self.init()
    let definitions = Self.definitions
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        guard case .on = mode else { throw UsageError("-- COMMAND goes behind --on GESTURE") }
        command = Array(rest)
        break
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let definition = definitions.first(where: { $0.name == name }) else {
        throw UsageError("unknown \(argument.hasPrefix("-") ? "option" : "argument") “\(argument)”")
      }
      var value = ""
      if definition.value != nil {
        guard let given = parts.count > 1 ? String(parts[1]) : rest.popFirst(), !given.isEmpty
        else {
          throw UsageError("\(name) needs \(definition.value ?? "a value")")
        }
        value = given
      } else if parts.count > 1 {
        throw UsageError("\(name) takes no value")
      }
      try definition.take(&self, value)
    }
    try check()
  }

  private var modeName: String? {
    switch mode {
    case .serve: nil
    case .dump: "--dump"
    case .list: "--list"
    case .help: "--help"
    case .version: "--version"
    case .record: "--record"
    case .on: "--on"
    }
  }

  private mutating func choose(_ mode: Mode, _ name: String) throws(UsageError) {
    if let modeName, modeName != name {
      throw UsageError("\(modeName) and \(name) exclude each other")
    }
    self.mode = mode
  }

  /// Options that mean nothing together are an error: they were meant to do something.
  private func check() throws(UsageError) {
    if replay != nil, !devices.isEmpty {
      throw UsageError("--replay and --device exclude each other")
    }
    if speed != .real, replay == nil { throw UsageError("--speed goes with --replay") }
    let isDump = mode == .dump
    if !isDump {
      if showsRaw { throw UsageError("--raw goes with --dump") }
      if showsReasons { throw UsageError("--reasons goes with --dump") }
      if hasSummary { throw UsageError("--summary goes with --dump") }
      if frames != nil { throw UsageError("--frames goes with --dump") }
      if format != .text, mode != .list { throw UsageError("--format goes with --dump or --list") }
    }
    if frames != nil, replay != nil || !devices.isEmpty {
      throw UsageError("--frames needs a running daemon; --replay and --device read without one")
    }
    if case .on = mode {
      if command.first?.isEmpty ?? true { throw UsageError("--on needs -- COMMAND … at the end") }
      if replay != nil || !devices.isEmpty {
        throw UsageError("--on needs a running daemon; --replay and --device read without one")
      }
    } else {
      if tools != .any { throw UsageError("--tool goes with --on") }
      if !tablet.isEmpty { throw UsageError("--tablet goes with --on") }
    }
    if case .record = mode, replay != nil {
      throw UsageError("--record and --replay exclude each other")
    }
    if prediction > 0, frames == nil { throw UsageError("--predict goes with --frames") }
    if mode == .list, replay != nil { throw UsageError("--list and --replay exclude each other") }
    if jsonSocket != nil, mode != .serve { throw UsageError("--json-socket is a daemon's") }
    if socket != nil, isDump, replay != nil || !devices.isEmpty {
      throw UsageError("--socket is a daemon's; --replay and --device read without one")
    }
  }

  /// What is wanted of a daemon.
  package var filter: Filter {
    var contents = Contents.ordinary
    if showsRaw { contents.insert(.raw) }
    if showsReasons { contents.insert(.reasons) }
    return Filter(contents: contents)
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

      """
    for definition in definitions {
      let left = "  \(definition.name) \(definition.value ?? "")"
      text += left + String(repeating: " ", count: max(1, 28 - left.count)) + definition.help + "\n"
    }
    return text
  }
}
