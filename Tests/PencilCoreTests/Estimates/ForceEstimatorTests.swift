import PencilCore
import PencilTestSupport
import Testing

@Suite struct ForceEstimatorTests {
  @Test func scripts() {
    let scripts = EstimateScript.scripts(EstimateScript.cases)
    #expect(scripts.count == 17)
    for fault in scripts.compactMap(\.fault) { Issue.record("\(fault)") }
  }
}
