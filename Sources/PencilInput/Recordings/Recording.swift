/// What a file says of tablets and of their events.
package struct Recording: Sendable, Equatable {
  /// The tablets; their events share one clock.
  package var tablets: [RecordedTablet]

  /// Makes a recording.
  package init(tablets: [RecordedTablet]) { self.tablets = tablets }

  /// Reads evemu's text (1.0 to 1.3) or the YAML of `libinput record`; which one is told from the content.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - file: its name for errors.
  /// - Throws: ``RecordingError`` with the line and the reason.
  package static func parse(
    _ bytes: [UInt8], file: String
  ) throws(RecordingError) -> Recording {
    if YAMLRecordingParser.accepts(bytes) {
      var parser = YAMLRecordingParser(file: file)
      return try parser.parse(bytes)
    }
    var parser = EvemuParser(file: file)
    return try parser.parse(bytes)
  }
}

extension Recording {
  /// Seconds from here on are no event's: up to here, the year 2242, every time is a number of ns of 63 bits, too, and
  /// so is what is reckoned from it.
  private static let endOfTime: Int64 = 1 << 33

  /// µs of an event's time; `nil`: it has none.
  static func time(seconds: Int64, micros: Int64) -> UInt64? {
    guard (0..<endOfTime).contains(seconds), (0..<1_000_000_000).contains(micros) else {
      return nil
    }
    return UInt64(seconds) * 1_000_000 + UInt64(micros)
  }

  /// What is said of an axis that the kernel can't have.
  static let axisCodeError = "axis has a code out of range, which is 0 to 63"
}

/// A tablet in a recording.
package struct RecordedTablet: Sendable, Equatable {
  /// What the header says. The axes' values are those at the start as far as the file tells them.
  package var description: TabletDescription
  /// Keys held at the start. Only pencild's own recordings tell them.
  package var held: KeyMask
  /// `MSC_SERIAL` at the start; 0: unknown. Only pencild's own recordings tell it.
  package var serial: UInt32
  /// The events in the order of the file, with times in µs. A gap is a `SYN_DROPPED` and a `SYN_REPORT`.
  package var events: [RawEvent]

  /// Makes a tablet.
  package init(
    description: TabletDescription, held: KeyMask = KeyMask(), serial: UInt32 = 0,
    events: [RawEvent] = []
  ) {
    self.description = description
    self.held = held
    self.serial = serial
    self.events = events
  }
}

/// Why a recording can't be read.
package struct RecordingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file's name.
  package var file: String
  /// The line, from 1.
  package var line: Int
  /// What is wrong with it.
  package var reason: String

  /// Makes an error.
  package init(file: String, line: Int, reason: String) {
    self.file = file
    self.line = line
    self.reason = reason
  }

  /// `FILE:LINE: REASON`.
  package var description: String { "\(file):\(line): \(reason)" }
}
