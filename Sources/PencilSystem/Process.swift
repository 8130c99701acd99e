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

  /// Gives back the pages of code and constants that are resident only because something was needed once, as at the
  /// start, or because the kernel maps 16 pages where one is wanted. What is used again comes back from the page cache, in
  /// a microsecond or less. The corresponding C function is `madvise` with `MADV_DONTNEED`.
  package static func giveBackCode() { _ = pencil_give_back_code() }

  /// Ends the process. The corresponding C function is `exit`.
  package static func exit(_ code: Int32) -> Never { Glibc.exit(code) }
}
