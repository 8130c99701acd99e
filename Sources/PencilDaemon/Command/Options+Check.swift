extension Options {
  private var modeName: String? {
    switch mode {
    case .serve: nil
    case .dump: "--dump"
    case .list: "--list"
    case .help: "--help"
    case .version: "--version"
    case .record: "--record"
    case .on: "--on"
    case .prefer: "--prefer"
    case .status: "--status"
    case .checkConfiguration: "--check-config"
    case .showConfiguration: "--show-config"
    }
  }

  mutating func choose(_ mode: Mode, _ name: String) throws(UsageError) {
    if let modeName, modeName != name {
      throw UsageError("\(modeName) and \(name) exclude each other")
    }
    self.mode = mode
  }

  /// Options that mean nothing together are an error: they were meant to do something.
  func check() throws(UsageError) {
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
      if isOnce { throw UsageError("--once goes with --dump") }
      if format != .text, mode != .list, mode != .status {
        throw UsageError("--format goes with --dump, --list or --status")
      }
    }
    if frames != nil || isOnce, replay != nil || !devices.isEmpty {
      throw UsageError(
        "\(isOnce ? "--once" : "--frames") needs a running daemon; --replay and --device read without one"
      )
    }
    if case .on = mode {
      if command.first?.isEmpty ?? true { throw UsageError("--on needs -- COMMAND … at the end") }
      if replay != nil || !devices.isEmpty {
        throw UsageError("--on needs a running daemon; --replay and --device read without one")
      }
    }
    if !concernsGestures {
      if tools != .any { throw UsageError("--tool goes with --on or --prefer") }
      if !tablet.isEmpty { throw UsageError("--tablet goes with --on or --prefer") }
    }
    if case .prefer = mode {
    } else if button != nil {
      throw UsageError("--button goes with --prefer")
    }
    try checkDaemonless()
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

  private var concernsGestures: Bool {
    switch mode {
    case .on, .prefer: true
    default: false
    }
  }

  /// What asks a daemon reads nothing itself, and what reads the configuration asks no daemon.
  private func checkDaemonless() throws(UsageError) {
    switch mode {
    case .prefer, .status:
      if replay != nil || !devices.isEmpty {
        throw UsageError("\(modeName ?? "") asks a running daemon, without --replay and --device")
      }
    case .checkConfiguration, .showConfiguration:
      if replay != nil || !devices.isEmpty || socket != nil {
        throw UsageError("\(modeName ?? "") reads files alone: with --config at most")
      }
    default: break
    }
  }
}
