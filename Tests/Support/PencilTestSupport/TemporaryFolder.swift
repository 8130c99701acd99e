internal import Glibc
internal import PencilSystem

/// A new folder that is removed with what is in it.
public struct TemporaryFolder: ~Copyable {
  /// Where it is.
  public let path: String

  /// Makes it.
  public init() throws {
    var template = Array("/tmp/pencil-test-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw Errno(rawValue: errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { TemporaryFolder.remove(path) }

  private static func remove(_ path: String) {
    for name in (try? Files.names(in: path)) ?? [] {
      let child = path + "/" + name
      if unsafe unlink(child) != 0 { remove(child) }
    }
    _ = unsafe rmdir(path)
  }
}
