import PencilCore
import PencilWire

/// An item as the Swift client sees it, in the words of the vectors.
struct Seen: Equatable {
  var kind: String
  var fields: [String: Value]

  enum Value: Equatable {
    case text(String)
    /// The very bits.
    case float(UInt32)
    case notAvailable
  }

  /// `nil`: its type, or a value in it, is of a later version.
  init?(_ header: ItemHeader, _ item: RawSpan) {
    guard let (kind, fields) = Seen.note(header, item) ?? Seen.record(header, item) else {
      return nil
    }
    self.kind = kind
    self.fields = fields
    self.fields["tablet"] = .of(header.tablet)
    self.fields["sequence"] = .of(header.sequence)
    self.fields["time"] = .of(header.time)
  }

  /// What a vector says must be seen: of the values' kinds the client's own.
  func matches(_ expected: Vector.Expected) -> [String] {
    var differences: [String] = []
    if kind != expected.kind { differences.append("\(kind) instead of \(expected.kind)") }
    for name in Set(fields.keys).union(expected.fields.keys).sorted() {
      let wanted = expected.fields[name]
      let isSame =
        switch fields[name] {
        case .text(let text): text == wanted
        case .float(let bits): wanted.flatMap { Float($0) }?.bitPattern == bits
        case .notAvailable: wanted == "-"
        case nil: false
        }
      if !isSame {
        differences.append("\(name): \(fields[name], default: "none"), not \(wanted ?? "any")")
      }
    }
    return differences
  }

  typealias Fields = [String: Value]
}

extension Seen.Value {
  static func of(_ number: some BinaryInteger) -> Self { .text("\(number)") }
  static func of(_ number: some RawRepresentable<some BinaryInteger>) -> Self {
    of(number.rawValue)
  }
  static func of(_ value: Float?) -> Self { value.map { .float($0.bitPattern) } ?? .notAvailable }
}

// MARK: - Notes

extension Seen {
  static func note(_ header: ItemHeader, _ item: RawSpan) -> (String, Fields)? {
    switch header.type {
    case .welcome:
      guard let note = WelcomeNote(item) else { return nil }
      return (
        "welcome",
        [
          "token": .of(note.token), "major": .of(note.major), "minor": .of(note.minor),
          "epoch": .of(note.epoch), "head": .of(note.head), "oldest": .of(note.oldest),
          "version": .text(note.version),
        ]
      )
    case .error:
      guard let note = ErrorNote(item) else { return nil }
      return (
        "error",
        [
          "token": .of(note.token), "code": .of(note.code), "flags": .of(note.isFatal ? 1 : 0),
          "text": .text(note.text),
        ]
      )
    case .subscribed: return SubscribedNote(item).map { ("subscribed", subscribed($0)) }
    case .frame:
      guard let note = FrameNote(item) else { return nil }
      return (
        "frame",
        [
          "beat": .of(note.beat), "due": .of(note.due), "records": .of(note.records),
          "flags": .of(note.flags), "predicted": .of(note.predicted),
        ]
      )
    case .snapshot: return SnapshotNote.head(item).map { ("snapshot", ["head": .of($0)]) }
    case .snapshotEnd: return SnapshotNote.head(item).map { ("snapshotEnd", ["head": .of($0)]) }
    case .predicted:
      guard let sample = PredictedNote.decode(item) else { return nil }
      let fields = sampleFields(sample)
      return (
        "predicted",
        fields.merging(["confidence": .of(PredictedNote.confidence(item))]) { $1 }
      )
    case .interaction:
      guard let note = InteractionNote(item) else { return nil }
      return (
        "interaction",
        ["token": .of(note.token), "gestures": .of(note.isOn ? 1 : 0), "claim": .of(note.claim)]
      )
    case .preferences: return PreferencesNote(item).map { ("preferences", preferences($0)) }
    default: return nil
    }
  }

  private static func subscribed(_ note: SubscribedNote) -> Fields {
    let (pace, rate): (Int, UInt32) =
      switch note.pace {
      case .everyReport: (0, 0)
      case .displayFrames(let millihertz): (1, millihertz)
      case .display(let period): (2, period)
      case .onRequest: (3, 0)
      case .other(let kind, let value): (Int(kind), value)
      }
    return [
      "token": .of(note.token), "pace": .of(pace), "rate": .of(rate),
      "contents": .of(note.filter.contents), "onlyTablet": .of(note.filter.tablet),
      "onlyTool": .of(note.filter.tool), "onlyToolTypes": .of(note.filter.toolTypes),
      "head": .of(note.head), "phase": .of(note.options.phase), "lead": .of(note.options.lead),
      "predict": .of(note.options.prediction), "flags": .of(note.options.flags),
    ]
  }

  private static func preferences(_ note: PreferencesNote) -> Fields {
    var fields: Fields = [
      "token": .of(note.token), "n": .of(note.lines.count), "off": .of(note.off.rawValue),
    ]
    for (i, line) in note.lines.enumerated() {
      fields["rule\(i).gesture"] = .of(line.gesture)
      fields["rule\(i).button"] = .of(line.button ?? 255)
      fields["rule\(i).action"] = .of(line.action)
      fields["rule\(i).toolType"] = .of(line.toolType?.rawValue ?? 0)
      fields["rule\(i).serial"] = .of(line.serial)
      fields["rule\(i).source"] = .of(line.source)
      fields["rule\(i).tabletPattern"] = .text(line.tablet)
    }
    return fields
  }
}
