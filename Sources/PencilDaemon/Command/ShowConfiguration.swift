internal import PencilInput
internal import PencilSystem

/// `--check-config` and `--show-config`: the configuration as the daemon would read it.
enum ShowConfiguration {
  /// Says what is wrong, each with file and line. An error ends with the status of a wrong configuration; what is only
  /// not known is a warning, as the file may be a later version's.
  static func check(_ options: Options) throws(CommandError) {
    var warnings = 0
    func warn(_ text: String) {
      warnings += 1
      Log.write(.warning, .config, text)
    }
    let files = Configuration.files(only: options.configuration)
    var configuration = Configuration()
    let errors = configuration.read(files) { warn("\($0)") }
    _ = configuration.access.accounts { warn("\($0)") }
    // Quirks are configuration, too: of hardware.
    _ = QuirkSet.load { warn("\($0)") }
    guard errors.isEmpty else { throw CommandError(configuration: errors.map(\.description)) }
    let names =
      files.isEmpty ? "no file: all as built in" : files.map(\.name).joined(separator: ", ")
    let verdict =
      switch warnings {
      case 0: "fine"
      case 1: "usable, with a warning"
      default: "usable, with \(warnings) warnings"
      }
    try Output.write("\(verdict): \(names)\n")
  }

  /// The values that count, each with the place that set it, in a form that could be a file.
  static func show(_ options: Options) throws(CommandError) {
    var text = ""
    let files = Configuration.files(only: options.configuration)
    let configuration = try Tablets.configuration(of: files)
    for section in merged(files, without: configuration.idle) {
      text += (text.isEmpty ? "" : "\n") + "[\(section.name)]\n"
      for entry in section.entries {
        text += "# \(entry.file):\(entry.line)\n\(entry.key)=\(entry.value)\n"
      }
    }
    if text.isEmpty { text = "# Nothing is set: all as built in.\n" }
    try Output.write(text)
  }

  struct Section {
    var name: String
    var entries: [(key: String, value: String, file: String, line: Int)] = []
  }

  /// The last value of each key in each section, in the order in which they count: of what is equally specific, the later
  /// one. A section comes again where another one stands between its lines.
  ///
  /// - Parameter idle: lines that say nothing.
  static func merged(
    _ files: [ConfigurationFile], without idle: Set<ConfigurationPlace>
  ) -> [Section] {
    var known: Set<[String]> = []
    var counting: [(file: String, entry: ConfigurationFile.Entry)] = []
    for file in files.reversed() {
      for entry in file.entries.reversed() {
        let place = ConfigurationPlace(file: file.name, line: entry.line)
        if !idle.contains(place), known.insert([entry.section, entry.key]).inserted {
          counting.append((file.name, entry))
        }
      }
    }
    var sections: [Section] = []
    for (file, entry) in counting.reversed() {
      if sections.last?.name != entry.section { sections.append(Section(name: entry.section)) }
      sections[sections.count - 1].entries.append((entry.key, entry.value, file, entry.line))
    }
    return sections
  }
}
