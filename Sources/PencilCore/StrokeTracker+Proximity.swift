extension StrokeTracker {
  /// Whether the tool of the reading is the one in range. A serial that came late is no other tool; one that was
  /// there and is not (0) is none either.
  func isSameTool(_ reading: Reading) -> Bool {
    reading.tool == tool.type
      && (reading.serial == 0 || tool.serial == 0 || reading.serial == tool.serial)
  }

  /// A tool comes into range: its record when there is news.
  mutating func enter(
    _ type: ToolType, _ reading: Reading, numbers: inout Numbers,
    emit: (TrackerEvent) -> Void
  ) {
    let entered = numbers.enter(seen(type, id: 0, reading))
    tool = entered.tool
    isInRange = true
    contact.reset()
    // After an exit that was only silence, the pen comes back without a seam.
    if !wasForcedOut || entered.tool.id != last.tool { azimuth.reset() }
    wasForcedOut = false
    held = []
    if entered.isNews { emit(.tool(tool)) }
  }

  /// What a reading of the same proximity knows better of the tool: its record again.
  mutating func learn(
    _ reading: Reading, numbers: inout Numbers, emit: (TrackerEvent) -> Void
  ) {
    let hasNews =
      (reading.serial != 0 && reading.serial != tool.serial)
      || (reading.hardwareID != 0 && reading.hardwareID != tool.hardwareID)
      || reading.available != tool.available
    guard hasNews else { return }
    let updated = numbers.update(seen(tool.type, id: tool.id, reading))
    tool = updated.tool
    if updated.isNews { emit(.tool(tool)) }
  }

  /// The tool leaves by this reading, which has none or another one. Only the reading's time, touch, buttons and
  /// flags are used. What the tablet did not say itself is synthetic: the lift when touch is still set or not
  /// known, and the exit when all that is known is that another tool is there.
  mutating func leave(
    _ reading: Reading, numbers: inout Numbers, emit: (TrackerEvent) -> Void
  ) {
    lift(reading, emit: emit)
    wasForcedOut = reading.tool == nil && reading.flags.contains(.synthetic)
    if reading.tool != nil { last.flags.insert(.synthetic) }
    exit(numbers: &numbers, emit: emit)
  }

  /// Ends the stroke and tells the buttons that the reading releases; the tool stays.
  mutating func lift(_ reading: Reading, emit: (TrackerEvent) -> Void) {
    last.time = reading.time
    last.buttons = held.intersection(reading.buttons)
    last.flags = last.flags.intersection(.lasting).union(reading.flags)
    if reading.afterGap { last.flags.insert(.afterGap) }
    if stroke.stroke != 0 {
      let flags = last.flags
      if reading.touch != false || (reading.tool != nil && !reading.liftsOnly) {
        last.flags.insert(.synthetic)
      }
      tell(.ended, emit: emit)
      last.flags = flags
    }
    contact.reset()
    tellButtons(last.buttons, isSynthetic: false, emit: emit)
  }

  /// Releases what is held and tells the exit, at the time and with the flags of ``last``.
  mutating func exit(numbers: inout Numbers, emit: (TrackerEvent) -> Void) {
    tellButtons([], isSynthetic: true, emit: emit)
    last.buttons = []
    tell(.hoverExited, emit: emit)
    isInRange = false
    numbers.exit(tool.id)
  }

  /// The tool as the reading tells it.
  private func seen(_ type: ToolType, id: UInt32, _ reading: Reading) -> Tool {
    var seen = Tool()
    seen.id = id
    seen.type = type
    seen.serial = reading.serial
    seen.hardwareID = reading.hardwareID
    seen.tablet = tablet
    seen.time = reading.time
    seen.available = reading.available
    return seen
  }
}
