import PencilCore
import PencilTestSupport
import Testing

@Suite struct PressRecognizerTests {
  enum Cases: String, CaseIterable, Sendable {
    case limits, breaks, kinds

    var text: String {
      switch self {
      case .limits: GestureScript.limits
      case .breaks: GestureScript.breaks
      case .kinds: GestureScript.kinds
      }
    }
  }

  @Test(arguments: zip(Cases.allCases, [37, 42, 36]))
  func scripts(_ cases: Cases, count: Int) {
    let scripts = GestureScript.scripts(cases.text)
    #expect(scripts.count == count)
    for fault in scripts.compactMap(\.fault) { Issue.record("\(fault)") }
  }
}
