package import PencilSystem

/// Where clients come in.
package struct Doors: ~Copyable {
  /// The binary protocol.
  package let binary: ListeningSocket
  /// Lines of JSON; `nil`: not offered.
  private let text: ListeningSocket?
  package let textDescriptor: CInt?

  package init(binary: consuming ListeningSocket, text: consuming ListeningSocket?) {
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
