package import PencilSystem

extension Configuration {
  /// The system's folders, the administrator's last: it wins.
  private static let folders = ["/usr/lib/pencild", "/etc/pencild"]

  /// Reads `pencild.conf` of the system and the administrator and the drop-ins of both, or only `file`.
  package static func load(file: String? = nil) throws(ConfigurationError) -> Configuration {
    var configuration = Configuration()
    if let file {
      try configuration.apply(file, isOptional: false)
      return configuration
    }
    for folder in folders {
      try configuration.apply(folder + "/pencild.conf", isOptional: true)
      let names = (try? Files.names(in: folder + "/pencild.conf.d")) ?? []
      for name in names.sorted() where name.hasSuffix(".conf") {
        try configuration.apply(folder + "/pencild.conf.d/" + name, isOptional: true)
      }
    }
    return configuration
  }

  private mutating func apply(_ path: String, isOptional: Bool) throws(ConfigurationError) {
    let bytes: [UInt8]
    do throws(Errno) {
      bytes = try Files.contents(of: path, limit: 1 << 20)
    } catch {
      if isOptional, error == .noSuchFileOrDirectory { return }
      throw ConfigurationError(file: path, line: 0, reason: "\(error)")
    }
    try apply(try ConfigurationFile(bytes, name: path)) {
      Log.write(.warning, .config, "\($0)")
    }
  }
}
