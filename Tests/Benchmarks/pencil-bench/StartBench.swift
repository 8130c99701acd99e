import CPencilShims
import Glibc
import PencilSystem

/// From exec to listening, as the daemon tells a service manager.
enum StartBench {
  private static let rounds = 25

  static func run(into report: inout Report) throws {
    let pencild = try Binary.pencild()
    var ours: [Double] = []
    var floor: [Double] = []
    for _ in 0..<rounds {
      ours.append(try start(pencild))
      floor.append(try startNothing())
    }
    let budget = 5.0
    report.add(
      Figure(
        name: "start, exec to listening, median", value: ours.median, unit: "ms", decimals: 2,
        floor: floor.median, floorName: "/bin/true, start to end", budget: budget))
    report.add(
      Figure(
        name: "start, exec to listening, least", value: ours.min() ?? 0, unit: "ms", decimals: 2,
        floor: floor.min(), floorName: "/bin/true, start to end"))
  }

  private static func start(_ pencild: String) throws -> Double {
    let manager = try NotifySocket()
    let socket = Binary.scratch("start.sock")
    let start = Clock.monotonicNanoseconds
    let daemon = try Child(
      pencild, ["--socket", socket], environment: ["NOTIFY_SOCKET=" + manager.path])
    guard manager.waits(forSeconds: 5) else { throw BenchError("\(pencild) does not get ready") }
    let end = Clock.monotonicNanoseconds
    daemon.stop()
    return Double(end - start) / 1e6
  }

  private static func startNothing() throws -> Double {
    let start = Clock.monotonicNanoseconds
    let child = try Child("/bin/true", [])
    child.wait()
    return Double(Clock.monotonicNanoseconds - start) / 1e6
  }
}

/// A daemon that is told when another one is ready: the service manager's end of `sd_notify`.
final class NotifySocket {
  let path = Binary.scratch("notify.sock")
  private let file: FileDescriptor

  init() throws {
    let file = FileDescriptor(owning: pencil_socket(pencil_type_datagram(), 0))
    unsafe unlink(path)
    let name = path.utf8.map { CChar(bitPattern: $0) } + [0]
    guard unsafe pencil_bind(file.rawValue, name, name.count) == 0 else {
      throw BenchError("\(path): \(Errno(rawValue: errno))")
    }
    self.file = file
  }

  deinit { unsafe unlink(path) }

  /// Whether a message comes.
  func waits(forSeconds seconds: Int32) -> Bool {
    var one = pollfd(fd: file.rawValue, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&one, 1, seconds * 1000) == 1
  }
}
