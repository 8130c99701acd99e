import Glibc
@testable import PencilSystem
import PencilTestSupport
import Testing

@Suite struct ServiceManagerTests {
  @Test func notifiesAPath() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/notify"
    let manager = try manager(UnixAddress(path: path))
    #expect(ServiceManager.notify("READY=1\nSTATUS=well", socket: path))
    #expect(try text(manager) == "READY=1\nSTATUS=well")
  }

  @Test func notifiesAnAbstractName() throws {
    let name = "pencil-notify-\(getpid())"
    let manager = try manager(UnixAddress(abstract: name))
    #expect(ServiceManager.notify("WATCHDOG=1", socket: "@" + name))
    #expect(try text(manager) == "WATCHDOG=1")
  }

  @Test(arguments: ["", "@", "/nonexistent/notify", String(repeating: "/x", count: 100)])
  func noOneToTellIsNoFailure(socket: String) {
    #expect(!ServiceManager.notify("READY=1", socket: socket))
  }

  @Test(
    arguments: [
      ("7", "2", "pen:json", ["pen", "json"]), ("7", "2", nil, ["unknown", "unknown"]),
      ("7", "2", "pen", ["pen", "unknown"]), ("7", "1", "pen:more", ["pen"]),
      ("7", "2", ":json", ["", "json"]), ("8", "2", "pen:json", []), ("7", "0", "pen", []),
      ("7", "-1", "pen", []), ("7", "x", "pen", []), ("7", "99999", nil, []), (nil, "1", nil, []),
      ("7", nil, nil, []),
    ] as [(String?, String?, String?, [String])])
  func listeningDescriptorsAreNamed(
    process: String?, count: String?, names: String?, expected: [String]
  ) {
    let handed = ServiceManager.listening(process: process, count: count, names: names, own: 7)
    #expect(handed.map { $0.name } == expected)
    #expect(handed.map { $0.descriptor } == (0..<CInt(expected.count)).map { 3 + $0 })
  }

  @Test(
    arguments: [
      ("30000000", nil, 30_000_000), ("1", "7", 1), ("1", "8", nil), ("0", nil, nil),
      ("x", nil, nil), (nil, nil, nil),
    ] as [(String?, String?, UInt64?)])
  func theWatchdogIsOurs(time: String?, process: String?, expected: UInt64?) {
    #expect(ServiceManager.watchdog(time: time, process: process, own: 7) == expected)
  }

  private func manager(_ address: UnixAddress?) throws -> FileDescriptor {
    let file = FileDescriptor(owning: socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0))
    try #require(address).bind(file.rawValue)
    return file
  }

  private func text(_ manager: borrowing FileDescriptor) throws -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    var space = buffer.mutableSpan
    guard case .processed(let count) = try manager.read(into: &space) else { return "" }
    return String(decoding: buffer[..<count], as: UTF8.self)
  }
}

@Suite struct LogTests {
  @Test(arguments: [
    (Log.Level.error, Log.Source.kernel, true, "<3>kernel: text\n"),
    (.debug, .client, true, "<7>client: text\n"), (.notice, .config, false, "config: text\n"),
  ])
  func aLineSaysWhoseFaultItIs(
    level: Log.Level, source: Log.Source, journal: Bool, expected: String
  ) {
    #expect(line(LogLine(level, source, "text", forJournal: journal)) == expected)
  }

  @Test func aLineIsOneLine() {
    let text = "pen \"a\n<0>kernel: panic\u{1b}[2J\""
    #expect(
      line(LogLine(.info, .client, text, forJournal: false))
        == "client: pen \"a <0>kernel: panic [2J\"\n")
  }

  @Test(arguments: 0..<4)
  func aLongLineIsCutBetweenCharacters(shift: Int) {
    let text = String(repeating: "x", count: shift) + String(repeating: "😀", count: 300)
    let cut = line(LogLine(.info, .client, text, forJournal: false))
    #expect(cut.utf8.count <= 1024 && cut.utf8.count > 1016)
    #expect(cut.hasSuffix("😀…\n"))
  }

  private func line(_ line: borrowing LogLine) -> String {
    unsafe line.span.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
  }
}
