import PencilSystem
import PencilTestSupport
import Testing

/// Each way to do harm at both doors, alone, while others follow the pen through each: they lose nothing, and the daemon's
/// memory stays what it was after the first round.
@Suite(.serialized, .enabled(if: Program.isInstalled("python3"), "no python3 to attack with"))
struct AttackTests {
  private static let milliseconds = 2000
  private static let rounds = 5

  /// The functions of `Tests/Attacks/attack.py`; `connects` is 2,000 connections a round, and so 10,000 in all.
  private static let attacks = [
    "never_reads", "reads_a_byte_a_second", "floods_requests", "sends_descriptors",
    "sends_huge_messages", "sends_truncated_messages", "sends_random_messages", "connects", "forks",
  ]

  /// One that follows through the text door, as a script does.
  private static let follower = """
    import os, socket, sys
    door = socket.socket(socket.AF_UNIX)
    door.connect(sys.argv[1])
    door.send(b'{"contents":["contact","hover","raw"]}\\n')
    while text := door.recv(1 << 16): os.write(1, text)
    """

  @Test(arguments: attacks) func othersLoseNothing(_ attack: String) throws {
    let example = try Example.circles(milliseconds: Self.milliseconds)
    // The pen moves whether or not all are there: on a machine that is too slow, once more with a longer pause.
    for pause in [3000, 15_000, 60_000] {
      let folder = try Folder()
      let door = folder("json.sock")
      let daemon = try Daemon(
        ["--json-socket", door], recording: example.bytes(pauseMilliseconds: pause), in: folder)
      _ = eventually { daemon.program.errors.contains("JSON lines at") }
      let text = try Program(
        "python3", ["-c", Self.follower, door], in: folder.path)
      let dump = try daemon.dump(["--raw"])
      let followers = [dump, text]
      _ = eventually { text.outputText.contains("subscribed") || !text.isRunning }

      let path = ReferenceData.packageFolder + "/Tests/Attacks/attack.py"
      let attacker = try Program(
        "python3", ["-B", path, attack, daemon.socket, door], in: folder.path)
      var rounds: Int { attacker.outputText.split(separator: "\n").count }
      _ = eventually { rounds >= 1 || !attacker.isRunning }
      let warm = daemon.program.residentBytes ?? 0
      // The pen leaves in the last frame: whoever has that has all.
      let isOver = eventually {
        rounds >= Self.rounds && followers.allSatisfy { $0.outputText.contains("hoverExited") }
          || !attacker.isRunning
      }
      let resident = daemon.program.residentBytes ?? .max
      let isAttacking = attacker.isRunning
      // Only now can the daemon end, since those who never read have not had all.
      attacker.signal(9)
      let statuses = [dump.status(), text.status(), daemon.program.status()]
      let lines = followers.map { Line.all($0.output) }
      let events = lines.map { $0.filter { $0.type == "raw" }.map(\.events) }
      // The frame before the pen's came with the first subscription: others haven't got it.
      let wereThere = events.allSatisfy { $0.count >= example.frames.count }
      guard wereThere || pause == 60_000 else { continue }

      #expect(isOver && isAttacking, "\(attacker.errors) after \(rounds) rounds")
      #expect(statuses == [0, 0, 0], "\(dump.errors) \(text.errors) \(daemon.program.errors)")
      #expect(
        events.map { $0.suffix(example.frames.count).elementsEqual(example.events) } == [
          true, true,
        ])
      #expect(lines.joined().allSatisfy { $0.type != "gap" && $0.type != "error" })
      // A sanitizer keeps what is freed.
      if !Sanitizers.areOn {
        #expect(warm > 0 && resident - warm < 1 << 20, "\(warm >> 10) KiB, then \(resident >> 10)")
      }
      return
    }
  }
}
