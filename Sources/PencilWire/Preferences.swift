package import PencilCore

// What gestures do, and how a user changes that.

/// A user's own choice, in 152 bytes: replaces an earlier one for the same gesture, button, tools and tablets.
package struct PreferRequest: Equatable, Sendable {
  package static let size = 152
  /// In the place of an action: forget the choice.
  private static let forget: UInt8 = 255

  package var token: UInt32
  /// With ``PencilCore/Preference/Source/user``.
  package var preference: Preference
  /// Forgets the choice instead; the preference's action means nothing then.
  package var isForgotten: Bool

  package init(token: UInt32, preference: Preference, isForgotten: Bool = false) {
    self.token = token
    self.preference = preference
    self.isForgotten = isForgotten
  }

  package init(_ datagram: RawSpan) throws(WireError) {
    let header = try RequestHeader(datagram)
    guard header.size >= Self.size else { throw .badSize }
    token = header.token
    guard let gesture = GestureKind(rawValue: datagram.load(UInt8.self, at: 8)) else {
      throw .badValue(offset: 8)
    }
    let button = datagram.load(UInt8.self, at: 9)
    guard button == 255 || button < Buttons.knownCount else { throw .badValue(offset: 9) }
    let word = datagram.load(UInt8.self, at: 10)
    isForgotten = word == Self.forget
    guard let action = isForgotten ? .ignore : PreferredAction(rawValue: word) else {
      throw .badValue(offset: 10)
    }
    let type = datagram.load(UInt8.self, at: 11)
    let toolType = ToolType(rawValue: type)
    guard type == 0 || toolType != nil else { throw .badValue(offset: 11) }
    guard datagram.load(UInt64.self, at: 16) == 0 else { throw .badValue(offset: 16) }
    preference = Preference(
      gesture, action, button: button == 255 ? nil : button, toolType: toolType,
      serial: datagram.load(UInt32.self, at: 12), tablet: datagram.loadText(at: 24, length: 128),
      source: .user)
  }

  @_lifetime(bytes: copy bytes)
  package func encode(into bytes: inout MutableRawSpan) {
    bytes.store(UInt16(Self.size), at: 0)
    bytes.store(RequestType.prefer.rawValue, at: 2)
    bytes.store(token, at: 4)
    bytes.store(preference.gesture.rawValue, at: 8)
    bytes.store(preference.button ?? 255, at: 9)
    bytes.store(isForgotten ? Self.forget : preference.action.rawValue, at: 10)
    bytes.store(preference.toolType?.rawValue ?? 0, at: 11)
    bytes.store(preference.serial, at: 12)
    bytes.store(0 as UInt64, at: 16)
    bytes.storeText(preference.tablet, at: 24, length: 128)
  }
}

extension Preference {
  /// Most bytes of the name of tablets.
  package static let tabletLimit = 127
}

/// What gestures do for this client's user, in 32 bytes and 168 a line: behind the welcome, as the answer to a
/// ``PreferRequest``, and unasked when it changes.
package struct PreferencesNote: Equatable, Sendable {
  package static let headerSize = 32
  package static let lineSize = 168
  /// Most lines: all that an item of 32 KiB holds.
  package static let capacity = 190

  package var time: UInt64
  /// Of the request; 0: unasked.
  package var token: UInt32
  /// The most specific first; the first that fits wins.
  package var lines: [Preference]
  /// Gestures that the daemon looks for nowhere, as its configuration has them off.
  package var off: GestureSet

  package init(time: UInt64, token: UInt32, lines: [Preference], off: GestureSet = []) {
    precondition(lines.count <= Self.capacity, "too many preferences for one note")
    self.time = time
    self.token = token
    self.lines = lines
    self.off = off
  }

  package var size: Int { Self.headerSize + Self.lineSize * lines.count }

  @_lifetime(bytes: copy bytes)
  package func encode(into bytes: inout MutableRawSpan) {
    ItemHeader(size: size, type: .preferences, time: time).encode(into: &bytes)
    bytes.store(token, at: 24)
    bytes.store(UInt16(lines.count), at: 28)
    bytes.store(UInt16(off.rawValue), at: 30)
    for (i, line) in lines.enumerated() {
      let at = Self.headerSize + Self.lineSize * i
      bytes.store(line.gesture.rawValue, at: at)
      bytes.store(line.button ?? 255, at: at + 1)
      bytes.store(line.action.rawValue, at: at + 2)
      bytes.store(line.toolType?.rawValue ?? 0, at: at + 3)
      bytes.store(line.serial, at: at + 4)
      bytes.store(UInt64(line.source.rawValue), at: at + 8)
      bytes.storeText(line.tablet, at: at + 16, length: 128)
      for offset in stride(from: at + 144, to: at + 168, by: 8) {
        bytes.store(0 as UInt64, at: offset)
      }
    }
  }

  /// Lines with a gesture, an action, a tool type or a source of a later version are left out.
  package init?(_ item: RawSpan) {
    guard item.byteCount >= Self.headerSize else { return nil }
    let count = Int(item.load(UInt16.self, at: 28))
    guard item.byteCount >= Self.headerSize + Self.lineSize * count else { return nil }
    time = item.load(UInt64.self, at: 16)
    token = item.load(UInt32.self, at: 24)
    off = GestureSet(rawValue: UInt8(truncatingIfNeeded: item.load(UInt16.self, at: 30)))
    lines = []
    for i in 0..<count {
      let at = Self.headerSize + Self.lineSize * i
      let type = item.load(UInt8.self, at: at + 3)
      guard let gesture = GestureKind(rawValue: item.load(UInt8.self, at: at)),
        let action = PreferredAction(rawValue: item.load(UInt8.self, at: at + 2)),
        let source = Preference.Source(rawValue: item.load(UInt8.self, at: at + 8)),
        type == 0 || ToolType(rawValue: type) != nil
      else { continue }
      let button = item.load(UInt8.self, at: at + 1)
      lines.append(
        Preference(
          gesture, action, button: button == 255 ? nil : button, toolType: ToolType(rawValue: type),
          serial: item.load(UInt32.self, at: at + 4),
          tablet: item.loadText(at: at + 16, length: 128), source: source))
    }
  }
}
