import Glibc
import PencilSystem
import PencilTestSupport
import Testing

/// The real program, by its command line.
struct CommandTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  private func run(_ arguments: [String]) throws -> Program {
    let program = try Program(Program.pencild, arguments, in: folder.path)
    _ = program.status()
    return program
  }

  private func dump(_ more: String...) throws -> Program {
    try run(["--dump", "--replay", Example.writtenWordPath, "--speed", "max"] + more)
  }

  @Test func theBundledRecordingIsCounted() throws {
    let program = try dump("--format", "json", "--summary")
    let lines = Line.all(program.output)
    let summary = lines.last?.numbers ?? [:]
    let counts = ["inputFrames", "samples", "strokes", "presses", "gaps", "tablets", "tools"]
    #expect(program.status() == 0)
    #expect(program.errors == "")
    #expect(lines.allSatisfy { $0.type != "" }, "every line is an object with a type")
    #expect(counts.map { summary[$0] } == [1263, 1263, 8, 2, 0, 1, 2])
    #expect([summary["rate"], summary["medianInterval"]] == [200, 5000])
    #expect(lines.count { $0.type == "sample" } == 1263)
    #expect(lines.count { $0.texts["phase"] == "began" } == 8)
  }

  @Test func textIsForAPerson() throws {
    let program = try dump("--summary", "--raw", "--reasons")
    let text = program.outputText
    #expect(program.status() == 0)
    #expect(!text.contains("\u{1b}"), "colours are for terminals")
    #expect(text.contains("1263 input frames · 1263 samples · 8 strokes · 2 presses"))
    #expect(text.split(separator: "\n").count > 2 * 1263)
  }

  /// A reader who has seen enough is an end and no fault.
  @Test(arguments: ["text", "json"]) func outputSurvivesHead(format: String) throws {
    let script =
      "\"$0\" --dump --replay \"$1\" --speed max --raw --format \(format) | head -1; "
      + "echo \"${PIPESTATUS[0]}\""
    let program = try Program(
      "bash", ["-c", script, Program.pencild, Example.writtenWordPath], in: folder.path)
    let status = program.status()
    #expect(status == 0)
    #expect(program.outputText.split(separator: "\n").last == "0")
    #expect(program.errors == "")
  }

  @Test(arguments: [SIGTERM, SIGINT]) func aSignalEndsADumpWithItsSummary(signal: Int32) throws {
    let path = folder("long.yml")
    try Program.write(try Example.writtenWord().bytes(pauseMilliseconds: 600_000), to: path)
    let program = try Program(
      Program.pencild, ["--dump", "--replay", path, "--format", "json", "--summary"],
      in: folder.path)
    let began = eventually { !program.output.isEmpty }
    program.signal(signal)
    let status = program.status()
    #expect([began, status == 0] == [true, true])
    #expect(Line.all(program.output).last?.type == "summary")
  }

  struct Failure: Sendable, CustomTestStringConvertible {
    var line: String
    var status: Int32
    var text: String
    var testDescription: String { line }
    init(_ line: String, _ status: Int32, _ text: String) {
      self.line = line
      self.status = status
      self.text = text
    }
  }

  /// `F` is a folder, in which some files are.
  static let failures = [
    Failure("--nonsense", 64, "pencild: unknown option “--nonsense”; see pencild --help"),
    Failure("--replay", 64, "pencild: --replay needs FILE; see pencild --help"),
    Failure(
      "--dump --list", 64, "pencild: --dump and --list exclude each other; see pencild --help"),
    Failure("--raw", 64, "pencild: --raw goes with --dump, not with serving; see pencild --help"),
    Failure(
      "--on double-press", 64, "pencild: --on needs -- COMMAND … at the end; see pencild --help"),
    Failure(
      "--on squeeze -- true", 64,
      "pencild: --on is double-press, triple-press, hold, contact-press, not “squeeze”; see pencild --help"
    ),
    Failure(
      "--on hold -- F/none", 69,
      "pencild: “F/none” is no program that can be run: there is none at that path"),
    Failure(
      "--on hold -- no-such-program", 69,
      "pencild: “no-such-program” is no program that can be run: it is not in $PATH"),
    Failure(
      "--dump --replay F/evemu", 65, "pencild: F/evemu:2: not a line of evemu's format: hello"),
    Failure(
      "--replay F/evemu --socket F/s", 65, "pencild: F/evemu:2: not a line of evemu's format: hello"
    ),
    Failure("--dump --replay F/none", 66, "pencild: F/none: No such file or directory"),
    Failure("--replay F/none --socket F/s", 66, "pencild: F/none: No such file or directory"),
    Failure(
      "--dump --device F/none", 66,
      "pencild: F/none: can't be opened: No such file or directory; look whether the tablet is plugged in, and "
        + "under which name: /dev/input/by-id"),
    Failure(
      "--dump --socket F/none", 69,
      "pencild: no daemon listens at F/none: start it with `systemctl start pencild.socket` or run `pencild`"
    ),
    Failure(
      "--socket F/same --json-socket F/./same", 69,
      "pencild: F/./same: the socket for JSON can't be where the other one is"),
    Failure(
      "--socket F/none/new/s", 69,
      "pencild: F/none/new/s: the folder F/none/new can't be made: No such file or directory"),
    Failure("--socket F/evemu", 69, "pencild: F/evemu: the path exists and is not a socket"),
    Failure(
      "--socket F/s --config F/conf", 78,
      "config: F/conf:2: JournalSize= is 64K to 1G, such as 4M, not “1”"),
    Failure(
      "--dump --device F/none --config F/none", 78, "config: F/none: No such file or directory"),
    Failure(
      "--check-config --config F/conf", 78,
      "config: F/conf:2: JournalSize= is 64K to 1G, such as 4M, not “1”"),
    Failure(
      "--show-config --config F/conf", 78,
      "config: F/conf:2: JournalSize= is 64K to 1G, such as 4M, not “1”"),
    Failure("--check-config --config F/none", 78, "config: F/none: No such file or directory"),
    Failure("--list --device F/none", 66, "pencild: F/none: " + noTablet),
    Failure("--record F/pen.yml --device F/none", 66, "pencild: F/none: " + noTablet),
    Failure("--status --socket F/none", 69, "pencild: no daemon listens at F/none: " + startOne),
    Failure(
      "--prefer show --socket F/none", 69, "pencild: no daemon listens at F/none: " + startOne),
    Failure(
      "--record F/pen.yml --socket F/none", 69,
      "pencild: no daemon listens at F/none: " + startOne),
  ]

  private static let noTablet =
    "can't be opened: No such file or directory; look whether the tablet is plugged in, and under which name: /dev/input/by-id"
  private static let startOne =
    "start it with `systemctl start pencild.socket` or run `pencild`"

  /// Output that can't be written has its status, whatever is shown.
  @Test(arguments: ["--version", "--help", "--show-config", "--dump --replay"])
  func aFullDiskIsTold(_ option: String) throws {
    let recording = option.hasSuffix("--replay") ? Example.writtenWordPath + " --speed max" : ""
    let script = "'\(Program.pencild)' \(option) \(recording) >/dev/full"
    let program = try Program("bash", ["-c", script], in: folder.path)
    #expect(program.status() == 74)
    #expect(program.errors == "pencild: standard output: No space left on device\n")
  }

  /// A recording may come from another program.
  @Test func standardInputIsPlayed() throws {
    let script =
      "cat \"$1\" | \"$0\" --dump --replay - --speed max --summary | tail -2; head -3 \"$1\" | \"$0\" --replay -"
    let program = try Program(
      "bash", ["-c", script, Program.pencild, Example.writtenWordPath], in: folder.path)
    #expect(program.status() == 65)
    #expect(program.outputText.contains("1263 input frames"))
    #expect(program.errors.hasPrefix("pencild: standard input"))
  }

  /// A system that gives no more descriptors has its status.
  @Test func aRefusalOfTheSystemIsTold() throws {
    // Some of its own for the recording, and too few for a loop; none that this process has passed on.
    let script =
      "for f in $(ls /proc/$$/fd); do [ $f -lt 3 ] || eval \"exec $f>&-\"; done; ulimit -n 6; exec \"$0\" --dump --replay \"$1\" --speed max"
    let program = try Program(
      "bash", ["-c", script, Program.pencild, Example.writtenWordPath], in: folder.path)
    #expect(program.status() == 71)
    #expect(program.errors == "pencild: Too many open files\n")
  }

  /// What is only doubtful is told, and no failure.
  @Test func aConfigurationIsChecked() throws {
    let path = folder("doubtful.conf")
    let text = "[Daemon]\nGroup=no-such\nGesturesFor=root no-such\n[Gestures]\nHoldTime=100ms\n"
    try Program.write(Array(text.utf8), to: path)
    let program = try run(["--check-config", "--config", path])
    #expect(program.status() == 0)
    #expect(program.outputText == "usable, with 3 warnings: \(path)\n")
    let places = program.errors.split(separator: "\n").map { $0.prefix(path.count + 10) }
    #expect(places == ["config: \(path):5", "config: \(path):2", "config: \(path):3"])
  }

  /// All that is wrong with a configuration is told at once: by a check all of it, at a start so much that it can be read.
  @Test func allThatIsWrongIsTold() throws {
    let path = folder("wrong.conf")
    let lines = (0..<30).map { "Hold.button\($0)=yes\n" }.joined()
    try Program.write(Array("[Bar]\n[Daemon]\nAccess=all\n[Gestures]\n\(lines)".utf8), to: path)
    let check = try run(["--check-config", "--config", path])
    let start = try run(["--socket", folder("s"), "--config", path])
    #expect([check.status(), start.status()] == [78, 78])
    #expect([check.errorLines, start.errorLines] == [32, 22])
    let told = check.errors.split(separator: "\n").compactMap { line in
      line.split(separator: ":").dropFirst(2).first.flatMap { Int($0) }
    }
    #expect(told == [1, 3] + (5..<35))
    let last = start.errors.split(separator: "\n").last
    #expect(last == "config: … and 11 more, which pencild --check-config says")
  }

  /// What is shown is what counts: nothing that is not known, and nothing that was taken back.
  @Test func aConfigurationIsShown() throws {
    let path = folder("shown.conf")
    let text =
      "[Daemon]\nColour=red\nAccess=group\nIdleExit=9s\nIdleExit=\nGroup=\\\n0\n[Bar]\nx=1\n"
    try Program.write(Array(text.utf8), to: path)
    let program = try run(["--show-config", "--config", path])
    #expect(program.status() == 0)
    #expect(
      program.outputText
        == "[Daemon]\n# \(path):3\nAccess=group\n# \(path):6\nGroup=0\n")
    #expect(
      program.errors
        == "config: \(path):2: unknown key Colour=\nconfig: \(path):8: unknown section [Bar]\n")
  }

  @Test(arguments: failures) func failsWithALine(_ failure: Failure) throws {
    try Program.write(Array("# EVEMU 1.2\nhello\n".utf8), to: folder("evemu"))
    try Program.write(Array("[Daemon]\nJournalSize=1\n".utf8), to: folder("conf"))
    let arguments = failure.line.split(separator: " ").map { inFolder(String($0)) }
    let program = try run(arguments)
    #expect(program.status() == failure.status)
    #expect(program.errors == inFolder(failure.text) + "\n")
    #expect(program.output == [])
  }

  private func inFolder(_ text: String) -> String {
    let parts = text.split(separator: "F/", omittingEmptySubsequences: false)
    return parts.joined(separator: folder.path + "/")
  }

  @Test(arguments: [("--help", "pencild --replay FILE"), ("--version", "pencild ")])
  func isExplained(option: String, text: String) throws {
    let program = try run([option])
    #expect(program.status() == 0)
    #expect(program.outputText.contains(text))
    #expect(program.errors == "")
  }
}
