internal import PencilSystem

/// What a command shows that is done at once.
enum Output {
  /// Writes a text to standard output.
  static func write(_ text: String) throws(CommandError) {
    do throws(Errno) {
      var output = try OutputBuffer.standardOutput()
      output.append(text)
      _ = try output.flush()
    } catch { throw CommandError(.output, "standard output: \(error)") }
  }
}
