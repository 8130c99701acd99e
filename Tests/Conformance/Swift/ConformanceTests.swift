import PencilCore
import PencilDaemon
import PencilInput
import PencilSystem
import PencilTestSupport
import PencilWire
import Testing

@testable import PencilClient

/// The Swift client and the daemon's writer of JSON against the vectors that the C and Python clients pass, too.
struct ConformanceTests {
  /// What the Swift client steps over as it does over unknown types; the C and Python clients know them.
  private static let skipped: Set<String> = ["suspended", "resumed"]

  @Test(arguments: Vector.all("datagram")) func itemsAreSeen(_ vector: Vector) throws {
    var problems: [String] = []
    var seen = 0
    let expected = vector.items.filter { !Self.skipped.contains($0.kind) }
    try vector.bytes.withRaw { datagram in
      var offset = 0
      while offset < datagram.byteCount {
        let header = try ItemHeader(datagram, at: offset)
        let item = datagram.extracting(offset..<(offset + header.size))
        offset += header.size
        guard let value = Seen(header, item) else { continue }
        guard seen < expected.count else { return problems.append("\(value.kind) too many") }
        problems += value.matches(expected[seen])
        let line = Self.json(item)
        if line != expected[seen].json { problems.append(line ?? "no JSON") }
        seen += 1
      }
    }
    #expect(problems == [] && seen == expected.count)
  }

  /// The daemon's line of an item, without its end.
  private static func json(_ item: RawSpan) -> String? {
    var writer = JSONLinesWriter(
      names: OutputNames(event: { type, code, buffer in
        if let name = EventNames.code(code, of: type) { buffer.append(name) }
      }))
    var buffer = TextBuffer()
    writer.write(item, into: &buffer)
    let bytes = buffer.bytes
    guard !bytes.isEmpty else { return nil }
    return String(decoding: (0..<(bytes.count - 1)).map { bytes[$0] }, as: UTF8.self)
  }

  @Test(arguments: Vector.all("request")) func requestsAreMade(_ vector: Vector) {
    let made = Self.request(vector.fields)
    #expect(made?.bytes == vector.bytes)
    #expect(made?.isReadBack == true)
  }

  /// Answers to a hello, of a daemon to which a client really connects.
  @Test(arguments: Vector.all("answer")) func answersAreTaken(_ vector: Vector) throws {
    let folder = try TemporaryFolder()
    let listener = try ListeningSocket(
      path: folder.path + "/s", kind: .datagrams, permissions: 0o600)
    var connection = try PencilConnection.connecting(
      to: folder.path + "/s", name: "conformance", answerTimeout: 2_000_000_000)
    _ = try connection.wait(timeoutMilliseconds: 1000)
    #expect(try connection.receive() == nil)
    switch try listener.accept() {
    case .connection(let client): _ = try client.send(vector.bytes.span.raw)
    default: Issue.record("no client")
    }
    let outcome = Self.outcome(&connection)
    #expect(outcome.error == vector.fields["error"])
    #expect(outcome.text == vector.fields["text"])
  }

  private static func outcome(
    _ connection: inout PencilConnection
  ) -> (error: String, text: String?) {
    do throws(PencilError) {
      switch try connection.receive() {
      case .connected: return ("none", nil)
      case .disconnected(let error): return (name(error.code), error.description)
      default: return ("something else", nil)
      }
    } catch {
      return (name(error.code), error.description)
    }
  }

  private static func name(_ code: PencilError.Code) -> String {
    switch code {
    case .noDaemon: "noDaemon"
    case .accessDenied: "accessDenied"
    case .busy: "busy"
    case .timedOut: "timedOut"
    case .disconnected: "disconnected"
    case .notPermitted: "notPermitted"
    case .unsupportedVersion: "unsupportedVersion"
    case .refused: "refused"
    case .protocolViolation: "protocolViolation"
    case .badSubscription: "badSubscription"
    default: "systemCall"
    }
  }

  @Test(arguments: Vector.all("malformed")) func malformedDatagramsAreRefused(_ vector: Vector) {
    var assembler = Assembler()
    var frame = Frame(sampleCapacity: 8)
    var text: String?
    do throws(PencilError) {
      while try assembler.step(vector.bytes, count: vector.bytes.count, into: &frame) != nil {}
    } catch { text = error.description }
    #expect(text == vector.fields["text"])
  }

  @Test func theVectorsAreThere() {
    let counts = ["datagram", "request", "answer", "malformed"].map { Vector.all($0).count }
    #expect(counts.allSatisfy { $0 > 10 }, "\(counts)")
  }
}
