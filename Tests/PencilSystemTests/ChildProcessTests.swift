import Glibc
import PencilSystem
import PencilTestSupport
import Testing

struct ChildProcessTests {
  /// Runs a program to its end.
  private func ending(
    _ arguments: [String], environment: [String] = ["PATH=/usr/bin:/bin"]
  ) throws -> ChildProcess.Ending {
    let child = try ChildProcess.start(arguments, environment: environment)
    while true {
      if let ending = child.ending() { return ending }
      usleep(1000)
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var script: String
    var ending: ChildProcess.Ending
    var text: String
    var testDescription: String { script }
    init(_ script: String, _ ending: ChildProcess.Ending, _ text: String) {
      self.script = script
      self.ending = ending
      self.text = text
    }
  }

  static let endings = [
    Case("true", .exited(0), "exited with status 0"),
    Case("exit 3", .exited(3), "exited with status 3"),
    Case("exit 255", .exited(255), "exited with status 255"),
    Case("kill -9 $$", .killed(9), "was killed by signal 9"),
    // SIGPIPE kills again, whatever this process does with it.
    Case("kill -PIPE $$", .killed(13), "was killed by signal 13"),
    // None of the signals is blocked.
    Case(
      "exec grep -q '^SigBlk:\\s*0*$' /proc/self/status", .exited(0), "exited with status 0"),
    // It has nothing to read.
    Case("test \"$(readlink /proc/self/fd/0)\" = /dev/null", .exited(0), "exited with status 0"),
  ]

  @Test(arguments: endings) func endsAsItSays(_ row: Case) throws {
    Process.ignoreBrokenPipe()
    let signals = try SignalSource([SIGUSR2])
    let ending = try ending(["sh", "-c", row.script])
    #expect(ending == row.ending)
    #expect("\(ending)" == row.text)
    #expect(signals.next() == nil)
  }

  /// Each argument arrives as it is, and the environment is the given one alone.
  @Test func argumentsAndEnvironmentArrive() throws {
    let folder = try TemporaryFolder()
    let script = "{ env; printf '%s\\n' \"$@\"; } >\"$0\""
    let file = folder.path + "/out"
    let ending = try ending(
      ["/bin/sh", "-c", script, file, "a b", "", "$HOME", "*"],
      environment: ["PENCIL_X=1 2", "PATH=/usr/bin:/bin"])
    let text = String(decoding: try Files.contents(of: file, limit: 4096), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(ending == .exited(0))
    #expect(lines.filter { $0.hasPrefix("PENCIL_") || $0.hasPrefix("HOME") } == ["PENCIL_X=1 2"])
    #expect(lines.suffix(5) == ["a b", "", "$HOME", "*", ""])
  }

  /// A program that can't be run is told at once, and leaves no child behind.
  @Test func whatCanNotStartSaysWhy() throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/text"
    _ = try FileDescriptor.open(file, .create(permissions: 0o644))
    let names = ["/nowhere/at/all", "no-such-program-here", file, folder.path]
    let errors = names.map { name -> Errno? in
      do throws(Errno) {
        _ = try ChildProcess.start([name], environment: [])
        return nil
      } catch { return error }
    }
    #expect(
      errors == [.noSuchFileOrDirectory, .noSuchFileOrDirectory, .accessDenied, .accessDenied])
    #expect(names.map { ChildProcess.canFind($0) } == [false, false, false, false])
    #expect(["sh", "/bin/sh"].map { ChildProcess.canFind($0) } == [true, true])
  }

  @Test func theEnvironmentIsWhole() {
    let all = Environment.all
    #expect(all.count > 0)
    #expect(all.contains("PATH=" + (Environment.value("PATH") ?? "?")))
  }
}
