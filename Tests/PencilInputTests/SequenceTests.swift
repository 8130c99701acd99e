import PencilCore
import PencilInput
import PencilTestSupport
import Testing

/// The sequences of the reference data, and what their notes call right. What a note does not say is told here.
@Suite(.enabled(if: ReferenceData.isPresent)) struct SequenceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var file: String
    var name: String
    /// What excerpts do not show: what was held when they begin.
    var held: [UInt16] = []
    var expected: String
    var testDescription: String { name }
  }

  @Test(arguments: Case.all)
  func sequence(_ test: Case) throws {
    let bytes = try #require(ReferenceData.bytes("sequences/\(test.file).seq.json"))
    let frames = try #require(SequenceFile.frames(bytes, of: test.name))
    var run = StageRun(SequenceFile.tablet(frames), held: KeyMask(test.held))
    for (time, words) in frames {
      run.expire(time)
      run.take(Substring("\(time) " + words.joined(separator: " ")))
    }
    run.expire((frames.last?.0 ?? 0) + 30_000)
    #expect(Self.summary(run.lines) == test.expected)
    #expect(run.rules.faults == [])
  }

  /// Tools, phases and buttons, equal ones in a row counted.
  private static func summary(_ lines: [String]) -> String {
    var words: [(String, Int)] = []
    for line in lines {
      let parts = line.split(separator: " ").map(String.init)
      var word = parts[1]
      if word == "stroke" { continue }
      if word == "tool" { word = parts[3] }
      if word.hasPrefix("hover") { word = word.dropFirst(5).lowercased() }
      if word == "press" || word == "release" { word += "-" + parts[3] }
      if parts.contains("touchWithoutPressure") { word += "!" }
      if words.last?.0 == word { words[words.count - 1].1 += 1 } else { words.append((word, 1)) }
    }
    return words.map { $0.1 == 1 ? $0.0 : "\($0.1)×\($0.0)" }.joined(separator: " ")
  }
}

extension SequenceTests.Case {
  private static let one = "chromium_wacom-coltd-wacom-one-pen-tablet-medium"
  private static let pro = "chromium_wacom-intuos-pro-m-pen"
  private static let both = [KeyCode.toolPen, KeyCode.touch]

  static let all: [Self] = [
    Self(file: one, name: "NoButtonPressedKernel5And6", expected: "pen entered began ended exited"),
    // The eraser is held all the time: nothing of it is a pen's, whatever kernel 5 sets.
    Self(
      file: one, name: "SideEraserAlwaysPressedKernel5",
      expected: "eraser entered began ended exited"),
    Self(
      file: one, name: "SideEraserAlwaysPressedKernel6",
      expected: "eraser entered began ended exited"),
    // Released in contact: the stroke was the eraser's, then the pen is there, in one change of tool.
    Self(
      file: one, name: "SideEraserReleasedWhileTouchingKernel5",
      expected: "eraser entered began ended exited pen entered"),
    Self(
      file: one, name: "SideEraserReleasedWhileTouchingKernel6",
      expected: "eraser entered began ended exited pen entered"),
    Self(
      file: one, name: "SideEraserPressedWhileTouchingKernel5And6",
      expected: "pen entered began ended exited eraser entered exited"),
    Self(file: pro, name: "TailEraserKernel5And6", expected: "eraser entered began ended exited"),
    Self(
      file: pro, name: "Button1ReleasedWhileTouchingWithTailEraserKernel5And6",
      expected: "eraser entered moved press-stylus began moved release-stylus ended exited"),
    Self(
      file: pro, name: "Button2ReleasedWhileTouchingWithTailEraserKernel5And6",
      expected: "eraser entered moved press-stylus2 began moved release-stylus2 ended exited"),
    // PEN 0 and PEN 1 after 281 ms of silence, then RUBBER 1 without PEN 0: the eraser is the later.
    Self(
      file: "elan22a5-pen-to-rubber", name: "elan22a5-pen-to-rubber", held: [KeyCode.toolPen],
      expected: "pen entered exited entered exited eraser entered moved"),
    // A frame with pressure alone is a sample.
    Self(
      file: "gpd-pocket3-pressure-ramp", name: "gpd-pocket3-pressure-ramp", held: both,
      expected: "pen entered began 7×moved"),
    // Each frame is kept apart, and the clock in ABS_MISC is no news of the tool.
    Self(
      file: "ipts-batched-abs-misc", name: "ipts-batched-abs-misc", held: [KeyCode.toolPen],
      expected: "pen entered 8×moved"),
    Self(
      file: "remarkable-paper-pro-bursts", name: "remarkable-paper-pro-bursts",
      held: [KeyCode.toolPen], expected: "pen entered 5×moved"),
    // The distance's own frame is a sample before the contact's.
    Self(
      file: "remarkable-paper-pro-distance-pressure-split",
      name: "remarkable-paper-pro-distance-pressure-split", held: both,
      expected: "pen entered! began 6×moved"),
    // Axes that are not in a frame keep their values; none of these frames is lost.
    Self(
      file: "remarkable-paper-pro-late-axes-1", name: "remarkable-paper-pro-late-axes-1",
      held: both, expected: "pen entered! began 8×moved"),
    // Frames 2 and 8 µs apart are samples of their own.
    Self(
      file: "wacom-artz2-serial-batched", name: "wacom-artz2-serial-batched",
      held: [KeyCode.toolPen], expected: "pen entered began 6×moved"),
    // 9 of 8191 is above the floor.
    Self(
      file: "xppen-deco01-first-pressure", name: "xppen-deco01-first-pressure",
      held: [KeyCode.toolPen], expected: "pen entered 5×moved began"),
  ]
}

