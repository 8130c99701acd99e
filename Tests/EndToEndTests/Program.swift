import Foundation
import Glibc
import PencilSystem
import PencilTestSupport

/// A program that a test started; what it writes goes into files, so that it never waits for its reader. It ends with
/// its owner at the latest.
final class Program {
  /// How long anything may take that ends by itself, on however slow a machine.
  static let limit = 120.0

  /// The daemon: built beside the bundle of the tests, which is the program that runs.
  static let pencild: String = {
    let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    return bundle.appendingPathComponent("pencild").path
  }()

  let pid: Int32
  /// As `waitpid` gave it; `nil`: it runs.
  private var ending: Int32?
  private let outputPath: String
  private let errorPath: String

  /// - Parameters:
  ///   - path: the program; a name without a slash is looked for in `$PATH`.
  ///   - folder: where its outputs go.
  ///   - environment: variables that it gets besides.
  init(
    _ path: String, _ arguments: [String], in folder: String,
    environment: [String: String] = [:]
  ) throws {
    let name = folder + "/" + UUID().uuidString
    (outputPath, errorPath) = (name + ".out", name + ".err")
    var variables = ProcessInfo.processInfo.environment
    // What the machine has must not be found.
    variables["PENCIL_SOCKET"] = nil
    variables["RUNTIME_DIRECTORY"] = nil
    variables["XDG_RUNTIME_DIR"] = folder
    variables["STATE_DIRECTORY"] = nil
    variables["XDG_STATE_HOME"] = folder
    variables.merge(environment) { $1 }
    pid = try Program.spawn(
      [path] + arguments, variables.map { "\($0)=\($1)" }, output: outputPath, errors: errorPath)
  }

  /// By hand, since Foundation's `Process` leaks, which fails a run under the address sanitizer.
  private static func spawn(
    _ arguments: [String], _ variables: [String], output: String, errors: String
  ) throws -> Int32 {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    let flags = O_WRONLY | O_CREAT | O_TRUNC
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 1, output, flags, 0o644)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, errors, flags, 0o644)

    // Tests of this process block and ignore signals.
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGPIPE, SIGINT, SIGTERM] { unsafe sigaddset(&signals, signal) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    var argv = unsafe arguments.map { unsafe strdup($0) } + [nil]
    var envp = unsafe variables.map { unsafe strdup($0) } + [nil]
    defer { unsafe (argv + envp).forEach { unsafe free($0) } }
    var pid: Int32 = 0
    let failure = unsafe posix_spawnp(&pid, arguments[0], &actions, &attributes, &argv, &envp)
    if failure != 0 { throw Errno(rawValue: failure) }
    return pid
  }

  deinit {
    guard isRunning else { return }
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
  }

  var isRunning: Bool {
    if ending != nil { return false }
    var status: Int32 = 0
    if unsafe waitpid(pid, &status, WNOHANG) == pid { ending = status }
    return ending == nil
  }

  var output: [UInt8] { Program.bytes(outputPath) }
  var outputText: String { String(decoding: output, as: UTF8.self) }
  var errors: String { String(decoding: Program.bytes(errorPath), as: UTF8.self) }
  var errorLines: Int { errors.split(separator: "\n").count }

  func signal(_ number: Int32) { kill(pid, number) }

  /// To the program that this one started.
  func signalChild(_ number: Int32) {
    let children = String(
      decoding: Program.bytes("/proc/\(pid)/task/\(pid)/children"), as: UTF8.self)
    if let child = children.split(separator: " ").first.flatMap({ Int32($0) }) {
      kill(child, number)
    }
  }

  /// The exit status, once it has ended; negative: the signal that killed it; `nil`: it doesn't end.
  func status() -> Int32? {
    guard eventually({ !isRunning }), let ending else { return nil }
    let signal = ending & 0x7f
    return signal == 0 ? ending >> 8 & 0xff : -signal
  }

  /// Resident memory in bytes, as the kernel counts it; `nil`: it has ended.
  var residentBytes: Int? {
    let status = String(decoding: Program.bytes("/proc/\(pid)/status"), as: UTF8.self)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 << 10 }
  }

  /// A file's bytes. Foundation's own reading of files leaks where they are empty.
  static func bytes(_ path: String) -> [UInt8] { ReferenceData.contents(path) ?? [] }

  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  static func isInstalled(_ name: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: $0 + "/" + name)
    }
  }

  /// Writes a file.
  static func write(_ bytes: [UInt8], to path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }
}

/// Waits until something is so; false: it never is.
func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
  let end = Date().addingTimeInterval(Program.limit)
  while try !condition() {
    if Date() > end { return false }
    usleep(2000)
  }
  return true
}

/// A new folder that goes with all that is in it.
final class Folder {
  let path: String

  init() throws {
    path = "/tmp/pencild-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A path in it.
  func callAsFunction(_ name: String) -> String { path + "/" + name }
}

/// A line of JSON, its numbers and texts by name.
struct Line: Equatable {
  var numbers: [String: Double] = [:]
  var texts: [String: String] = [:]
  /// The raw events of a frame: type, code, value.
  var events: [[Int]] = []

  var type: String { texts["type"] ?? "" }

  init?(_ json: some StringProtocol) {
    guard let object = try? JSONSerialization.jsonObject(with: Data(json.utf8)),
      let members = object as? [String: Any]
    else { return nil }
    for (name, value) in members {
      if let text = value as? String {
        texts[name] = text
      } else if let number = value as? NSNumber {
        numbers[name] = number.doubleValue
      } else if name == "events", let list = value as? [[String: Any]] {
        events = list.map { event in
          ["type", "code", "value"].map { (event[$0] as? NSNumber)?.intValue ?? -1 }
        }
      }
    }
  }

  /// All lines; one that is no object is given as an empty one.
  static func all(_ output: [UInt8]) -> [Line] {
    String(decoding: output, as: UTF8.self).split(separator: "\n").map { Line($0) ?? Line() }
  }

  private init() {}
}
