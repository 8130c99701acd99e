package import PencilSystem

/// The quirks of all files: what to believe instead of what some tablets say of themselves.
///
/// One section is one quirk: `[Quirk TITLE]`, then what it is for (`MatchBus=`, `MatchVendor=`, `MatchProduct=`,
/// `MatchVersion=`, `MatchName=`; all that are given must fit), then what it sets. Later ones win, key by key.
package struct QuirkSet: Sendable, Equatable {
  /// One section.
  package struct Quirk: Sendable, Equatable {
    var title: String
    var file: String
    var match = QuirkMatch()
    var entries: [ConfigurationFile.Entry] = []
  }

  /// In the order in which they apply.
  package private(set) var quirks: [Quirk] = []

  /// No quirks.
  package init() {}

  /// Adds those of a file.
  ///
  /// - Parameter warn: told of keys and sections that are not known: the file may be a later version's.
  /// - Throws: ``ConfigurationError`` for a value that is wrong.
  package mutating func add(
    _ file: ConfigurationFile, warn: (ConfigurationError) -> Void
  ) throws(ConfigurationError) {
    var added: [Quirk] = []
    var sectionLine = 0
    for entry in file.entries {
      guard let title = entry.section.argument(of: "Quirk") else {
        warn(
          ConfigurationError(
            file: file.name, line: entry.line, reason: "unknown section [\(entry.section)]"))
        continue
      }
      if entry.sectionLine != sectionLine {
        added.append(Quirk(title: title, file: file.name))
        sectionLine = entry.sectionLine
      }
      let last = added.count - 1
      do throws(QuirkValueError) {
        if try added[last].match.set(entry.key, to: entry.value) { continue }
        var scratch = TabletOverrides()
        if try scratch.set(entry.key, to: entry.value) {
          added[last].entries.append(entry)
        } else {
          warn(
            ConfigurationError(
              file: file.name, line: entry.line, reason: "unknown key \(entry.key)="))
        }
      } catch {
        throw ConfigurationError(file: file.name, line: entry.line, reason: error.reason)
      }
    }
    if let empty = added.first(where: { $0.match == QuirkMatch() }) {
      throw ConfigurationError(
        file: file.name, line: empty.entries.first?.line ?? 0,
        reason: "[Quirk \(empty.title)] has no Match… key, and would apply to every tablet")
    }
    quirks += added
  }

  /// What is to be believed of a tablet.
  package func overrides(for description: TabletDescription) -> TabletOverrides {
    var overrides = TabletOverrides()
    for quirk in quirks where quirk.match.fits(description) {
      for entry in quirk.entries {
        // It was parsed once already, when it was added.
        _ = try? overrides.set(entry.key, to: entry.value)
      }
      overrides.applied.append(
        AppliedQuirk(
          title: quirk.title, file: quirk.file,
          settings: quirk.entries.map { "\($0.key)=\($0.value)" }))
    }
    return overrides
  }
}

extension QuirkSet {
  /// The system's folders, the administrator's last: it wins.
  private static let folders = ["/usr/lib/pencild/quirks.d", "/etc/pencild/quirks.d"]

  /// Reads `*.quirks` of the system and the administrator, or of the folder that `$PENCIL_QUIRKS` names instead. They
  /// apply in the order of their names; one in `/etc` replaces one of the same name in `/usr/lib`.
  ///
  /// A file that is wrong is told of and left out: a tablet that works a little worse is better than none.
  package static func load(
    folders: [String]? = nil, warn: (ConfigurationError) -> Void
  ) -> QuirkSet {
    let named = Environment.value("PENCIL_QUIRKS").map { [$0] }
    var paths: [String: String] = [:]
    for folder in folders ?? named ?? Self.folders {
      for name in (try? Files.names(in: folder)) ?? [] where name.hasSuffix(".quirks") {
        paths[name] = folder + "/" + name
      }
    }
    var set = QuirkSet()
    for (_, path) in paths.sorted(by: { $0.key < $1.key }) {
      let bytes: [UInt8]
      do throws(Errno) {
        bytes = try Files.contents(of: path, limit: 1 << 20)
      } catch {
        warn(ConfigurationError(file: path, line: 0, reason: "\(error)"))
        continue
      }
      do throws(ConfigurationError) {
        try set.add(try ConfigurationFile(bytes, name: path), warn: warn)
      } catch { warn(error) }
    }
    return set
  }
}

/// Which tablets a quirk is for.
struct QuirkMatch: Sendable, Equatable {
  private var buses: [UInt16] = []
  private var vendors: [UInt16] = []
  private var products: [UInt16] = []
  private var versions: [UInt16] = []
  private var names: [String] = []

  /// The kernel's `BUS_*` by name.
  private static let busNames: [String: UInt16] = [
    "usb": 0x03, "bluetooth": 0x05, "virtual": 0x06, "serial": 0x13, "i2c": 0x18, "spi": 0x1c,
  ]

  /// - Returns: Whether it is a key of this kind.
  mutating func set(_ key: String, to value: String) throws(QuirkValueError) -> Bool {
    switch key {
    case "MatchBus":
      buses = try Self.list(value) { Self.busNames[$0] ?? UInt16(hexadecimal: $0) }
    case "MatchVendor": vendors = try Self.list(value) { UInt16(hexadecimal: $0) }
    case "MatchProduct": products = try Self.list(value) { UInt16(hexadecimal: $0) }
    case "MatchVersion": versions = try Self.list(value) { UInt16(hexadecimal: $0) }
    case "MatchName": names = try Self.list(value) { $0 }
    default: return false
    }
    return true
  }

  func fits(_ description: TabletDescription) -> Bool {
    Self.fits(buses, description.bus) && Self.fits(vendors, description.vendor)
      && Self.fits(products, description.product) && Self.fits(versions, description.version)
      && (names.isEmpty || names.contains { Glob.matches($0, description.name) })
  }

  private static func fits(_ wanted: [UInt16], _ value: UInt16) -> Bool {
    wanted.isEmpty || wanted.contains(value)
  }

  /// Values parted by `;`.
  private static func list<Value>(
    _ text: String, _ parse: (String) -> Value?
  ) throws(QuirkValueError) -> [Value] {
    var values: [Value] = []
    for part in text.split(separator: ";") {
      let part = part.trimmed
      guard let value = parse(part) else {
        throw QuirkValueError(
          "“\(part)” is neither a number in hexadecimal such as 0x056a nor a known name")
      }
      values.append(value)
    }
    guard !values.isEmpty else { throw QuirkValueError("a value is missing") }
    return values
  }
}