/// A sequence file, read without a JSON library: its frames are lists of [name, value].
private enum SequenceFile {
  /// µs from the first frame (8 ms a frame where the file has no times), and the frame's words for ``StageRun``.
  static func frames(_ bytes: [UInt8], of name: String) -> [(UInt64, [String])]? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let at = text.range(ofText: "\"name\": \"\(name)\""),
      let start = text[at...].range(ofText: "\"frames\": [")
    else { return nil }
    var frames: [(UInt64, [String])] = []
    var times: [UInt64] = []
    var words: [String] = []
    var key: String?
    // Depth in lists below "frames": a frame with a time is an object, its events are one list deeper.
    var depth = 1
    for line in text[start...].split(separator: "\n") {
      let token = line.drop { $0 == " " }
      if token.hasPrefix("\"t\": \"") {
        times.append(microseconds(token.dropFirst(6).prefix { $0 != "\"" }))
      } else if token.hasPrefix("[") || token.hasSuffix("[") {
        depth += 1
      } else if token.hasPrefix("]") {
        depth -= 1
        if depth == 0 { break }
        if depth == 1 {
          let time = times.last.map { $0 - (times.first ?? 0) } ?? UInt64(frames.count) * 8000
          frames.append((time, words))
          words = []
        }
      } else if token.hasPrefix("\"") {
        key = String(token.dropFirst().prefix { $0 != "\"" })
      } else if let name = key, let value = Int(token.prefix { $0 == "-" || $0.isNumber }) {
        words.append(word(name, value))
        key = nil
      }
    }
    return frames
  }

  private static func microseconds(_ text: Substring) -> UInt64 {
    let parts = text.split(separator: ".")
    guard parts.count == 2, let seconds = UInt64(parts[0]), let micros = UInt64(parts[1]) else {
      return 0
    }
    return seconds * 1_000_000 + micros
  }

  private static func word(_ name: String, _ value: Int) -> String {
    let short: [String: String] = [
      "ABS_PRESSURE": "P", "ABS_DISTANCE": "D", "ABS_TILT_X": "TX", "ABS_TILT_Y": "TY",
    ]
    let rest = name.split(separator: "_").last.map(String.init) ?? name
    return "\(short[name] ?? rest)=\(value)"
  }

  private static func has(_ word: String, _ frames: [(UInt64, [String])]) -> Bool {
    frames.contains { $0.1.contains { $0.hasPrefix(word) } }
  }

  /// A tablet on which the frames' values are within the ranges.
  static func tablet(_ frames: [(UInt64, [String])]) -> TabletDescription {
    var tablet = FrameScript.tablet
    tablet.miscellaneous = has("SERIAL=", frames) ? 1 : 0
    for index in tablet.axes.indices {
      switch tablet.axes[index].code {
      case PenAxis.x.code, PenAxis.y.code: tablet.axes[index].maximum = 44800
      case PenAxis.pressure.code: tablet.axes[index].maximum = 8191
      case PenAxis.distance.code: tablet.axes[index].maximum = has("D=1", frames) ? 65535 : 63
      case PenAxis.tiltX.code, PenAxis.tiltY.code:
        tablet.axes[index].minimum = -9000
        tablet.axes[index].maximum = 9000
        tablet.axes[index].resolution = 5730
      default: break
      }
    }
    return tablet
  }
}

extension StringProtocol {
  /// Where a text begins, as the index of what follows it.
  func range(ofText text: String) -> Index? {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(text) { return self.index(index, offsetBy: text.count) }
      index = self.index(after: index)
    }
    return nil
  }
}
