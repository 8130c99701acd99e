import Glibc
import PencilSystem
import PencilTestSupport
import Testing

@Suite struct OutputBufferTests {
  @Test func writesInOrderAcrossItsCapacity() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/out"
    var output = OutputBuffer(try .open(path, .create(permissions: 0o600)))
    let block = [UInt8](repeating: UInt8(ascii: "b"), count: OutputBuffer.capacity + 10)
    output.append("a" as StaticString)
    output.append(block.span.raw)
    output.append("é\(block.count)")
    output.append(UInt8(ascii: "\n"))
    #expect(output.waiting < OutputBuffer.capacity)
    #expect(try output.flush() == .written)
    let expected = bytes("a") + block + bytes("é\(block.count)\n")
    #expect(try Files.contents(of: path, limit: 1 << 20) == expected)
  }

  @Test func aGoneReaderIsAnOutcome() throws {
    Process.ignoreBrokenPipe()
    let pipe = Pipe()
    var output = OutputBuffer(pipe.writer)
    do { _ = consume pipe.reader }
    output.append("lost" as StaticString)
    #expect(try output.flush() == .readerGone)
    output.append([UInt8](repeating: 0, count: 200_000).span.raw)
    #expect(try output.flush() == .readerGone)
  }

  @Test func aFullDiskIsToldByEveryFlush() throws {
    var output = OutputBuffer(try .open("/dev/full", .writeOnly))
    output.append([UInt8](repeating: 0, count: 100_000).span.raw)
    for _ in 0..<2 {
      do throws(Errno) {
        _ = try output.flush()
        Issue.record("it was written")
      } catch { #expect(error == .noSpace) }
    }
  }
}
