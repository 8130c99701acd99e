import Glibc
import PencilCore
import PencilInput
import PencilSystem

/// The release binary with a generated recording: one stroke at 1000 Hz, which begins when somebody subscribes.
struct Playing {
  let daemon: Child
  let socket: String
  /// Resident memory in kB while it is idle, with the recording in it.
  let idle: Double
  private let files: [String]

  /// - Parameters:
  ///   - name: of what is measured.
  ///   - frames: how long the stroke is, in ms.
  ///   - journal: the ring's size as the configuration has it; `nil`: the usual one.
  init(_ name: String, frames: Int, journal: String? = nil) throws {
    let pencild = try Binary.pencild()
    let recording = Binary.scratch(name + ".yml")
    let configuration = try CrowdConfiguration.file(name, journal: journal)
    files = [recording, configuration]
    socket = Binary.scratch(name + ".sock")
    try Self.write(recording, frames: frames)
    let arguments = [
      "--replay", recording, "--socket", socket, "--config", configuration,
    ]
    let manager = try NotifySocket()
    daemon = try Child(pencild, arguments, environment: ["NOTIFY_SOCKET=" + manager.path])
    guard manager.waits(forSeconds: 60) else { throw BenchError("\(pencild) does not get ready") }
    guard let idle = daemon.kilobytes("VmRSS") else { throw BenchError("\(pencild) is gone") }
    self.idle = idle
  }

  /// Waits for its end; what it read is removed.
  func finish() throws {
    let status = daemon.wait()
    for file in files { try? Files.remove(file) }
    guard status == 0 else { throw BenchError("the daemon did not end by itself") }
  }

  /// A recording of one stroke.
  private static func write(_ path: String, frames: Int) throws {
    var writer = RecordingWriter(Pen.description)
    var assembler = FrameAssembler(Pen.description)
    func add(_ events: [RawEvent]) {
      for event in events {
        if assembler.add(type: event.type, code: event.code, value: event.value, time: event.time) {
          writer.append(assembler.frame)
        }
      }
    }
    add(Pen.entrance)
    for n in 1..<frames { add(Pen.motion(n)) }
    add(Pen.exit(frames))
    try Binary.write(writer.takeBytes(), to: path)
  }
}

/// A configuration that admits a crowd of one user.
enum CrowdConfiguration {
  /// - Parameter journal: the ring's size as the configuration has it; `nil`: the usual one.
  /// - Returns: its path; who asked removes it.
  static func file(_ name: String, journal: String? = nil) throws -> String {
    let path = Binary.scratch(name + ".conf")
    var lines = "[Daemon]\nClientsPerUserMax=256\n"
    if let journal { lines += "JournalSize=\(journal)\n" }
    try Binary.write(Array(lines.utf8), to: path)
    return path
  }
}

/// Waiting.
enum Pause {
  static func milliseconds(_ count: UInt32) { usleep(count * 1000) }
}
