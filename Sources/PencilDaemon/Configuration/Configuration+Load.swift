package import PencilSystem

extension Configuration {
  /// The system's folders, the administrator's last: it wins.
  private static let folders = ["/usr/lib/pencild", "/etc/pencild"]

  /// The files that there are, in the order in which they count: a later one wins. One that can't be read has that as its
  /// error.
  ///
  /// - Parameter named: this file alone, which must be there.
  package static func files(only named: String? = nil) -> [ConfigurationFile] {
    if let named {
      return [
        read(named) ?? ConfigurationFile(name: named, unread: "\(Errno.noSuchFileOrDirectory)")
      ]
    }
    var files: [ConfigurationFile] = []
    for folder in folders {
      let dropIns = ((try? Files.names(in: folder + "/pencild.conf.d")) ?? [])
        .filter { $0.hasSuffix(".conf") && !$0.hasPrefix(".") }
      for name in ["pencild.conf"] + dropIns.map({ "pencild.conf.d/" + $0 }) {
        if let file = read(folder + "/" + name) { files.append(file) }
      }
    }
    return files
  }

  /// One file; `nil`: there is none.
  private static func read(_ path: String) -> ConfigurationFile? {
    do throws(Errno) {
      return ConfigurationFile(try Files.contents(of: path, limit: 1 << 20), name: path)
    } catch {
      if error == .noSuchFileOrDirectory { return nil }
      return ConfigurationFile(name: path, unread: "\(error)")
    }
  }
}
