/// One event as the kernel sends it: `struct input_event` with its time in one number.
package struct RawEvent: Sendable, Equatable {
  /// µs of the tablet's clock: `CLOCK_MONOTONIC` live, the recording's own in a recording.
  package var time: UInt64
  /// The kernel's `EV_*`.
  package var type: UInt16
  /// The code within the type, as in the kernel's `linux/input-event-codes.h`.
  package var code: UInt16
  /// The value; an axis value in device units, 0/1/2 for a key.
  package var value: Int32

  /// Makes an event; by default an empty `SYN_REPORT` at 0.
  package init(time: UInt64 = 0, type: UInt16 = 0, code: UInt16 = 0, value: Int32 = 0) {
    self.time = time
    self.type = type
    self.code = code
    self.value = value
  }

  /// Whether this ends an input frame.
  package var isReport: Bool { type == EventType.synchronisation && code == SyncCode.report }
}

/// Event types of the kernel's `linux/input-event-codes.h`.
package enum EventType {
  /// `EV_SYN`.
  package static let synchronisation: UInt16 = 0x00
  /// `EV_KEY`.
  package static let key: UInt16 = 0x01
  /// `EV_REL`.
  package static let relative: UInt16 = 0x02
  /// `EV_ABS`.
  package static let absolute: UInt16 = 0x03
  /// `EV_MSC`.
  package static let miscellaneous: UInt16 = 0x04
}

/// Codes of `EV_SYN`.
package enum SyncCode {
  /// `SYN_REPORT`: the end of an input frame.
  package static let report: UInt16 = 0
  /// `SYN_DROPPED`: the kernel's buffer overran.
  package static let dropped: UInt16 = 3
}

/// Codes of `EV_MSC`.
package enum MiscCode {
  /// `MSC_SERIAL`: the tool's serial number.
  package static let serial: UInt16 = 0
  /// `MSC_SCAN`: which part of the hardware a key event comes from.
  package static let scan: UInt16 = 4
  /// `MSC_TIMESTAMP`: the hardware's own clock, µs that wrap.
  package static let timestamp: UInt16 = 5
}

/// Codes of `EV_KEY` that a tablet's pen side has.
package enum KeyCode {
  /// `BTN_LEFT`, the first of a puck's eight buttons.
  package static let left: UInt16 = 0x110
  /// `BTN_TASK`, the last of them.
  package static let task: UInt16 = 0x117
  /// `BTN_TOOL_PEN`.
  package static let toolPen: UInt16 = 0x140
  /// `BTN_TOOL_RUBBER`.
  package static let toolRubber: UInt16 = 0x141
  /// `BTN_TOOL_BRUSH`.
  package static let toolBrush: UInt16 = 0x142
  /// `BTN_TOOL_PENCIL`.
  package static let toolPencil: UInt16 = 0x143
  /// `BTN_TOOL_AIRBRUSH`.
  package static let toolAirbrush: UInt16 = 0x144
  /// `BTN_TOOL_MOUSE`.
  package static let toolMouse: UInt16 = 0x146
  /// `BTN_TOOL_LENS`.
  package static let toolLens: UInt16 = 0x147
  /// `BTN_STYLUS3`.
  package static let stylus3: UInt16 = 0x149
  /// `BTN_TOUCH`.
  package static let touch: UInt16 = 0x14a
  /// `BTN_STYLUS`.
  package static let stylus: UInt16 = 0x14b
  /// `BTN_STYLUS2`.
  package static let stylus2: UInt16 = 0x14c
}
