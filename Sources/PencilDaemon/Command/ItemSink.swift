internal import PencilSystem

/// Where a stream of items goes: to a screen, or into a recording.
protocol ItemSink: AnyObject {
  /// What ends the waiting for whoever reads the output; set by the stream, which listens to it.
  var ending: EndingSignals? { get set }
  /// Takes one whole item.
  func take(_ item: RawSpan)
  /// What was taken so far goes out.
  ///
  /// - Returns: Whether more is wanted.
  func flush() throws(CommandError) -> Bool
  /// The stream is over: `inputFrames` is the true count where the tablets were read in this process.
  func finish(inputFrames: UInt64?) throws(CommandError)
}

extension OutputBuffer {
  /// Writes what waits.
  ///
  /// - Parameter name: of the output, for errors.
  /// - Returns: Whether more is wanted.
  mutating func flush(to name: String) throws(CommandError) -> Bool {
    do throws(Errno) {
      switch try flush() {
      case .written: return true
      // A reader that has seen enough, such as head, is an end and no fault.
      case .readerGone: return false
      case .abandoned: break
      }
    } catch { throw CommandError(.output, "\(name): \(error)") }
    throw CommandError(.output, "\(name): nobody reads it, and what was left of it is lost")
  }
}

/// Why a command ends without having done its work: lines for the user, and the exit status of `sysexits.h`.
struct CommandError: Error {
  enum Status: Int32 {
    /// `EX_DATAERR`: a file's content is wrong.
    case data = 65
    /// `EX_NOINPUT`: a file or a tablet can't be read.
    case noInput = 66
    /// `EX_UNAVAILABLE`: no daemon, or another one.
    case unavailable = 69
    /// `EX_OSERR`: the system refused something.
    case system = 71
    /// `EX_IOERR`: output failed.
    case output = 74
    /// `EX_CONFIG`: the configuration is wrong.
    case configuration = 78
  }

  var status: Status
  /// Mostly one.
  var lines: [String]

  init(_ status: Status, _ line: String) {
    self.status = status
    lines = [line]
  }

  /// A configuration that is wrong.
  init(configuration lines: [String]) {
    status = .configuration
    self.lines = lines
  }
}
