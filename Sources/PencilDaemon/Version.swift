/// The program's version.
package enum Version {
  /// As in `--version`, the welcome note and the package.
  package static let text = "0.1.0"
}
