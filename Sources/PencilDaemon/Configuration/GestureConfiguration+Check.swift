internal import PencilCore
package import PencilSystem

// What no line says wrongly, and several together do.

extension GestureConfiguration {
  /// Looks at the times that count for each kind of tool on each kind of tablet that the sections name.
  ///
  /// - Parameter warn: told of a hold that would begin within a press.
  /// - Returns: An error for each double press that can't be, at the line that made it so.
  package func check(warn: (ConfigurationError) -> Void) -> [ConfigurationError] {
    guard isWhole else { return [] }
    var errors: [ConfigurationError] = []
    let timed = sections.filter { !$0.times.isEmpty }
    var told: [ConfigurationError] = []
    for scope in Self.together(timed.map(\.scope)) {
      let times = Times(GestureLayers(timed.filter { $0.scope.covers(scope) }))
      if let wrong = times.gap, !errors.contains(wrong) { errors.append(wrong) }
      if let doubtful = times.hold, !told.contains(doubtful) {
        told.append(doubtful)
        warn(doubtful)
      }
    }
    return errors
  }

  /// So many kinds are looked at: all of any configuration that a person wrote.
  private static let limit = 10_000

  /// Every kind of tool on every kind of tablet that is named, or not. Patterns of different texts are taken to be of
  /// different tablets.
  private static func together(_ scopes: [GestureSection.Scope]) -> [GestureSection.Scope] {
    func each<Value: Equatable>(_ none: Value, _ named: [Value]) -> [Value] {
      named.reduce(into: [none]) { all, value in
        if !all.contains(value) { all.append(value) }
      }
    }
    var all: [GestureSection.Scope] = []
    for tablet in each("", scopes.map(\.tablet)) {
      for type in each(nil, scopes.map(\.toolType)) {
        for serial in each(0, scopes.map(\.serial)) where all.count < limit {
          all.append(GestureSection.Scope(toolType: type, serial: serial, tablet: tablet))
        }
      }
    }
    return all
  }
}

extension GestureSection.Scope {
  /// Whether it is about all that `other` is about.
  fileprivate func covers(_ other: GestureSection.Scope) -> Bool {
    (tablet.isEmpty || tablet == other.tablet) && (toolType == nil || toolType == other.toolType)
      && (serial == 0 || serial == other.serial)
  }
}

/// The times that count somewhere, and where they were set.
private struct Times {
  private var settings = PressSettings()
  /// In the order in which they count: of two, the later one made it what it is.
  private var said: [GestureSection.Timed] = []

  init(_ layers: GestureLayers) {
    for section in layers.sections {
      section.apply(to: &settings)
      for timed in section.times {
        said.removeAll { $0.time == timed.time }
        said.append(timed)
      }
    }
  }

  private func latest(
    _ one: GestureSection.Time, _ other: GestureSection.Time
  ) -> ConfigurationPlace? {
    said.last { $0.time == one || $0.time == other }?.place
  }

  private func origin(_ time: GestureSection.Time) -> String {
    said.last { $0.time == time }.map { "\($0.place)" } ?? "built in"
  }

  private static func text(_ time: UInt64) -> String {
    time % 1000 == 0 ? "\(time / 1000)ms" : "\(time)us"
  }

  /// Why there can be no double press.
  var gap: ConfigurationError? {
    guard settings.gapMin >= settings.gapMax, let place = latest(.gapMin, .gapMax) else {
      return nil
    }
    let (shortest, longest) = (Self.text(settings.gapMin), Self.text(settings.gapMax))
    return place.error(
      "DoublePressTime= is at least \(shortest) (\(origin(.gapMin))) and at most \(longest) (\(origin(.gapMax))): "
        + "no press can be so; give both, such as 10ms-\(longest)")
  }

  /// Why a hold doesn't begin when it is told to.
  var hold: ConfigurationError? {
    guard settings.holdTime < settings.pressMax, let place = latest(.hold, .press) else {
      return nil
    }
    let press = Self.text(settings.pressMax)
    return place.error(
      "HoldTime= of \(Self.text(settings.holdTime)) (\(origin(.hold))) is shorter than PressTime= of \(press) "
        + "(\(origin(.press))): a hold begins after \(press); HoldTime= is at least PressTime=")
  }
}
