internal import CPencilShims
internal import Glibc

/// The service manager's store of descriptors: what is in it outlives this process, and the next one gets it with the
/// sockets, from ``ServiceManager/takeListeningDescriptors()``, by its name. systemd keeps so many as the unit allows
/// (`FileDescriptorStoreMax=`), over a restart and a crash, but not over a stop; a file that hangs up, as a device's that
/// is unplugged, it drops by itself.
extension ServiceManager {
  /// Whether there may be a store. systemd says so for certain only since version 254 (`$FDSTORE`).
  package static var mayStore: Bool {
    mayStore(socket: Environment.value("NOTIFY_SOCKET"), store: Environment.value("FDSTORE"))
  }

  static func mayStore(socket: String?, store: String?) -> Bool {
    guard let socket, !socket.isEmpty else { return false }
    guard let store else { return true }
    return (Int(store) ?? 0) > 0
  }

  /// Whether a name can be that of something in the store.
  package static func isStoreName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count < 256
      && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: ":") }
  }

  /// Puts a copy of an open descriptor into the store; `false`: there is none, or it could not be told. Whether the
  /// store has room for it, nobody says. The corresponding C function is `sd_pid_notify_with_fds`.
  package static func store(_ descriptor: CInt, name: String) -> Bool {
    precondition(isStoreName(name), "not a name for the store")
    guard let socket = Environment.value("NOTIFY_SOCKET") else { return false }
    return send("FDSTORE=1\nFDNAME=\(name)", with: descriptor, socket: socket)
  }

  /// Takes all with this name out of the store. Version 236 of systemd is the first that does.
  @discardableResult
  package static func removeStored(_ name: String) -> Bool {
    precondition(isStoreName(name), "not a name for the store")
    return notify("FDSTOREREMOVE=1\nFDNAME=\(name)")
  }
}

extension FileDescriptor {
  /// The number of the device that an open file is; 0: it is none. The corresponding C function is `fstat`.
  package borrowing func deviceNumber() -> UInt64 {
    var status = stat()
    guard unsafe fstat(rawValue, &status) == 0 else { return 0 }
    return status.st_mode & S_IFMT == S_IFCHR ? UInt64(status.st_rdev) : 0
  }
}

extension Files {
  /// The number of the device that a path leads to; 0: it is none. The corresponding C function is `stat`.
  package static func deviceNumber(_ path: String) -> UInt64 {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return 0 }
    return status.st_mode & S_IFMT == S_IFCHR ? UInt64(status.st_rdev) : 0
  }
}
