internal import PencilInput
internal import PencilSystem

/// Which nodes a command reads.
enum Tablets {
  /// The named ones, else those that udev calls tablets.
  ///
  /// - Throws: There is none at all.
  static func nodes(_ options: Options) throws(CommandError) -> [TabletNode] {
    let nodes = try found(options)
    guard !nodes.isEmpty else {
      throw CommandError(
        .noInput,
        "no tablet: plug one in, name its node with --device PATH, or play a recording with --replay FILE"
      )
    }
    return nodes
  }

  /// The same, perhaps none.
  static func found(_ options: Options) throws(CommandError) -> [TabletNode] {
    do throws(TabletError) {
      let finder = try TabletFinder()
      guard !options.devices.isEmpty else { return finder.tablets() }
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

  static func read(_ file: String) throws(CommandError) -> Recording {
    let bytes: [UInt8]
    do throws(Errno) {
      bytes = try Files.contents(of: file, limit: limit)
    } catch { throw CommandError(.noInput, "\(file): \(error)") }
    do throws(RecordingError) {
      return try Recording.parse(bytes, file: file)
    } catch { throw CommandError(.data, "\(error)") }
  }
}
