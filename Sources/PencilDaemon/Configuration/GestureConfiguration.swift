package import PencilCore
internal import PencilSystem

/// All that the configuration says of gestures.
package struct GestureConfiguration: Sendable, Equatable {
  /// In the order of the lines: a scope that is said again, with another between, is another section.
  package var sections: [GestureSection] = []
  /// No line of it is wrong; else it can't be said what several lines mean together.
  private(set) var isWhole = true

  package init() {}

  /// What gestures do, by the administrator's word.
  package var preferences: [Preference] { sections.flatMap(\.actions) }

  /// Gestures that are on for no button of any tool on any tablet.
  var off: GestureSet {
    let general = GestureLayers(sections.filter { $0.scope.rank == 0 }).settings(
      of: .pen, serial: 0)
    var off: GestureSet = []
    for kind in GestureKind.allCases {
      let isOn = (0..<PressSettings.buttons).contains { general.on[$0].contains(GestureSet(kind)) }
      let isOnSomewhere = sections.contains { section in
        section.scope.rank > 0 && section.switches.contains { $0.kind == kind && $0.isOn }
      }
      if !isOn, !isOnSomewhere { off.insert(GestureSet(kind)) }
    }
    return off
  }

  /// Sets a key in the section of a scope.
  mutating func set(
    _ key: String, _ value: String, in scope: GestureSection.Scope, at place: ConfigurationPlace,
    isKnown: inout Bool
  ) -> String? {
    if sections.last?.scope != scope { sections.append(GestureSection(scope)) }
    let last = sections.count - 1
    let said = sections[last].switches.count
    let wrong = sections[last].set(key, value, at: place, isKnown: &isKnown)
    if wrong != nil { isWhole = false }
    if key == "DoublePressTime" {
      for i in 0..<last where sections[i].scope == scope { sections[i].forgetGap() }
    }
    if sections[last].switches.count > said, let choice = sections[last].switches.last {
      // Said again without an action it does what it does by itself.
      for i in 0..<last where sections[i].scope == scope { sections[i].forgetAction(of: choice) }
    }
    return wrong
  }

  /// The sections that concern a tablet with one of these names, the least specific first, of equals the later last.
  package func layers(of names: [String]) -> GestureLayers {
    GestureLayers(
      sections.filter { section in
        section.scope.tablet.isEmpty
          || names.contains { Glob.matches(section.scope.tablet, $0) }
      })
  }
}

/// The sections that concern one tablet, the least specific first.
package struct GestureLayers: Sendable, Equatable {
  var sections: [GestureSection]

  init(_ sections: [GestureSection] = []) {
    self.sections = sections.enumerated().sorted { a, b in
      let (one, other) = (a.element.scope.rank, b.element.scope.rank)
      return one == other ? a.offset < b.offset : one < other
    }.map(\.element)
  }

  /// What counts for one tool; `serial` is 0 where it is unknown.
  package func settings(of type: ToolType, serial: UInt32) -> PressSettings {
    var settings = PressSettings()
    var begin = 0
    while begin < sections.count {
      let rank = sections[begin].scope.rank
      let end = sections[begin...].firstIndex { $0.scope.rank != rank } ?? sections.count
      let equals = sections[begin..<end].filter { $0.scope.concerns(type, serial: serial) }
      for section in equals { section.apply(to: &settings) }
      // Of equally specific ones a button's own word counts, wherever it stands.
      for section in equals { section.applySwitches(ofButtons: false, to: &settings) }
      for section in equals { section.applySwitches(ofButtons: true, to: &settings) }
      begin = end
    }
    // Patterns that overlap may say halves of it: a gap that can't be is the shortest that can.
    settings.gapMin = min(settings.gapMin, settings.gapMax)
    return settings
  }
}
