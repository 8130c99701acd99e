import PencilCore
import PencilSystem
import Testing

@testable import PencilDaemon

struct GestureConfigurationTests {
  private func read(_ text: String) throws -> (gestures: GestureConfiguration, warnings: [String]) {
    var warnings: [String] = []
    let configuration = try Configuration([ConfigurationFile(Array(text.utf8), name: "p.conf")]) {
      warnings.append($0.description)
    }
    return (configuration.gestures, warnings)
  }

  /// Times in ms, travel, place, and what is on, by button.
  private func words(_ settings: PressSettings) -> String {
    let on = (0..<PressSettings.buttons).map { button in
      GestureKind.allCases.filter { settings.on[button].contains(GestureSet($0)) }
        .map { String("\($0)".prefix(1)) }.joined()
    }
    let times = [settings.pressMax, settings.gapMin, settings.gapMax, settings.holdTime]
    return times.map { "\($0 / 1000)" }.joined(separator: " ")
      + " \(settings.travel) \(settings.place) " + on.joined(separator: "/")
  }

  /// What counts for a pen with serial 10c0a11e on a tablet called Test Pen.
  @Test(arguments: [
    ("", "250 40 350 500 3.0 hover d/d/d"),
    (
      "[Gestures]\nPressTime=300ms\nDoublePressTime=50ms-400ms\nDoublePressTravel=1.5 mm\nWhen=any\nHoldTime=1s",
      "300 50 400 1000 1.5 any d/d/d"
    ),
    ("[Gestures]\nDoublePressTime=300ms\n", "250 40 300 500 3.0 hover d/d/d"),
    ("[Gestures]\nDoublePressTime=5ms-30ms\n", "250 5 30 500 3.0 hover d/d/d"),
    (
      "[Gestures]\nTriplePress=yes\nHold.stylus=showContextualPalette\nContactPress.stylus3=on",
      "250 40 350 500 3.0 hover dth/dt/dtc"
    ),
    ("[Gestures]\nDoublePress=no\nDoublePress.stylus2=ignore\n", "250 40 350 500 3.0 hover /d/"),
    // Of one section the button's own word counts, wherever it stands.
    ("[Gestures]\nDoublePress.stylus2=no\nDoublePress=yes\n", "250 40 350 500 3.0 hover d//d"),
    // Serial before tablet before type before all, in whatever order they stand.
    (
      "[Tool 10c0a11e]\nPressTime=1s\n[Tablet Test*]\nPressTime=2s\n[Tool pen]\nPressTime=500ms\n[Gestures]\nPressTime=400ms",
      "1000 40 350 500 3.0 hover d/d/d"
    ),
    (
      "[Tablet Test*]\nPressTime=2s\n[Tool pen]\nPressTime=500ms\n[Gestures]\nPressTime=400ms",
      "2000 40 350 500 3.0 hover d/d/d"
    ),
    ("[Tool pen]\nPressTime=500ms\n[Gestures]\nPressTime=400ms", "500 40 350 500 3.0 hover d/d/d"),
    // Other tools and tablets.
    (
      "[Tool eraser]\nPressTime=1s\n[Tool 1]\nPressTime=1s\n[Tablet Other]\nPressTime=1s\n",
      "250 40 350 500 3.0 hover d/d/d"
    ),
    // A later file's word counts.
    (
      "[Tool pen]\nWhen=any\n[Gestures]\n\n[Tool pen]\nWhen=contact\n",
      "250 40 350 500 3.0 contact d/d/d"
    ),
  ])
  func isRead(text: String, expected: String) throws {
    let (gestures, warnings) = try read(text)
    let layers = gestures.layers(of: ["Test Pen", "usb-1"])
    #expect(words(layers.settings(of: .pen, serial: 0x10C0_A11E)) == expected)
    // That a press may be longer than a hold is no matter here.
    #expect(warnings.filter { !$0.contains(": HoldTime=") } == [])
  }

