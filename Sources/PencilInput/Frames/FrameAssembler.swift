internal import PencilCore

/// Makes input frames of a tablet's events.
///
/// Live and recorded tablets go through the same function, ``add(type:code:value:time:)``. Nothing here
/// allocates.
package struct FrameAssembler: Sendable {
  private enum Mode: Sendable {
    case collecting
    /// After SYN_DROPPED in a stream that nobody resynchronises: until the next SYN_REPORT.
    case dropping
    /// Between ``FrameAssembler/beginResync()`` and ``FrameAssembler/endResync()``.
    case resyncing
  }

  /// The last complete frame: valid from the call that returned `true` until the next one.
  package private(set) var frame = InputFrame()

  private let tools: PenKeys
  private var before: InputState
  private var mode = Mode.collecting
  private var isComplete = true
  private var isAfterGap = false

  /// Makes an assembler.
  ///
  /// - Parameters:
  ///   - description: the tablet. Its axis values are the state at the start; its vendor decides whether
  ///     `BTN_TOOL_MOUSE` and `BTN_TOOL_LENS` are tools: they are Wacom's, others mean something else.
  ///   - held: keys that are down at the start, such as that of a tool that is near already.
  ///   - serial: `MSC_SERIAL` of that tool; 0: unknown, as the kernel can't be asked for it.
  package init(_ description: TabletDescription, held: KeyMask = KeyMask(), serial: UInt32 = 0) {
    tools = description.toolKeys
    var state = InputState()
    for axis in description.axes {
      guard let place = PenAxis(code: axis.code) else { continue }
      state[place] = axis.value
    }
    for code in held.codes { state.keys.formUnion(PenKeys(code: code)) }
    state.tool = state.keys.intersection(tools).tool
    state.serial = serial
    before = state
    frame.state = state
  }

  /// Adds an event.
  ///
  /// - Parameters:
  ///   - type: the kernel's `EV_*`.
  ///   - code: the code within the type.
  ///   - value: the value; a key's 2 (repeat) is ignored.
  ///   - time: µs of the tablet's clock.
  /// - Returns: whether ``frame`` is complete now. A `SYN_REPORT` without events completes nothing.
  package mutating func add(type: UInt16, code: UInt16, value: Int32, time: UInt64) -> Bool {
    if type == EventType.synchronisation {
      return synchronise(code: code, value: value, time: time)
    }
    if mode == .dropping || (type == EventType.key && value == 2) { return false }
    if isComplete { start() }
    record(RawEvent(time: time, type: type, code: code, value: value))
    frame.time = time
    switch type {
    case EventType.absolute: setAxis(code: code, value: value)
    case EventType.key: setKey(code: code, isDown: value != 0)
    case EventType.miscellaneous: setMiscellaneous(code: code, value: value)
    default: break
    }
    return false
  }

  /// From here on the events are what libevdev found to be different after a SYN_DROPPED. What came of the
  /// broken frame stays: libevdev's differences build on it.
  package mutating func beginResync() {
    mode = .resyncing
    isAfterGap = true
  }

  /// The differences are complete.
  ///
  /// - Returns: whether ``frame`` is complete now, marked as after a gap. Where nothing was different, the
  ///   next frame gets the mark. The serial is carried over: the kernel can't be asked for it.
  package mutating func endResync() -> Bool {
    mode = .collecting
    guard !isComplete else { return false }
    return finish(RawEvent(time: frame.time))
  }

  private mutating func synchronise(code: UInt16, value: Int32, time: UInt64) -> Bool {
    switch code {
    case SyncCode.report:
      switch mode {
      case .resyncing:
        return false
      case .dropping:
        mode = .collecting
        return false
      case .collecting:
        guard !isComplete else { return false }
        return finish(RawEvent(time: time, value: value))
      }
    case SyncCode.dropped where mode != .resyncing:
      // Nobody can be asked for the state: the broken frame never happened.
      frame.state = before
      isComplete = true
      isAfterGap = true
      mode = .dropping
      return false
    default:
      return false
    }
  }

  private mutating func start() {
    isComplete = false
    frame.reportedAxes = []
    frame.changedKeys = []
    frame.hasSerial = false
    frame.scan = nil
    frame.timestamp = nil
    frame.afterGap = false
    frame.isTruncated = false
    frame.rawEventCount = 0
  }

  private mutating func finish(_ report: RawEvent) -> Bool {
    // The last place is kept free for it.
    frame.rawEvents[frame.rawEventCount] = report
    frame.rawEventCount += 1
    frame.time = report.time
    frame.afterGap = isAfterGap
    // The value of input_dev_release_keys; that of a tablet's own frames is 0.
    frame.isLetGo = report.value == 1
    isAfterGap = false
    before = frame.state
    isComplete = true
    return true
  }

  private mutating func record(_ event: RawEvent) {
    guard frame.rawEventCount < InputFrame.capacity - 1 else {
      frame.isTruncated = true
      return
    }
    frame.rawEvents[frame.rawEventCount] = event
    frame.rawEventCount += 1
  }

  private mutating func setAxis(code: UInt16, value: Int32) {
    guard let axis = PenAxis(code: code) else { return }
    frame.state[axis] = value
    frame.reportedAxes.formUnion(PenAxes(axis))
  }

  private mutating func setKey(code: UInt16, isDown: Bool) {
    let key = PenKeys(code: code)
    guard !key.isEmpty else { return }
    frame.changedKeys.formUnion(key)
    if isDown {
      frame.state.keys.formUnion(key)
    } else {
      frame.state.keys.subtract(key)
    }
    guard !key.isDisjoint(with: tools) else { return }
    if isDown {
      frame.state.tool = key.tool
    } else if key.tool == frame.state.tool {
      frame.state.tool = frame.state.keys.intersection(tools).tool
    }
  }

  private mutating func setMiscellaneous(code: UInt16, value: Int32) {
    switch code {
    case MiscCode.serial where value != -1:
      frame.state.serial = UInt32(bitPattern: value)
      frame.hasSerial = true
    case MiscCode.scan:
      frame.scan = value
    case MiscCode.timestamp:
      frame.timestamp = UInt32(bitPattern: value)
    default:
      break
    }
  }
}
