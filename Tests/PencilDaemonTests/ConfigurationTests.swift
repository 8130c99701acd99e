import PencilSystem
import Testing

@testable import PencilDaemon

struct ConfigurationTests {
  private func configuration(_ text: String) throws -> (size: Int, warnings: [String]) {
    var configuration = Configuration()
    var warnings: [String] = []
    try configuration.apply(ConfigurationFile(Array(text.utf8), name: "p.conf")) {
      warnings.append($0.description)
    }
    return (configuration.journalSize, warnings)
  }

  @Test(arguments: [
    ("", 4 << 20), ("[Daemon]\n", 4 << 20), ("[Daemon]\nJournalSize=64K", 64 << 10),
    ("[Daemon]\r\n\tJournalSize = 1048576 \r\n", 1 << 20), ("[Daemon]\nJournalSize=1G\n", 1 << 30),
    ("# a\n; b\n\n[Daemon]\n#JournalSize=1\nJournalSize=2M\nJournalSize=8M", 8 << 20),
  ])
  func isRead(text: String, size: Int) throws {
    let read = try configuration(text)
    #expect(read.size == size)
    #expect(read.warnings == [])
  }

  /// What is wrong stops the start, and says where.
  @Test(arguments: [
    ("JournalSize=4M", "p.conf:1: Key=Value outside of a section"),
    ("\n[Daemon\n", "p.conf:2: a section is [Name]"),
    ("[]", "p.conf:1: a section is [Name]"),
    ("[Daemon]\n\nJournalSize", "p.conf:3: neither [Section], Key=Value nor a comment"),
    ("[Daemon]\nJournalSize=", "p.conf:2: JournalSize= is 64K to 1G, such as 4M, not “”"),
    ("[Daemon]\nJournalSize=4MB", "p.conf:2: JournalSize= is 64K to 1G, such as 4M, not “4MB”"),
    ("[Daemon]\nJournalSize=63K", "p.conf:2: JournalSize= is 64K to 1G, such as 4M, not “63K”"),
    ("[Daemon]\nJournalSize=2G", "p.conf:2: JournalSize= is 64K to 1G, such as 4M, not “2G”"),
    ("[Daemon]\nJournalSize=-4M", "p.conf:2: JournalSize= is 64K to 1G, such as 4M, not “-4M”"),
    (
      "[Daemon]\nJournalSize=9223372036854775807G",
      "p.conf:2: JournalSize= is 64K to 1G, such as 4M, not “9223372036854775807G”"
    ),
  ])
  func isRefused(text: String, error: String) {
    let thrown = #expect(throws: ConfigurationError.self) { try configuration(text) }
    #expect(thrown?.description == error)
  }

  /// What a later version may know is only told.
  @Test func whatIsUnknownIsAWarning() throws {
    let read = try configuration("[Match]\nA=1\n[Daemon]\nJournalSize=1M\nColour=red\n")
    #expect(read.size == 1 << 20)
    #expect(
      read.warnings == ["p.conf:2: unknown section [Match]", "p.conf:5: unknown key Colour="])
  }

  @Test func entriesKnowTheirLines() throws {
    let file = try ConfigurationFile(Array("[A]\nx=1\n\n[B]\ny=a=b\n".utf8), name: "f")
    #expect(
      file.entries == [
        .init(section: "A", sectionLine: 1, key: "x", value: "1", line: 2),
        .init(section: "B", sectionLine: 4, key: "y", value: "a=b", line: 5),
      ])
  }

  @Test func aFileThatIsNotThereIsNamed() {
    let thrown = #expect(throws: ConfigurationError.self) {
      try Configuration.load(file: "/nowhere/p.conf")
    }
    #expect(thrown?.description == "/nowhere/p.conf: No such file or directory")
  }
}
