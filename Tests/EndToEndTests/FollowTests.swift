import Glibc
import PencilCore
import PencilSystem
import PencilTestSupport
import PencilWire
import Testing

/// How `--dump` follows a daemon or a pen, and how it ends.
struct FollowTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  /// A signal ends what waits for a reader who stands still.
  @Test(arguments: ["--dump", "--dump --socket", "--record - --socket"], [SIGTERM, SIGINT])
  func aReaderWhoStandsStillKeepsNothing(_ options: String, signal: Int32) throws {
    // Both ends, so that nobody waits for the other to open it; it is never read.
    let path = folder("fifo")
    _ = unsafe mkfifo(path, 0o600)
    let fifo = try FileDescriptor.open(path, .readWrite, nonBlocking: true)
    let recording = try Example.circles(milliseconds: 5000).bytes()
    var daemon: Daemon?
    var source = "--replay '\(folder("recording.yml"))' --speed max"
    if options.hasSuffix("--socket") {
      daemon = try Daemon(["--speed", "max"], recording: recording, in: folder)
      source = "'\(folder("s"))'"
    } else {
      try Program.write(recording, to: folder("recording.yml"))
    }
    let script = "exec '\(Program.pencild)' \(options) \(source) >'\(path)'"
    let program = try Program("bash", ["-c", script], in: folder.path)
    let isFull = eventually {
      var one = pollfd(fd: fifo.rawValue, events: Int16(POLLOUT), revents: 0)
      return unsafe poll(&one, 1, 0) == 0
    }
    program.signal(signal)
    let status = program.status()
    let name = options.hasPrefix("--record") ? "-" : "standard output"
    #expect(isFull && status == 74, "\(daemon?.program.errors ?? "")")
    #expect(
      program.errors.hasSuffix(
        "pencild: \(name): nobody reads it, and what was left of it is lost\n"))
  }

  /// What came before a refusal is shown, and counted.
  @Test func aRefusalIsTheLastThatIsTold() throws {
    let daemon = try ScriptedDaemon(folder("s"))
    let program = try Program(
      Program.pencild,
      ["--dump", "--socket", folder("s"), "--format", "json", "--summary"], in: folder.path)
    var tablet = TabletRecord()
    tablet.tablet = 1
    let isServed = try daemon.serve(tablet: tablet, tool: Tool())
    try daemon.refuse("enough")
    #expect(isServed && program.status() == 69)
    #expect(program.errors == "pencild: enough\n")
    let types = Line.all(program.output).map(\.type)
    #expect(types.contains("tablet") && types.last == "summary")
  }

  struct Missing: Sendable, CustomTestStringConvertible {
    var options: String
    /// `$PENCIL_SOCKET` in the folder.
    var socket: String
    var text: String
    var testDescription: String { "\(options), \(socket.prefix(20))" }
  }

  private static let long = String(repeating: "n", count: 120)

  static let missing = [
    Missing(options: "--dump --once", socket: "none", text: "no daemon listens at "),
    Missing(options: "--dump", socket: "json.sock", text: "is a socket of another kind"),
    Missing(
      options: "--record F/pen.yml", socket: "json.sock", text: "is a socket of another kind"),
    Missing(options: "--dump", socket: long, text: "is longer than the path of a socket can be"),
  ]

  /// Tablets are read instead of a daemon only where there is none, and one is not needed.
  @Test(arguments: missing) func noTabletIsReadInstead(_ missing: Missing) throws {
    let door = try ListeningSocket(path: folder("json.sock"), kind: .stream, permissions: 0o600)
    let arguments = missing.options.split(separator: " ").map {
      $0.hasPrefix("F/") ? folder(String($0.dropFirst(2))) : String($0)
    }
    let program = try Program(
      Program.pencild, arguments, in: folder.path,
      environment: ["PENCIL_SOCKET": folder(missing.socket)])
    let status = program.status()
    #expect(status == 69 && door.kind == .stream)
    #expect(program.errors.contains(missing.text) && program.errorLines == 1)
  }

  /// A subscriber who reads nothing keeps a daemon for a recording only for a while.
  @Test func aRecordingEndsWithoutWhoReadsNothing() throws {
    let recording = try Example.circles(milliseconds: 5000).bytes()
    let daemon = try Daemon(["--speed", "max"], recording: recording, in: folder)
    let app = try App(daemon.socket)
    let status = daemon.program.status()
    #expect(status == 0 && app.samples.isEmpty)
    #expect(
      daemon.program.errors.contains("everybody has had it, but for 1 client that does not read"))
  }
}
