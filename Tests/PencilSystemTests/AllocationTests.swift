import PencilSystem
import PencilTestSupport
import Testing

/// Several rounds, since the first ones still fill what is kept.
@Suite(.serialized, .enabled(if: Allocations.areCounted)) struct AllocationTests {
  @Test func aTurnAllocatesNothing() throws {
    let pair = try ConnectedSocket.pair(.datagrams)
    let timer = try Timer()
    var loop = try EventLoop()
    var list = GatherList()
    var ring = try RingMemory(size: 65536)
    var buffer = [UInt8](repeating: 0, count: 256)
    try loop.add(pair.second.descriptor, token: Token(kind: 1), interest: .readable)
    try loop.add(timer.descriptor, token: Token(kind: 2), interest: .readable)
    var received = 0
    let fewest = try Allocations.fewest(rounds: 200) {
      for turn in 0..<10 {
        timer.arm(atNanoseconds: Clock.monotonicNanoseconds)
        var space = ring.mutableBytes(at: turn * 64, count: 8)
        space.storeBytes(of: UInt64(turn), as: UInt64.self)
        list.removeAll()
        list.append(ring.bytes(at: turn * 64, count: 8))
        _ = try pair.first.send(list)
        for index in 0..<(try loop.wait(timeoutMilliseconds: -1)) {
          switch loop[ready: index].token.kind {
          case 1:
            var space = buffer.mutableSpan
            if case .bytes(let count) = try pair.second.receive(into: &space) {
              received += count
            }
          default: _ = timer.drain()
          }
        }
        var space2 = buffer.mutableSpan
        _ = try pair.second.receive(into: &space2)
      }
    }
    #expect(fewest == 0)
    #expect(received > 0)
  }
}
