package import PencilCore
internal import PencilSystem

/// All that the configuration says of gestures.
package struct GestureConfiguration: Sendable, Equatable {
  /// In the order of the files.
  package var sections: [GestureSection] = []

  package init() {}

  /// What gestures do, by the administrator's word.
  package var preferences: [Preference] { sections.flatMap(\.actions) }

  /// The section of a scope, which one of an earlier file may have begun.
  mutating func set(
    _ key: String, _ value: String, in scope: GestureSection.Scope, isKnown: inout Bool
  ) -> String? {
    var place = sections.firstIndex { $0.scope == scope }
    if place == nil {
      sections.append(GestureSection(scope))
      place = sections.count - 1
    }
    return place.flatMap { sections[$0].set(key, value, isKnown: &isKnown) }
  }

  /// The sections that concern a tablet with one of these names, the least specific first.
  package func layers(of names: [String]) -> GestureLayers {
    let ours = sections.filter { section in
      section.scope.tablet.isEmpty
        || names.contains { Glob.matches(section.scope.tablet, $0) }
    }
    return GestureLayers(
      sections: ours.enumerated().sorted { a, b in
        let (one, other) = (a.element.scope.rank, b.element.scope.rank)
        return one == other ? a.offset < b.offset : one < other
      }.map(\.element))
  }
}

/// The sections that concern one tablet, the least specific first.
package struct GestureLayers: Sendable, Equatable {
  var sections: [GestureSection]

  /// What counts for one tool; `serial` is 0 where it is unknown.
  package func settings(of type: ToolType, serial: UInt32) -> PressSettings {
    var settings = PressSettings()
    for section in sections
    where (section.scope.toolType ?? type) == type
      && (section.scope.serial == 0 || section.scope.serial == serial)
    {
      section.apply(to: &settings)
    }
    // Sections may say halves of it: a gap that can't be is the shortest that can.
    settings.gapMin = min(settings.gapMin, settings.gapMax)
    return settings
  }
}
