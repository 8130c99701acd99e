import PencilSystem
import PencilWire

/// Resident memory of the release binary.
enum MemoryBench {
  static let subscribers = 200

  static func run(into report: inout Report) throws {
    let pencild = try Binary.pencild()
    let socket = Binary.scratch("memory.sock")
    let configuration = try CrowdConfiguration.file("memory")
    let manager = try NotifySocket()
    let nothing = try Child("/bin/sleep", ["30"])
    let daemon = try Child(
      pencild, ["--socket", socket, "--config", configuration],
      environment: ["NOTIFY_SOCKET=" + manager.path])
    guard manager.waits(forSeconds: 5) else { throw BenchError("\(pencild) does not get ready") }
    Pause.milliseconds(200)
    let floor = nothing.kilobytes("VmRSS").map { $0 / 1024 }
    try add("idle", daemon, floor, budget: 6, to: &report)

    var clients: [Client] = []
    for _ in 0..<subscribers {
      let client = try Client(path: socket)
      try client.hello()
      try client.subscribe(.displayFrames(millihertz: 60_000))
      clients.append(client)
      // As a daemon takes in so many a turn, and the queue of those that wait is short.
      Pause.milliseconds(1)
    }
    Pause.milliseconds(300)
    for client in clients {
      guard try client.drain() > 0 else { throw BenchError("a subscriber got no answer") }
    }
    try add("\(subscribers) subscribers", daemon, floor, budget: 8, to: &report)
    daemon.stop()
    nothing.stop()
    try Files.remove(configuration)
  }

  /// kB of a daemon that has nothing to do.
  static func idle() throws -> Double {
    let socket = Binary.scratch("idle.sock")
    let manager = try NotifySocket()
    let daemon = try Child(
      try Binary.pencild(), ["--socket", socket], environment: ["NOTIFY_SOCKET=" + manager.path])
    guard manager.waits(forSeconds: 60), let kilobytes = daemon.kilobytes("VmRSS") else {
      throw BenchError("the daemon does not get ready")
    }
    daemon.stop()
    return kilobytes
  }

  private static func add(
    _ what: String, _ daemon: Child, _ floor: Double?, budget: Double, to report: inout Report
  ) throws {
    guard let all = daemon.kilobytes("VmRSS"), let own = daemon.kilobytes("RssAnon") else {
      throw BenchError("the daemon's memory can't be read")
    }
    report.add(
      Figure(
        name: "memory, \(what)", value: all / 1024, unit: "MiB", decimals: 2, floor: floor,
        floorName: "/bin/sleep", budget: budget))
    report.add(
      Figure(name: "  of that not from files", value: own / 1024, unit: "MiB", decimals: 2))
  }
}
