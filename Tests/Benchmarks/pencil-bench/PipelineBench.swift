import CAllocationCounter

/// What one input frame costs, and each stage of its way.
enum PipelineBench {
  static func run(into report: inout Report) throws {
    guard pencil_allocations_counted() else { throw BenchError("allocations are not counted here") }
    var costs: [Stage: Cost] = [:]
    for stage in Stage.allCases { costs[stage] = try stage.cost() }
    guard let whole = costs[.pipeline], let copy = costs[.copy], let libevdev = costs[.libevdev]
    else { return }
    report.add(
      Figure(
        name: "pipeline, input frame", value: whole.nanoseconds, unit: "ns",
        floor: copy.nanoseconds, floorName: "memcpy of its events", budget: 1000))
    for stage in Stage.parts {
      report.add(
        Figure(
          name: "  \(stage.rawValue)", value: costs[stage]?.nanoseconds ?? 0, unit: "ns",
          floor: stage == .assembler ? libevdev.nanoseconds : nil,
          floorName: stage == .assembler ? "libevdev's state update" : ""))
    }
    if let tracker = costs[.tracker], let strokes = costs[.strokes] {
      report.add(
        Figure(
          name: "    of the tracker: the estimator",
          value: tracker.nanoseconds - strokes.nanoseconds,
          unit: "ns", floor: strokes.nanoseconds, floorName: "the tracker alone", budget: 100))
    }
    report.add(
      Figure(
        name: "pipeline, malloc per frame", value: whole.allocations, unit: "", decimals: 4,
        budget: 0, isGate: true))
  }
}
