import Glibc
import PencilClient
import PencilSystem
import PencilTestSupport
import Testing

/// Two users and the real daemon, while a stand-in for sd-login says whose session is active.
@Suite(
  .serialized, .enabled(if: getuid() == 0, "only root can become two users"),
  .enabled(if: Program.isInstalled("cc") && Program.isInstalled("python3"), "no cc or no python3"),
  .disabled(if: Sanitizers.areOn, "the library would have to be built with one")
)
struct SessionTests {
  private let folder: Folder
  private let ann = 54_321
  private let bob = 54_322

  init() throws {
    folder = try Folder()
    // Others write their files here, too.
    _ = unsafe chmod(folder.path, 0o777)
  }

  private var library: String { folder("sd-login.so") }
  private var seats: String { folder("seats/now") }
  private var socket: String { folder("run/pencil.sock") }

  /// Builds the library.
  private func prepare() throws {
    let source = ReferenceData.packageFolder + "/Tests/Support/sd-login/sd_login.c"
    let compiler = try Program(
      "cc", ["-Wall", "-Werror", "-shared", "-fPIC", "-o", library, source], in: folder.path)
    try #require(compiler.status() == 0, "\(compiler.errors)")
    _ = unsafe mkdir(folder("seats"), 0o755)
  }

  private func activate(_ user: Int?) throws {
    try Program.write(Array((user.map { "seat0 \($0)\n" } ?? "").utf8), to: seats + ".new")
    try #require(unsafe rename(seats + ".new", seats) == 0)
  }

  /// A daemon as a service is: everybody may connect.
  private func daemon(
    _ configuration: String, library: String, recording: [UInt8]? = nil
  ) throws -> Program {
    try Program.write(Array("[Daemon]\n\(configuration)".utf8), to: folder("p.conf"))
    var arguments = ["--config", folder("p.conf")]
    if let recording {
      try Program.write(recording, to: folder("recording.yml"))
      arguments += ["--replay", folder("recording.yml")]
    }
    let program = try Program(
      Program.pencild, arguments, in: folder.path,
      environment: [
        "RUNTIME_DIRECTORY": folder("run"), Sessions.variable: library,
        "PENCILD_TEST_SEATS": seats,
      ])
    _ = eventually { !program.isRunning || program.errors.contains("JSON lines at") }
    return program
  }

  /// A client that checks what it gets against the protocol.
  private func listener(_ name: String, _ user: Int, _ more: [String] = []) throws -> Program {
    let decoder = ReferenceData.packageFolder + "/Tests/Decoder/pencil_decoder.py"
    let ready = folder(name + ".ready")
    let program = try Program(
      "python3",
      [
        "-B", decoder, socket, "--check", "--contents", "1ff", "--until-closed", "--ready-file",
        ready, "--as-user", "\(user)",
      ] + more, in: folder.path)
    _ = eventually { !program.isRunning || Program.exists(ready) }
    return program
  }

  /// A client of the text door, whose lines are written as they come.
  private func reader(_ user: Int) throws -> Program {
    let script = """
      import os, socket, sys
      os.setgroups([]); os.setresgid(*[\(user)] * 3); os.setresuid(*[\(user)] * 3)
      door = socket.socket(socket.AF_UNIX); door.connect('\(folder("run/json.sock"))')
      while data := door.recv(65536): os.write(1, data)
      """
    return try Program("python3", ["-c", script], in: folder.path)
  }

  private struct Heard {
    var samples: [Int]
    var notes: [(type: String, head: Int)]

    init(_ output: [UInt8]) {
      let lines = Line.all(output)
      samples = lines.filter { $0.type == "sample" && $0.numbers["seq"] ?? 0 > 0 }
        .map { Int($0.numbers["seq"] ?? 0) }
      notes = lines.filter { ["suspended", "resumed"].contains($0.type) }
        .map { ($0.type, Int($0.numbers["head"] ?? 0)) }
    }
  }

  /// Some of the numbers that only one of two has.
  private static func differences(_ a: [Int], _ b: [Int]) -> [Int] {
    if a == b { return [] }
    let all = Set(a).symmetricDifference(b).sorted()
    return all.isEmpty ? [-1] : Array(all.prefix(4) + all.suffix(4))
  }

  private func waits(_ program: Program, samples: Int) -> Bool {
    eventually { !program.isRunning || Heard(program.output).samples.count >= samples }
  }

  @Test func eachHearsItsOwnTime() throws {
    try prepare()
    try activate(ann)
    let example = try Example.circles(milliseconds: 300_000, interval: 5000)
    let daemon = try daemon("", library: library, recording: example.bytes())
    let all = try listener("all", 0)
    let first = try listener("ann", ann)
    let second = try listener("bob", bob)
    let lines = try reader(bob)
    _ = eventually { !lines.isRunning || lines.outputText.contains("suspended") }
    var isHeard = [waits(first, samples: 100)]
    try activate(bob)
    isHeard.append(waits(second, samples: 100))
    try activate(ann)
    let before = Heard(first.output)
    isHeard.append(waits(first, samples: before.samples.count + 100))
    // Who comes later has nothing of the time between either, though the journal holds it.
    let epoch = try #require(
      String(decoding: first.output, as: UTF8.self).firstMatch(of: /"epoch": (\d+)/)?.1)
    let start = try #require(before.samples.first)
    let late = try listener("late", ann, ["--after", String(epoch), "\(start)"])
    isHeard.append(waits(late, samples: before.samples.count + 100))
    daemon.signal(SIGTERM)
    let programs = [all, first, second, late, daemon]
    let statuses = programs.map { $0.status() }
    #expect(isHeard == [true, true, true, true])
    #expect(statuses == [0, 0, 0, 0, 0], "\(programs.map(\.errors))")
    #expect(programs.dropLast().map(\.errors) == ["", "", "", ""], "violations of the protocol")

