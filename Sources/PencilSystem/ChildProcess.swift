internal import CPencilShims
internal import Glibc

/// A program that this process started and does not wait for. Until ``ending()`` has told its end, the kernel keeps
/// its number.
package struct ChildProcess: Sendable {
  /// Its process id.
  package let id: Int32

  /// How a program ended.
  package enum Ending: Equatable, Sendable, CustomStringConvertible {
    /// It ended by itself, with this status: 0…255, 0 being success.
    case exited(Int32)
    /// A signal killed it.
    case killed(Int32)

    /// As a person says it.
    package var description: String {
      switch self {
      case .exited(let status): "exited with status \(status)"
      case .killed(let signal): "was killed by signal \(signal)"
      }
    }
  }

  /// Starts a program, without a shell. It has this process's folder, output and errors; nothing to read; and every
  /// signal at its default that ``SignalSource`` and ``Process/ignoreBrokenPipe()`` have changed. The corresponding
  /// C function is `posix_spawnp`.
  ///
  /// - Parameters:
  ///   - arguments: the program, looked for in `$PATH` if it has no slash, and what it is given.
  ///   - environment: the whole of it, each as `NAME=value`.
  /// - Throws: what the start failed with: of the program itself, too, such as `noSuchFileOrDirectory`.
  package static func start(
    _ arguments: [String], environment: [String]
  ) throws(Errno) -> ChildProcess {
    precondition(!arguments.isEmpty, "no program")
    var actions = unsafe posix_spawn_file_actions_t()
    try check(unsafe posix_spawn_file_actions_init(&actions))
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    try check(unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0))

    var attributes = posix_spawnattr_t()
    try check(unsafe posix_spawnattr_init(&attributes))
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    try check(unsafe posix_spawnattr_setsigmask(&attributes, &signals))
    unsafe sigaddset(&signals, SIGPIPE)
    try check(unsafe posix_spawnattr_setsigdefault(&attributes, &signals))
    let flags = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
    try check(unsafe posix_spawnattr_setflags(&attributes, flags))

    var argumentList = unsafe arguments.map { unsafe strdup($0) } + [nil]
    var environmentList = unsafe environment.map { unsafe strdup($0) } + [nil]
    defer { unsafe (argumentList + environmentList).forEach { unsafe free($0) } }
    var id: Int32 = 0
    try check(
      unsafe posix_spawnp(
        &id, arguments[0], &actions, &attributes, &argumentList, &environmentList))
    return ChildProcess(id: id)
  }

  /// How it ended; `nil` while it runs. Tells it once: the number may be another program's then. The corresponding
  /// C function is `waitpid`.
  package func ending() -> Ending? {
    var status: CInt = 0
    while true {
      let result = unsafe waitpid(id, &status, WNOHANG)
      if result == id { break }
      if result == 0 { return nil }
      if Errno.current != .interrupted { preconditionFailure("waitpid: \(Errno.current)") }
    }
    let signal = status & 0x7f
    return signal == 0 ? .exited(status >> 8 & 0xff) : .killed(signal)
  }

  /// Has the kernel keep each child until its end is told, and send ``Signals/childEnded``, even if whoever started
  /// this process did not want to hear of children. The corresponding C function is `sigaction`.
  package static func listen() {
    SystemCall.infallible("sigaction") { Int(pencil_default_signal(SIGCHLD)) }
  }

  /// Whether ``start(_:environment:)`` would find a program of this name that this user may run. The corresponding
  /// C function is `access`.
  package static func canFind(_ program: String) -> Bool {
    if program.utf8.contains(UInt8(ascii: "/")) { return isProgram(program) }
    // What the C library takes where there is no $PATH.
    let folders = Environment.value("PATH") ?? "/bin:/usr/bin"
    return folders.split(separator: ":", omittingEmptySubsequences: false).contains {
      isProgram($0.isEmpty ? program : $0 + "/" + program)
    }
  }

  private static func isProgram(_ path: String) -> Bool {
    unsafe access(path, X_OK) == 0 && !Files.isFolder(path)
  }

  /// Of functions that give the error instead of setting `errno`.
  private static func check(_ result: CInt) throws(Errno) {
    if result != 0 { throw Errno(rawValue: result) }
  }
}

extension Signals {
  /// A child has ended. The corresponding C constant is `SIGCHLD`.
  package static let childEnded: CInt = SIGCHLD
}

extension Environment {
  /// All variables, each as `NAME=value`. The corresponding C variable is `environ`.
  package static var all: [String] {
    guard var next = unsafe pencil_environment() else { return [] }
    var all: [String] = []
    while let variable = unsafe next.pointee {
      all.append(unsafe String(cString: variable))
      unsafe next += 1
    }
    return all
  }
}
