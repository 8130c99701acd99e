package import PencilCore
package import PencilWire

/// What the command line asks for.
package struct Options: Equatable, Sendable {
  package enum Mode: Equatable, Sendable {
    case serve, dump, list, help, version
    case record(String)
    case on(GestureKind)
    case prefer(PreferenceWish)
    case status, checkConfiguration, showConfiguration
  }

  /// What `--prefer` is to do.
  package enum PreferenceWish: Equatable, Sendable {
    case show
    /// An action of `nil` forgets the choice.
    case choose(GestureKind, PreferredAction?)
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
  /// A dump ends with the daemon instead of waiting for the next one.
  package var isOnce = false
  /// Display frames at this rate, in thousandths of a hertz; `nil`: every report.
  package var frames: UInt32?
  /// How far to predict, µs; 0: not.
  package var prediction: UInt32 = 0
  package var isVerbose = false
  package var configuration: String?
  /// What `--on` runs, with what it is given: all behind `--`.
  package var command: [String] = []
  /// Of which button `--prefer` speaks; `nil`: of any.
  package var button: UInt8?
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
  /// Parses the arguments behind the program's name. `--name value` and `--name=value` are the same, and so are `-h` and
  /// `--help`.
  package init(arguments: some Sequence<String>) throws(UsageError) {
    self.init()
    let definitions = Self.definitions
    var given: [Definition] = []
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        guard case .on = mode else { throw UsageError("-- COMMAND goes behind --on GESTURE") }
        command = Array(rest)
        break
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = argument == "-h" ? "--help" : String(parts[0])
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
      if definition.value != nil, !definition.isMany, given.contains(where: { $0.name == name }) {
        throw UsageError("\(name) is given twice")
      }
      given.append(definition)
      try definition.take(&self, value)
    }
    try check(given)
  }

  /// What is wanted of a daemon.
  package var filter: Filter {
    var contents = Contents.ordinary
    if showsRaw { contents.insert(.raw) }
    // For a person, why a press is no gesture is always shown.
    if showsReasons || (mode == .dump && format == .text) { contents.insert(.reasons) }
    return Filter(contents: contents)
  }
}
