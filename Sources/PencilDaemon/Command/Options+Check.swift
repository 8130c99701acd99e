extension Options {
  /// Modes, without what they are given.
  struct Modes: OptionSet {
    let rawValue: UInt16
    init(rawValue: UInt16) { self.rawValue = rawValue }
    static let serve = Modes(rawValue: 1 << 0)
    static let dump = Modes(rawValue: 1 << 1)
    static let record = Modes(rawValue: 1 << 2)
    static let list = Modes(rawValue: 1 << 3)
    static let on = Modes(rawValue: 1 << 4)
    static let prefer = Modes(rawValue: 1 << 5)
    static let status = Modes(rawValue: 1 << 6)
    static let checkConfiguration = Modes(rawValue: 1 << 7)
    static let showConfiguration = Modes(rawValue: 1 << 8)
    static let help = Modes(rawValue: 1 << 9)
    static let version = Modes(rawValue: 1 << 10)

    private static let names = [
      "serving", "--dump", "--record", "--list", "--on", "--prefer", "--status", "--check-config",
      "--show-config", "--help", "--version",
    ]

    /// For a person: `--dump, --list or --status`.
    var names: String {
      let all = Self.names.indices.filter { rawValue & 1 << $0 != 0 }.map { Self.names[$0] }
      guard let last = all.last, all.count > 1 else { return all.first ?? "" }
      return all.dropLast().joined(separator: ", ") + " or " + last
    }
  }

  private var modes: Modes {
    switch mode {
    case .serve: .serve
    case .dump: .dump
    case .list: .list
    case .help: .help
    case .version: .version
    case .record: .record
    case .on: .on
    case .prefer: .prefer
    case .status: .status
    case .checkConfiguration: .checkConfiguration
    case .showConfiguration: .showConfiguration
    }
  }

  mutating func choose(_ mode: Mode, _ name: String) throws(UsageError) {
    if modes != .serve, modes.names != name {
      throw UsageError("\(modes.names) and \(name) exclude each other")
    }
    self.mode = mode
  }

  /// Options of which one means nothing without the other.
  private static let needed = [("--speed", "--replay"), ("--predict", "--frames")]

  private static let alone = "the one asks a running daemon, the other reads without one"
  private static let itsOwn = "a running daemon has read its own configuration"

  /// Options that exclude each other, in some modes, and why.
  private static let exclusions: [(one: String, other: String, modes: Modes, why: String)] = [
    ("--replay", "--device", [.serve, .dump], "each says where the pen comes from"),
    ("--socket", "--replay", .dump, alone), ("--socket", "--device", [.dump, .record], alone),
    ("--frames", "--replay", .dump, alone), ("--frames", "--device", .dump, alone),
    ("--once", "--replay", .dump, alone), ("--once", "--device", .dump, alone),
    ("--socket", "--config", [.dump, .record], itsOwn), ("--frames", "--config", .dump, itsOwn),
  ]

  /// Options that mean nothing together are an error: they were meant to do something.
  func check(_ given: [Definition]) throws(UsageError) {
    for option in given where !option.modes.contains(modes) {
      // Modes were looked at when they were taken, so that it is a mere option.
      throw UsageError("\(option.name) goes with \(option.modes.names), not with \(modes.names)")
    }
    let names = given.map(\.name)
    for (option, other) in Self.needed where names.contains(option) && !names.contains(other) {
      throw UsageError("\(option) goes with \(other)")
    }
    for (one, other, among, why) in Self.exclusions where among.contains(modes) {
      if names.contains(one), names.contains(other) {
        throw UsageError("\(one) and \(other) exclude each other: \(why)")
      }
    }
    if case .on = mode, command.first?.isEmpty ?? true {
      throw UsageError("--on needs -- COMMAND … at the end")
    }
  }
}
