import PencilSystem

/// Instructions per input frame: valgrind runs this program twice with different numbers of frames, and what differs
/// is the frames' alone.
enum InstructionsBench {
  private static let few = 2_000
  private static let many = 12_000
  /// libinput 1.22 and the libevdev in it, a frame of 7 events, measured once on another machine.
  private static let libinput = 6138.0
  private static let budget = libinput / 2

  static func run(into report: inout Report) throws {
    guard let whole = try instructions(.pipeline) else {
      report.remark("instructions: not measured, as there is no valgrind here")
      return
    }
    let libevdev = try instructions(.libevdev) ?? 0
    let copy = try instructions(.copy)
    report.add(
      Figure(
        name: "pipeline, input frame", value: whole, unit: "instructions", floor: copy,
        floorName: "memcpy of its events"))
    for stage in [Stage.assembler, .calibrator, .tracker, .encode] {
      guard let value = try instructions(stage) else { continue }
      report.add(Figure(name: "  \(stage.rawValue)", value: value, unit: "instructions"))
    }
    report.add(
      Figure(
        name: "pipeline with libevdev", value: whole + libevdev, unit: "instructions",
        floor: libevdev, floorName: "libevdev's state update", budget: budget))
    report.remark(
      "instructions: libinput took \(Text.fixed(libinput, 0)) for such a frame, measured elsewhere: it needs a device"
    )
  }

  /// `nil`: no valgrind.
  private static func instructions(_ stage: Stage) throws -> Double? {
    guard let less = try count(stage, frames: few), let more = try count(stage, frames: many) else {
      return nil
    }
    return (more - less) / Double(many - few)
  }

  private static func count(_ stage: Stage, frames: Int) throws -> Double? {
    guard ["/usr/bin/valgrind", "/usr/local/bin/valgrind"].contains(where: Files.exists) else {
      return nil
    }
    let log = Binary.scratch("valgrind")
    defer { try? Files.remove(log) }
    let child = try Child(
      "valgrind",
      [
        "--tool=callgrind", "--callgrind-out-file=/dev/null", "--log-file=\(log)", Binary.own,
        "work",
        stage.rawValue, String(frames),
      ])
    guard child.wait() == 0 else { throw BenchError("valgrind could not run \(stage.rawValue)") }
    let text = String(decoding: try Files.contents(of: log, limit: 1 << 20), as: UTF8.self)
    for line in text.split(separator: "\n") where line.contains("Collected :") {
      return line.split(separator: " ").last.flatMap { Double($0) }
    }
    throw BenchError("valgrind told no count")
  }
}
