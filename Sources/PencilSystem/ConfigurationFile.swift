/// A file in systemd's dialect: `[Section]`, `Key=Value`, lines that begin with `#` or `;` are comments.
package struct ConfigurationFile: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    package var section: String
    /// Where the section begins: two may have the same name.
    package var sectionLine: Int
    package var key: String
    package var value: String
    package var line: Int

    package init(
      section: String, sectionLine: Int, key: String, value: String, line: Int
    ) {
      self.section = section
      self.sectionLine = sectionLine
      self.key = key
      self.value = value
      self.line = line
    }
  }

  package var name: String
  package var entries: [Entry] = []

  /// - Throws: ``ConfigurationError`` for a line that is none of the three, or a key outside of a section.
  package init(_ bytes: [UInt8], name: String) throws(ConfigurationError) {
    self.name = name
    var section: String?
    var sectionLine = 0
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, bytes) in lines.enumerated() {
      let line = Self.trim(String(decoding: bytes, as: UTF8.self)[...])
      func error(_ reason: String) -> ConfigurationError {
        ConfigurationError(file: name, line: index + 1, reason: reason)
      }
      if line.isEmpty || line.hasPrefix("#") || line.hasPrefix(";") { continue }
      if line.hasPrefix("[") {
        guard line.hasSuffix("]"), line.count > 2 else { throw error("a section is [Name]") }
        section = String(line.dropFirst().dropLast())
        sectionLine = index + 1
        continue
      }
      guard let equals = line.firstIndex(of: "=") else {
        throw error("neither [Section], Key=Value nor a comment")
      }
      guard let section else { throw error("Key=Value outside of a section") }
      entries.append(
        Entry(
          section: section, sectionLine: sectionLine, key: String(Self.trim(line[..<equals])),
          value: String(Self.trim(line[line.index(after: equals)...])), line: index + 1))
    }
  }

  private static func trim(_ text: Substring) -> Substring {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }
    var text = text.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return text
  }
}

/// Where a value of a configuration was set.
package struct ConfigurationPlace: Equatable, Sendable, CustomStringConvertible {
  package var file: String
  package var line: Int

  package init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  package var description: String { "\(file):\(line)" }

  /// What is wrong there.
  package func error(_ reason: String) -> ConfigurationError {
    ConfigurationError(file: file, line: line, reason: reason)
  }
}

/// What is wrong with a configuration, and where.
package struct ConfigurationError: Error, Equatable, Sendable, CustomStringConvertible {
  package var file: String
  package var line: Int
  package var reason: String

  package init(file: String, line: Int, reason: String) {
    self.file = file
    self.line = line
    self.reason = reason
  }

  package var description: String { line > 0 ? "\(file):\(line): \(reason)" : "\(file): \(reason)" }
}

// What the values of several files have in common.

extension String {
  /// What follows the kind in the name of a section: `NAME` of `[Kind NAME]`; `nil`: another kind.
  package func argument(of kind: String) -> String? {
    guard hasPrefix(kind + " ") else { return nil }
    let argument = dropFirst(kind.count + 1).trimmed
    return argument.isEmpty ? nil : argument
  }

  /// A choice as systemd writes it; `nil`: it is none.
  package var asBoolean: Bool? {
    switch lowercased() {
    case "1", "yes", "true", "on": true
    case "0", "no", "false", "off": false
    default: nil
    }
  }

  /// A span of time as systemd writes it, in µs: `250ms`, `40us`, `5min`, `1h`, or seconds as `1s` or `1`; at most an
  /// hour.
  /// `nil`: it is none.
  package var asMicroseconds: UInt64? {
    let units: [(String, UInt64)] = [
      ("ms", 1000), ("us", 1), ("min", 60_000_000), ("h", 3_600_000_000), ("s", 1_000_000),
    ]
    let (suffix, unit) = units.first { hasSuffix($0.0) } ?? ("", 1_000_000)
    guard let number = UInt64(dropLast(suffix.count).trimmed), number <= 3_600_000_000 / unit
    else { return nil }
    return number * unit
  }
}

extension FixedWidthInteger {
  /// A number in hexadecimal, with or without `0x`.
  package init?(hexadecimal text: String) {
    let digits = text.hasPrefix("0x") ? text.dropFirst(2) : text[...]
    self.init(digits, radix: 16)
  }
}

extension Substring {
  /// Without blanks at both ends.
  package var trimmed: String {
    var text = drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return String(text)
  }
}
