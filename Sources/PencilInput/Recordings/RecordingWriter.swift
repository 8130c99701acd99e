/// Writes a recording of one tablet as `libinput record` does, so that `libinput replay` can play it.
///
/// What libinput's format lacks is in keys named `pencild`, which its readers skip: axis values, keys and
/// serial at the start, and where events were lost. Times begin at 0 with the first event.
package struct RecordingWriter: Sendable {
  /// What was written since the last ``takeBytes()``.
  package private(set) var bytes: [UInt8] = []

  private var start: UInt64?

  /// Makes a writer, and writes the header.
  ///
  /// - Parameters:
  ///   - description: the tablet; its axes' values are those at the start.
  ///   - held: keys that are down at the start.
  ///   - serial: `MSC_SERIAL` at the start; 0: unknown.
  package init(_ description: TabletDescription, held: KeyMask = KeyMask(), serial: UInt32 = 0) {
    header(description, held: held, serial: serial)
  }

  /// Makes a writer that begins in the middle of things, and writes the header.
  ///
  /// - Parameters:
  ///   - description: the tablet.
  ///   - state: its state at the start, such as that of its last frame.
  package init(_ description: TabletDescription, state: InputState) {
    var description = description
    for index in description.axes.indices {
      guard let axis = PenAxis(code: description.axes[index].code) else { continue }
      description.axes[index].value = state[axis]
    }
    self.init(description, held: KeyMask(state.keys.codes), serial: state.serial)
  }

  /// Writes a frame's raw events.
  package mutating func append(_ frame: borrowing InputFrame) {
    guard frame.rawEventCount > 0 else { return }
    begin(afterGap: frame.afterGap)
    for index in 0..<frame.rawEventCount { row(frame.rawEvents[index]) }
  }

  /// Hands out what was written since the last time, and keeps none of it.
  package mutating func takeBytes() -> [UInt8] {
    let taken = bytes
    bytes = []
    return taken
  }

  private mutating func header(_ tablet: TabletDescription, held: KeyMask, serial: UInt32) {
    put("# libinput record\nversion: 1\nndevices: 1\n")
    put("libinput:\n  version: \"0\"\n  git: \"pencild\"\nsystem:\n  os: \"linux\"\n")
    put("  kernel: \"\"\n  dmi: \"\"\ndevices:\n  - node: ")
    quoted(tablet.node)
    put("\n    evdev:\n      name: ")
    quoted(tablet.name)
    put("\n      id: ")
    list([tablet.bus, tablet.vendor, tablet.product, tablet.version])
    put("\n      codes:\n        0: [0] # EV_SYN\n")
    codes(EventType.key, tablet.keys.codes)
    codes(EventType.relative, bits(UInt32(tablet.relatives)))
    codes(EventType.absolute, tablet.axes.map(\.code))
    codes(EventType.miscellaneous, bits(UInt32(tablet.miscellaneous)))
    if !tablet.axes.isEmpty { put("      absinfo:\n") }
    for axis in tablet.axes {
      put("        \(axis.code): ")
      list([axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution])
      put("\n")
    }
    put("      properties: ")
    list(bits(tablet.properties))
    put("\n    udev:\n      properties:\n      - ID_INPUT=1\n      - ID_INPUT_TABLET=1\n")
    if !tablet.idPath.isEmpty { put("      - ID_PATH=\(tablet.idPath)\n") }
    put("      - ID_SEAT=\(tablet.seat)\n      virtual: false\n    quirks:\n")
    own(tablet, held: held, serial: serial)
    put("    events:\n")
  }

  private mutating func own(_ tablet: TabletDescription, held: KeyMask, serial: UInt32) {
    put("    pencild:\n      uniq: ")
    quoted(tablet.uniq)
    put("\n      phys: ")
    quoted(tablet.phys)
    put("\n      serial: \(serial)\n      keys: ")
    list(held.codes)
    put("\n")
    if !tablet.axes.isEmpty { put("      values:\n") }
    for axis in tablet.axes { put("        \(axis.code): \(axis.value)\n") }
  }

  private mutating func codes(_ type: UInt16, _ codes: [UInt16]) {
    guard !codes.isEmpty else { return }
    put("        \(type): ")
    list(codes)
    if let name = EventNames.type(type) { put(" # \(name)") }
    put("\n")
  }

  private func bits(_ word: UInt32) -> [UInt16] {
    (0..<32).filter { word >> UInt32($0) & 1 == 1 }.map { UInt16($0) }
  }

  private mutating func list(_ numbers: [some BinaryInteger]) {
    put("[")
    for (index, number) in numbers.enumerated() {
      if index > 0 { put(", ") }
      put(String(number))
    }
    put("]")
  }

  private mutating func quoted(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      // A line break can't be in a name of the kernel's, but a file must not break for it.
      if byte < 0x20 { continue }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        bytes.append(UInt8(ascii: "\\"))
      }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func put(_ text: String) { bytes.append(contentsOf: text.utf8) }
}

// The rows.
extension RecordingWriter {
  private mutating func begin(afterGap: Bool) {
    put(afterGap ? "    - pencild: gap\n      evdev:\n" : "    - evdev:\n")
  }

  private mutating func row(_ event: RawEvent) {
    let start = self.start ?? event.time
    self.start = start
    let time = event.time > start ? event.time - start : 0
    put("      - [")
    number(Int64(clamping: time / 1_000_000), width: 3)
    put(", ")
    number(Int64(time % 1_000_000), width: 6)
    put(", ")
    number(Int64(event.type), width: 3)
    put(", ")
    number(Int64(event.code), width: 3)
    put(", ")
    number(Int64(event.value), width: 7)
    put("] # ")
    name(event)
    put("\n")
  }

  private mutating func number(_ value: Int64, width: Int) {
    var digits = 1
    var rest = value.magnitude
    while rest >= 10 {
      rest /= 10
      digits += 1
    }
    let length = digits + (value < 0 ? 1 : 0)
    for _ in length..<max(length, width) { bytes.append(0x20) }
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    let end = bytes.count + digits
    bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: digits))
    rest = value.magnitude
    for place in 1...digits {
      bytes[end - place] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    }
  }

  private mutating func name(_ event: RawEvent) {
    if event.isReport {
      put("------------ SYN_REPORT (")
      number(Int64(event.value), width: 1)
      put(") ----------")
    } else {
      put(EventNames.type(event.type) ?? "unknown type")
      put(" / ")
      put(EventNames.code(event.code, of: event.type) ?? "unknown code")
    }
  }
}
