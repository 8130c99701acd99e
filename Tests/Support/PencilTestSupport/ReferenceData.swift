internal import Glibc

/// Other people's recordings and strokes, read in place: `$PENCIL_DATA`, else `../shared/data` beside the
/// package. Tests that need them are disabled where they are absent, and say so.
public enum ReferenceData {
  /// The folder; `nil` where there is none.
  public static let folder: String? = {
    let candidates = [environment("PENCIL_DATA"), packageFolder + "/../shared/data"]
    return candidates.compactMap { $0 }.first { isReadable($0 + "/README.md") }
  }()

  /// Whether the folder is there.
  public static var isPresent: Bool { folder != nil }

  /// The package's own folder.
  public static let packageFolder: String = {
    // This file is Tests/Support/PencilTestSupport/ReferenceData.swift.
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(
      separator: "/")
  }()

  /// The whole of a file below the folder.
  public static func bytes(_ name: String) -> [UInt8]? {
    folder.flatMap { contents($0 + "/" + name) }
  }

  /// The whole of a file, `nil` where it can't be read.
  public static func contents(_ path: String) -> [UInt8]? {
    guard let file = unsafe fopen(path, "r") else { return nil }
    defer { unsafe fclose(file) }
    var all: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let n = unsafe fread(&chunk, 1, chunk.count, file)
      if n == 0 { return all }
      all.append(contentsOf: chunk[..<n])
    }
  }

  /// A variable of the environment.
  public static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  private static func isReadable(_ path: String) -> Bool { unsafe access(path, R_OK) == 0 }
}
