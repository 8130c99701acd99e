internal import CPencilShims
internal import Glibc

/// Whose session is the active one on a seat, and when that changes, by sd-login.
///
/// Its library is opened when somebody asks and not before: it brings several others along, and a daemon that one user
/// runs for himself never needs it. The corresponding C functions are those of `sd-login.h`.
@safe
package struct Sessions: ~Copyable {
  /// Why it can't be known.
  package struct Failure: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  private typealias NewMonitor =
    @convention(c) (UnsafePointer<CChar>?, UnsafeMutablePointer<OpaquePointer?>) -> CInt
  private typealias AskMonitor = @convention(c) (OpaquePointer) -> CInt
  private typealias EndMonitor = @convention(c) (OpaquePointer) -> OpaquePointer?
  private typealias AskSeat =
    @convention(c) (
      UnsafePointer<CChar>, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
      UnsafeMutablePointer<UInt32>?
    ) -> CInt

  /// Names a library in place of the usual ones, such as a test's; not heeded by a program with more rights than its
  /// user.
  package static let variable = "PENCILD_LOGIN_LIBRARY"
  /// systemd's, and that of systems without it.
  private static let libraries = ["libsystemd.so.0", "libelogind.so.0"]

  /// For an `EventLoop`: readable when something may have changed.
  package let descriptor: CInt
  /// Which library answers.
  package let library: String
  private let monitor: OpaquePointer
  private let flush: AskMonitor
  private let end: EndMonitor
  private let active: AskSeat

  /// Opens the library, and begins to watch seats and sessions.
  package init() throws(Failure) {
    let chosen = Environment.trusted(Self.variable)
    let names = chosen.map { [$0] } ?? Self.libraries
    var found: (name: String, handle: UnsafeMutableRawPointer)?
    for name in names where unsafe found == nil {
      if let handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) {
        unsafe found = unsafe (name, handle)
      }
    }
    guard let found = unsafe found else {
      throw Failure(description: "none of these can be loaded: \(names.joined(separator: ", "))")
    }
    let library = unsafe Library(name: found.name, handle: found.handle)
    let new = unsafe try library.function("sd_login_monitor_new", as: NewMonitor.self)
    let getDescriptor =
      unsafe try library.function("sd_login_monitor_get_fd", as: AskMonitor.self)
    let flush = unsafe try library.function("sd_login_monitor_flush", as: AskMonitor.self)
    let end = unsafe try library.function("sd_login_monitor_unref", as: EndMonitor.self)
    let active = unsafe try library.function("sd_seat_get_active", as: AskSeat.self)

    var made: OpaquePointer?
    // Of seats alone: which session is active is a seat's matter.
    let result = unsafe new("seat", &made)
    guard result >= 0, let made = unsafe made else {
      throw Failure(description: "sd_login_monitor_new: \(Errno(rawValue: -result))")
    }
    let descriptor = unsafe getDescriptor(made)
    guard descriptor >= 0 else {
      _ = unsafe end(made)
      throw Failure(description: "sd_login_monitor_get_fd: \(Errno(rawValue: -descriptor))")
    }
    unsafe (monitor, self.flush, self.end, self.active) = unsafe (made, flush, end, active)
    self.descriptor = descriptor
    self.library = library.name
  }

  deinit { _ = unsafe end(monitor) }

  /// Takes note of what has changed until now; the descriptor is not readable any more.
  package borrowing func acknowledge() { _ = unsafe flush(monitor) }

  /// Who owns the active session of a seat; `nil`: nobody, or there is no such seat.
  package borrowing func activeUser(ofSeat seat: String) -> UInt32? {
    var uid: UInt32 = 0
    return unsafe active(seat, nil, &uid) >= 0 ? uid : nil
  }

  /// An open library. It stays open until the process ends, as its functions are kept.
  @safe private struct Library {
    let name: String
    let handle: UnsafeMutableRawPointer

    init(name: String, handle: UnsafeMutableRawPointer) {
      self.name = name
      unsafe self.handle = unsafe handle
    }

    func function<T>(_ symbol: String, as type: T.Type) throws(Failure) -> T {
      guard let found = unsafe dlsym(handle, symbol) else {
        throw Failure(description: "\(name) has no \(symbol)")
      }
      return unsafe unsafeBitCast(found, to: type)
    }
  }
}
