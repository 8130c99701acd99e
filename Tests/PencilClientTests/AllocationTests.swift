import PencilCore
import PencilSystem
import PencilTestSupport
import PencilWire
import Testing

@testable import PencilClient

/// Several rounds, since the first ones still fill what is kept.
@Suite(.serialized, .enabled(if: Allocations.areCounted)) struct AllocationTests {
  static let paces: [(name: String, datagram: [UInt8])] = [
    ("every report", Datagrams.sample(1)),
    (
      "display frames",
      (1...17).reduce(Datagrams.frame(1)) { $0 + Datagrams.sample($1) } + Datagrams.button(18)
        + Datagrams.stroke(19)
    ),
  ]

  @Test(arguments: paces) func samplesAllocateNothing(_ name: String, datagram: [UInt8]) throws {
    var server = try TestServer()
    var connection = try PencilConnection.subscribed(&server)
    var sum: UInt64 = 0
    var counts: [UInt64] = []
    for _ in 0..<2 {
      let count = try Allocations.count {
        for _ in 0..<100 {
          try server.send(datagram)
          _ = try connection.wait()
          while let event = try connection.receive() {
            guard case .frame = event else { continue }
            let samples = connection.frame.samples
            for i in samples.indices { sum += UInt64(samples[i].index) }
            if let main = connection.frame.main(for: 1) { sum += UInt64(main.index) }
          }
        }
      }
      counts.append(count)
    }
    #expect(counts.last == 0)
    #expect(sum > 0)
  }
}
