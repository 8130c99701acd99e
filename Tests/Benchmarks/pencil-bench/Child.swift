import Glibc
import PencilSystem

/// A program that was started; it does not outlive its owner.
final class Child {
  let pid: pid_t
  private var status: Int32?

  /// - Parameter environment: `NAME=value`; with `$PATH` all that the program gets.
  init(_ path: String, _ arguments: [String], environment: [String] = []) throws {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for descriptor in CInt(0)...2 {
      unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    let path = path
    var words = unsafe Child.array([path] + arguments)
    var variables = unsafe Child.array(
      environment + ["PATH=" + (Environment.value("PATH") ?? "/usr/bin:/bin")])
    defer {
      unsafe words.forEach { unsafe free($0) }
      unsafe variables.forEach { unsafe free($0) }
    }
    var pid: pid_t = 0
    let failure = unsafe posix_spawnp(&pid, path, &actions, nil, &words, &variables)
    guard failure == 0 else { throw BenchError("\(path): \(Errno(rawValue: failure))") }
    self.pid = pid
  }

  deinit { stop(SIGKILL) }

  private static func array(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    var pointers: [UnsafeMutablePointer<CChar>?] = unsafe []
    for text in texts { unsafe pointers.append(strdup(text)) }
    unsafe pointers.append(nil)
    return unsafe pointers
  }

  /// Its status, when it has ended; `nil`: a signal ended it.
  @discardableResult
  func wait() -> Int32? {
    if status == nil {
      var word: CInt = 0
      while unsafe waitpid(pid, &word, 0) < 0, errno == EINTR {}
      status = word
    }
    guard let status, status & 0x7f == 0 else { return nil }
    return status >> 8 & 0xff
  }

  @discardableResult
  func stop(_ signal: CInt = SIGTERM) -> Int32? {
    if status == nil { kill(pid, signal) }
    return wait()
  }

  /// A line of `/proc/PID/status` in kB.
  func kilobytes(_ name: String) -> Double? {
    guard let bytes = try? Files.contents(of: "/proc/\(pid)/status", limit: 1 << 16) else {
      return nil
    }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    where line.hasPrefix(name + ":") {
      return line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) }
    }
    return nil
  }

  /// Its processor time, seconds.
  var processorTime: Double? {
    guard let bytes = try? Files.contents(of: "/proc/\(pid)/stat", limit: 1 << 16) else {
      return nil
    }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.lastIndex(of: ")") else { return nil }
    // utime and stime are fields 14 and 15, the first behind the name is 3.
    let fields = text[text.index(after: end)...].split(separator: " ")
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
      return nil
    }
    return (user + system) / Double(sysconf(CInt(_SC_CLK_TCK)))
  }
}

/// The release binary, and places for its files.
enum Binary {
  /// `$PENCILD`, else the one beside this program.
  static func pencild() throws -> String {
    let path = Environment.value("PENCILD") ?? folder + "/pencild"
    guard Files.exists(path) else {
      throw BenchError(
        "\(path) is not there: build the release binary first, or name it in PENCILD")
    }
    return path
  }

  /// This program.
  static var own: String {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = unsafe buffer.withUnsafeMutableBytes {
      guard let start = $0.baseAddress else { return 0 }
      return unsafe readlink("/proc/self/exe", start, $0.count)
    }
    return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
  }

  private static var folder: String {
    own.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    var output = OutputBuffer(try FileDescriptor.open(path, .create(permissions: 0o600)))
    output.append(bytes.span.raw)
    _ = try output.flush()
  }

  /// A path of this process's own.
  static func scratch(_ name: String) -> String { "/tmp/pencil-bench-\(getpid())-\(name)" }
}
