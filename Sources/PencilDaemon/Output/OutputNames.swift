internal import PencilCore
internal import PencilInput

extension OutputNames {
  /// Names of the kernel's events, and of this daemon's reasons.
  static let ofEvents = OutputNames(
    event: { type, code, buffer in
      if let name = EventNames.code(code, of: type) { buffer.append(name) }
    },
    reason: { reason, buffer in reason.write(into: &buffer) })
}
