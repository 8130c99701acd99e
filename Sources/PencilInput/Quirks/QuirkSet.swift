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
  /// - Throws: ``ConfigurationErrors`` with each line that is wrong; then none of the file's are added.
  package mutating func add(
    _ file: ConfigurationFile, warn: (ConfigurationError) -> Void
  ) throws(ConfigurationErrors) {
    var added: [Quirk] = []
    var errors = file.errors
    for section in file.sections {
      let head = ConfigurationPlace(file: file.name, line: section.line)
      guard let title = section.name.argument(of: "Quirk") else {
        warn(head.error("unknown section [\(section.name)]"))
        continue
      }
      var quirk = Quirk(title: title, file: file.name)
      var isWrong = false
      for entry in section.entries {
        let place = ConfigurationPlace(file: file.name, line: entry.line)
        do throws(QuirkValueError) {
          if try !quirk.take(entry) { warn(place.error("unknown key \(entry.key)=")) }
        } catch {
          isWrong = true
          errors.append(place.error(error.reason))
        }
      }
      if quirk.match != QuirkMatch() {
        added.append(quirk)
      } else if !quirk.entries.isEmpty, !isWrong {
        errors.append(
          head.error("[Quirk \(title)] has no Match… key, and would apply to every tablet"))
      }
    }
    if let errors = ConfigurationErrors(errors.sorted(by: { $0.line < $1.line })) { throw errors }
    quirks += added
  }

  /// What is to be believed of a tablet.
  package func overrides(for description: TabletDescription) -> TabletOverrides {
    var overrides = TabletOverrides()
    var counting: [ConfigurationFile.Entry] = []
    for quirk in quirks where quirk.match.fits(description) {
      for entry in quirk.entries {
        // The later one counts, and an empty one takes back what was said.
        counting.removeAll { $0.key == entry.key }
        if !entry.value.isEmpty { counting.append(entry) }
      }
      overrides.applied.append(
        AppliedQuirk(
          title: quirk.title, file: quirk.file,
          settings: quirk.entries.map { "\($0.key)=\($0.value)" }))
    }
    // They were parsed once already, when they were added.
    for entry in counting { _ = try? overrides.set(entry.key, to: entry.value) }
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
      do throws(ConfigurationErrors) {
        try set.add(ConfigurationFile(bytes, name: path), warn: warn)
      } catch {
        for error in error.all { warn(error) }
      }
    }
    return set
  }
}

extension QuirkSet.Quirk {
  /// Takes a line of its section.
  ///
  /// - Returns: Whether it is a key that a quirk has.
  fileprivate mutating func take(
    _ entry: ConfigurationFile.Entry
  ) throws(QuirkValueError) -> Bool {
    if try match.set(entry.key, to: entry.value) { return true }
    var scratch = TabletOverrides()
    do throws(QuirkValueError) {
      guard try scratch.set(entry.key, to: entry.value) else { return false }
    } catch {
      // Any key may be taken back.
      if !entry.value.isEmpty { throw error }
    }
    entries.append(entry)
    return true
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

  /// Values parted by `;`. None of them takes back what was said.
  private static func list<Value>(
    _ text: String, _ parse: (String) -> Value?
  ) throws(QuirkValueError) -> [Value] {
    if text.isEmpty { return [] }
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
