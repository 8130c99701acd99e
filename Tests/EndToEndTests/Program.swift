import Foundation
import Glibc

/// A program that a test started; what it writes goes into files, so that it never waits for its reader. It ends with
/// its owner at the latest.
final class Program {
  /// How long anything may take that ends by itself, on however slow a machine.
  static let limit = 120.0

  /// The daemon: built beside the bundle of the tests, which is the program that runs.
  static let pencild: String = {
    let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    return bundle.appendingPathComponent("pencild").path
  }()

  private let process = Foundation.Process()
  private let outputPath: String
  private let errorPath: String

  /// - Parameters:
  ///   - path: the program; a name without a slash is looked for in `$PATH`.
  ///   - folder: where its outputs go.
  init(
    _ path: String, _ arguments: [String], in folder: String, environment: [String: String] = [:]
  ) throws {
    let name = folder + "/" + UUID().uuidString
    (outputPath, errorPath) = (name + ".out", name + ".err")
    let isName = !path.contains("/")
    process.executableURL = URL(fileURLWithPath: isName ? "/usr/bin/env" : path)
    process.arguments = isName ? [path] + arguments : arguments
    var variables = ProcessInfo.processInfo.environment
    // What the machine has must not be found.
    variables["PENCIL_SOCKET"] = nil
    variables["XDG_RUNTIME_DIR"] = folder
    variables["RUNTIME_DIRECTORY"] = nil
    process.environment = variables.merging(environment) { $1 }
    for path in [outputPath, errorPath] {
      _ = FileManager.default.createFile(atPath: path, contents: nil)
    }
    process.standardOutput = FileHandle(forWritingAtPath: outputPath)
    process.standardError = FileHandle(forWritingAtPath: errorPath)
    process.standardInput = FileHandle.nullDevice
    try process.run()
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  var pid: Int32 { process.processIdentifier }
  var isRunning: Bool { process.isRunning }
  var output: [UInt8] { Program.bytes(outputPath) }
  var outputText: String { String(decoding: output, as: UTF8.self) }
  var errors: String { String(decoding: Program.bytes(errorPath), as: UTF8.self) }
  var errorLines: Int { errors.split(separator: "\n").count }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// To the program that this one started.
  func signalChild(_ number: Int32) {
    let children = String(
      decoding: Program.bytes("/proc/\(pid)/task/\(pid)/children"), as: UTF8.self)
    if let child = children.split(separator: " ").first.flatMap({ Int32($0) }) {
      kill(child, number)
    }
  }

  /// The exit status, once it has ended; negative: the signal that killed it; `nil`: it doesn't end.
  func status() -> Int32? {
    guard eventually({ !process.isRunning }) else { return nil }
    return process.terminationReason == .exit
      ? process.terminationStatus : -process.terminationStatus
  }

  /// Resident memory in bytes, as the kernel counts it; `nil`: it has ended.
  var residentBytes: Int? {
    let status = String(decoding: Program.bytes("/proc/\(pid)/status"), as: UTF8.self)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 << 10 }
  }

  static func bytes(_ path: String) -> [UInt8] {
    [UInt8](FileManager.default.contents(atPath: path) ?? Data())
  }

  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  static func isInstalled(_ name: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: $0 + "/" + name)
    }
  }

  /// Writes a file.
  static func write(_ bytes: [UInt8], to path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }
}

/// Waits until something is so; false: it never is.
func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
  let end = Date().addingTimeInterval(Program.limit)
  while try !condition() {
    if Date() > end { return false }
    usleep(2000)
  }
  return true
}

/// A new folder that goes with all that is in it.
final class Folder {
  let path: String

  init() throws {
    path = "/tmp/pencild-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A path in it.
  func callAsFunction(_ name: String) -> String { path + "/" + name }
}

/// A line of JSON, its numbers and texts by name.
struct Line: Equatable {
  var numbers: [String: Double] = [:]
  var texts: [String: String] = [:]
  /// The raw events of a frame: type, code, value.
  var events: [[Int]] = []

  var type: String { texts["type"] ?? "" }

  init?(_ json: some StringProtocol) {
    guard let object = try? JSONSerialization.jsonObject(with: Data(json.utf8)),
      let members = object as? [String: Any]
    else { return nil }
    for (name, value) in members {
      if let text = value as? String {
        texts[name] = text
      } else if let number = value as? NSNumber {
        numbers[name] = number.doubleValue
      } else if name == "events", let list = value as? [[String: Any]] {
        events = list.map { event in
          ["type", "code", "value"].map { (event[$0] as? NSNumber)?.intValue ?? -1 }
        }
      }
    }
  }

  /// All lines; one that is no object is given as an empty one.
  static func all(_ output: [UInt8]) -> [Line] {
    String(decoding: output, as: UTF8.self).split(separator: "\n").map { Line($0) ?? Line() }
  }

  private init() {}
}
