package import PencilCore
internal import PencilSystem

/// Which tools are meant.
package enum ToolMatch: Equatable, Sendable {
  case any
  case type(ToolType)
  case serial(UInt32)

  /// A type's name, or a serial in hexadecimal as `--dump` shows it, with or without `0x`.
  package init?(_ text: String) {
    if let type = ToolType.allCases.first(where: { $0.word == text }) {
      self = .type(type)
    } else if let serial = UInt32(hexadecimal: text), serial != 0 {
      self = .serial(serial)
    } else {
      return nil
    }
  }

  /// All names of types, for a person.
  package static var types: String { ToolType.allCases.map(\.word).joined(separator: ", ") }

  func matches(_ type: ToolType, serial: UInt32) -> Bool {
    switch self {
    case .any: true
    case .type(let wanted): type == wanted
    case .serial(let wanted): serial == wanted
    }
  }
}

extension GestureKind {
  /// As it is called on the command line, and in the environment of its command.
  package var optionWord: String {
    switch self {
    case .doublePress: "double-press"
    case .triplePress: "triple-press"
    case .hold: "hold"
    case .contactPress: "contact-press"
    }
  }

  /// The gesture that is called so.
  package init?(optionWord: String) {
    guard let kind = GestureKind.allCases.first(where: { $0.optionWord == optionWord }) else {
      return nil
    }
    self = kind
  }

  /// All of them, for a person.
  package static var optionWords: String {
    allCases.map(\.optionWord).joined(separator: ", ")
  }
}
