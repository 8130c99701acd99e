package import PencilCore

// A pad's records: what it has, and what happens on it.

/// Something that happened on a pad, in 56 bytes.
package enum PadRecord {
  package static let size = 56

  @_lifetime(bytes: copy bytes)
  package static func encode(
    _ event: PadEvent, sequence: UInt64, into bytes: inout MutableRawSpan
  ) {
    ItemHeader(size: size, type: .pad, tablet: event.tablet, sequence: sequence, time: event.time)
      .encode(into: &bytes)
    bytes.store(event.pad, at: 24)
    bytes.store(event.attachment, at: 28)
    bytes.store(event.control.rawValue, at: 32)
    bytes.store(event.index, at: 33)
    bytes.store(event.mode, at: 34)
    var flags = UInt8(0)
    if event.isPressed { flags |= 1 }
    if event.isSynthetic { flags |= 2 }
    if event.value != nil { flags |= 4 }
    bytes.store(flags, at: 35)
    bytes.store(event.code, at: 36)
    bytes.store(0 as UInt16, at: 38)
    bytes.storeFloat(event.value ?? 0, at: 40)
    bytes.store(event.delta, at: 44)
    bytes.store(event.buttons, at: 48)
  }

  /// Whether an event that is known to be whole is a button or key that went down or up.
  package static func isButton(_ item: RawSpan) -> Bool {
    let control = item.load(UInt8.self, at: 32)
    return control == PadControl.button.rawValue || control == PadControl.key.rawValue
  }

  package static func decode(_ item: RawSpan) -> PadEvent? {
    guard item.byteCount >= size, let control = PadControl(rawValue: item.load(UInt8.self, at: 32))
    else { return nil }
    var event = PadEvent()
    event.tablet = item.load(UInt32.self, at: 4)
    event.time = item.load(UInt64.self, at: 16)
    event.pad = item.load(UInt32.self, at: 24)
    event.attachment = item.load(UInt32.self, at: 28)
    event.control = control
    event.index = item.load(UInt8.self, at: 33)
    event.mode = item.load(UInt8.self, at: 34)
    let flags = item.load(UInt8.self, at: 35)
    event.isPressed = flags & 1 != 0
    event.isSynthetic = flags & 2 != 0
    event.value = flags & 4 != 0 ? item.loadFloat(at: 40) : nil
    event.code = item.load(UInt16.self, at: 36)
    event.delta = item.load(Int32.self, at: 44)
    event.buttons = item.load(UInt64.self, at: 48)
    return event
  }
}

/// A pad and what it has, in 160 bytes.
package enum PadDescriptionRecord {
  package static let size = 160

  @_lifetime(bytes: copy bytes)
  package static func encode(_ pad: Pad, sequence: UInt64, into bytes: inout MutableRawSpan) {
    ItemHeader(
      size: size, type: .padDescription, tablet: pad.tablet, sequence: sequence, time: pad.time
    ).encode(into: &bytes)
    bytes.store(pad.id, at: 24)
    bytes.store(pad.attachment, at: 28)
    // The same bits as in a tablet's record.
    bytes.store(UInt32((pad.isPresent ? 2 : 0) | (pad.isReplayed ? 4 : 0)), at: 32)
    bytes.store(pad.buttons, at: 36)
    bytes.store(pad.rings, at: 37)
    bytes.store(pad.strips, at: 38)
    bytes.store(pad.dials, at: 39)
    bytes.store(pad.modes, at: 40)
    bytes.store(pad.mode, at: 41)
    bytes.store(0 as UInt16, at: 42)
    bytes.store(0 as UInt32, at: 44)
    bytes.storeText(pad.name, at: 48, length: 80)
    bytes.storeText(pad.node, at: 128, length: 32)
  }

  package static func decode(_ item: RawSpan) -> Pad? {
    guard item.byteCount >= size else { return nil }
    var pad = Pad()
    pad.tablet = item.load(UInt32.self, at: 4)
    pad.time = item.load(UInt64.self, at: 16)
    pad.id = item.load(UInt32.self, at: 24)
    pad.attachment = item.load(UInt32.self, at: 28)
    let flags = item.load(UInt32.self, at: 32)
    pad.isPresent = flags & 2 != 0
    pad.isReplayed = flags & 4 != 0
    pad.buttons = item.load(UInt8.self, at: 36)
    pad.rings = item.load(UInt8.self, at: 37)
    pad.strips = item.load(UInt8.self, at: 38)
    pad.dials = item.load(UInt8.self, at: 39)
    pad.modes = item.load(UInt8.self, at: 40)
    pad.mode = item.load(UInt8.self, at: 41)
    pad.name = item.loadText(at: 48, length: 80)
    pad.node = item.loadText(at: 128, length: 32)
    return pad
  }
}
