import PencilClient
import PencilTestSupport
import Testing

/// A tool state, its naive likeness, and who listens.
private struct Pair {
  let tools = ToolState()
  var model = ToolStateModel()
  let first = Listener()
  let second = Listener()

  init() {
    tools.add(first)
    tools.add(second)
  }

  /// The same step on both; refused by either delegate in turn.
  mutating func take(
    _ step: ToolStateModel.Step, isRefused: Bool, bySecond: Bool = true
  ) -> ToolState.Outcome? {
    (first.refuses, second.refuses) = (isRefused && !bySecond, isRefused && bySecond)
    model.take(step, isRefused: isRefused)
    switch step {
    case .select(let tool): tools.select(tool)
    case .toggle(let tool): tools.toggle(tool)
    case .act(let action): return tools.perform(action)
    case .enable(let isOn): tools.isEnabled = isOn
    }
    return nil
  }

  var agrees: Bool { tools.current == model.current && tools.previous == model.previous }
}

struct ToolStateTests {
  // MARK: - The rows of the model

  struct Row: Sendable, CustomTestStringConvertible {
    /// In the table of the documentation.
    var number: Int
    /// What is selected before.
    var before: String
    var action: String
    var after: String
    /// What each of two delegates hears.
    var heard: [String]
    var testDescription: String { "\(number): \(before) | \(action)" }
    init(_ number: Int, _ before: String, _ action: String, _ after: String, _ heard: String...) {
      self.number = number
      self.before = before
      self.action = action
      self.after = after
      self.heard = heard
    }
  }

  static let rows = [
    Row(1, "", "G", "-"), Row(1, "I", "G", "I"), Row(1, "I E", "G", "E"),
    Row(2, "I", "R", "E", "I→E"), Row(2, "I(pen)", "R", "E", "I(pen)→E"),
    Row(2, "E(wide) H I", "R", "E(wide)", "I→E(wide)"),
    Row(3, "I E", "R", "I", "E→I"), Row(3, "I(pen) E", "R", "I(pen)", "E→I(pen)"),
    Row(3, "I(pen) E(wide)", "R", "I(pen)", "E(wide)→I(pen)"),
    Row(3, "I - E", "R", "I", "E→I"),
    Row(4, "E", "R", "E"), Row(4, "H E", "R", "E"), Row(4, "E - E", "R", "E"),
    Row(4, "I E E(wide)", "R", "E(wide)"),
    Row(5, "", "R", "-"), Row(5, "I -", "R", "-"), Row(5, "E -", "R", "-"),
    Row(5, "H", "R", "H"), Row(5, "I H", "R", "H"),
    Row(6, "I H", "P", "I", "H→I"), Row(6, "I -", "P", "I", "-→I"),
    Row(6, "I(pen) H", "P", "I(pen)", "H→I(pen)"),
    Row(6, "I(pen) I(marker)", "P", "I(pen)", "I(marker)→I(pen)"),
    Row(7, "I - I", "P", "-", "I→-"), Row(7, "H I - I", "P", "-", "I→-"),
    Row(7, "I(pen) - I(pen)", "P", "-", "I(pen)→-"),
    Row(8, "", "P", "-"), Row(8, "-", "P", "-"), Row(8, "I", "P", "I"), Row(8, "I I", "P", "I"),
    Row(9, "", "C", "-", "showColorPalette"), Row(9, "I", "C", "I", "showColorPalette"),
    Row(9, "I -", "C", "-", "showColorPalette"),
    Row(10, "", "A", "-", "showInkAttributes"), Row(10, "I", "A", "I", "showInkAttributes"),
    Row(10, "H", "X", "H", "showContextualPalette"), Row(10, "E", "S", "E", "runSystemShortcut"),
    Row(11, "I off", "R", "I"), Row(11, "I H off", "P", "H"), Row(11, "I off", "C", "I"),
    Row(11, "I off", "S", "I"), Row(11, "off", "G", "-"),
    Row(12, "I", "!R", "I"), Row(12, "I E", "!R", "E"), Row(12, "I H", "!P", "H"),
    Row(12, "I - I", "!P", "I"), Row(12, "I -", "!P", "-"),
  ]

  @Test(arguments: rows) func actsAsTheRowSays(_ row: Row) {
    var pair = Pair()
    for (step, isRefused) in ToolStateScript(row.before).steps {
      _ = pair.take(step, isRefused: isRefused)
    }
    let history = pair.model.history
    (pair.first.heard, pair.second.heard) = ([], [])
    let (step, isRefused) = ToolStateScript(row.action).steps[0]
    let found = if case .act(let action) = step { pair.model.row(of: action) } else { 0 }
    let outcome = pair.take(step, isRefused: isRefused)
    #expect(isRefused || found == row.number)
    #expect(ToolStateScript.word(pair.tools.current) == row.after)
    #expect([pair.first.heard, pair.second.heard] == [row.heard, row.heard])
    #expect(pair.agrees)
    switch row.number {
    case 2, 3, 6, 7:
      guard case .changed(_, let new) = outcome else {
        Issue.record("not changed but \(outcome.map { "\($0)" } ?? "no outcome")")
        return
      }
      #expect(new == pair.tools.current)
    case 9, 10:
      let asked = ToolState.Request.allCases.filter { outcome == .asked($0) }
      #expect(asked.map { "\($0)" } == row.heard)
    case 11: #expect(outcome == .disabled)
    case 12:
      #expect(outcome == .refused)
      #expect(pair.model.history == history)
    default: #expect(outcome == .nothing)
    }
  }

