import PencilCore
import PencilInput

/// What tests compare of an input frame.
struct FrameFacts: Equatable {
  var time: UInt64
  var axes: [Int32]
  var keys: PenKeys
  var tool: ToolType?
  var serial: UInt32
  var reportedAxes: PenAxes
  var changedKeys: PenKeys
  var afterGap: Bool
  var isTruncated: Bool
  var events: [RawEvent]

  init(_ frame: InputFrame, from start: UInt64 = 0) {
    time = frame.time - start
    axes = PenAxis.allCases.map { frame[$0] }
    keys = frame.keys
    tool = frame.tool
    serial = frame.serial
    reportedAxes = frame.reportedAxes
    changedKeys = frame.changedKeys
    afterGap = frame.afterGap
    isTruncated = frame.isTruncated
    events = (0..<frame.rawEventCount).map {
      var event = frame.rawEvents[$0]
      event.time -= start
      return event
    }
  }
}

/// A pen tablet of Wacom's kind: 200 × 100 mm at 100 units a mm, tilt −64…63 at 57 units a radian.
func wacomPen() -> TabletDescription {
  var tablet = TabletDescription()
  tablet.name = "Test \"Pen\""
  tablet.bus = 3
  tablet.vendor = TabletDescription.wacom
  tablet.product = 0x0357
  tablet.version = 0x0110
  tablet.properties = 0b1
  tablet.miscellaneous = 0b1
  let tools = [UInt16](0x140...0x144) + [KeyCode.toolMouse, KeyCode.toolLens]
  tablet.keys = KeyMask(
    tools + [KeyCode.touch, KeyCode.stylus, KeyCode.stylus2, KeyCode.left])
  tablet.axes = [
    axis(.x, 0, 20000, 100), axis(.y, 0, 10000, 100), axis(.z, -900, 899, 287),
    axis(.wheel, 0, 1023), axis(.pressure, 0, 2047), axis(.distance, 0, 63),
    axis(.tiltX, -64, 63, 57), axis(.tiltY, -64, 63, 57), axis(.misc, 0, 0),
  ]
  return tablet
}

/// An axis of a tablet.
func axis(
  _ axis: PenAxis, _ minimum: Int32, _ maximum: Int32, _ resolution: Int32 = 0
) -> AxisDescription {
  var description = AxisDescription(code: axis.code)
  description.minimum = minimum
  description.maximum = maximum
  description.resolution = resolution
  return description
}

/// One change of a tablet, for short tables.
enum Change {
  case axis(PenAxis, Int32)
  case key(UInt16, Int32)
  case serial(Int32)
  case relative(Int32)
  case dropped

  var raw: (type: UInt16, code: UInt16, value: Int32) {
    switch self {
    case .axis(let axis, let value): (EventType.absolute, axis.code, value)
    case .key(let code, let value): (EventType.key, code, value)
    case .serial(let value): (EventType.miscellaneous, MiscCode.serial, value)
    case .relative(let value): (EventType.relative, 8, value)
    case .dropped: (EventType.synchronisation, SyncCode.dropped, 0)
    }
  }
}

extension FrameAssembler {
  /// Adds changes without ending the frame.
  mutating func put(_ changes: [Change], time: UInt64 = 0) {
    for change in changes {
      let raw = change.raw
      _ = add(type: raw.type, code: raw.code, value: raw.value, time: time)
    }
  }

  /// Adds changes and a `SYN_REPORT`; whether a frame is complete.
  mutating func send(_ changes: [Change], time: UInt64 = 0) -> Bool {
    put(changes, time: time)
    return add(type: EventType.synchronisation, code: SyncCode.report, value: 0, time: time)
  }
}

extension FrameAssembler {
  /// The frame of the changes; `nil`: they make none.
  mutating func frame(after changes: [Change], time: UInt64 = 0) -> FrameFacts? {
    send(changes, time: time) ? FrameFacts(frame) : nil
  }
}

/// All frames of a recording's tablet.
func frames(of recording: Recording, tablet: Int = 0) -> [InputFrame] {
  var replay = Replay(recording)
  var all: [InputFrame] = []
  while let index = replay.nextFrame() {
    if index == tablet { all.append(replay.frame(of: index)) }
  }
  return all
}
