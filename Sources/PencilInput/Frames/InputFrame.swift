package import PencilCore

/// The state of a tablet's pen side: what every input frame builds on.
package struct InputState: Sendable {
  /// Axis values in device units, by ``PenAxis``.
  package var axes: InlineArray<12, Int32> = .init(repeating: 0)
  /// Keys held down.
  package var keys: PenKeys = []
  /// The tool in range. Of two tool keys that are down the later one counts; when that one goes up, the
  /// other one counts again. `nil`: none.
  package var tool: ToolType?
  /// The last `MSC_SERIAL`, 0 where none was sent yet. The kernel's −1 ("none") changes nothing.
  package var serial: UInt32 = 0

  /// Makes a state without a tool and with all axes at 0.
  package init() {}

  /// The value of an axis in device units.
  package subscript(axis: PenAxis) -> Int32 {
    @inline(__always) get { axes[Int(axis.rawValue)] }
    set { axes[Int(axis.rawValue)] = newValue }
  }
}

/// The events between two `SYN_REPORT`s, and the full state after them.
///
/// Of fixed size, so that making one allocates nothing.
package struct InputFrame: Sendable {
  /// How many raw events a frame keeps.
  package static let capacity = 64

  /// µs of the tablet's clock: the time of the `SYN_REPORT`.
  package var time: UInt64 = 0
  /// The state after the frame.
  package var state = InputState()
  /// Axes for which the kernel sent a value in this frame. It sends none where nothing changed.
  package var reportedAxes: PenAxes = []
  /// Keys for which the kernel sent a change in this frame.
  package var changedKeys: PenKeys = []
  /// The frame has an `MSC_SERIAL` that is one.
  package var hasSerial = false
  /// The frame's `MSC_SCAN`; `nil`: none in this frame.
  package var scan: Int32?
  /// The frame's `MSC_TIMESTAMP`, the hardware's own clock in µs that wraps; `nil`: none in this frame.
  package var timestamp: UInt32?
  /// Events were lost before this frame.
  package var afterGap = false
  /// The kernel let go of what was down, as it does when the machine goes to sleep: the tablet said nothing.
  package var isLetGo = false
  /// More than ``capacity`` events came; the state is right all the same, only the raw events are cut.
  package var isTruncated = false
  /// How many of ``rawEvents`` are of this frame.
  package var rawEventCount = 0
  /// The events as they came, the `SYN_REPORT` last (also where the rest is cut off).
  package var rawEvents: InlineArray<64, RawEvent> = .init(repeating: RawEvent())

  /// Makes a frame without events.
  package init() {}

  /// The value of an axis in device units.
  package subscript(axis: PenAxis) -> Int32 { state[axis] }
  /// Keys held down after the frame.
  package var keys: PenKeys { state.keys }
  /// The tool in range after the frame; `nil`: none.
  package var tool: ToolType? { state.tool }
  /// The tool's `MSC_SERIAL`; 0: unknown.
  package var serial: UInt32 { state.serial }
}
