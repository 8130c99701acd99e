internal import CPencilShims
internal import Glibc

/// The environment of this process.
package enum Environment {
  /// A variable; `nil` if it isn't set. The corresponding C function is `getenv`.
  package static func value(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// The same, but `nil` in a program that has more rights than whoever started it. The corresponding C function is
  /// `secure_getenv`.
  package static func trusted(_ name: String) -> String? {
    guard let value = unsafe pencil_trusted_environment(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// Takes a variable out, for children and for libraries. Not while other threads run. The corresponding C
  /// function is `unsetenv`.
  package static func remove(_ name: String) { _ = unsafe unsetenv(name) }
}
