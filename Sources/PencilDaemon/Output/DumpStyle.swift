internal import PencilCore

/// Colours of a terminal, or none.
struct DumpStyle {
  /// What is drawn alike.
  enum Ink {
    case title, faint, hover, began, contact, ended, warning, estimate, event
  }

  var isColoured: Bool

  func begin(_ ink: Ink, _ buffer: inout TextBuffer) {
    guard isColoured else { return }
    switch ink {
    case .title: buffer.append("\u{1B}[1m")
    case .faint: buffer.append("\u{1B}[2m")
    case .hover: buffer.append("\u{1B}[36m")
    case .began: buffer.append("\u{1B}[1;32m")
    case .contact: buffer.append("\u{1B}[32m")
    case .ended: buffer.append("\u{1B}[33m")
    case .warning: buffer.append("\u{1B}[1;31m")
    case .estimate: buffer.append("\u{1B}[33m")
    case .event: buffer.append("\u{1B}[1;34m")
    }
  }

  func end(_ buffer: inout TextBuffer) {
    if isColoured { buffer.append("\u{1B}[0m") }
  }

  static func ink(_ phase: Phase) -> Ink {
    switch phase {
    case .hoverEntered, .hoverMoved, .hoverExited: .hover
    case .began: .began
    case .moved: .contact
    case .ended: .ended
    case .cancelled: .warning
    }
  }
}

/// Where the columns of a sample's line are: those that the tablets and tools seen so far have.
struct DumpColumns: Equatable {
  var axes: Axes = []
  /// More than one tablet was seen, so that a line must say which.
  var hasTablets = false

  static let time = 9
  /// Time, a mark and what parts them: where the texts of every line begin.
  static let indent = time + 3
  /// Texts that wrap do so here.
  static let lineWidth = 100
  static let tablet = 4
  static let tool = 11
  static let phase = 13
  static let position = 8
  static let force = 7
  static let bar = 6
  static let altitude = 9
  static let azimuth = 8
  static let roll = 8
  static let hover = 7
  static let slider = 8

  /// Appends the names of the columns.
  func header(_ style: DumpStyle, _ buffer: inout TextBuffer) {
    style.begin(.faint, &buffer)
    let start = buffer.count
    buffer.append("time s")
    buffer.padLeft(from: start, to: Self.time)
    buffer.append(spaces: Self.indent - Self.time)
    if hasTablets { left("on", Self.tablet, &buffer) }
    left("tool", Self.tool, &buffer)
    left("phase", Self.phase, &buffer)
    if axes.contains(.millimetres) || axes.contains(.position) {
      let isMillimetres = axes.contains(.millimetres)
      right(isMillimetres ? "x mm" : "x", Self.position, &buffer)
      right(isMillimetres ? "y mm" : "y", Self.position, &buffer)
    }
    if axes.contains(.force) {
      right("force", Self.force, &buffer)
      buffer.append(spaces: 1 + Self.bar)
    }
    if axes.contains(.tilt) {
      right("altitude", Self.altitude, &buffer)
      right("azimuth", Self.azimuth, &buffer)
    }
    if axes.contains(.roll) { right("roll", Self.roll, &buffer) }
    if axes.contains(.hover) { right("hover", Self.hover, &buffer) }
    if axes.contains(.slider) { right("slider", Self.slider, &buffer) }
    buffer.append("  buttons")
    style.end(&buffer)
    buffer.append("\n")
  }

  private func left(_ title: String, _ width: Int, _ buffer: inout TextBuffer) {
    let start = buffer.count
    buffer.append(title)
    buffer.padRight(from: start, to: width)
  }

  private func right(_ title: String, _ width: Int, _ buffer: inout TextBuffer) {
    let start = buffer.count
    buffer.append(title)
    buffer.padLeft(from: start, to: width)
  }
}
