import PencilClient
import PencilCore
import PencilSystem
import PencilTestSupport
import PencilWire

/// A daemon that plays a recording, and who follows it.
struct Daemon {
  let folder: Folder
  let socket: String
  let program: Program

  init(
    _ arguments: [String] = [], recording: [UInt8]? = nil, in folder: Folder,
    socket name: String = "s"
  ) throws {
    self.folder = folder
    socket = folder(name)
    var all = arguments + ["--socket", socket]
    if let recording {
      try Program.write(recording, to: folder("recording.yml"))
      all += ["--replay", folder("recording.yml")]
    }
    let program = try Program(Program.pencild, all, in: folder.path)
    self.program = program
    // Its last word before it serves.
    _ = eventually { !program.isRunning || program.errors.contains("listening at") }
  }

  /// The decoder in Python, once it has subscribed to everything.
  func decoder(_ name: String) throws -> Program {
    let ready = folder(name + ".ready")
    let decoder = ReferenceData.packageFolder + "/Tests/Decoder/pencil_decoder.py"
    let program = try Program(
      "python3",
      [
        "-B", decoder, socket, "--check", "--contents", "1ff", "--until-closed", "--ready-file",
        ready,
      ], in: folder.path)
    _ = eventually { !program.isRunning || Program.exists(ready) }
    return program
  }

  /// `pencild --dump`, once it has subscribed; it ends with the daemon.
  func dump(_ more: [String] = []) throws -> Program {
    let program = try Program(
      Program.pencild, ["--dump", "--once", "--format", "json", "--socket", socket] + more,
      in: folder.path)
    _ = eventually { !program.isRunning || !program.output.isEmpty }
    return program
  }
}

/// An app that uses the client library, and keeps what comes.
struct App: ~Copyable {
  var connection: PencilConnection
  private(set) var samples: [Sample] = []
  private(set) var strokes = 0
  /// Snapshots, gaps and losses of the connection, in order.
  private(set) var events: [String] = []

  init(_ socket: String, pace: Subscription.Pace = .everyReport) throws {
    var connection = try PencilConnection.connect(to: socket, name: "app")
    try connection.subscribe(Subscription(pace: pace))
    self.connection = connection
  }

  /// Takes what is there.
  mutating func receive() throws {
    while let event = try connection.receive() {
      switch event {
      case .frame:
        for i in 0..<connection.frame.samples.count {
          let sample = connection.frame.samples[i]
          samples.append(sample)
        }
        let more = connection.frame.strokes.count
        strokes += more
      case .snapshot: events.append("snapshot")
      case .gap: events.append("gap")
      case .interaction: events.append("interaction")
      case .preferences: events.append("preferences")
      case .suspended: events.append("suspended")
      case .resumed: events.append("resumed")
      case .connected: events.append("connected")
      case .disconnected: events.append("disconnected")
      }
    }
  }

  /// Reads until the daemon has ended. False: it never does.
  mutating func receiveToTheEnd() throws -> Bool {
    let end = Clock.monotonicMicroseconds + UInt64(Program.limit * 1e6)
    while events.last != "disconnected" {
      if Clock.monotonicMicroseconds > end { return false }
      _ = try connection.wait(timeoutMilliseconds: 100)
      try receive()
    }
    return true
  }
}

/// What two followers of one stream must agree on, whatever the form in which they got it.
struct Row: Equatable {
  var time: UInt64
  var stroke: Int
  var index: Int
  var phase: String
  /// x, y, nx, ny, force, altitude, azimuth and hover.
  var values: [Float]

  init(_ sample: Sample) {
    time = sample.time
    stroke = Int(sample.stroke)
    index = Int(sample.index)
    phase = "\(sample.phase)"
    let v = sample.values
    values = [v.x, v.y, v.nx, v.ny, v.force, v.altitude, v.azimuth, v.hover]
  }

  init(_ line: Line) {
    let numbers = line.numbers
    time = UInt64(numbers["t"] ?? 0)
    stroke = Int(numbers["stroke"] ?? 0)
    index = Int(numbers["index"] ?? 0)
    phase = line.texts["phase"] ?? ""
    let names = ["x", "y", "nx", "ny", "force", "altitude", "azimuth", "hover"]
    // Foundation's numbers are off in the last digits of a Double.
    values = names.map { Float(numbers[$0] ?? 0) }
  }

  /// The samples among the lines, copies in snapshots left out.
  static func all(_ output: [UInt8]) -> [Row] {
    Line.all(output).filter { $0.type == "sample" && $0.numbers["seq"] ?? 0 > 0 }.map { Row($0) }
  }

  /// Where two streams differ by more than rounding.
  static func differences(_ a: [Row], _ b: [Row], within tolerance: Float = 0) -> [String] {
    var all: [String] = a.count == b.count ? [] : ["\(a.count) samples and \(b.count)"]
    for (i, (x, y)) in zip(a, b).enumerated() {
      let isSame =
        (x.time, x.stroke, x.index) == (y.time, y.stroke, y.index) && x.phase == y.phase
        && zip(x.values, y.values).allSatisfy { abs($0 - $1) <= tolerance }
      if !isSame { all.append("\(i): \(x) and \(y)") }
    }
    return Array(all.prefix(3))
  }
}
