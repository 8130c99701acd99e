import PencilClient
import PencilCore
import PencilTestSupport
import Testing

/// A daemon whose configuration changes, and one that nobody needs.
@Suite(.serialized) struct ServiceLifeTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  /// Read anew at SIGHUP while the pen moves: nothing is lost, and a wrong configuration changes nothing.
  @Test func reloadsItsConfiguration() throws {
    let configuration = folder("pencild.conf")
    func write(_ action: String) throws {
      let text = "[Gestures]\nDoublePress=\(action)\nHold=\(action)\n"
      try Program.write(Array(text.utf8), to: configuration)
    }
    try write("showColorPalette")
    let daemon = try Daemon(
      ["--config", configuration], recording: try Example.writtenWord().bytes(), in: folder)
    var connection = try PencilConnection.connect(to: daemon.socket, name: "app")
    var told = [Self.action(connection.preferences)]
    try connection.subscribe(Subscription(contents: .all))
    try write("switchTool")
    daemon.program.signal(1)
    // All that is wrong with it is told.
    let isRefused = eventually {
      let errors = daemon.program.errors
      return [":2: Double", ":3: Hold"].allSatisfy { errors.contains("\(configuration)\($0)") }
    }
    try write("switchPrevious")
    daemon.program.signal(1)
    var samples = 0
    var isOver = false
    while !isOver {
      guard try connection.wait(timeoutMilliseconds: Int32(Program.limit) * 1000) else { break }
      while let event = try connection.receive() {
        switch event {
        case .frame: samples += connection.frame.samples.count
        case .preferences: told.append(Self.action(connection.preferences))
        case .disconnected: isOver = true
        default: break
        }
      }
    }
    #expect([isOver, isRefused] == [true, true])
    #expect(told == [.showColorPalette, .switchPrevious])
    #expect(samples == 1263, "those of the recording, as without a reload")
    #expect(
      daemon.program.errors.contains("not reloaded, all stays as it was: \(configuration):2:"))
  }

  /// Who waits for a gesture that the daemon never looks for, or says what it should do, hears which key turns it on.
  @Test func aGestureThatIsOffIsTold() throws {
    let configuration = folder("pencild.conf")
    try Program.write(Array("[Gestures]\nContactPress=yes\n".utf8), to: configuration)
    let daemon = try Daemon(["--config", configuration], in: folder)
    func start(_ arguments: [String]) throws -> Program {
      try Program(
        Program.pencild, [arguments[0], arguments[1], "--socket", daemon.socket] + arguments[2...],
        in: folder.path)
    }
    func told(_ words: (String, String)) -> String {
      "config: \(words.0) is off in the daemon's configuration, so none comes: \(words.1)=yes in [Gestures] of pencild.conf turns it on\n"
    }
    let waiting = try start(["--on", "hold", "--", "true"])
    let isTold = eventually { waiting.errors == told(("hold", "Hold")) }
    let stored = try ["triple-press=ignore", "contact-press=ignore", "hold=default"].map {
      let program = try start(["--prefer", $0])
      return "\(program.status() ?? -1) \(program.errors)\(program.outputText)"
    }
    #expect([isTold, waiting.isRunning] == [true, true], "\(waiting.errors)")
    #expect(
      stored == [
        "0 " + told(("triple-press", "TriplePress"))
          + "triple-press=ignore: yours · off\ntriple-press=ignore: built in · off\n",
        "0 contact-press=ignore: yours\ncontact-press=ignore: built in\n",
        "0 hold=showContextualPalette: built in · off\n",
      ])
    // Told once, also when a preference has been changed since; and by JSON, too.
    try Program.write(Array("[Gestures]\nHold=yes\nContactPress=yes\n".utf8), to: configuration)
    daemon.program.signal(1)
    var connection = try PencilConnection.connect(to: daemon.socket, name: "app")
    let isOn = try eventually {
      while try connection.receive() != nil {}
      return connection.gesturesOff == .triplePress
    }
    #expect([isOn, waiting.errors == told(("hold", "Hold"))] == [true, true])
  }

  private static func action(_ lines: [Preference]) -> PreferredAction? {
    lines.first { $0.gesture == .doublePress }?.action
  }

  /// With sockets that the service manager keeps it ends when nobody needs it, and a client that comes then is served
  /// by the next one. One that comes in the last moment, when its time is over but it has not seen that yet, keeps it.
  @Test func endsWhenNobodyNeedsIt() throws {
    try Program.write(Array("[Daemon]\nIdleExit=1s\n".utf8), to: folder("pencild.conf"))
    let manager = try Program(
      "python3", ["-B", "-c", Self.manager, Program.pencild, folder.path], in: folder.path)
    let status = manager.status()
    #expect(status == 0, "\(manager.errors)")
    #expect(
      manager.outputText == "idle 0\nwelcome 257\nstays True\nidle 0\nlast moment 257\nidle 0\n")
  }

  /// A service manager in a few lines: it holds the socket, and starts the daemon when somebody connects.
  private static let manager = """
    import os, signal, socket, struct, sys, time
    program, folder = sys.argv[1:3]
    path = folder + '/pencil.sock'
    door = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    door.bind(path)
    door.listen()
    def start():
        pid = os.fork()
        if pid:
            return pid
        os.dup2(door.fileno(), 3)
        os.set_inheritable(3, True)
        os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS='1', LISTEN_FDNAMES='pencil')
        os.execv(program, [program, '--config', folder + '/pencild.conf'])
    def end(pid):
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    print('idle', end(start()), flush=True)
    def connect():
        client = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        client.connect(path)
        client.send(struct.pack('<HHI4sHH64s', 80, 1, 7, b'PNCL', 1, 0, b'late'))
        return client
    def answer(client):
        return struct.unpack_from('<H', client.recv(65536), 2)[0]
    client = connect()
    pid = start()
    print('welcome', answer(client), flush=True)
    time.sleep(1.5)
    print('stays', os.waitpid(pid, os.WNOHANG) == (0, 0), flush=True)
    client.close()
    print('idle', end(pid), flush=True)
    pid = start()
    time.sleep(0.2)
    os.kill(pid, signal.SIGSTOP)
    time.sleep(1)
    client = connect()
    os.kill(pid, signal.SIGCONT)
    print('last moment', answer(client), flush=True)
    client.close()
    print('idle', end(pid), flush=True)
    """
}
