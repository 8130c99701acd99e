import PencilCore
import PencilInput
import PencilTestSupport
import Testing

/// Scripts of input frames, by subject; `Documentation/behaviours.md` says which behaviour is where.
enum StageCases {}

@Suite struct StageTests {
  struct Group: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var cases: String
    var count: Int
  }

  @Test(arguments: [
    Group(testDescription: "contact", cases: StageCases.contact, count: 13),
    Group(testDescription: "proximity", cases: StageCases.proximity, count: 16),
    Group(testDescription: "tools", cases: StageCases.tools, count: 16),
    Group(testDescription: "erasers", cases: StageCases.erasers, count: 11),
    Group(testDescription: "odd", cases: StageCases.odd, count: 15),
    Group(testDescription: "worn", cases: StageCases.worn, count: 10),
  ])
  func scripts(_ group: Group) {
    let scripts = FrameScript.scripts(group.cases)
    #expect(scripts.count == group.count)
    for fault in scripts.compactMap(\.fault) { Issue.record("\(fault)") }
  }
}

@Test func kernelFuzzIsTold() {
  var tablet = FrameScript.tablet
  let none = KernelFuzz.text(tablet)
  tablet.axes[0].fuzz = 4
  tablet.axes[4].fuzz = 1
  #expect(none == nil && KernelFuzz.text(tablet) == "ABS_X 4 ABS_TILT_X 1")
}