  // MARK: - The worked examples

  struct Example: Sendable, CustomTestStringConvertible {
    var before: String
    /// All tools that were selected until then.
    var history: String
    var presses: String
    /// What is selected after each of them.
    var after: String
    var testDescription: String { "\(before) | \(presses)" }
    init(_ before: String, _ history: String, _ presses: String, _ after: String) {
      self.before = before
      self.history = history
      self.presses = presses
      self.after = after
    }
  }

  static let examples = [
    Example("", "", "P P", "- -"),
    Example("I", "I", "P P", "I I"),
    Example("I H", "I H", "P P P P", "I H I H"),
    Example("I - I", "I I", "P P P P", "- I - I"),
    Example("I H -", "I H", "P P P P", "H - H -"),
    Example("I -", "I", "P P", "I -"),
    Example("I", "I", "R R R R", "E I E I"),
    Example("H", "H", "R R", "H H"),
    Example("H E", "H E", "R P", "E H"),
    Example("I - E", "I E", "R", "I"),
    Example("E", "E", "R", "E"),
    Example("I R", "I E", "P P", "I E"),
    Example("I H E", "I H E", "R P", "E H"),
    Example("I(pen)", "I(pen)", "R R", "E I(pen)"),
    Example("I H I", "I H I", "P", "H"),
    Example("I", "I", "!R", "I"),
    Example("I !R", "I", "P R", "I E"),
    Example("I H - P", "I H H", "P", "-"),
    Example("I - P", "I I", "P", "-"),
  ]

  @Test(arguments: examples) func goesAsInTheExample(_ example: Example) {
    var pair = Pair()
    for (step, isRefused) in ToolStateScript(example.before).steps {
      _ = pair.take(step, isRefused: isRefused)
    }
    let history = pair.model.history.map { ToolStateScript.word($0) }.joined(separator: " ")
    var after: [String] = []
    var agrees = pair.agrees
    for (step, isRefused) in ToolStateScript(example.presses).steps {
      _ = pair.take(step, isRefused: isRefused)
      after.append(ToolStateScript.word(pair.tools.current))
      agrees = agrees && pair.agrees
    }
    #expect(history == example.history)
    #expect(after.joined(separator: " ") == example.after)
    #expect(agrees)
  }

  // MARK: - Against the naive one

  private static let someTools: [DrawingTool] = [
    .ink, .eraser, .ink.variant("pen"), .eraser.variant("wide"), DrawingTool("highlighter"),
    DrawingTool("note"),
  ]

  private static func step(_ random: inout Randomness) -> ToolStateModel.Step {
    let tool = someTools[Int(random.below(UInt64(someTools.count)))]
    switch random.below(16) {
    case 0...3: return .select(tool)
    case 4, 5: return .select(nil)
    case 6: return .toggle(tool)
    case 7: return .enable(!random.oneIn(3))
    case 8...10: return .act(.switchEraser)
    case 11...14: return .act(.switchPrevious)
    default:
      return .act(
        PreferredAction.allCases[Int(random.below(UInt64(PreferredAction.allCases.count)))])
    }
  }

  private static func number(_ outcome: ToolState.Outcome) -> Int {
    switch outcome {
    case .changed: 0
    case .refused: 1
    case .asked: 2
    case .nothing: 3
    case .disabled: 4
    }
  }

  @Test(arguments: 0..<10) func randomSequencesGoAsInTheNaiveOne(seed: UInt64) {
    var random = Randomness(seed: seed)
    var failures: [String] = []
    var outcomes = [0, 0, 0, 0, 0]
    for number in 0..<10_000 where failures.isEmpty {
      var pair = Pair()
      (pair.first.keeps, pair.second.keeps) = (false, false)
      var trail: [(ToolStateModel.Step, isRefused: Bool)] = []
      for _ in 0...random.below(12) {
        let step = Self.step(&random)
        let isRefused = random.oneIn(6)
        if let outcome = pair.take(step, isRefused: isRefused, bySecond: random.oneIn(2)) {
          outcomes[Self.number(outcome)] += 1
        }
        trail.append((step, isRefused))
        if !pair.agrees { failures.append("\(number): \(trail)") }
      }
    }
    #expect(failures == [])
    #expect(outcomes.allSatisfy { $0 > 100 }, "every outcome came about: \(outcomes)")
  }

  /// Nothing is kept of what can't be reached any more.
  @Test func keepsNoMoreHoweverLongItRuns() {
    func kept(_ tools: ToolState) -> [Int] {
      Mirror(reflecting: tools).children.map { Mirror(reflecting: $0.value).children.count }
    }
    let tools = ToolState()
    for tool in Self.someTools { tools.select(tool) }
    let before = kept(tools)
    for i in 0..<10_000 { tools.select(Self.someTools[i % Self.someTools.count]) }
    #expect(kept(tools) == before)
    #expect(before.count > 5)
  }
}
