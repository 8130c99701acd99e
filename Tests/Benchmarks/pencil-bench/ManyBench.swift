import PencilSystem

/// 200 subscribers with 60 display frames a second, and a pen at 1000 Hz: all of them reading, and again with 50 that
/// sleep for longer than the ring lasts.
enum ManyBench {
  private static let all = "200 at 60 Hz, pen at 1000 Hz"
  private static let lapping = "50 of the 200 lapped"
  /// Some 2.7 s of a pen at 1000 Hz.
  private static let smallRing = "256K"
  static let nap: UInt64 = 4_000_000_000

  static func run(seconds: Int, into report: inout Report) throws {
    let own = try MemoryBench.idle()
    try measure(all, seconds, sleepers: 0, ring: nil, idle: own, into: &report)
    try measure(lapping, seconds, sleepers: 50, ring: smallRing, idle: own, into: &report)
  }

  /// - Parameter idle: Resident kB of a daemon without a recording.
  private static func measure(
    _ what: String, _ seconds: Int, sleepers: Int, ring: String?, idle: Double,
    into report: inout Report
  ) throws {
    let playing = try Playing("many", frames: seconds * 1000, journal: ring)
    let daemon = playing.daemon
    var crowd = try Crowd(playing.socket, sleepers: sleepers)
    // The middle of the run: neither the subscribing nor the end.
    let begin = Clock.monotonicNanoseconds + 500_000_000
    let end = begin + UInt64(seconds - 1) * 1_000_000_000
    try crowd.read(until: begin)
    let (before, from) = (daemon.processorTime, Clock.monotonicNanoseconds)
    try crowd.read(until: end)
    let (after, to) = (daemon.processorTime, Clock.monotonicNanoseconds)
    let memory = daemon.kilobytes("VmRSS")
    let shared = daemon.kilobytes("RssShmem")
    crowd.wake()
    try crowd.read(until: end + 120_000_000_000)
    guard crowd.isOver else { throw BenchError("the daemon does not end with its recording") }
    try playing.finish()
    guard let before, let after, let memory, let shared else {
      throw BenchError("the daemon's processor time can't be read")
    }
    report.add(
      Figure(
        name: "many, \(what): lost records", value: Double(crowd.lost), unit: "", budget: 0,
        isGate: true))
    if sleepers > 0 {
      report.add(
        Figure(name: "  told to be lost, by those lapped", value: Double(crowd.told), unit: ""))
      guard crowd.told > 0 || seconds < 10 else { throw BenchError("nobody was lapped") }
    }
    report.add(
      Figure(
        name: "  processor", value: 100 * (after - before) / (Double(to - from) / 1e9), unit: "%",
        decimals: 1, budget: 25))
    report.add(
      Figure(
        name: "  memory, without recording and ring",
        value: (idle + memory - playing.idle - shared) / 1024, unit: "MiB", decimals: 2, budget: 8))
    report.add(Figure(name: "  the ring", value: shared / 1024, unit: "MiB", decimals: 2))
  }
}
