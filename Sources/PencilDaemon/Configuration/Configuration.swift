internal import PencilCore
package import PencilSystem
internal import PencilWire

/// What the administrator chose.
package struct Configuration: Equatable, Sendable {
  /// `JournalSize=` in `[Daemon]`: bytes of the journal's ring. Records that a slow client has not read are kept so
  /// long; memory is used only as records come.
  package var journalSize = 4 << 20
  /// `nil`: it is the built in one.
  package var journalSizePlace: ConfigurationPlace?
  /// Who may hear the pen.
  package var access = AccessSettings()
  /// `IdleExit=` in `[Daemon]`: µs without a tablet and a client after which a daemon whose sockets the service manager
  /// keeps ends; `nil`: never.
  package var idleExit: UInt64? = 30_000_000
  /// The sections `[Tablet NAME]`, in their order.
  package var tablets: [TabletSection] = []
  /// What `[Gestures]`, `[Tool …]` and `[Tablet …]` say of gestures.
  package var gestures = GestureConfiguration()

  /// Lines that say nothing: of keys and sections that are not known, and what an empty value takes back.
  private(set) var idle: Set<ConfigurationPlace> = []

  package init() {}
}

extension Configuration {
  /// What files say.
  ///
  /// - Parameter warn: as in ``read(_:warn:)``.
  /// - Throws: ``ConfigurationErrors`` with each line that is wrong.
  package init(
    _ files: [ConfigurationFile], warn: (ConfigurationError) -> Void
  ) throws(ConfigurationErrors) {
    self.init()
    if let errors = ConfigurationErrors(read(files, warn: warn)) { throw errors }
  }

  /// Takes what files say, a later one over those before it.
  ///
  /// - Parameter warn: is told of keys and sections that are not known, as the file may be a later version's, and of what
  ///   is only doubtful.
  /// - Returns: Each line that is wrong; then it is not to be used.
  mutating func read(
    _ files: [ConfigurationFile], warn: (ConfigurationError) -> Void
  ) -> [ConfigurationError] {
    idle = Self.takenBack(files)
    var errors: [ConfigurationError] = []
    for file in files {
      var wrong = file.errors
      for section in file.sections { apply(section, of: file.name, &wrong, warn: warn) }
      errors += wrong.sorted { $0.line < $1.line }
    }
    return errors + gestures.check(warn: warn)
  }

  /// An empty value takes back what the same section has said of the key until then, in whatever file.
  private static func takenBack(_ files: [ConfigurationFile]) -> Set<ConfigurationPlace> {
    var keys: Set<[String]> = []
    var places: Set<ConfigurationPlace> = []
    for file in files.reversed() {
      for entry in file.entries.reversed() {
        let key = [entry.section, entry.key]
        if entry.value.isEmpty { keys.insert(key) }
        if keys.contains(key) {
          places.insert(ConfigurationPlace(file: file.name, line: entry.line))
        }
      }
    }
    return places
  }

  private mutating func apply(
    _ section: ConfigurationFile.Section, of file: String, _ wrong: inout [ConfigurationError],
    warn: (ConfigurationError) -> Void
  ) {
    let places = section.entries.map { ConfigurationPlace(file: file, line: $0.line) }
    let head = ConfigurationPlace(file: file, line: section.line)
    if let reason = Self.reason(against: section.name) {
      wrong.append(head.error(reason))
      return
    }
    guard section.name == "Daemon" || GestureSection.Scope(section: section.name) != nil else {
      warn(head.error("unknown section [\(section.name)]"))
      idle.formUnion(places)
      return
    }
    for (entry, place) in zip(section.entries, places) {
      var isKnown = true
      let reason: String?
      if idle.contains(place) {
        // Looked at all the same: what is wrong in a file is told.
        var other = Configuration()
        reason = other.set(entry, at: place, isKnown: &isKnown)
      } else {
        reason = set(entry, at: place, isKnown: &isKnown)
      }
      if !isKnown {
        warn(place.error("unknown key \(entry.key)="))
        idle.insert(place)
      } else if let reason, !entry.value.isEmpty {
        wrong.append(place.error(reason))
      }
    }
  }

  /// Why there can't be such a section.
  private static func reason(against section: String) -> String? {
    if let name = section.argument(of: "Tablet"), name.utf8.count > Preference.tabletLimit {
      return "[Tablet NAME] has at most \(Preference.tabletLimit) bytes of a name"
    }
    if section.argument(of: "Tool") != nil, GestureSection.Scope(section: section) == nil {
      return "[\(section)] is no tool: \(ToolMatch.types), or a serial such as 10c0a11e"
    }
    return nil
  }

  /// Sets a key of a section.
  ///
  /// - Returns: What is wrong with the value; `nil`: nothing. An unknown key is `false` in `isKnown`.
  private mutating func set(
    _ entry: ConfigurationFile.Entry, at place: ConfigurationPlace, isKnown: inout Bool
  ) -> String? {
    if let name = entry.section.argument(of: "Tablet") {
      if tablets.last?.name != name { tablets.append(TabletSection(name: name)) }
      let last = tablets.count - 1
      let wrong = tablets[last].set(entry.key, entry.value, isKnown: &isKnown)
      if isKnown { return wrong }
    }
    if let scope = GestureSection.Scope(section: entry.section) {
      return gestures.set(entry.key, entry.value, in: scope, at: place, isKnown: &isKnown)
    }
    switch entry.key {
    case "JournalSize":
      guard let size = Self.bytes(entry.value), Journal.capacityRange.contains(size) else {
        return "JournalSize= is 64K to 1G, such as 4M, not “\(entry.value)”"
      }
      journalSize = size
      journalSizePlace = place
    case "IdleExit":
      let time = entry.value == "infinity" ? nil : entry.value.asMicroseconds
      guard entry.value == "infinity" || time ?? 0 >= 1_000_000 else {
        return "IdleExit= is 1s to 1h, such as 30s, or infinity, not “\(entry.value)”"
      }
      idleExit = time
    default: return access.set(entry.key, entry.value, at: place, isKnown: &isKnown)
    }
    return nil
  }

  /// A size as systemd writes it: bytes, or with K, M or G of 1024.
  static func bytes(_ text: String) -> Int? {
    let shift: Int
    switch text.last {
    case "K": shift = 10
    case "M": shift = 20
    case "G": shift = 30
    default: shift = 0
    }
    guard let number = Int(shift > 0 ? text.dropLast() : text[...]), number > 0,
      number <= Int.max >> shift
    else { return nil }
    return number << shift
  }
}
