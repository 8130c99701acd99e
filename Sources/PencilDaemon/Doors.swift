package import PencilSystem

/// Where clients come in.
package struct Doors: ~Copyable {
  /// The binary protocol.
  package let binary: ListeningSocket
  /// Lines of JSON; `nil`: not offered.
  private let text: ListeningSocket?
  package let textDescriptor: CInt?
  /// Others than the daemon's own user may be able to connect.
  package let isReachable: Bool
  /// The service manager holds all of them, and starts the daemon when somebody connects.
  package let areInherited: Bool

  package init(
    binary: consuming ListeningSocket, text: consuming ListeningSocket?, areInherited: Bool
  ) {
    self.areInherited = areInherited
    var isReachable = binary.isReachableByOthers
    switch text {
    case .some(let text):
      textDescriptor = text.descriptor
      if text.isReachableByOthers { isReachable = true }
    case .none: textDescriptor = nil
    }
    self.isReachable = isReachable
    self.binary = binary
    self.text = text
  }

  /// The next client that waits at one of them.
  package borrowing func accept(isText: Bool) throws(Errno) -> Accepted {
    guard isText else { return try binary.accept() }
    switch text {
    case .some(let text): return try text.accept()
    case .none: return .wouldBlock
    }
  }
}
