import Glibc
import PencilCore
import PencilSystem
import PencilTestSupport
import PencilWire
import Testing

/// `pencild --on` as a program, and a daemon that makes just the gestures that a test wants.
@Suite(.serialized) struct OnTests {
  private let folder: Folder
  private let daemon: ScriptedDaemon

  init() throws {
    folder = try Folder()
    daemon = try ScriptedDaemon(folder("s"))
  }

  // MARK: - What there is

  private static let tablet = {
    var tablet = TabletRecord()
    tablet.tablet = 1
    tablet.flags = .present
    tablet.name = "Wacom Intuos Pro M"
    tablet.identity = "usb-1"
    return tablet
  }()

  private static let tool = {
    var tool = Tool()
    tool.id = 2
    tool.tablet = 1
    tool.serial = 0x00c0_a11e
    return tool
  }()

  /// A gesture with a whole pose, timed so that it is not late however slow the machine is.
  private func gesture(
    _ kind: GestureKind = .doublePress, number: UInt32 = 1,
    _ change: (inout Gesture) -> Void = { _ in }
  ) -> Gesture {
    var gesture = Gesture()
    gesture.time = Clock.monotonicMicroseconds + 600_000_000
    gesture.tablet = 1
    gesture.tool = 2
    gesture.number = number
    gesture.kind = kind
    gesture.button = 1
    gesture.action = .switchPrevious
    gesture.pose.available = [.position, .millimetres, .tilt, .roll, .hover]
    gesture.pose.values.x = 12.5
    gesture.pose.values.y = 0.0001
    gesture.pose.values.nx = -0.25
    gesture.pose.values.ny = 1
    gesture.pose.values.altitude = 1.5
    gesture.pose.values.azimuth = 6.25
    gesture.pose.values.roll = 0
    gesture.pose.values.hover = 0.125
    change(&gesture)
    return gesture
  }

  /// A script that appends a line to the file `log`, in one write.
  private func script(_ line: String, then more: String = "") -> [String] {
    ["sh", "-c", "printf '%s\\n' \"\(line)\" >>\(folder("log")); \(more)"]
  }

  private var log: [String] {
    String(decoding: Program.bytes(folder("log")), as: UTF8.self).split(separator: "\n")
      .map(String.init)
  }

  private func on(
    _ options: [String], _ command: [String], environment: [String] = []
  ) throws -> Program {
    try Program(
      "env",
      // What the tests themselves are told by.
      ["-u", "PENCIL_SANITIZED", "-u", "PENCIL_DATA"] + environment + [Program.pencild] + options
        + ["--socket", folder("s"), "--verbose", "--"]
        + command,
      in: folder.path)
  }

  private func serve() throws {
    try #require(try daemon.serve(tablet: Self.tablet, tool: Self.tool))
  }

  /// The program's children that have not been waited for, running or not.
  private func children(of program: Program) -> [Substring] {
    let path = "/proc/\(program.pid)/task/\(program.pid)/children"
    return String(decoding: Program.bytes(path), as: UTF8.self).split(separator: " ")
  }

  // MARK: - Tests

