import PencilCore
import PencilSystem
import Testing

@testable import PencilDaemon

/// Which of several words counts: the more specific section's, and of equally specific ones the later line's, whether that
/// stands in the same file, in another section or in a drop-in.
struct ConfigurationOrderTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The contents of one file after the other.
    var files: [String]
    /// What counts for a pen with serial 7 on a tablet called Test Pen: the longest press and the times between presses,
    /// in ms, what is on by button, what a double press of the second button does, and how the tablet is turned.
    var expected: String

    init(_ name: String, _ files: String..., is expected: String) {
      testDescription = name
      self.files = files
      self.expected = expected
    }
  }

  static let cases = [
    Case("nothing", "", is: "250 40-350 d/d/d switchEraser 0"),
    Case(
      "a drop-in says a section again", "[Tablet Test*]\nPressTime=1s\nRotation=90\n",
      "[Tablet *Pen]\nPressTime=500ms\nRotation=180\n",
      "[Tablet Test*]\nPressTime=400ms\nRotation=270\n",
      is: "400 40-350 d/d/d switchEraser 270"),
    Case(
      "the one between says it last",
      "[Tablet Test*]\nPressTime=1s\nRotation=90\nWhen=any\n[Tablet *Pen]\nPressTime=500ms\nRotation=180\n",
      "[Tablet Test*]\nWhen=hover\nLeftHanded=no", is: "500 40-350 d/d/d switchEraser 180"),
    Case(
      "which gestures there are",
      "[Tablet Test*]\nDoublePress=no\n[Tablet *Pen]\nDoublePress=yes\n",
      "[Tablet Test*]\nHold=yes\n",
      is: "250 40-350 dh/dh/dh switchEraser 0"),
    Case(
      "which gestures there are, once more",
      "[Tablet Test*]\nDoublePress=yes\n[Tablet *Pen]\nDoublePress=yes\n",
      "[Tablet Test*]\nDoublePress=no\n", is: "250 40-350 // switchEraser 0"),
    Case(
      "a button before all buttons, wherever it stands", "[Tablet Test*]\nDoublePress.stylus2=no\n",
      "[Tablet *Pen]\nDoublePress=yes\n", is: "250 40-350 d//d switchEraser 0"),
    Case(
      "what a gesture does",
      "[Tablet Test*]\nDoublePress=ignore\n[Tablet *Pen]\nDoublePress=switchPrevious\n",
      "[Tablet Test*]\nDoublePress=showColorPalette\n",
      is: "250 40-350 d/d/d showColorPalette 0"),
    Case(
      "yes takes back what the same section said",
      "[Tablet Test*]\nDoublePress=ignore\n[Tablet *Pen]\nPressTime=300ms\n",
      "[Tablet Test*]\nDoublePress=yes\n", is: "300 40-350 d/d/d switchEraser 0"),
    Case(
      "a time is replaced as a whole",
      "[Gestures]\nDoublePressTime=10ms-100ms\n[Tool pen]\nHold=no",
      "[Gestures]\nDoublePressTime=200ms\n", is: "250 40-200 d/d/d switchEraser 0"),
    Case(
      "the more specific one, wherever it stands",
      "[Tool 7]\nPressTime=100ms\n[Tablet Test*]\nPressTime=200ms\n",
      "[Tool pen]\nPressTime=300ms\n[Gestures]\nPressTime=400ms\n",
      is: "100 40-350 d/d/d switchEraser 0"),
    // An empty value takes back what the section said until then.
    Case(
      "taken back", "[Tablet Test*]\nPressTime=1s\nRotation=90\nDoublePress=ignore\nHold=yes\n",
      "[Tablet Test*]\nPressTime=\nRotation=\nDoublePress=\nHold=\n[Daemon]\nAccess=\n",
      is: "250 40-350 d/d/d switchEraser 0"),
    Case(
      "taken back, and said again", "[Gestures]\nDoublePressTime=10ms-100ms\nPressTime=1s\n",
      "[Gestures]\nDoublePressTime=\nDoublePressTime=300ms\nPressTime=\n[Gestures]\nPressTime=2s\n",
      is: "2000 40-300 d/d/d switchEraser 0"),
    Case(
      "what is less specific counts again",
      "[Gestures]\nPressTime=300ms\n[Tablet Test*]\nPressTime=1s\n[Tablet *]\nRotation=90\n",
      "[Tablet Test*]\nPressTime=\nRotation=\n",
      is: "300 40-350 d/d/d switchEraser 90"),
  ]

  private static func files(_ texts: [String]) -> [ConfigurationFile] {
    texts.enumerated().map { number, text in
      ConfigurationFile(Array(text.utf8), name: "\(number).conf")
    }
  }

  private static func words(_ files: [ConfigurationFile]) throws -> String {
    let configuration = try Configuration(files) { problem in
      // That a press may be longer than a hold is no matter here.
      if !problem.reason.hasPrefix("HoldTime=") { Issue.record("\(problem)") }
    }
    let names = ["Test Pen", "usb-1"]
    let settings = configuration.gestures.layers(of: names).settings(of: .pen, serial: 7)
    let on = (0..<PressSettings.buttons).map { button in
      GestureKind.allCases.filter { settings.on[button].contains(GestureSet($0)) }
        .map { String("\($0)".prefix(1)) }.joined()
    }
    let action = PreferredActions(configured: configuration.gestures.preferences).action(
      of: .doublePress, button: 1, toolType: .pen, serial: 7, names: names)
    let turned = TabletSetups(sections: configuration.tablets).setup(
      for: penDescription("Test Pen"))
    return "\(settings.pressMax / 1000) \(settings.gapMin / 1000)-\(settings.gapMax / 1000) "
      + on.joined(separator: "/") + " \(action) \(turned.quarterTurns * 90)"
  }

  @Test(arguments: cases) func theLaterOneCounts(_ test: Case) throws {
    let files = Self.files(test.files)
    #expect(try Self.words(files) == test.expected)
    // What --show-config shows means the same.
    var text = ""
    let idle = try Configuration(files) { _ in }.idle
    for section in ShowConfiguration.merged(files, without: idle) {
      text += "[\(section.name)]\n"
      for entry in section.entries { text += "\(entry.key)=\(entry.value)\n" }
    }
    #expect(try Self.words(Self.files([text])) == test.expected, "\(text)")
  }

  // MARK: - Several lines together

  static let together: [(files: [String], told: [String])] = [
    (["[Gestures]\nPressTime=300ms\nHoldTime=300ms\nDoublePressTime=1ms-20ms\n"], []),
    (
      ["[Gestures]\nHoldTime=100ms\n"],
      [
        "0.conf:2: HoldTime= of 100ms (0.conf:2) is shorter than PressTime= of 250ms (built in): a hold begins after 250ms; HoldTime= is at least PressTime="
      ]
    ),
    (
      ["[Gestures]\nHoldTime=600ms\n", "[Tool pen]\nPressTime=1s\n[Tool 7]\nPressTime=200ms\n"],
      [
        "1.conf:2: HoldTime= of 600ms (0.conf:2) is shorter than PressTime= of 1000ms (1.conf:2): a hold begins after 1000ms; HoldTime= is at least PressTime="
      ]
    ),
    // A tablet comes before a type of tool.
    (
      ["[Tool pen]\nHoldTime=300ms\n[Tablet A]\nPressTime=400ms\n"],
      [
        "0.conf:4: HoldTime= of 300ms (0.conf:2) is shorter than PressTime= of 400ms (0.conf:4): a hold begins after 400ms; HoldTime= is at least PressTime="
      ]
    ),
    (["[Tool pen]\nHoldTime=300ms\n[Tool eraser]\nPressTime=400ms\n"], []),
    (
      ["[Gestures]\nDoublePressTime=30ms\n"],
      [
        "error 0.conf:2: DoublePressTime= is at least 40ms (built in) and at most 30ms (0.conf:2): no press can be so; give both, such as 10ms-30ms"
      ]
    ),
    (
      ["[Gestures]\nDoublePressTime=200ms-400ms\n", "\n[Tool pen]\nDoublePressTime=150ms"],
      [
        "error 1.conf:3: DoublePressTime= is at least 200ms (0.conf:2) and at most 150ms (1.conf:3): no press can be so; give both, such as 10ms-150ms"
      ]
    ),
    // What is wrong with a line may be all that is wrong with several.
    (
      ["[Gestures]\nDoublePressTime=30ms\nHoldTime=2\nPressTime=1min\n"],
      ["error 0.conf:4: PressTime= is 20ms to 2s, such as 250ms; not “1min”"]
    ),
  ]

  @Test(arguments: together) func timesFitTogether(files: [String], told: [String]) throws {
    let files = Self.files(files)
    var all: [String] = []
    do throws(ConfigurationErrors) {
      _ = try Configuration(files) { all.append("\($0)") }
    } catch { all.append("error \(error)") }
    #expect(all == told)
  }

  @Test func aTabletsNameHasABound() throws {
    let name = String(repeating: "x", count: 128)
    let thrown = #expect(throws: ConfigurationErrors.self) {
      try Configuration(Self.files(["[Tablet \(name)]\nRotation=90\n"])) { _ in }
    }
    #expect(thrown?.description == "0.conf:1: [Tablet NAME] has at most 127 bytes of a name")
  }
}