    let truth = Heard(all.output).samples
    let (one, other) = (Heard(first.output), Heard(second.output))
    try #require(one.notes.map(\.type) == ["suspended", "resumed"])
    try #require(other.notes.map(\.type) == ["suspended", "resumed", "suspended"])
    let between = (one.notes[0].head + 1)...one.notes[1].head
    #expect(
      other.notes.map(\.head) == [other.notes[0].head, between.lowerBound - 1, between.upperBound])
    // Nothing of the other one's, and all of its own until the end, which a slow one does not see.
    func own(_ heard: [Int]) -> [Int] {
      truth.filter { $0 >= heard[0] && $0 <= heard[heard.count - 1] && !between.contains($0) }
    }
    let later = Heard(late.output).samples
    #expect(Self.differences(one.samples, own(one.samples)) == [])
    #expect(Self.differences(other.samples, truth.filter { between.contains($0) }) == [])
    let gap = Line.all(late.output).filter { $0.type == "gap" }
    #expect(gap.map { $0.numbers["cause"] } == [4])
    #expect(
      gap.map { [$0.numbers["first"], $0.numbers["last"]] } == [
        [Double(between.lowerBound), Double(between.upperBound)]
      ])
    #expect(Self.differences(later, own(later)) == [])
    #expect(later[0] == truth.first { $0 > start })
    // The other door tells the same.
    _ = lines.status()
    let text = Heard(lines.output)
    #expect(text.notes.map(\.type) == ["suspended", "resumed", "suspended"])
    #expect(Self.differences(text.samples, other.samples) == [])
    let log = daemon.errors.split(separator: "\n").filter { $0.contains("admitted uid \(bob)") }
    #expect(log.count == 2 && log.allSatisfy { $0.hasSuffix(", suspended") }, "\(daemon.errors)")
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    var testDescription: String { configuration.isEmpty ? "no library" : configuration }
    var configuration: String
    var library: String?
    var text: String
  }

  static let refusals = [
    Refusal(configuration: "Access=group\n", text: "Access=group: only root and group pencil"),
    Refusal(configuration: "Access=user\n", text: "Access=user: only root and user 0"),
    Refusal(
      configuration: "", library: "/nowhere.so",
      text: "no word of sessions here: only root and group"),
    Refusal(configuration: "Access=group\nGroup=54322\n", text: "only root and group 54322"),
  ]

  /// Whoever never may is told why, at both doors.
  @Test(arguments: refusals) func whoNeverMayIsTold(_ test: Refusal) throws {
    try prepare()
    try activate(ann)
    let daemon = try daemon(test.configuration, library: test.library ?? library)
    let refused = try listener("ann", ann)
    let status = refused.status()
    let lines = try reader(ann)
    _ = lines.status()
    let isMember = test.configuration.contains("Group=")
    let member = try listener("bob", bob)
    let isTaken = isMember ? member.isRunning : member.status() == 2
    #expect(status == 2 && isTaken)
    #expect(refused.errors.contains("error 7: ") && refused.errors.contains(test.text))
    #expect(lines.outputText.contains(#""code":7,"fatal":true,"text":""#))
    let isWarned = daemon.errors.contains("nobody says whose session is active")
    #expect(isWarned == (test.library != nil))
  }

  /// A reload judges again: who is not let in any more is told so, and sessions are asked from when they matter.
  @Test func aReloadChangesWhoHears() throws {
    try prepare()
    try activate(bob)
    let example = try Example.circles(milliseconds: 300_000, interval: 5000)
    let daemon = try daemon(
      "Access=group\nGroup=\(ann)\n", library: library, recording: example.bytes())
    func reload(_ lines: String) throws -> Bool {
      let count = daemon.errors.split(separator: "\n").count { $0 == "config: reloaded" }
      try Program.write(Array("[Daemon]\n\(lines)".utf8), to: folder("p.conf"))
      daemon.signal(SIGHUP)
      return eventually {
        daemon.errors.split(separator: "\n").count { $0 == "config: reloaded" } > count
      }
    }
    let first = try listener("ann", ann)
    var isSo = [waits(first, samples: 50), !daemon.errors.contains("sessions are told")]
    // Ann is in the group, and is suspended as Bob is active; he comes in, and hears.
    isSo.append(try reload(""))
    isSo.append(eventually { first.outputText.contains("suspended") })
    let second = try listener("bob", bob)
    isSo.append(waits(second, samples: 50))
    isSo.append(daemon.errors.contains("seat0: user \(bob)'s session is the active one"))
    // The group alone again: Ann hears, and Bob is closed.
    isSo.append(try reload("Access=group\nGroup=\(ann)\n"))
    isSo.append(eventually { first.outputText.contains("resumed") })
    isSo.append(second.status() == 2)
    #expect(isSo == [Bool](repeating: true, count: 9), "\(daemon.errors)")
    #expect(second.errors.contains("error 7: Access=group: only root and group \(ann)"))
    #expect(daemon.errors.contains("client: closed uid \(bob) pid"))
    let notes = Heard(first.output).notes.map(\.type)
    #expect(notes == ["suspended", "resumed"])
  }

  /// By hand for one user, nobody is asked whose session is active.
  @Test func byHandNoLibraryIsOpened() throws {
    let daemon = try Program(
      Program.pencild, ["--socket", folder("s")], in: folder.path,
      environment: [Sessions.variable: "/nowhere.so"])
    _ = eventually { !daemon.isRunning || daemon.errors.contains("listening at") }
    let app = try App(folder("s"))
    let isConnected = app.connection.isConnected
    #expect(isConnected && !daemon.errors.contains("/nowhere.so"))
  }
}
