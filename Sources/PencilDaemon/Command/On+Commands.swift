internal import PencilSystem

/// The command of `--on`, as often as it runs at the moment.
struct RunningCommands {
  /// So many run at once. A command that hangs must not fill the machine, however often a button is pressed.
  static let limit = 8

  private let command: [String]
  /// This process's environment, without what a gesture sets: an axis that isn't available has no variable.
  private let environment: [String]
  private var running: [ChildProcess] = []

  init(_ command: [String]) {
    self.command = command
    environment = Environment.all.filter { variable in
      !GestureVariables.names.contains { variable.hasPrefix($0 + "=") }
    }
  }

  /// Starts it once more, with these variables.
  mutating func start(_ variables: [String]) {
    guard running.count < Self.limit else {
      Log.write(
        .warning, .pencild, "\(title) not started: it already runs \(Self.limit) times")
      return
    }
    do throws(Errno) {
      running.append(try ChildProcess.start(command, environment: environment + variables))
    } catch { Log.write(.error, .pencild, "\(title) can't be started: \(error)") }
  }

  /// Takes note of those that have ended, and tells the failures.
  mutating func reap() {
    let title = title
    running.removeAll { child in
      guard let ending = child.ending() else { return false }
      let level = ending == .exited(0) ? Log.Level.debug : .warning
      Log.write(level, .pencild, "\(title) \(ending)")
      return true
    }
  }

  private var title: String { "“\(command.joined(separator: " "))”" }
}
