internal import Glibc

/// Which file a path leads to, whatever it is called.
struct FileIdentity: Equatable {
  let device: UInt64
  let inode: UInt64
  let mode: UInt32

  /// Of the path itself, not of what a link there points to. The corresponding C function is `lstat`.
  init?(path: String) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Of an open file. The corresponding C function is `fstat`.
  init?(descriptor: CInt) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    mode = status.st_mode
  }

  var isSocket: Bool { mode & S_IFMT == S_IFSOCK }

  static func == (one: FileIdentity, other: FileIdentity) -> Bool {
    one.device == other.device && one.inode == other.inode
  }
}

/// Files and folders by path.
package enum Files {
  /// All bytes of a file; `fileTooLarge` if there are more than `limit`. The corresponding C function is `read`.
  package static func contents(of path: String, limit: Int) throws(Errno) -> [UInt8] {
    let file = try FileDescriptor.open(path, .readOnly)
    var all: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16384)
    while true {
      var space = chunk.mutableSpan
      // A file in no-blocking mode that has nothing now is one that someone handed in so: it has ended for us.
      guard case .processed(let count) = try file.read(into: &space), count > 0 else { return all }
      if all.count + count > limit { throw .fileTooLarge }
      all.append(contentsOf: chunk[..<count])
    }
  }

  /// Whether the path leads to anything. The corresponding C function is `access`.
  package static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// Whether the path leads to a folder. The corresponding C function is `stat`.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether two paths are of one name in one folder, where there need not be anything yet.
  package static func isSamePlace(_ one: String, _ other: String) -> Bool {
    if one == other { return true }
    let name = one.split(separator: "/").last
    guard name == other.split(separator: "/").last,
      let folder = FileIdentity(path: ListeningSocket.folder(of: one) + "/."),
      let otherFolder = FileIdentity(path: ListeningSocket.folder(of: other) + "/.")
    else { return false }
    return folder == otherFolder
  }

  /// Makes a folder with just these permissions, whatever the umask is. One that is there is left as it is. The
  /// corresponding C function is `mkdir`.
  package static func makeFolder(_ path: String, permissions: UInt32) throws(Errno) {
    do throws(Errno) {
      _ = try SystemCall.retry { Int(unsafe mkdir(path, permissions)) }
    } catch {
      if error == .exists, isFolder(path) { return }
      throw error
    }
    _ = try SystemCall.retry { Int(unsafe chmod(path, permissions)) }
  }

  /// Makes a folder and those above it that are not there.
  package static func makeFolders(_ path: String, permissions: UInt32) throws(Errno) {
    if path.isEmpty || isFolder(path) { return }
    if let slash = path.lastIndex(of: "/") {
      try makeFolders(String(path[..<slash]), permissions: permissions)
    }
    try makeFolder(path, permissions: permissions)
  }

  /// Writes a file anew, so that a reader sees the old or the new one, whole. Folders that are missing are made, for
  /// this user alone. The corresponding C function is `rename`.
  package static func replace(
    _ path: String, with bytes: [UInt8], permissions: UInt32
  ) throws(Errno) {
    try makeFolders(ListeningSocket.folder(of: path), permissions: 0o700)
    let temporary = path + ".new"
    do {
      let file = try FileDescriptor.open(temporary, .create(permissions: permissions))
      var done = 0
      while done < bytes.count {
        guard case .processed(let count) = try file.write(bytes.span.raw.extracting(done...)) else {
          throw .again
        }
        done += count
      }
    }
    try move(temporary, to: path)
  }

  /// Gives a file another name; what had that name is gone. The corresponding C function is `rename`.
  package static func move(_ path: String, to new: String) throws(Errno) {
    _ = try SystemCall.retry { Int(unsafe rename(path, new)) }
  }

  /// The names in a folder, without `.` and `..`, in the order of their bytes, as drop-ins are read. The
  /// corresponding C functions are `opendir` and `readdir`.
  package static func names(in folder: String) throws(Errno) -> [String] {
    guard let listing = unsafe opendir(folder) else { throw Errno.current }
    defer { unsafe closedir(listing) }
    var names: [String] = []
    while let entry = unsafe readdir(listing) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Removes a file. The corresponding C function is `unlink`.
  package static func remove(_ path: String) throws(Errno) {
    _ = try SystemCall.retry { Int(unsafe unlink(path)) }
  }

  /// Whether a descriptor is a terminal. The corresponding C function is `isatty`.
  package static func isTerminal(_ descriptor: CInt) -> Bool { isatty(descriptor) == 1 }

  /// Whether a descriptor is a socket. The corresponding C function is `fstat`.
  package static func isSocket(_ descriptor: CInt) -> Bool {
    FileIdentity(descriptor: descriptor)?.isSocket ?? false
  }

  /// Whether a path is a socket. The corresponding C function is `lstat`.
  package static func isSocket(_ path: String) -> Bool {
    FileIdentity(path: path)?.isSocket ?? false
  }
}
