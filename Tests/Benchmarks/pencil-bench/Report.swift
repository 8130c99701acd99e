/// One thing that was measured, beside its floor and its budget.
struct Figure {
  var name: String
  var value: Double
  var unit: String
  var decimals = 0
  /// The same by a program that does the least possible, in this very run.
  var floor: Double?
  var floorName = ""
  var budget: Double?
  /// A count that must not exceed its budget; times never are.
  var isGate = false

  var isWithin: Bool { budget.map { value <= $0 } ?? true }
}

/// What was measured, to be looked at or to be read by a program.
struct Report {
  private(set) var figures: [Figure] = []
  private var remarks: [String] = []

  mutating func add(_ figure: Figure) { figures.append(figure) }
  mutating func remark(_ text: String) { remarks.append(text) }

  /// Whether every gate held.
  var isPassed: Bool { figures.allSatisfy { !$0.isGate || $0.isWithin } }

  var table: String {
    if figures.isEmpty { return "" }
    var rows = [["figure", "measured", "unit", "floor", "of", "budget", ""]]
    for figure in figures {
      rows.append([
        figure.name, Text.fixed(figure.value, figure.decimals), figure.unit,
        figure.floor.map { Text.fixed($0, figure.decimals) } ?? "–", figure.floorName,
        figure.budget.map { $0 == 0 ? "0" : "≤ " + Text.fixed($0, figure.decimals) } ?? "–",
        figure.isWithin ? "" : figure.isGate ? "FAILED" : "over",
      ])
    }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    var text = ""
    for row in rows {
      var line = ""
      for (column, cell) in row.enumerated() {
        let space = String(repeating: " ", count: widths[column] - cell.count)
        let isNumber = column == 1 || column == 3 || column == 5
        line += (column == 0 ? "" : "  ") + (isNumber ? space + cell : cell + space)
      }
      while line.last == " " { line.removeLast() }
      text += line + "\n"
    }
    for remark in remarks { text += remark + "\n" }
    return text
  }

  var json: String {
    let lines = figures.map { figure in
      var line =
        "{\"name\":\"\(figure.name)\",\"value\":\(Text.fixed(figure.value, figure.decimals))"
      line += ",\"unit\":\"\(figure.unit)\""
      if let floor = figure.floor {
        line +=
          ",\"floor\":\(Text.fixed(floor, figure.decimals)),\"floorOf\":\"\(figure.floorName)\""
      }
      if let budget = figure.budget { line += ",\"budget\":\(Text.fixed(budget, figure.decimals))" }
      return line + ",\"gate\":\(figure.isGate),\"within\":\(figure.isWithin)}"
    }
    return "[\n" + lines.joined(separator: ",\n") + "\n]\n"
  }
}

/// Numbers as text.
enum Text {
  /// With so many decimals, and spaces between thousands left to the reader.
  static func fixed(_ value: Double, _ decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let whole = Int64((abs(value) * scale).rounded())
    let sign = value < 0 && whole != 0 ? "-" : ""
    if decimals == 0 { return sign + String(whole) }
    let digits = String(whole)
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }
}

extension Array where Element: Comparable {
  /// The middle one; the array must not be empty.
  var median: Element { sorted()[count / 2] }
}
