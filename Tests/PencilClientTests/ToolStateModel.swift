import PencilClient

/// ``ToolState`` once more, as naive as can be: all tools that ever were, and the rows of the table in their order.
struct ToolStateModel: Sendable {
  /// What an app does to a tool state, and what a table's row is about.
  enum Step: Equatable, Sendable {
    case select(DrawingTool?)
    case toggle(DrawingTool)
    case act(PreferredAction)
    case enable(Bool)
  }

  private(set) var current: DrawingTool?
  /// Every tool that was ever selected, in order.
  private(set) var history: [DrawingTool] = []
  private(set) var isEnabled = true

  var previous: DrawingTool? { current == nil ? history.last : history.dropLast().last }

  private var eraser: DrawingTool { history.last(where: \.isEraser) ?? .eraser }
  private func isInk(_ tool: DrawingTool?) -> Bool { tool?.name == "ink" }
  private var hasEraser: Bool { current?.name == "eraser" }

  /// A row: for which actions (none: for all), under which condition, what is then selected.
  private struct Row: Sendable {
    var number: Int
    var actions: [PreferredAction]
    var holds: @Sendable (ToolStateModel) -> Bool
    var result: @Sendable (ToolStateModel) -> DrawingTool?
  }

  private static let rows = [
    Row(number: 11, actions: [], holds: { !$0.isEnabled }, result: { $0.current }),
    Row(number: 1, actions: [.ignore], holds: { _ in true }, result: { $0.current }),
    Row(
      number: 2, actions: [.switchEraser], holds: { $0.isInk($0.current) },
      result: { $0.eraser }),
    Row(
      number: 3, actions: [.switchEraser], holds: { $0.hasEraser && $0.isInk($0.previous) },
      result: { $0.previous }),
    Row(number: 4, actions: [.switchEraser], holds: { $0.hasEraser }, result: { $0.current }),
    Row(number: 5, actions: [.switchEraser], holds: { _ in true }, result: { $0.current }),
    Row(
      number: 6, actions: [.switchPrevious],
      holds: { $0.previous != nil && $0.previous != $0.current }, result: { $0.previous }),
    Row(
      number: 7, actions: [.switchPrevious],
      holds: { $0.current != nil && $0.previous == $0.current }, result: { _ in nil }),
    Row(number: 8, actions: [.switchPrevious], holds: { _ in true }, result: { $0.current }),
    Row(number: 9, actions: [.showColorPalette], holds: { _ in true }, result: { $0.current }),
    Row(
      number: 10, actions: [.showInkAttributes, .showContextualPalette, .runSystemShortcut],
      holds: { _ in true }, result: { $0.current }),
  ]

  /// The first row that fits.
  func row(of action: PreferredAction) -> Int { fitting(action).number }

  private func fitting(_ action: PreferredAction) -> Row {
    ToolStateModel.rows.first {
      ($0.actions.isEmpty || $0.actions.contains(action)) && $0.holds(self)
    } ?? ToolStateModel.rows[0]
  }

  /// Takes a step, of which delegates refuse the change if there is one (row 12).
  mutating func take(_ step: Step, isRefused: Bool) {
    let wanted: DrawingTool? =
      switch step {
      case .select(let tool): tool
      case .toggle(let tool): tool == current ? nil : tool
      case .act(let action): fitting(action).result(self)
      case .enable(let isOn): enabled(isOn)
      }
    if wanted == current || isRefused { return }
    current = wanted
    if let wanted { history.append(wanted) }
  }

  private mutating func enabled(_ isOn: Bool) -> DrawingTool? {
    isEnabled = isOn
    return current
  }
}

/// Steps as text: tools `I E H`, `I(pen)` a variant, `-` none, `~I` toggled; actions `G`ignore, e`R`aser,
/// `P`revious, `C`olours, ink `A`ttributes, conte`X`tual palette, `S`hortcut; `off` and `on`; a `!` before it:
/// delegates refuse.
struct ToolStateScript {
  var steps: [(step: ToolStateModel.Step, isRefused: Bool)] = []

  init(_ text: String) {
    for var word in text.split(separator: " ") {
      let isRefused = word.first == "!"
      if isRefused { word.removeFirst() }
      steps.append((ToolStateScript.step(word), isRefused))
    }
  }

  private static func step(_ word: Substring) -> ToolStateModel.Step {
    switch word {
    case "-": .select(nil)
    case "on", "off": .enable(word == "on")
    case "G": .act(.ignore)
    case "R": .act(.switchEraser)
    case "P": .act(.switchPrevious)
    case "C": .act(.showColorPalette)
    case "A": .act(.showInkAttributes)
    case "X": .act(.showContextualPalette)
    case "S": .act(.runSystemShortcut)
    default:
      word.first == "~" ? .toggle(tool(word.dropFirst())) : .select(tool(word))
    }
  }

  private static func tool(_ word: Substring) -> DrawingTool {
    let parts = word.split(separator: "(")
    let variant = parts.count > 1 ? String(parts[1].dropLast()) : nil
    switch parts[0] {
    case "I": return DrawingTool.ink.variant(variant)
    case "E": return DrawingTool.eraser.variant(variant)
    default: return DrawingTool("highlighter", variant: variant)
    }
  }

  /// A tool in the same words.
  static func word(_ tool: DrawingTool?) -> String {
    guard let tool else { return "-" }
    let letter =
      switch tool.name {
      case "ink": "I"
      case "eraser": "E"
      default: "H"
      }
    return letter + (tool.variant.map { "(\($0))" } ?? "")
  }
}
