import PencilSystem
import Testing

@Suite struct RingMemoryTests {
  @Test(arguments: [(1, 4096), (4096, 4096), (4097, 8192), (1 << 20, 1 << 20)])
  func sizeIsInPages(asked: Int, got: Int) throws {
    #expect(try RingMemory(size: asked).capacity == got)
  }

  @Test func theEndIsFollowedByTheBeginning() throws {
    var ring = try RingMemory(size: 4096)
    var space = ring.mutableBytes(at: 4094, count: 4)
    space.storeBytes(of: 0x0403_0201, as: UInt32.self)
    #expect(octets(ring.bytes(at: 4094, count: 4)) == [1, 2, 3, 4])
    #expect(octets(ring.bytes(at: 4094, count: 2)) == [1, 2])
    #expect(octets(ring.bytes(at: 0, count: 2)) == [3, 4])
    #expect(ring.bytes(at: 4095, count: 4096).byteCount == 4096)
  }

  @Test func aPieceAcrossTheEndIsOneDatagram() throws {
    var ring = try RingMemory(size: 4096)
    let pair = try ConnectedSocket.pair(.datagrams)
    for (offset, byte) in "head".utf8.enumerated() { fill(&ring, 100 + offset, byte) }
    for (offset, byte) in "tail".utf8.enumerated() { fill(&ring, (4094 + offset) % 4096, byte) }
    var list = GatherList()
    list.append(ring.bytes(at: 100, count: 4))
    list.append(ring.bytes(at: 4094, count: 4))
    #expect(list.count == 2)
    #expect(try pair.first.send(list) == .sent(8))
    #expect(try receive(pair.second).1 == "headtail")
  }

  @Test func anUnusedRingIsNotResident() throws {
    let before = try #require(Process.residentBytes)
    let ring = try RingMemory(size: 1 << 30)
    let after = try #require(Process.residentBytes)
    #expect(after - before < 1 << 29)
    #expect(ring.capacity == 1 << 30)
  }

  private func fill(_ ring: inout RingMemory, _ offset: Int, _ byte: UInt8) {
    var space = ring.mutableBytes(at: offset, count: 1)
    space.storeBytes(of: byte, as: UInt8.self)
  }

  private func octets(_ span: RawSpan) -> [UInt8] {
    unsafe span.withUnsafeBytes { unsafe Array($0) }
  }
}

@Suite struct GatherListTests {
  @Test func neighboursAreOnePiece() throws {
    let ring = try RingMemory(size: 4096)
    var list = GatherList()
    list.append(ring.bytes(at: 0, count: 8))
    list.append(ring.bytes(at: 8, count: 8))
    list.append(ring.bytes(at: 16, count: 0))
    #expect(list.count == 1)
    list.append(ring.bytes(at: 24, count: 8))
    #expect(list.count == 2)
    #expect(list.byteCount == 24)
    list.removeAll()
    #expect(list.count == 0)
    #expect(list.byteCount == 0)
  }

  @Test func aFullListGoesOutInOneMessage() throws {
    let ring = try RingMemory(size: 4096)
    let pair = try ConnectedSocket.pair(.datagrams)
    var list = GatherList()
    for index in 0..<GatherList.capacity { list.append(ring.bytes(at: index * 2, count: 1)) }
    let isFull = list.isFull
    #expect(isFull)
    // The continuation of the last piece still fits.
    list.append(ring.bytes(at: 2 * GatherList.capacity - 1, count: 1))
    #expect(try pair.first.send(list) == .sent(GatherList.capacity + 1))
    #expect(try receive(pair.second).0 == .bytes(GatherList.capacity + 1))
  }
}
