package import PencilSystem
internal import PencilWire

// Every text in one place: what is wrong, then what to do.

extension PencilError {
  static func noDaemon(at paths: [String], _ error: Errno) -> PencilError {
    PencilError(
      .noDaemon, underlying: error,
      "no daemon listens at \(paths.joined(separator: ", ")): "
        + "start it with `systemctl start pencild.socket` or run `pencild`")
  }

  /// Why a socket that is there can't be connected to.
  static func unreachable(_ path: String, _ error: Errno) -> PencilError {
    switch error {
    case .accessDenied, .notPermitted:
      PencilError(
        .accessDenied, underlying: error,
        "this user may not connect to \(path): look at its owner and mode with `ls -l`; "
          + "those of the service's socket are SocketMode= and SocketGroup= in pencild.socket")
    case .wouldBlock:
      PencilError(
        .busy, underlying: error,
        "the daemon at \(path) has more new clients waiting than it can take: try again")
    case .wrongSocketKind:
      PencilError(
        .noDaemon, underlying: error,
        "\(path) is a socket of another kind: name the one for apps, pencil.sock (json.sock is for scripts)"
      )
    case .nameTooLong:
      PencilError(
        .noDaemon, underlying: error,
        "\(path) is longer than the path of a socket can be (107 bytes): use a shorter one")
    default: failed("connecting to \(path)", error)
    }
  }

  package static func failed(_ what: String, _ error: Errno) -> PencilError {
    PencilError(.systemCall, underlying: error, "\(what): \(error)")
  }

  package static let silent = PencilError(
    .timedOut,
    "the daemon took the connection but didn't answer within 2 s: see `systemctl status pencild` "
      + "or the daemon's own output")

  static let closedByDaemon = PencilError(
    .disconnected, "the daemon closed the connection: it was stopped or restarted")

  static let stuck = PencilError(
    .busy, "the daemon doesn't read what this app sends: ask for less often, or restart the daemon")

  static func version(_ major: UInt16, daemon: String) -> PencilError {
    PencilError(
      .unsupportedVersion,
      "the daemon (pencild \(daemon)) speaks version \(major) of the protocol and this app version "
        + "\(PencilProtocol.major): install an app and a daemon of the same version")
  }

  static func malformed(_ what: String) -> PencilError {
    PencilError(
      .protocolViolation,
      "what the daemon sent isn't version \(PencilProtocol.major) of the protocol (\(what)): "
        + "is the socket pencild's? If it is, report a bug of it")
  }

  static func badRate(_ hertz: Double) -> PencilError {
    PencilError(
      .badSubscription, "\(hertz) display frames a second can't be had: ask for 1 to 1000 Hz")
  }

  static func badDisplay(period: UInt32, lead: UInt32) -> PencilError {
    PencilError(
      .badSubscription,
      "a display of \(period) ns a frame with a lead of \(lead) ns can't be had: "
        + "the period is 1 ms to 1 s, the lead at most one period")
  }

  static func badPattern(_ bytes: Int) -> PencilError {
    PencilError(
      .badSubscription,
      "tablet is a text of at most \(Preference.tabletLimit) bytes, not \(bytes)")
  }

  static func badButton(_ button: UInt8) -> PencilError {
    PencilError(
      .badSubscription,
      "button is a whole number from 0 to \(Buttons.knownCount - 1), or nil, not \(button)")
  }

  /// What the daemon refused, in its own words, and what to do.
  static func refusal(_ note: ErrorNote) -> PencilError {
    let said = note.text.isEmpty ? "error \(note.code)" : note.text
    return switch ErrorCode(rawValue: note.code) {
    case .notPermitted:
      PencilError(
        .notPermitted,
        note.text.isEmpty
          ? "suspended: this session is not active; members of group pencil may always listen"
          : said
      )
    case .tooManyClients:
      PencilError(
        .busy, "the daemon has no room for another client (\(said)): close one, or try again")
    case .helloTooLate:
      PencilError(.timedOut, "the daemon dropped this client for its silence (\(said)): try again")
    case .unsupportedVersion:
      PencilError(
        .unsupportedVersion,
        "the daemon doesn't speak version \(PencilProtocol.major) of the protocol (\(said)): "
          + "install an app and a daemon of the same version")
    case .badValue: PencilError(.badSubscription, "the daemon refused the subscription: \(said)")
    case .unknownRequest:
      PencilError(.refused, "the daemon is too old for this request (\(said)): install a newer one")
    case .malformed, .helloExpected, .notSubscribed, nil:
      PencilError(.refused, "the daemon refused what this app sent: \(said)")
    }
  }
}

extension ErrorNote {
  /// Whether the same client may be taken later, without anything changed on its side.
  var isTransient: Bool {
    switch ErrorCode(rawValue: code) {
    case .tooManyClients, .helloTooLate, nil: true
    case .malformed, .badValue, .unsupportedVersion, .helloExpected, .notPermitted, .unknownRequest,
      .notSubscribed:
      false
    }
  }
}