  /// What is on for no button, no tool and no tablet.
  @Test(
    arguments: [
      ("", [.triplePress, .hold, .contactPress]),
      ("[Gestures]\nHold=ignore\nDoublePress=no\n", [.doublePress, .triplePress, .contactPress]),
      (
        "[Gestures]\nDoublePress=no\nDoublePress.stylus3=yes", [.triplePress, .hold, .contactPress]
      ),
      (
        "[Gestures]\nDoublePress=no\n[Tool eraser]\nDoublePress=yes\nHold=no",
        [.triplePress, .hold, .contactPress]
      ),
      ("[Tablet A]\nHold.stylus=yes\n[Tool 7]\nContactPress=on\nTriplePress=yes", []),
    ] as [(String, GestureSet)]) func knowsWhatIsOff(text: String, off: GestureSet) throws
  {
    #expect(try read(text).gestures.off == off)
  }

  /// A tablet's section goes on as it did: what is said of gestures stands beside it.
  @Test func aTabletsSectionHasBoth() throws {
    var warnings: [String] = []
    let text = "[Tablet A]\nLeftHanded=yes\nWhen=any\nColour=red\n"
    let configuration = try Configuration([ConfigurationFile(Array(text.utf8), name: "p.conf")]) {
      warnings.append($0.description)
    }
    #expect(configuration.tablets.map(\.isLeftHanded) == [true])
    #expect(configuration.gestures.sections.map(\.scope) == [.init(tablet: "A")])
    #expect(warnings == ["p.conf:4: unknown key Colour="])
  }

  @Test func actionsArePreferences() throws {
    let text = """
      [Gestures]
      DoublePress=switchPrevious
      TriplePress=yes
      [Tool eraser]
      Hold.stylus2=ignore
      [Tablet A*]
      ContactPress=runSystemShortcut
      [Tool 4d]
      DoublePress=showInkAttributes
      """
    #expect(
      try read(text).gestures.preferences == [
        Preference(.doublePress, .switchPrevious, source: .configuration),
        Preference(.hold, .ignore, button: 1, toolType: .eraser, source: .configuration),
        Preference(.contactPress, .runSystemShortcut, tablet: "A*", source: .configuration),
        Preference(.doublePress, .showInkAttributes, serial: 0x4D, source: .configuration),
      ])
  }

  @Test(arguments: [
    ("[Gestures]\nPressTime=soon", "p.conf:2: PressTime= is 20ms to 2s, such as 250ms; not “soon”"),
    ("[Gestures]\nPressTime=3s", "p.conf:2: PressTime= is 20ms to 2s, such as 250ms; not “3s”"),
    ("[Gestures]\n\nHoldTime=1ms", "p.conf:3: HoldTime= is 20ms to 10s, such as 500ms; not “1ms”"),
    (
      "[Gestures]\nDoublePressTime=350ms-40ms",
      "p.conf:2: DoublePressTime= is how long a button is up between two presses, 20ms to 2s, such as 350ms, or 40ms-350ms with the shortest time; not “350ms-40ms”"
    ),
    (
      "[Gestures]\nDoublePressTime=1-2-3",
      "p.conf:2: DoublePressTime= is how long a button is up between two presses, 20ms to 2s, such as 350ms, or 40ms-350ms with the shortest time; not “1-2-3”"
    ),
    (
      "[Tool pen]\nDoublePressTravel=3",
      "p.conf:2: DoublePressTravel= is 0.1mm to 1000mm, not “3”"
    ),
    ("[Tool pen]\nWhen=later", "p.conf:2: When= is hover, contact or any, not “later”"),
    (
      "[Tablet a]\nHold=maybe",
      "p.conf:2: Hold= is no, yes or what it does: ignore, switchEraser, switchPrevious, showColorPalette, showInkAttributes, showContextualPalette, runSystemShortcut; not “maybe”"
    ),
    (
      "[Gestures]\nHold.left=yes",
      "p.conf:2: Hold.left= is of no button of a barrel: stylus, stylus2 or stylus3"
    ),
    (
      "[Tool crayon]\nHold=yes",
      "p.conf:1: [Tool crayon] is no tool: pen, eraser, brush, pencil, airbrush, mouse, lens, or a serial such as 10c0a11e"
    ),
  ])
  func isRefused(text: String, error: String) {
    let thrown = #expect(throws: ConfigurationErrors.self) { try read(text) }
    #expect(thrown?.description == error)
  }

  @Test func anUnknownKeyIsAWarning() throws {
    #expect(
      try read("[Gestures]\nQuadruplePress=yes\n[Tool pen]\nColour=red").warnings == [
        "p.conf:2: unknown key QuadruplePress=", "p.conf:4: unknown key Colour=",
      ])
  }
}
