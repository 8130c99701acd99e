import PencilCore
import PencilInput
import PencilTestSupport
import Testing

/// Scripts of input frames, by subject; `Documentation/behaviours.md` says which behaviour is where.
enum StageCases {}

@Suite struct StageTests {
  @Test(arguments: [
    ("contact", StageCases.contact, 13),
    ("proximity", StageCases.proximity, 15),
    ("tools", StageCases.tools, 16),
    ("erasers", StageCases.erasers, 11),
    ("odd", StageCases.odd, 14),
    ("worn", StageCases.worn, 8),
  ])
  func scripts(group: String, cases: String, count: Int) {
    let scripts = FrameScript.scripts(cases)
    #expect(scripts.count == count)
    for fault in scripts.compactMap(\.fault) { Issue.record("\(group): \(fault)") }
  }
}
