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
    // valgrind of Debian 12 stumbles over the debug information of Swift's runtime.
    let stripped = Binary.scratch("stripped")
    defer { try? Files.remove(stripped) }
    guard try Child("strip", ["-o", stripped, Binary.own]).wait() == 0 else {
      throw BenchError("strip can't copy this program")
    }
    try run(stripped, into: &report)
  }

  private static func run(_ program: String, into report: inout Report) throws {
    guard let whole = try instructions(program, .pipeline) else {
      report.remark("instructions: not measured, as there is no valgrind here")
      return
    }
    let libevdev = try instructions(program, .libevdev) ?? 0
    let copy = try instructions(program, .copy)
    report.add(
      Figure(
        name: "pipeline, input frame", value: whole, unit: "instructions", floor: copy,
        floorName: "memcpy of its events"))
    for stage in Stage.parts {
      guard let value = try instructions(program, stage) else { continue }
      let alone = stage == .tracker ? try instructions(program, .strokes) : nil
      report.add(
        Figure(
          name: "  \(stage.rawValue)", value: value, unit: "instructions", floor: alone,
          floorName: alone == nil ? "" : "without the estimator"))
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
  private static func instructions(_ program: String, _ stage: Stage) throws -> Double? {
    guard let less = try count(program, stage, frames: few),
      let more = try count(program, stage, frames: many)
    else {
      return nil
    }
    return (more - less) / Double(many - few)
  }

  private static func count(_ program: String, _ stage: Stage, frames: Int) throws -> Double? {
    guard ["/usr/bin/valgrind", "/usr/local/bin/valgrind"].contains(where: Files.exists) else {
      return nil
    }
    let log = Binary.scratch("valgrind")
    defer { try? Files.remove(log) }
    let child = try Child(
      "valgrind",
      [
        "--tool=callgrind", "--callgrind-out-file=/dev/null", "--log-file=\(log)", program,
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
