package import PencilCore
internal import PencilSystem

/// What a section says of gestures: for all tools on all tablets, or for some.
package struct GestureSection: Sendable, Equatable {
  /// Whose gestures: `[Gestures]`, `[Tool TYPE]`, `[Tablet NAME]` or `[Tool SERIAL]`.
  package struct Scope: Sendable, Equatable {
    package var toolType: ToolType?
    /// 0: of all tools.
    package var serial: UInt32 = 0
    /// Empty: on all tablets.
    package var tablet = ""

    package init(toolType: ToolType? = nil, serial: UInt32 = 0, tablet: String = "") {
      self.toolType = toolType
      self.serial = serial
      self.tablet = tablet
    }

    /// The more specific wins: a serial before a tablet before a type, as with ``PreferredActions``.
    var rank: Int { serial != 0 ? 4 : !tablet.isEmpty ? 2 : toolType != nil ? 1 : 0 }

    /// Whether it is about such a tool; `serial` is 0 where it is unknown.
    func concerns(_ type: ToolType, serial known: UInt32) -> Bool {
      (toolType ?? type) == type && (serial == 0 || serial == known)
    }
  }

  /// A gesture that is on or off, for one button or all.
  struct Switch: Sendable, Equatable {
    var kind: GestureKind
    var button: UInt8?
    var isOn: Bool
  }

  package var scope: Scope
  var pressMax: UInt64?
  var gapMin: UInt64?
  var gapMax: UInt64?
  var travel: Float?
  var place: PressSettings.Place?
  var holdTime: UInt64?
  /// Where each of the times was set, for what is said of several together: the last one last.
  var times: [Timed] = []
  var switches: [Switch] = []
  /// What gestures do.
  var actions: [Preference] = []

  package init(_ scope: Scope) { self.scope = scope }

  enum Time: Sendable {
    case press, gapMin, gapMax, hold
  }

  struct Timed: Sendable, Equatable {
    var time: Time
    var place: ConfigurationPlace
  }

  private mutating func note(_ time: Time, at place: ConfigurationPlace) {
    times.removeAll { $0.time == time }
    times.append(Timed(time: time, place: place))
  }

  /// Puts what is said here over what less specific sections say, but for what is on.
  func apply(to settings: inout PressSettings) {
    if let pressMax { settings.pressMax = pressMax }
    if let gapMin { settings.gapMin = gapMin }
    if let gapMax { settings.gapMax = gapMax }
    if let travel { settings.travel = travel }
    if let place { settings.place = place }
    if let holdTime { settings.holdTime = holdTime }
  }

  /// The same for what is on: what is said of all buttons, or of one.
  func applySwitches(ofButtons: Bool, to settings: inout PressSettings) {
    for choice in switches where (choice.button != nil) == ofButtons {
      if let button = choice.button {
        choice.apply(to: &settings.on[Int(button)])
      } else {
        for button in 0..<PressSettings.buttons { choice.apply(to: &settings.on[button]) }
      }
    }
  }

  /// The same scope says it again, further down.
  mutating func forgetGap() {
    (gapMin, gapMax) = (nil, nil)
    times.removeAll { $0.time == .gapMin || $0.time == .gapMax }
  }

  mutating func forgetAction(of choice: Switch) {
    actions.removeAll { $0.gesture == choice.kind && $0.button == choice.button }
  }

  /// Sets a key.
  ///
  /// - Returns: What is wrong with the value; `nil`: nothing. An unknown key is `false` in `isKnown`.
  mutating func set(
    _ key: String, _ value: String, at place: ConfigurationPlace, isKnown: inout Bool
  ) -> String? {
    isKnown = true
    switch key {
    case "PressTime":
      note(.press, at: place)
      return Self.time(value, 20_000...2_000_000, key, "250ms", &pressMax)
    case "HoldTime":
      note(.hold, at: place)
      return Self.time(value, 20_000...10_000_000, key, "500ms", &holdTime)
    case "DoublePressTime": return setGap(value, place)
    case "DoublePressTravel":
      let number = value.hasSuffix("mm") ? Float(value.dropLast(2).trimmed) : nil
      guard let number, (0.1...1000).contains(number) else {
        return "DoublePressTravel= is 0.1mm to 1000mm, not “\(value)”"
      }
      travel = number
    case "When":
      guard let choice = PressSettings.Place(rawValue: value) else {
        return "When= is hover, contact or any, not “\(value)”"
      }
      self.place = choice
    default: return setGesture(key, value, isKnown: &isKnown)
    }
    return nil
  }

  /// `DoublePress=`, `Hold.stylus2=` and their like: off, on, or on and what it does.
  private mutating func setGesture(
    _ key: String, _ value: String, isKnown: inout Bool
  ) -> String? {
    let parts = key.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = GestureKind.allCases.first(where: { $0.key == parts[0] }) else {
      isKnown = false
      return nil
    }
    var button: UInt8?
    if parts.count > 1 {
      button = Buttons.number(ofName: String(parts[1]))
      guard let button, button < PressSettings.buttons else {
        return "\(key)= is of no button of a barrel: stylus, stylus2 or stylus3"
      }
    }
    let action = PreferredAction(word: value)
    guard let isOn = action != nil ? true : value.asBoolean else {
      return "\(key)= is no, yes or what it does: \(PreferredAction.words); not “\(value)”"
    }
    let choice = Switch(kind: kind, button: button, isOn: isOn)
    switches.append(choice)
    forgetAction(of: choice)
    if let action {
      actions.append(
        Preference(
          kind, action, button: button, toolType: scope.toolType, serial: scope.serial,
          tablet: scope.tablet, source: .configuration))
    }
    return nil
  }

  /// `40ms-350ms`, or only the longest time.
  private mutating func setGap(_ text: String, _ place: ConfigurationPlace) -> String? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let times = parts.map { String($0).asMicroseconds }
    guard (1...2).contains(times.count), let last = times.last, let longest = last,
      let first = times.count == 2 ? times[0] : 0, (20_000...2_000_000).contains(longest),
      first < longest
    else {
      return
        "DoublePressTime= is how long a button is up between two presses, 20ms to 2s, such as 350ms, or 40ms-350ms with the shortest time; not “\(text)”"
    }
    gapMax = longest
    note(.gapMax, at: place)
    gapMin = times.count == 2 ? first : nil
    self.times.removeAll { $0.time == .gapMin }
    if times.count == 2 { note(.gapMin, at: place) }
    return nil
  }

  private static func time(
    _ text: String, _ range: ClosedRange<UInt64>, _ key: String, _ example: String,
    _ time: inout UInt64?
  ) -> String? {
    guard let value = text.asMicroseconds, range.contains(value) else {
      return
        "\(key)= is \(range.lowerBound / 1000)ms to \(range.upperBound / 1_000_000)s, such as \(example); not “\(text)”"
    }
    time = value
    return nil
  }
}

extension GestureSection.Switch {
  fileprivate func apply(to set: inout GestureSet) {
    if isOn { set.insert(GestureSet(kind)) } else { set.remove(GestureSet(kind)) }
  }
}

extension GestureKind {
  /// The key that turns it on.
  var key: String {
    switch self {
    case .doublePress: "DoublePress"
    case .triplePress: "TriplePress"
    case .hold: "Hold"
    case .contactPress: "ContactPress"
    }
  }
}

extension GestureSection.Scope {
  /// Of `[Gestures]`, `[Tool …]` or `[Tablet …]`; `nil`: another section, or a tool that is none.
  init?(section: String) {
    self.init()
    if section == "Gestures" { return }
    if let name = section.argument(of: "Tablet") {
      tablet = name
      return
    }
    guard let name = section.argument(of: "Tool") else { return nil }
    switch ToolMatch(name) {
    case .type(let type): toolType = type
    case .serial(let number): serial = number
    case .any, nil: return nil
    }
  }
}
