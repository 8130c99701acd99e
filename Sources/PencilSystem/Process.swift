internal import CPencilShims
internal import Glibc

/// This process.
package enum Process {
  /// From here on a write to a pipe without reader fails with `EPIPE` and doesn't kill. The corresponding C
  /// function is `sigaction`.
  package static func ignoreBrokenPipe() {
    SystemCall.infallible("sigaction") { Int(pencil_ignore_signal(SIGPIPE)) }
  }

  /// `getpid`.
  package static var processID: Int32 { getpid() }

  /// `geteuid`.
  package static var userID: UInt32 { geteuid() }

  /// How much memory is resident, from `/proc/self/statm`; `nil` if that can't be read.
  package static var residentBytes: Int? {
    guard let bytes = try? Files.contents(of: "/proc/self/statm", limit: 4096) else { return nil }
    let fields = bytes.split(separator: UInt8(ascii: " "))
    guard fields.count > 1, let pages = Int(String(decoding: fields[1], as: UTF8.self)) else {
      return nil
    }
    return pages * sysconf(CInt(_SC_PAGESIZE))
  }

  /// Ends the process. The corresponding C function is `exit`.
  package static func exit(_ code: Int32) -> Never { Glibc.exit(code) }
}
