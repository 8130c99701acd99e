internal import PencilClient
internal import PencilInput
internal import PencilSystem
internal import PencilWire

/// The program: a command line in, an exit status out.
package enum Command {
  /// `EX_USAGE` of `sysexits.h`.
  private static let usage: Int32 = 64

  /// Runs the command.
  ///
  /// - Parameter arguments: Those behind the program's name.
  /// - Returns: The exit status.
  package static func run(arguments: [String]) -> Int32 {
    Process.ignoreBrokenPipe()
    let options: Options
    do throws(UsageError) {
      options = try Options(arguments: arguments)
    } catch {
      print(error: "\(error); see pencild --help")
      return usage
    }
    if options.isVerbose { Log.threshold = .debug }
    do throws(CommandError) {
      switch options.mode {
      case .help: try Output.write(Options.help)
      case .version: try Output.write("pencild \(Version.text)\n")
      case .list: try List.run(options)
      case .serve: try Serve.run(options)
      case .dump: try look(options, into: DumpSink(options), filter: options.filter)
      case .record(let path):
        let node = options.devices.isEmpty ? nil : try Tablets.found(options).first?.path
        let sink = RecordSink(path: path, node: node)
        try look(options, into: sink, filter: Filter(contents: .raw))
      case .on(let gesture): try On.run(gesture, options)
      case .prefer(let wish): try Prefer.run(wish, options)
      case .status: try Status.run(options)
      case .checkConfiguration: try ShowConfiguration.check(options)
      case .showConfiguration: try ShowConfiguration.show(options)
      }
      return 0
    } catch {
      let source: Log.Source = error.status == .configuration ? .config : .pencild
      for line in error.lines { Log.write(.error, source, line) }
      return error.status.rawValue
    }
  }

  /// Streams from a recording, from named nodes, from a running daemon, or from the tablets, whichever comes first.
  private static func look(
    _ options: Options, into sink: some ItemSink, filter: Filter
  ) throws(CommandError) {
    if let file = options.replay {
      let recording = try Recordings.read(file)
      var stream = try LocalStream(filter: filter, setups: try Tablets.setups(options))
      stream.play(recording, speed: options.speed)
      return try stream.run(into: sink)
    }
    if options.devices.isEmpty, try lookThroughDaemon(options, into: sink, filter: filter) {
      return
    }
    var stream = try LocalStream(filter: filter, setups: try Tablets.setups(options))
    if options.devices.isEmpty {
      let isNone = try Tablets.found(options).isEmpty
      // Without udev nothing would ever come.
      if isNone, !TabletMonitor.isUdevRunning { throw Tablets.none }
      if isNone { Log.write(.notice, .pencild, "no tablet yet: waiting for one") }
      do throws(TabletError) { try stream.watch() } catch {
        throw CommandError(.system, "\(error)")
      }
    }
    for device in options.devices.isEmpty ? [] : try Tablets.found(options) {
      do throws(TabletError) { try stream.open(device) } catch {
        throw CommandError(.noInput, "\(error)")
      }
    }
    try stream.run(into: sink)
  }

  /// - Returns: Whether there was a daemon.
  private static func lookThroughDaemon(
    _ options: Options, into sink: some ItemSink, filter: Filter
  ) throws(CommandError) -> Bool {
    let pace = options.frames.map { Pace.displayFrames(millihertz: $0) } ?? .everyReport
    var stream: RemoteStream
    do throws(PencilError) {
      stream = try RemoteStream(
        path: options.socket, pace: pace, filter: filter,
        options: FrameOptions(prediction: options.prediction),
        isOnce: options.isOnce || options.mode != .dump)
    } catch {
      let mayReadAlone = options.socket == nil && options.frames == nil && !options.isOnce
      // Not where there is a socket, but of another kind.
      if error.underlying == .noSuchFileOrDirectory, error.code == .noDaemon, mayReadAlone {
        return false
      }
      throw CommandError(.unavailable, "\(error)")
    }
    if options.configuration != nil {
      Log.write(.notice, .config, "--config is not used: a daemon runs, and has read its own")
    }
    try stream.run(into: sink)
    return true
  }

  /// Ends the process.
  package static func exit(_ status: Int32) -> Never { Process.exit(status) }

  /// One line on standard error.
  static func print(error: String) { Log.write(.error, .pencild, error) }
}
