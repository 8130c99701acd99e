internal import PencilSystem

extension PencilConnection {
  /// Where a client looks for the daemon, in this order: `$PENCIL_SOCKET`, the service's socket, and the socket of a
  /// daemon that this user started. Variables that are not set or empty are left out.
  public static var socketCandidates: [String] {
    socketCandidates(
      pencilSocket: Environment.value("PENCIL_SOCKET"),
      runtimeFolder: Environment.value("XDG_RUNTIME_DIR"))
  }

  package static func socketCandidates(pencilSocket: String?, runtimeFolder: String?) -> [String] {
    var paths: [String] = []
    if let pencilSocket, !pencilSocket.isEmpty { paths.append(pencilSocket) }
    paths.append("/run/pencild/pencil.sock")
    if let runtimeFolder, !runtimeFolder.isEmpty {
      paths.append(runtimeFolder + "/pencild/pencil.sock")
    }
    return paths
  }
}
