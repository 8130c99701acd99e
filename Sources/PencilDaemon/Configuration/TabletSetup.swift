package import PencilCore
package import PencilInput
internal import PencilSystem

/// What quirks and the configuration say of one tablet.
package struct TabletSetup: Sendable, Equatable {
  /// What to believe instead of what it says of itself.
  package var overrides = TabletOverrides()
  /// How it lies before its user.
  package var transform = TabletTransform()
  /// The same for its pad: how often it is turned by 90° clockwise.
  package var quarterTurns = 0

  package init() {}
}

/// Quirks and configuration, of which each tablet's setup is made.
package struct TabletSetups: Sendable, Equatable {
  package var quirks = QuirkSet()
  package var sections: [TabletSection] = []
  package var gestures = GestureConfiguration()

  package init(
    quirks: QuirkSet = QuirkSet(), sections: [TabletSection] = [],
    gestures: GestureConfiguration = GestureConfiguration()
  ) {
    self.quirks = quirks
    self.sections = sections
    self.gestures = gestures
  }

  /// Quirks that the system's files hold, and what the administrator chose.
  package static func load(_ configuration: Configuration) -> TabletSetups {
    let quirks = QuirkSet.load { Log.write(.warning, .config, "\($0)") }
    return TabletSetups(
      quirks: quirks, sections: configuration.tablets, gestures: configuration.gestures)
  }

  /// The setup of a tablet or a pad.
  package func setup(for description: TabletDescription) -> TabletSetup {
    var setup = TabletSetup()
    setup.overrides = quirks.overrides(for: description)
    var choice = TabletSection(name: "*")
    choice.isLeftHanded = setup.overrides.isLeftHanded
    for section in sections where Glob.matches(section.name, description.name) {
      choice.take(section)
    }
    setup.quarterTurns = (choice.rotation ?? 0) / 90
    if choice.isLeftHanded == true {
      // On a display the picture would have to turn with it, and does so by itself.
      if description.isDirect {
        Log.write(
          .warning, .config,
          "“\(description.name)”: LeftHanded= is for tablets without a display; turn this one with Rotation="
        )
      } else {
        setup.quarterTurns += 2
      }
    }
    if !description.calibration.isEmpty, description.isDirect, description.calibrationMatrix == nil
    {
      Log.write(
        .warning, .kernel,
        "“\(description.name)”: udev's LIBINPUT_CALIBRATION_MATRIX is no matrix of 2 × 3 numbers: “\(description.calibration)”"
      )
    }
    let repaired = description.repaired(by: setup.overrides)
    var (width, height) = (repaired.widthMillimetres ?? 0, repaired.heightMillimetres ?? 0)
    if width == 0 || height == 0 {
      // Units as long across as along are likelier than a square tablet.
      width = repaired.axis(.x)?.range.span ?? 0
      height = repaired.axis(.y)?.range.span ?? 0
    }
    setup.transform = TabletTransform(
      calibration: description.calibrationMatrix, quarterTurns: setup.quarterTurns,
      area: choice.area ?? .whole, aspect: choice.aspect,
      width: width, height: height)
    return setup
  }
}

/// A section `[Tablet NAME]`: what the administrator chose for tablets with this name, in which `*` is any text.
package struct TabletSection: Sendable, Equatable {
  package var name: String
  /// `LeftHanded=`.
  package var isLeftHanded: Bool?
  /// `Rotation=`: 0, 90, 180 or 270 degrees, clockwise.
  package var rotation: Int?
  /// `ActiveArea=LEFT TOP RIGHT BOTTOM`, shares of 0…1 or percent.
  package var area: TabletTransform.Area?
  /// `KeepAspect=WIDTH:HEIGHT`.
  package var aspect: Double?

  package init(name: String) { self.name = name }

  /// Takes over what another one says.
  mutating func take(_ other: TabletSection) {
    isLeftHanded = other.isLeftHanded ?? isLeftHanded
    rotation = other.rotation ?? rotation
    area = other.area ?? area
    aspect = other.aspect ?? aspect
  }

  /// Sets a key.
  ///
  /// - Returns: What is wrong with the value; `nil`: nothing. An unknown key is `false` in `isKnown`.
  mutating func set(_ key: String, _ value: String, isKnown: inout Bool) -> String? {
    isKnown = true
    switch key {
    case "LeftHanded":
      guard let choice = value.asBoolean else { return "LeftHanded= is yes or no, not “\(value)”" }
      isLeftHanded = choice
    case "Rotation":
      guard let degrees = Int(value), [0, 90, 180, 270].contains(degrees) else {
        return "Rotation= is 0, 90, 180 or 270, not “\(value)”"
      }
      rotation = degrees
    case "ActiveArea":
      guard let area = Self.area(value) else {
        return
          "ActiveArea= is left, top, right and bottom, each 0 to 1 or 0% to 100%, at least 1% apart; not “\(value)”"
      }
      self.area = area
    case "KeepAspect":
      let sides = value.split(separator: ":").compactMap { Double($0) }
      guard sides.count == 2, sides.allSatisfy({ $0 > 0 && $0 < 1e6 }),
        (0.01...100).contains(sides[0] / sides[1])
      else {
        return "KeepAspect= is width:height, 1:100 to 100:1, such as 16:9; not “\(value)”"
      }
      aspect = sides[0] / sides[1]
    default: isKnown = false
    }
    return nil
  }

  /// No part is narrower or lower: a hand can't use it, and what is beyond it would be far away. A hair less, as parts
  /// are differences of decimals.
  private static let leastShare = 0.01 - 1e-9

  private static func area(_ text: String) -> TabletTransform.Area? {
    let parts = text.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "," })
    let edges = parts.compactMap { part -> Double? in
      guard part.hasSuffix("%") else { return Double(part) }
      return Double(part.dropLast()).map { $0 / 100 }
    }
    guard edges.count == 4, parts.count == 4, edges.allSatisfy({ (0...1).contains($0) }),
      edges[2] - edges[0] >= leastShare, edges[3] - edges[1] >= leastShare
    else { return nil }
    return TabletTransform.Area(left: edges[0], top: edges[1], right: edges[2], bottom: edges[3])
  }
}
