internal import CPencilShims
internal import Glibc

/// What a service and its manager tell each other: systemd's protocol, which is a few lines and needs no library.
package enum ServiceManager {
  /// Tells the state, such as `READY=1`; `false` if there is no one to tell or it failed, which is no reason to stop.
  /// The corresponding C function is `sd_notify`.
  @discardableResult
  package static func notify(_ state: String) -> Bool {
    guard let socket = Environment.value("NOTIFY_SOCKET") else { return false }
    return notify(state, socket: socket)
  }

  /// The same to a socket given as in `$NOTIFY_SOCKET`: a path, or an abstract name after `@`.
  static func notify(_ state: String, socket: String) -> Bool {
    send(state, with: nil, socket: socket)
  }

  /// Sends a state, perhaps with a descriptor.
  static func send(_ state: String, with passed: CInt?, socket: String) -> Bool {
    let address =
      socket.utf8.first == UInt8(ascii: "@")
      ? UnixAddress(abstract: socket.dropFirst()) : UnixAddress(path: socket)
    guard let address else { return false }
    let descriptor = pencil_socket(pencil_type_datagram(), 0)
    if descriptor < 0 { return false }
    let file = FileDescriptor(owning: descriptor)
    // A lost READY=1 fails the start and a lost ping looks like a hang, so a full queue is waited for; but not long,
    // because the pen waits too.
    _ = pencil_set_send_timeout(file.rawValue, 200_000)
    do throws(Errno) {
      try address.connect(file.rawValue)
      var state = state
      let sent = try SystemCall.retry {
        state.withUTF8 { bytes in
          guard let passed else {
            return unsafe pencil_send_waiting(file.rawValue, bytes.baseAddress, bytes.count)
          }
          return unsafe pencil_send_descriptor_waiting(
            file.rawValue, bytes.baseAddress, bytes.count, passed)
        }
      }
      return sent > 0
    } catch {
      return false
    }
  }

  /// How long the service may be silent before it is killed; `nil` if no one watches. Ping (`WATCHDOG=1`) at half of
  /// it. The corresponding C function is `sd_watchdog_enabled`.
  package static var watchdogMicroseconds: UInt64? {
    watchdog(
      time: Environment.value("WATCHDOG_USEC"), process: Environment.value("WATCHDOG_PID"),
      own: Process.processID)
  }

  static func watchdog(time: String?, process: String?, own: Int32) -> UInt64? {
    guard let time = time.flatMap({ UInt64($0) }), time > 0 else { return nil }
    if let process, Int32(process) != own { return nil }
    return time
  }

  /// The sockets that the service manager listens on for this service, with their names; to be called once, and
  /// owned by the caller from then on. The variables are taken out, so that no child believes they are its own. The
  /// corresponding C function is `sd_listen_fds_with_names`.
  package static func takeListeningDescriptors() -> [(name: String, descriptor: CInt)] {
    let handed = listening(
      process: Environment.value("LISTEN_PID"), count: Environment.value("LISTEN_FDS"),
      names: Environment.value("LISTEN_FDNAMES"), own: Process.processID)
    for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "LISTEN_PIDFDID"] {
      Environment.remove(name)
    }
    // One that isn't open was never handed over.
    return handed.filter { pencil_set_close_on_exec($0.descriptor) == 0 }
  }

  static func listening(
    process: String?, count: String?, names: String?, own: Int32
  ) -> [(name: String, descriptor: CInt)] {
    let first: CInt = 3
    guard let process, Int32(process) == own, let count = count.flatMap({ CInt($0) }),
      count > 0, count <= mostListening
    else { return [] }
    let names = names?.split(separator: ":", omittingEmptySubsequences: false) ?? []
    return (0..<count).map { index in
      // What systemd's own library says where it has no name.
      let name = Int(index) < names.count ? String(names[Int(index)]) : "unknown"
      return (name: name, descriptor: first + index)
    }
  }

  /// More than a unit would ever hand over, and few enough to look at each.
  private static var mostListening: CInt { 1024 }
}
