package import PencilSystem

/// Where clients come in.
package struct Doors: ~Copyable {
  /// The binary protocol.
  package let binary: ListeningSocket
  /// Lines of JSON; `nil`: not offered.
  private let text: ListeningSocket?
  package let textDescriptor: CInt?
  /// The service manager holds them, and starts the daemon when somebody connects.
  package let areInherited: Bool

  package init(
    binary: consuming ListeningSocket, text: consuming ListeningSocket?, areInherited: Bool
  ) {
    self.areInherited = areInherited
    switch text {
    case .some(let text): textDescriptor = text.descriptor
    case .none: textDescriptor = nil
    }
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
