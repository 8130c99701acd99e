public import struct PencilSystem.Errno

/// Why a connection can't be made or can't go on. Its description says what is wrong and what to do about it.
public struct PencilError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of error it is. A later version may add kinds.
  public struct Code: Hashable, Sendable {
    private enum Kind: Hashable {
      case noDaemon, accessDenied, busy, timedOut, disconnected, notPermitted
      case unsupportedVersion, refused, protocolViolation, badSubscription, systemCall
    }

    private let kind: Kind
    private init(_ kind: Kind) { self.kind = kind }

    /// No daemon listens on any of the sockets.
    public static let noDaemon = Code(.noDaemon)
    /// There is a socket, but this user may not connect to it.
    public static let accessDenied = Code(.accessDenied)
    /// The daemon has no room for one more client now.
    public static let busy = Code(.busy)
    /// The daemon took the connection and said nothing.
    public static let timedOut = Code(.timedOut)
    /// The daemon closed the connection.
    public static let disconnected = Code(.disconnected)
    /// The daemon doesn't let this user listen to the pen, at least not now.
    public static let notPermitted = Code(.notPermitted)
    /// The daemon speaks another version of the protocol.
    public static let unsupportedVersion = Code(.unsupportedVersion)
    /// The daemon refused a request.
    public static let refused = Code(.refused)
    /// What came isn't the protocol.
    public static let protocolViolation = Code(.protocolViolation)
    /// A subscription with a value that it can't have.
    public static let badSubscription = Code(.badSubscription)
    /// A system call failed.
    public static let systemCall = Code(.systemCall)
  }

  /// What kind of error it is.
  public let code: Code
  /// The system call's error, where one is behind it.
  public let underlying: Errno?
  /// What is wrong and what to do, for a person.
  public let description: String

  init(_ code: Code, underlying: Errno? = nil, _ description: String) {
    self.code = code
    self.underlying = underlying
    self.description = description
  }
}
