internal import PencilClient
internal import PencilSystem

/// `--on`: runs a command at each gesture of one kind, as the user who started this, so that what doesn't know
/// pencild has a use of the pen's button, too.
///
/// A subscriber like any other. A command is never waited for, so none delays the next gesture. The preferred
/// action is not asked: who starts this has said what is to be done, and the command can look at it.
struct On: ~Copyable {
  private static let signalKind: UInt8 = 10
  private static let connectionKind: UInt8 = 11
  /// What a gesture may be late, µs. One that waited longer (this process was stopped, the daemon could not be
  /// reached) would surprise.
  private static let patience: UInt64 = 5_000_000

  private let gesture: GestureKind
  private let tools: ToolMatch
  private let tablets: String
  private var commands: RunningCommands
  private var loop: EventLoop
  private var connection: PencilConnection
  private let signals: SignalSource
  private var waiting = Waiting()
  private var isOffTold = false

  /// Runs until a signal ends it, or the daemon refuses for good.
  static func run(
    _ gesture: GestureKind, _ options: Options
  ) throws(CommandError) {
    if let program = options.command.first, !ChildProcess.canFind(program) {
      let place = program.contains("/") ? "there is none at that path" : "it is not in $PATH"
      throw CommandError(.unavailable, "“\(program)” is no program that can be run: \(place)")
    }
    var on = try On(gesture, options)
    try on.run()
  }

  private init(_ gesture: GestureKind, _ options: Options) throws(CommandError) {
    self.gesture = gesture
    tools = options.tools
    tablets = options.tablet
    commands = RunningCommands(options.command)
    let connection = try On.subscribed(options)
    do throws(Errno) {
      ChildProcess.listen()
      let signals = try SignalSource(Signals.ending + [Signals.childEnded])
      let loop = try EventLoop()
      try loop.add(signals.descriptor, token: Token(kind: Self.signalKind), interest: .readable)
      try loop.add(
        connection.descriptor, token: Token(kind: Self.connectionKind), interest: .readable)
      self.signals = signals
      self.loop = loop
    } catch { throw CommandError(.system, "\(error)") }
    self.connection = connection
  }

  /// A connection that is going to be made. No daemon is no error: one may come later.
  private static func subscribed(_ options: Options) throws(CommandError) -> PencilConnection {
    do throws(PencilError) {
      var connection = try PencilConnection.connecting(to: options.socket, name: "pencild --on")
      var subscription = Subscription(contents: .gestures)
      if case .type(let type) = options.tools { subscription.toolTypes = [type] }
      try connection.subscribe(subscription)
      return connection
    } catch { throw CommandError(.unavailable, "\(error)") }
  }

  private mutating func run() throws(CommandError) {
    while true {
      do throws(PencilError) { try receiveAll() } catch {
        throw CommandError(.unavailable, "\(error)")
      }
      do throws(Errno) { _ = try loop.wait(timeoutMilliseconds: -1) } catch {
        throw CommandError(.system, "\(error)")
      }
      while let signal = signals.next() {
        if signal != Signals.childEnded { return }
      }
      // Signals of several children may come as one.
      commands.reap()
    }
  }

  private mutating func receiveAll() throws(PencilError) {
    while let event = try connection.receive() {
      switch event {
      case .frame:
        for i in connection.frame.gestures.indices {
          let gesture = connection.frame.gestures[i]
          take(gesture)
        }
      case .disconnected(let error): waiting.lost(error)
      case .connected: waiting.connected()
      case .suspended:
        Log.write(.notice, .pencild, "suspended: another session is the active one")
      case .resumed: Log.write(.notice, .pencild, "resumed: this session is the active one")
      case .gap(let gap):
        Log.write(.warning, .pencild, "gestures may have been missed: \(gap.cause.words)")
      default: break
      }
      if !isOffTold, let hint = Prefer.hint(gesture, connection.gesturesOff) {
        isOffTold = true
        Log.write(.warning, .config, hint)
      }
    }
  }

  private mutating func take(_ gesture: Gesture) {
    guard gesture.kind == self.gesture, gesture.phase == .ended else { return }
    let tool = connection.tools.first { $0.id == gesture.tool && $0.tablet == gesture.tablet }
    let tablet = connection.tablets.first { $0.id == gesture.tablet }
    guard tools.matches(gesture.toolType, serial: tool?.serial ?? 0) else { return }
    guard tablets.isEmpty || tablet?.isNamed(like: tablets) ?? false else { return }
    guard Clock.monotonicMicroseconds < gesture.time + Self.patience else {
      Log.write(.notice, .pencild, "\(gesture.kind.optionWord) left out: it came too late")
      return
    }
    commands.start(GestureVariables(gesture, tool: tool, tablet: tablet).all)
  }
}

extension Tablet {
  /// Whether its name or its identity is as the pattern says.
  fileprivate func isNamed(like pattern: String) -> Bool {
    Glob.matches(pattern, name) || Glob.matches(pattern, identity)
  }
}
