import PencilSystem
import Testing

@testable import PencilDaemon

struct ConfigurationTests {
  private func configuration(_ text: String) throws -> (size: Int, warnings: [String]) {
    var warnings: [String] = []
    let configuration = try Configuration([ConfigurationFile(Array(text.utf8), name: "p.conf")]) {
      warnings.append($0.description)
    }
    return (configuration.journalSize, warnings)
  }

  static let good: [(text: String, size: Int)] = [
    ("", 4_194_304), ("[Daemon]\n", 4_194_304), ("[Daemon]\nJournalSize=64K", 65_536),
    ("[Daemon]\r\n\tJournalSize = 1048576 \r\n", 1_048_576),
    ("[Daemon]\nJournalSize=1G\n", 1_073_741_824),
    // Empty: as if it had not been said until then.
    ("[Daemon]\nJournalSize=1M\nJournalSize=\n", 4_194_304),
    ("[Daemon]\nJournalSize=1M\n[Daemon]\nJournalSize=\nJournalSize=2M\n", 2_097_152),
    ("[Daemon]\nIdleExit=\nGroup=\nGesturesFor=\nAccess=\nClientsPerUserMax=\n", 4_194_304),
    // A line that goes on, over comments.
    ("[Daemon]\nJournalSize \\\n# a \\\n  ; b\n = \\\r\n\t 8M", 8_388_608),
    ("[Daemon]\\\n\nJournalSize=8M\\", 8_388_608),
    ("# a\n; b\n\n[Daemon]\n#JournalSize=1\nJournalSize=2M\nJournalSize=8M", 8_388_608),
  ]

  @Test(arguments: good) func isRead(text: String, size: Int) throws {
    let read = try configuration(text)
    #expect(read.size == size)
    #expect(read.warnings == [])
  }

  /// What is wrong stops the start, and says where.
  static let wrong: [(text: String, error: String)] = [
    ("JournalSize=4M", "p.conf:1: Key=Value outside of a section"),
    ("\n[Daemon\n", "p.conf:2: a section is [Name]"),
    ("[]", "p.conf:1: a section is [Name]"),
    ("[Daemon]\n\nJournalSize", "p.conf:3: neither [Section], Key=Value nor a comment"),
    ("[Daemon]\nJournalSize=4MB", "p.conf:2: JournalSize= is 64K to 1G, such as 4M, not “4MB”"),
    ("[Daemon]\nJournalSize=63K", "p.conf:2: JournalSize= is 64K to 1G, such as 4M, not “63K”"),
    ("[Daemon]\nJournalSize=2G", "p.conf:2: JournalSize= is 64K to 1G, such as 4M, not “2G”"),
    ("[Daemon]\nJournalSize=-4M", "p.conf:2: JournalSize= is 64K to 1G, such as 4M, not “-4M”"),
    (
      "[Daemon]\nJournalSize=9223372036854775807G",
      "p.conf:2: JournalSize= is 64K to 1G, such as 4M, not “9223372036854775807G”"
    ),
    // A line that goes on is known by its first one; two backslashes are none.
    (
      "[Daemon]\n# a\nJournalSize=\\\n# b\n1 \\\n2",
      "p.conf:3: JournalSize= is 64K to 1G, such as 4M, not “1  2”"
    ),
    (
      "[Daemon]\nJournalSize=1\\\\\nIdleExit",
      "p.conf:2: JournalSize= is 64K to 1G, such as 4M, not “1\\\\”\np.conf:3: neither [Section], Key=Value nor a comment"
    ),
    // All of it is told, and nothing twice: what stands below a broken section, or is taken back, or is of no tool.
    (
      "Group=a\n[Daemon\nColour=red\n[Daemon]\nAccess=all\nGroup\nIdleExit=1us\nIdleExit=\nIdleExit=2us\n[Tool stick]\nWhen=now\n[Gestures]\nWhen=now\nHold.top=yes\n[Tablet *]\nRotation=45\nPressTime=1h",
      """
      p.conf:1: Key=Value outside of a section
      p.conf:2: a section is [Name]
      p.conf:5: Access= is active-session, group or user, not “all”
      p.conf:6: neither [Section], Key=Value nor a comment
      p.conf:7: IdleExit= is 1s to 1h, such as 30s, or infinity, not “1us”
      p.conf:9: IdleExit= is 1s to 1h, such as 30s, or infinity, not “2us”
      p.conf:10: [Tool stick] is no tool: pen, eraser, brush, pencil, airbrush, mouse, lens, or a serial such as 10c0a11e
      p.conf:13: When= is hover, contact or any, not “now”
      p.conf:14: Hold.top= is of no button of a barrel: stylus, stylus2 or stylus3
      p.conf:16: Rotation= is 0, 90, 180 or 270, not “45”
      p.conf:17: PressTime= is 20ms to 2s, such as 250ms; not “1h”
      """
    ),
  ]

  @Test(arguments: wrong) func isRefused(text: String, error: String) {
    let thrown = #expect(throws: ConfigurationErrors.self) { try configuration(text) }
    #expect(thrown?.description == error)
  }

  /// What a later version may know is only told.
  @Test func whatIsUnknownIsAWarning() throws {
    let read = try configuration(
      "[Match]\nA=1\nB=2\n[Daemon]\nJournalSize=1M\nColour=red\nSmell=\n[Bar]\n")
    #expect(read.size == 1 << 20)
    #expect(
      read.warnings == [
        "p.conf:1: unknown section [Match]", "p.conf:6: unknown key Colour=",
        "p.conf:7: unknown key Smell=", "p.conf:8: unknown section [Bar]",
      ])
  }

  @Test func entriesKnowTheirLines() {
    let file = ConfigurationFile(Array("[A]\nx=1\n\n[B]\ny=a=b\n".utf8), name: "f")
    #expect(
      file.entries == [
        .init(section: "A", key: "x", value: "1", line: 2),
        .init(section: "B", key: "y", value: "a=b", line: 5),
      ])
  }

  @Test func aFileThatIsNotThereIsNamed() {
    let files = Configuration.files(only: "/nowhere/p.conf")
    let thrown = #expect(throws: ConfigurationErrors.self) { try Configuration(files) { _ in } }
    #expect(thrown?.description == "/nowhere/p.conf: No such file or directory")
  }
}
