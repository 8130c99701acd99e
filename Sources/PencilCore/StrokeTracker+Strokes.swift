extension StrokeTracker {
  /// The sample of a reading, without its phase: all that the tablet said, in its tool's words.
  mutating func sample(_ reading: Reading) -> Sample {
    var sample = Sample()
    sample.time = reading.time
    sample.tablet = tablet
    sample.attachment = attachment
    sample.tool = tool.id
    sample.toolType = tool.type
    sample.available = reading.available
    sample.buttons = reading.buttons
    sample.rawPressure = reading.rawPressure
    sample.values = reading.values
    if reading.afterGap { sample.flags.insert(.afterGap) }
    sample.flags.formUnion(reading.flags)
    sample.estimated = reading.estimated
    if contact.isTouchWithoutPressure {
      sample.flags.insert(.touchWithoutPressure)
      if isBarrelTouch(reading) { sample.flags.insert(.barrelTouch) }
    }
    if contact.isByPressure { sample.flags.insert(.contactByPressure) }
    if reading.available.contains(.tilt) {
      if reading.tiltUnitGuessed { sample.flags.insert(.tiltUnitGuessed) }
      if reading.known.contains(.tilt) {
        let published = azimuth.publish(
          azimuth: reading.values.azimuth, altitude: reading.values.altitude,
          quantum: reading.tiltQuantum)
        sample.values.azimuth = published.azimuth
        if published.isEstimated { sample.estimated.insert(.azimuth) }
      } else {
        // Left over from an earlier proximity: nothing to hold on to.
        sample.values.azimuth = AzimuthHold.wrapped(reading.values.azimuth)
        sample.estimated.insert(.altitude)
        sample.estimated.insert(.azimuth)
      }
    }
    return sample
  }

  /// `BTN_TOUCH` without pressure is sent for a second barrel button (with `BTN_STYLUS`, 45 times in recordings)
  /// and for an eraser button in hover (37 times).
  private func isBarrelTouch(_ reading: Reading) -> Bool {
    reading.touchIsBarrel || tool.type == .eraser
      || !reading.buttons.isDisjoint(with: .barrel)
  }

  /// What ``last`` is after ``contact`` took the same reading: contact or motion. A reading with which the tool
  /// entered has its sample already, and makes another only for contact.
  mutating func follow(isEntered: Bool, numbers: inout Numbers, emit: (TrackerEvent) -> Void) {
    switch (stroke.stroke != 0, contact.isDown) {
    case (false, true):
      stroke = StrokeSummary()
      stroke.began = last.time
      stroke.tablet = tablet
      stroke.tool = tool.id
      stroke.toolType = tool.type
      stroke.stroke = numbers.nextStroke()
      if cutTool != 0 { last.flags.insert(.acrossRestart) }
      cutTool = 0
      tell(.began, emit: emit)
      last.flags.remove(.acrossRestart)
    case (true, true): tell(.moved, emit: emit)
    case (true, false): tell(.ended, emit: emit)
    case (false, false): if !isEntered { tell(.hoverMoved, emit: emit) }
    }
  }

  /// Gives out ``last`` with this phase; in contact numbered, and with the summary behind a stroke's end.
  mutating func tell(_ phase: Phase, emit: (TrackerEvent) -> Void) {
    last.phase = phase
    guard phase.isInStroke else {
      last.stroke = 0
      last.index = 0
      return emit(.sample(last))
    }
    index &+= 1
    last.stroke = stroke.stroke
    last.index = index
    stroke.samples &+= 1
    emit(.sample(last))
    guard phase == .ended || phase == .cancelled else { return }
    stroke.time = last.time
    stroke.isCancelled = phase == .cancelled
    emit(.stroke(stroke))
    stroke.stroke = 0
  }

  /// Gives out how the buttons became these: releases first, then presses, in ascending order.
  mutating func tellButtons(
    _ buttons: Buttons, isSynthetic: Bool, emit: (TrackerEvent) -> Void
  ) {
    guard buttons != held else { return }
    let released = held.subtracting(buttons)
    let pressed = buttons.subtracting(held)
    for number in 0..<Buttons.knownCount where released.contains(Buttons(number: number)) {
      held.remove(Buttons(number: number))
      tellButton(number, isPressed: false, isSynthetic: isSynthetic, emit: emit)
    }
    for number in 0..<Buttons.knownCount where pressed.contains(Buttons(number: number)) {
      held.insert(Buttons(number: number))
      tellButton(number, isPressed: true, isSynthetic: isSynthetic, emit: emit)
    }
  }

  private func tellButton(
    _ number: Int, isPressed: Bool, isSynthetic: Bool, emit: (TrackerEvent) -> Void
  ) {
    var change = ButtonChange()
    change.time = last.time
    change.tablet = tablet
    change.tool = tool.id
    change.toolType = tool.type
    change.button = UInt8(number)
    change.isPressed = isPressed
    change.isSynthetic = isSynthetic
    change.stroke = stroke.stroke
    change.buttons = held
    emit(.button(change))
  }
}
