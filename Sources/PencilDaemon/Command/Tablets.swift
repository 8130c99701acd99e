internal import PencilInput
internal import PencilSystem

/// Which nodes a command reads.
enum Tablets {
  /// What to say where there is none.
  static let none = CommandError(
    .noInput,
    "no tablet: plug one in, or name its node with --device PATH"
  )

  /// What quirks and the configuration say of tablets.
  static func setups(_ options: Options) throws(CommandError) -> TabletSetups {
    TabletSetups.load(try configuration(options))
  }

  /// What the configuration's files say, or the one that was named.
  static func configuration(_ options: Options) throws(CommandError) -> Configuration {
    try configuration(of: Configuration.files(only: options.configuration))
  }

  /// What files say. What is doubtful is logged.
  static func configuration(
    of files: [ConfigurationFile]
  ) throws(CommandError) -> Configuration {
    var doubts: [ConfigurationError] = []
    defer { for line in lines(doubts) { Log.write(.warning, .config, line) } }
    do throws(ConfigurationErrors) {
      return try Configuration(files) { doubts.append($0) }
    } catch { throw CommandError(configuration: lines(error.all)) }
  }

  /// So much is told of a configuration at once; `--check-config` says all.
  private static let linesAtOnce = 20

  private static func lines(_ problems: [ConfigurationError]) -> [String] {
    let rest = problems.count - linesAtOnce
    return problems.prefix(linesAtOnce).map(\.description)
      + (rest > 0 ? ["… and \(rest) more, which pencild --check-config says"] : [])
  }

  /// The named nodes, links such as those in `/dev/input/by-id` followed; else those that udev calls tablets or pads;
  /// perhaps none.
  static func found(_ options: Options) throws(CommandError) -> [TabletNode] {
    do throws(TabletError) {
      let finder = try TabletFinder()
      guard !options.devices.isEmpty else { return finder.nodes() }
      var nodes: [TabletNode] = []
      for device in options.devices { nodes.append(finder.node(at: device)) }
      return nodes
    } catch { throw CommandError(.system, "\(error)") }
  }
}

/// Recordings in files.
enum Recordings {
  /// No recording is larger: it is held in memory.
  private static let limit = 256 << 20

  /// - Parameter path: `-` is standard input.
  static func read(_ path: String) throws(CommandError) -> Recording {
    let file = path == "-" ? "standard input" : path
    let bytes: [UInt8]
    do throws(Errno) {
      bytes = try Files.contents(of: path == "-" ? "/dev/stdin" : path, limit: limit)
    } catch { throw CommandError(.noInput, "\(file): \(error)") }
    do throws(RecordingError) {
      return try Recording.parse(bytes, file: file)
    } catch { throw CommandError(.data, "\(error)") }
  }
}