  /// What is not available has no variable, even if this process was given one.
  @Test func theGestureIsInTheEnvironment() throws {
    let program = try on(
      ["--on", "double-press"],
      [
        "sh", "-c",
        "f=\(folder("e")).$PENCIL_TIME; env | grep ^PENCIL_ >$f.part; mv $f.part $f",
      ],
      environment: ["PENCIL_X=99", "PENCIL_SERIAL=5", "PENCIL_OTHER=kept"])
    try serve()
    let whole = gesture()
    let poor = gesture {
      $0.time = whole.time + 1
      $0.tool = 3
      $0.toolType = .eraser
      $0.button = 0
      $0.action = .runSystemShortcut
      $0.pose = GesturePose()
    }
    try daemon.send(whole, poor)
    let names = [whole, poor].map { folder("e.\($0.time)") }
    let hasRun = eventually { names.allSatisfy { Program.exists($0) } }
    let lines = names.map { name in
      String(decoding: Program.bytes(name), as: UTF8.self).split(separator: "\n").map(String.init)
    }
    let common = ["PENCIL_IDENTITY=usb-1", "PENCIL_TABLET=Wacom Intuos Pro M", "PENCIL_OTHER=kept"]
    #expect(hasRun, "\(program.errors)")
    #expect(
      Set(lines[0])
        == Set(
          common + [
            "PENCIL_GESTURE=double-press", "PENCIL_ACTION=switchPrevious",
            "PENCIL_BUTTON=stylus2", "PENCIL_TOOL_TYPE=pen", "PENCIL_SERIAL=00c0a11e",
            "PENCIL_TIME=\(whole.time)", "PENCIL_X=12.5000", "PENCIL_Y=0.0001",
            "PENCIL_NX=-0.250000", "PENCIL_NY=1.000000", "PENCIL_ALTITUDE=1.500000",
            "PENCIL_AZIMUTH=6.250000", "PENCIL_ROLL=0.000000", "PENCIL_HOVER=0.125000",
          ]))
    #expect(
      Set(lines[1])
        == Set(
          common + [
            "PENCIL_GESTURE=double-press", "PENCIL_ACTION=runSystemShortcut",
            "PENCIL_BUTTON=stylus", "PENCIL_TOOL_TYPE=eraser", "PENCIL_TIME=\(poor.time)",
          ]))
    #expect(daemon.filter?.contents == .gestures)
  }

  struct Choice: Sendable, CustomTestStringConvertible {
    var options: [String]
    /// Numbers of the gestures for which the command runs.
    var runs: [Int]
    var toolTypes: UInt8 = 0
    var testDescription: String { options.joined(separator: " ") }
  }

  /// Of nine gestures: 1 a double press, 2 with the action `ignore`, 3 of an eraser without serial, 4 on an unknown
  /// tablet; 5, 6 and 7 a hold that begins, goes on and ends; 8 a double press of long ago; 9 what nobody wants.
  static let choices = [
    Choice(options: ["--on", "double-press"], runs: [1, 2, 3, 4]),
    Choice(options: ["--on", "hold"], runs: [7]),
    Choice(options: ["--on", "triple-press"], runs: []),
    // The daemon leaves out other types; who takes them from it all the same does, too.
    Choice(options: ["--on", "double-press", "--tool", "eraser"], runs: [3], toolTypes: 4),
    Choice(options: ["--on", "double-press", "--tool", "c0a11e"], runs: [1, 2]),
    Choice(options: ["--on", "double-press", "--tool", "c0a11f"], runs: []),
    Choice(options: ["--on", "double-press", "--tablet", "*Intuos*"], runs: [1, 2, 3]),
    Choice(options: ["--on", "double-press", "--tablet", "usb-1"], runs: [1, 2, 3]),
    Choice(options: ["--on", "double-press", "--tablet", "Intuos"], runs: []),
  ]

  @Test(arguments: choices) func onlyTheWantedGesturesRunIt(_ choice: Choice) throws {
    let program = try on(choice.options, script("$PENCIL_TIME"))
    try serve()
    let start = gesture().time
    let changes: [(GestureKind, (inout Gesture) -> Void)] = [
      (.doublePress, { _ in }), (.doublePress, { $0.action = .ignore }),
      (.doublePress, { ($0.toolType, $0.tool) = (.eraser, 3) }), (.doublePress, { $0.tablet = 9 }),
      (.hold, { $0.phase = .began }), (.hold, { $0.phase = .changed }), (.hold, { _ in }),
      (.doublePress, { $0.time = 1 }), (.contactPress, { _ in }),
    ]
    for (i, (kind, change)) in changes.enumerated() {
      try daemon.send(
        gesture(kind) {
          $0.time = start + UInt64(i)
          change(&$0)
        })
    }
    let expected = choice.runs.map { "\(start + UInt64($0 - 1))" }
    // When the last one has been read, those before it have been looked at.
    let isRead = eventually { daemon.unread == 0 }
    let hasRun = eventually { children(of: program).isEmpty && log.count >= expected.count }
    program.signal(SIGTERM)
    #expect(program.status() == 0)
    #expect([isRead, hasRun] == [true, true])
    #expect(log.sorted() == expected)
    #expect(daemon.filter?.toolTypes == choice.toolTypes)
  }

  /// A command that doesn't end holds up nothing, takes no more than its share, and leaves nothing behind.
  @Test func commandsThatHangAreBounded() throws {
    let program = try on(
      ["--on", "double-press"],
      script("$PENCIL_TIME", then: "while ! test -e \(folder("go")); do sleep 0.01; done; exit 3"))
    try serve()
    for number in 0..<10 { try daemon.send(gesture { $0.time += UInt64(number) }) }
    let isFull = eventually { program.errorLines >= 2 && log.count >= 8 }
    let running = children(of: program).count
    let refusals = program.errors
    try Program.write([], to: folder("go"))
    let areGone = eventually { children(of: program).isEmpty && program.errorLines >= 10 }
    let ends = program.errors.dropFirst(refusals.count).split(separator: "\n")
    #expect([isFull, areGone] == [true, true], "\(program.errors)")
    #expect(running == 8)
    #expect(
      refusals.split(separator: "\n").allSatisfy {
        $0.hasSuffix("not started: it already runs 8 times")
      })
    #expect(refusals.split(separator: "\n").count == 2)
    #expect(ends.count == 8)
    #expect(ends.allSatisfy { $0.hasSuffix("” exited with status 3") })
    // There is room again.
    try daemon.send(gesture())
    #expect(eventually { log.count == 9 })
    #expect(eventually { children(of: program).isEmpty })
  }

  /// A failure is told with what it was.
  @Test(arguments: [
    ("exit 7", "exited with status 7"), ("kill -9 $$", "was killed by signal 9"),
  ]) func failuresAreTold(script: String, text: String) throws {
    let program = try on(["--on", "double-press"], ["sh", "-c", script])
    try serve()
    try daemon.send(gesture())
    let isTold = eventually { program.errors.contains(text) }
    #expect(isTold)
    #expect(program.errors == "pencild: “sh -c \(script)” \(text)\n")
  }

  /// A program that goes while this one runs is told at each gesture, and is no end.
  @Test func aProgramThatIsGoneIsTold() throws {
    let path = folder("tool")
    try Program.write(Array("#!/bin/sh\n".utf8), to: path)
    unsafe chmod(path, 0o755)
    let program = try on(["--on", "double-press"], [path])
    try serve()
    unsafe unlink(path)
    try daemon.send(gesture())
    let isTold = eventually { program.errors.contains("\n") }
    #expect(isTold)
    #expect(
      program.errors == "pencild: “\(path)” can't be started: No such file or directory\n")
    #expect(program.isRunning)
  }

  /// It waits for a daemon, and for the next one.
  @Test func itOutlivesTheDaemon() throws {
    daemon.hangUp()
    unsafe unlink(folder("s"))
    let program = try on(["--on", "double-press"], script("$PENCIL_TIME"))
    let waits = eventually { program.errors.contains("no daemon listens") }
    try daemon.listenAgain()
    try serve()
    let first = gesture()
    try daemon.send(first)
    let hasRun = eventually { log.count == 1 }
    daemon.hangUp()
    let isLost = eventually { program.errors.contains("closed the connection") }
    try daemon.listenAgain()
    try serve()
    let second = gesture()
    try daemon.send(second)
    let runsAgain = eventually { log.count == 2 }
    #expect([waits, hasRun, isLost, runsAgain] == [true, true, true, true], "\(program.errors)")
    #expect(log == ["\(first.time)", "\(second.time)"])
    #expect(
      program.errors.split(separator: "\n").count { $0.contains("connected to the daemon") } == 2)
  }

  /// Control-C ends it at once, whatever runs, and the command goes on.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func aSignalEndsIt(signal: Int32) throws {
    let program = try on(
      ["--on", "double-press"],
      script(
        "began",
        then:
          "while ! test -e \(folder("go")); do sleep 0.01; done; printf 'ended\\n' >>\(folder("log"))"
      ))
    try serve()
    try daemon.send(gesture())
    let hasBegun = eventually { log == ["began"] }
    program.signal(signal)
    #expect(program.status() == 0)
    #expect(hasBegun)
    try Program.write([], to: folder("go"))
    #expect(eventually { log == ["began", "ended"] })
  }
}
