internal import PencilInput
internal import PencilSystem

/// The daemon's start.
enum Serve {
  static func run(_ options: Options) throws(CommandError) {
    let configuration = try Tablets.configuration(options)
    let replay = try options.replay.map { file throws(CommandError) in
      Server.PendingReplay(recording: try Recordings.read(file), speed: options.speed)
    }
    var server = try listen(options, configuration)
    server.take(configuration)
    server.readConfiguration = { () throws(CommandError) in try Tablets.configuration(options) }
    if let replay {
      server.replay(replay)
    } else if options.devices.isEmpty {
      do throws(TabletError) { try server.watch() } catch {
        throw CommandError(.system, "\(error)")
      }
    } else {
      for node in try Tablets.found(options) {
        do throws(TabletError) { try server.open(node) } catch {
          throw CommandError(.noInput, "\(error)")
        }
      }
    }
    do throws(Errno) { try server.run() } catch { throw CommandError(.system, "\(error)") }
  }

  private static func listen(
    _ options: Options, _ configuration: Configuration
  ) throws(CommandError) -> Server {
    var handover = Handover()
    let doors = try doors(options, &handover)
    let access = AccessControl(configuration.access, isReachable: doors.isReachable)
    do throws(Errno) {
      return try Server(
        doors: doors, access: access,
        beginning: Beginning(handover, journalCapacity: configuration.journalSize),
        preferences: PreferenceBook(path: statePath()))
    } catch { throw CommandError(.system, "\(error)") }
  }

  /// The sockets that were passed by the service manager, else some of our own; what else it passed is handed over.
  private static func doors(
    _ options: Options, _ handover: inout Handover
  ) throws(CommandError) -> Doors {
    var binary: ListeningSocket?
    var text: ListeningSocket?
    for passed in ServiceManager.takeListeningDescriptors() {
      let file = handover.take(
        FileDescriptor(owning: passed.descriptor), name: passed.name)
      guard let file else { continue }
      let socket = ListeningSocket(inherited: file)
      let kind = socket.kind
      if kind == .datagrams, options.socket == nil {
        binary = consume socket
      } else if kind == .stream, options.jsonSocket == nil {
        text = consume socket
      } else {
        Log.write(.warning, .config, "the passed socket “\(passed.name)” is not used")
      }
    }
    if let passed = binary.take() {
      Log.write(.info, .pencild, "listening at the sockets that were passed")
      // Nobody would start the daemon again for one of its own.
      var areInherited = true
      if text == nil, let path = options.jsonSocket {
        text = try listen(at: path, .stream, permissions(options))
        areInherited = false
      }
      return Doors(binary: passed, text: text.take(), areInherited: areInherited)
    }
    let path = try place(options)
    let textPath = text == nil ? textPath(options, beside: path) : nil
    if let textPath, Files.isSamePlace(path, textPath) {
      throw CommandError(
        .unavailable, "\(textPath): the socket for JSON can't be where the other one is")
    }
    let own = try listen(at: path, .datagrams, permissions(options))
    if let textPath { text = try listen(at: textPath, .stream, permissions(options)) }
    return Doors(binary: own, text: text.take(), areInherited: false)
  }

  private static func listen(
    at path: String, _ kind: SocketKind, _ permissions: UInt32
  ) throws(CommandError) -> ListeningSocket {
    do throws(SocketError) {
      let socket = try ListeningSocket(path: path, kind: kind, permissions: permissions)
      Log.write(
        .info, .pencild, kind == .stream ? "JSON lines at \(path)" : "listening at \(path)")
      return socket
    } catch { throw CommandError(.unavailable, "\(path): \(error)") }
  }

  /// Where the text door is: as it was named, or beside a socket that was not named.
  private static func textPath(_ options: Options, beside path: String) -> String? {
    if let named = options.jsonSocket { return named }
    guard options.socket == nil, let slash = path.lastIndex(of: "/") else { return nil }
    return path[...slash] + "json.sock"
  }

  /// Who can connect: by hand this user alone, as a service everybody, whom the rule then judges.
  private static func permissions(_ options: Options) -> UInt32 {
    options.socket == nil && folder("RUNTIME_DIRECTORY") != nil ? 0o666 : 0o600
  }

  /// Where to listen.
  private static func place(_ options: Options) throws(CommandError) -> String {
    if let path = options.socket { return path }
    if let folder = folder("RUNTIME_DIRECTORY") { return folder + "/pencil.sock" }
    if let folder = folder("XDG_RUNTIME_DIR") { return folder + "/pencild/pencil.sock" }
    if Process.userID == 0 { return "/run/pencild/pencil.sock" }
    throw CommandError(
      .unavailable,
      "neither $RUNTIME_DIRECTORY nor $XDG_RUNTIME_DIR is set: choose with --socket PATH")
  }

  /// Where users' preferences are kept; `nil`, with a word in the log: nowhere, until the end.
  private static func statePath() -> String? {
    let folder =
      folder("STATE_DIRECTORY")
      ?? folder("XDG_STATE_HOME").map { $0 + "/pencild" }
      ?? folder("HOME").map { $0 + "/.local/state/pencild" }
    guard let folder else {
      Log.write(.notice, .pencild, "no folder for users' preferences: they end with this run")
      return nil
    }
    return folder + "/preferences.conf"
  }

  /// A variable that names a folder; an empty one names none.
  private static func folder(_ variable: String) -> String? {
    guard let folder = Environment.value(variable), !folder.isEmpty else { return nil }
    return folder
  }
}
