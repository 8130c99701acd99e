package import PencilSystem

extension Configuration {
  /// The system's folders, the administrator's last: it wins.
  private static let folders = ["/usr/lib/pencild", "/etc/pencild"]

  /// Reads `pencild.conf` of the system and the administrator and the drop-ins of both, or only `file`.
  ///
  /// - Parameter warn: is told of keys and sections that are not known.
  package static func load(
    file: String? = nil,
    warn: (ConfigurationError) -> Void = { Log.write(.warning, .config, "\($0)") }
  ) throws(ConfigurationError) -> Configuration {
    try Configuration(try files(only: file), warn: warn)
  }

  /// What files say that were read already.
  package init(
    _ files: [ConfigurationFile],
    warn: (ConfigurationError) -> Void = { Log.write(.warning, .config, "\($0)") }
  ) throws(ConfigurationError) {
    self.init()
    for file in files { try apply(file, warn: warn) }
    try gestures.check(warn: warn)
  }

  /// The files that there are, in the order in which they count: a later one wins.
  ///
  /// - Parameter named: this file alone, which must be there.
  package static func files(
    only named: String? = nil
  ) throws(ConfigurationError) -> [ConfigurationFile] {
    if let named {
      guard let file = try read(named) else {
        throw ConfigurationError(file: named, line: 0, reason: "\(Errno.noSuchFileOrDirectory)")
      }
      return [file]
    }
    var files: [ConfigurationFile] = []
    for folder in folders {
      let dropIns = ((try? Files.names(in: folder + "/pencild.conf.d")) ?? [])
        .filter { $0.hasSuffix(".conf") && !$0.hasPrefix(".") }
      for name in ["pencild.conf"] + dropIns.map({ "pencild.conf.d/" + $0 }) {
        if let file = try read(folder + "/" + name) { files.append(file) }
      }
    }
    return files
  }

  /// One file; `nil`: there is none.
  private static func read(_ path: String) throws(ConfigurationError) -> ConfigurationFile? {
    let bytes: [UInt8]
    do throws(Errno) {
      bytes = try Files.contents(of: path, limit: 1 << 20)
    } catch {
      if error == .noSuchFileOrDirectory { return nil }
      throw ConfigurationError(file: path, line: 0, reason: "\(error)")
    }
    return try ConfigurationFile(bytes, name: path)
  }
}
