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
    let configuration = Binary.scratch(name + ".conf")
    files = [recording, configuration]
    socket = Binary.scratch(name + ".sock")
    try Self.write(recording, frames: frames)
    // A crowd is of one user.
    var lines = "[Daemon]\nClientsPerUserMax=256\n"
    if let journal { lines += "JournalSize=\(journal)\n" }
    try Self.write(Array(lines.utf8), to: configuration)
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
    try write(writer.takeBytes(), to: path)
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    var output = OutputBuffer(try FileDescriptor.open(path, .create(permissions: 0o600)))
    output.append(bytes.span.raw)
    _ = try output.flush()
  }
}

/// Waiting.
enum Pause {
  static func milliseconds(_ count: UInt32) { usleep(count * 1000) }
}
