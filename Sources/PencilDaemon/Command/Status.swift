internal import PencilClient
internal import PencilSystem
internal import PencilWire

/// `--status`: what the running daemon does.
enum Status {
  static func run(_ options: Options) throws(CommandError) {
    var answer = Answer(isJSON: options.format == .json)
    do throws(PencilError) {
      var connection = try PencilConnection.connect(to: options.socket, name: "pencild --status")
      try connection.requestStatus()
      try connection.waitForAnswer { connection throws(PencilError) in
        while let delivery = try connection.receiveItems({ answer.take($0, $1) }) {
          if case .disconnected(let error) = delivery { throw error }
        }
        return answer.isComplete
      }
    } catch { throw CommandError(.unavailable, "\(error)") }
    try Output.write(answer.text)
  }

  static func count(_ number: some BinaryInteger, _ word: String) -> String {
    "\(number) \(word)\(number == 1 ? "" : "s")"
  }

  /// The notes of an answer, as they come, and what is shown of them.
  struct Answer {
    let isJSON: Bool
    private(set) var isComplete = false
    private var daemon = DaemonStatusNote()
    private var tablets: [TabletStatusNote] = []
    private var clients: [ClientStatusNote] = []
    private var lines = ""

    init(isJSON: Bool) { self.isJSON = isJSON }

    mutating func take(_ header: ItemHeader, _ item: RawSpan) {
      switch header.type {
      case .daemonStatus: daemon = DaemonStatusNote(item) ?? daemon
      case .tabletStatus: TabletStatusNote(item).map { tablets.append($0) }
      case .clientStatus: ClientStatusNote(item).map { clients.append($0) }
      case .statusEnd: isComplete = true
      default: return
      }
      guard isJSON else { return }
      lines += TextBuffer.text { buffer in
        var writer = JSONLinesWriter()
        writer.write(item, into: &buffer)
      }
    }

    var text: String {
      if isJSON { return lines }
      var text =
        "pencild \(Self.printable(daemon.version)) · up \(Self.span(daemon.time - daemon.started))"
      let epoch = "epoch \(String(daemon.epoch, radix: 16))\n"
      if daemon.isActivityHidden {
        text += "\njournal of \(Self.size(daemon.capacity)) · \(epoch)"
        text += "how much pens write is shown to those who may hear all of them\n"
      } else {
        text += daemon.memory > 0 ? " · \(Self.size(daemon.memory)) resident" : ""
        text += " · \(Status.count(daemon.inputFrames, "input frame"))\n"
        text += "journal \(Self.size(daemon.used)) of \(Self.size(daemon.capacity)) · "
        text +=
          daemon.oldest > daemon.head ? "no record" : "records \(daemon.oldest)…\(daemon.head)"
        text += " · \(epoch)"
      }
      for tablet in tablets { text += line(tablet) }
      if tablets.isEmpty {
        text += daemon.isActivityHidden ? "no tablet that this user hears now\n" : "no tablet\n"
      }
      for client in clients { text += line(client) }
      return text
    }

    private func line(_ tablet: TabletStatusNote) -> String {
      var text =
        "tablet \(tablet.tablet)  \(Self.printable(tablet.name)) · \(Self.printable(tablet.node))"
      text += " · \(Status.count(tablet.inputFrames, "input frame"))"
      if tablet.rate > 0 { text += " · \(Self.decimal(tablet.rate)) Hz" }
      if tablet.lastFrame > 0 {
        text += " · last \(Self.span(daemon.time - min(tablet.lastFrame, daemon.time))) ago"
      }
      if tablet.overruns > 0 {
        text += " · \(Status.count(tablet.overruns, "overrun")) of the kernel's buffer"
      }
      return text + "\n"
    }

    private func line(_ client: ClientStatusNote) -> String {
      var text = "client \(client.number)  user \(client.uid) · pid \(client.pid)"
      // The daemon can't know whether it is true.
      if !client.name.isEmpty { text += " · calls itself “\(Self.printable(client.name))”" }
      text += client.flags.contains(.text) ? " · JSON" : ""
      text +=
        client.flags.contains(.subscribed)
        ? " · " + TextBuffer.text { $0.append(pace: client.pace) } : " · not subscribed"
      if client.flags.contains(.suspended) { text += " · suspended" }
      if client.flags.contains(.claimsGestures) { text += " · has claimed gestures" }
      if client.flags.contains(.gesturesOff) { text += " · gestures off" }
      if client.lag > 0 { text += " · \(Status.count(client.lag, "record")) behind" }
      if client.gaps > 0 {
        text +=
          " · lost \(Status.count(client.lost, "record")) in \(Status.count(client.gaps, "gap"))"
      }
      return text + "\n"
    }

    /// Thousandths, with one decimal.
    private static func decimal(_ thousandths: UInt32) -> String {
      "\(thousandths / 1000).\(thousandths % 1000 / 100)"
    }

    private static func size(_ bytes: UInt64) -> String {
      bytes < 1 << 20 ? "\(bytes >> 10) KiB" : "\(decimal(UInt32((bytes >> 10) * 1000 / 1024))) MiB"
    }

    private static func span(_ microseconds: UInt64) -> String {
      let seconds = microseconds / 1_000_000
      if seconds < 60 { return "\(decimal(UInt32(microseconds / 1000))) s" }
      if seconds < 3600 { return "\(seconds / 60) min" }
      return "\(seconds / 3600) h \(seconds % 3600 / 60) min"
    }

    /// Without what could steer a terminal.
    private static func printable(_ text: String) -> String {
      TextBuffer.text { $0.append(printable: text) }
    }
  }
}
