/// A file in systemd's dialect: `[Section]`, `Key=Value`, lines that begin with `#` or `;` are comments, and a line that
/// ends with `\` goes on in the next one that is no comment.
package struct ConfigurationFile: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    package var section: String
    package var key: String
    package var value: String
    package var line: Int

    package init(section: String, key: String, value: String, line: Int) {
      self.section = section
      self.key = key
      self.value = value
      self.line = line
    }
  }

  /// A section as it stands in the file; one of the same name may come again.
  package struct Section: Equatable, Sendable {
    package var name: String
    package var line: Int
    package var entries: [Entry] = []
  }

  package let name: String
  package private(set) var sections: [Section] = []
  /// What can't be read of it: lines that are none of the three, and keys outside of a section.
  package private(set) var errors: [ConfigurationError] = []

  /// Reads all that can be read, and notes the rest in ``errors``.
  package init(_ bytes: [UInt8], name: String) {
    self.name = name
    // What stands below a section that has no name belongs to no other one.
    var isSkipped = false
    for (number, line) in Self.lines(of: bytes) {
      func note(_ reason: String) {
        errors.append(ConfigurationError(file: name, line: number, reason: reason))
      }
      if line.hasPrefix("[") {
        isSkipped = !line.hasSuffix("]") || line.count <= 2
        if isSkipped {
          note("a section is [Name]")
        } else {
          sections.append(Section(name: String(line.dropFirst().dropLast()), line: number))
        }
      } else if let equals = line.firstIndex(of: "=") {
        if isSkipped { continue }
        guard let section = sections.last else {
          note("Key=Value outside of a section")
          continue
        }
        sections[sections.count - 1].entries.append(
          Entry(
            section: section.name, key: String(Self.trim(line[..<equals])),
            value: String(Self.trim(line[line.index(after: equals)...])), line: number))
      } else {
        note("neither [Section], Key=Value nor a comment")
      }
    }
  }

  /// A file that can't be read at all.
  package init(name: String, unread reason: String) {
    self.name = name
    errors = [ConfigurationError(file: name, line: 0, reason: reason)]
  }

  /// Those of all sections.
  package var entries: [Entry] { sections.flatMap(\.entries) }

  /// What is said in it: lines without blanks at their ends, each with the number of its first line, put together where
  /// one goes on; without comments and empty ones.
  private static func lines(of bytes: [UInt8]) -> [(number: Int, text: Substring)] {
    var lines: [(number: Int, text: Substring)] = []
    /// A line as far as it has been read, and the number of its first one; 0: none is begun.
    var (begun, number) = ("", 0)
    func end() {
      let line = trim(begun[...])
      if !line.isEmpty { lines.append((number, line)) }
      (begun, number) = ("", 0)
    }
    let parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, bytes) in parts.enumerated() {
      let bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
      let text = bytes.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      if text.first == UInt8(ascii: "#") || text.first == UInt8(ascii: ";") { continue }
      if number == 0 { number = index + 1 }
      // Of two, the one is no sign but what the other makes of it.
      let backslashes = text.reversed().prefix { $0 == UInt8(ascii: "\\") }.count
      guard !backslashes.isMultiple(of: 2) else {
        begun += String(decoding: text, as: UTF8.self)
        end()
        continue
      }
      begun += String(decoding: text.dropLast(), as: UTF8.self) + " "
    }
    end()
    return lines
  }

  private static func trim(_ text: Substring) -> Substring {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }
    var text = text.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return text
  }
}

/// Where a value of a configuration was set.
package struct ConfigurationPlace: Hashable, Sendable, CustomStringConvertible {
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

/// All that is wrong with a configuration, file by file; never nothing.
package struct ConfigurationErrors: Error, Equatable, Sendable, CustomStringConvertible {
  package let all: [ConfigurationError]

  /// - Returns: `nil`: there is none.
  package init?(_ all: [ConfigurationError]) {
    if all.isEmpty { return nil }
    self.all = all
  }

  /// A line each.
  package var description: String { all.map(\.description).joined(separator: "\n") }
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
