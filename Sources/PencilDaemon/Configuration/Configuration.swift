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

  package init() {}
}

extension Configuration {
  /// Applies a file's settings over those before it.
  ///
  /// - Throws: ``ConfigurationError`` for a value that is wrong. An unknown key or section is a warning: the file may
  ///   be a later version's.
  package mutating func apply(
    _ file: ConfigurationFile, warn: (ConfigurationError) -> Void
  ) throws(ConfigurationError) {
    for entry in file.entries {
      let place = ConfigurationPlace(file: file.name, line: entry.line)
      let error = place.error
      if let name = entry.section.argument(of: "Tablet") {
        guard name.utf8.count <= Preference.tabletLimit else {
          throw error("[Tablet NAME] has at most \(Preference.tabletLimit) bytes of a name")
        }
        if tablets.last?.name != name { tablets.append(TabletSection(name: name)) }
        let last = tablets.count - 1
        var isKnown = true
        if let wrong = tablets[last].set(entry.key, entry.value, isKnown: &isKnown) {
          throw error(wrong)
        }
        if isKnown { continue }
      }
      if let scope = GestureSection.Scope(section: entry.section) {
        var isKnown = true
        if let wrong = gestures.set(
          entry.key, entry.value, in: scope, at: place, isKnown: &isKnown)
        {
          throw error(wrong)
        }
        if !isKnown { warn(error("unknown key \(entry.key)=")) }
        continue
      }
      if entry.section.argument(of: "Tool") != nil {
        throw error(
          "[\(entry.section)] is no tool: \(ToolMatch.types), or a serial such as 10c0a11e")
      }
      guard entry.section == "Daemon" else {
        warn(error("unknown section [\(entry.section)]"))
        continue
      }
      switch entry.key {
      case "JournalSize":
        guard let size = Self.bytes(entry.value), Journal.capacityRange.contains(size) else {
          throw error("JournalSize= is 64K to 1G, such as 4M, not “\(entry.value)”")
        }
        journalSize = size
        journalSizePlace = place
      case "IdleExit":
        if entry.value == "infinity" {
          idleExit = nil
          continue
        }
        guard let time = entry.value.asMicroseconds, time >= 1_000_000 else {
          throw error("IdleExit= is 1s to 1h, such as 30s, or infinity, not “\(entry.value)”")
        }
        idleExit = time
      default:
        var isKnown = true
        if let wrong = access.set(entry.key, entry.value, at: place, isKnown: &isKnown) {
          throw error(wrong)
        }
        if !isKnown { warn(error("unknown key \(entry.key)=")) }
      }
    }
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
