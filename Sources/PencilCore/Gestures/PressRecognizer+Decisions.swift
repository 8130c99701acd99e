extension PressRecognizer {
  /// When ``expire(now:emit:)`` has something to do; µs of `CLOCK_MONOTONIC`.
  public var nextDeadline: UInt64? {
    guard sequence.count > 0, !sequence.isHeld else { return nil }
    return deadline.map { $0 + 1 }
  }

  /// Decides what depends on silence until now. ``take(_:number:emit:)`` does so by itself by the time of its event; a clock
  /// only helps where none comes.
  ///
  /// - Parameters:
  ///   - now: µs of `CLOCK_MONOTONIC`.
  ///   - emit: called for each decision.
  public mutating func expire(now: UInt64, emit: (PressDecision) -> Void) {
    expire(before: now, emit: emit)
  }

  /// The tablet goes away, and its tool has left: what waits is decided.
  public mutating func finish(time: UInt64, emit: (PressDecision) -> Void) {
    expire(before: time, emit: emit)
    end(time: time, emit: emit)
    isInRange = false
  }

  /// The last µs in which an event could change what silence decides; `nil`: nothing waits.
  private var deadline: UInt64? {
    if sequence.isDown {
      if sequence.waitsForThird { return sequence.down + settings.pressMax }
      guard !sequence.isSpent, !sequence.isNoHold, sequence.wanted.contains(.hold),
        sequence.broken == nil
      else { return nil }
      return sequence.down + max(settings.holdTime, settings.pressMax)
    }
    if sequence.waitsForThird || sequence.waitsForSecond { return sequence.up + settings.gapMax }
    guard makesReasons, !sequence.isTold, !sequence.isSpent, sequence.wanted.isOfSeveral else {
      return nil
    }
    return sequence.up + settings.gapMax
  }

  /// What was to be decided before this time is decided.
  mutating func expire(before time: UInt64, emit: (PressDecision) -> Void) {
    guard sequence.count > 0, !sequence.isHeld, let due = deadline, due < time else { return }
    if sequence.isDown, !sequence.waitsForThird { return hold(time: due, emit: emit) }
    if sequence.waitsForThird || sequence.waitsForSecond { return settle(time: due, emit: emit) }
    sequence.isTold = true
    tell(
      .staysAlone, Int32(sequence.button), Int32(clamping: settings.gapMax), time: due, emit: emit)
  }

  private mutating func hold(time: UInt64, emit: (PressDecision) -> Void) {
    guard sequence.farthest <= settings.travel else {
      sequence.isNoHold = true
      return tell(
        .tooFar, Int32(sequence.button), micrometres(sequence.farthest),
        micrometres(settings.travel), time: time, emit: emit)
    }
    sequence.isHeld = true
    fire(.hold, .began, time: time, emit: emit)
  }

  /// No further press comes: what is complete is a gesture.
  mutating func settle(time: UInt64, emit: (PressDecision) -> Void) {
    if sequence.waitsForThird {
      fire(.doublePress, .ended, time: time, emit: emit)
    } else if sequence.waitsForSecond {
      fire(.contactPress, .ended, time: time, emit: emit)
    }
  }

  /// Something came that no gesture goes through: what is complete is one, what is not is told of at the next press.
  mutating func interrupt(
    _ reason: ReasonName, time: UInt64, emit: (PressDecision) -> Void
  ) {
    guard !sequence.isHeld else { return cancel(reason, time: time, emit: emit) }
    settle(time: time, emit: emit)
    if sequence.broken == nil { sequence.broken = reason }
    // What is complete is over: the next press is a first one.
    if sequence.isSpent, !sequence.isDown { sequence = PressSequence() }
  }

  private mutating func cancel(
    _ reason: ReasonName, time: UInt64, emit: (PressDecision) -> Void
  ) {
    fire(.hold, .cancelled, time: time, emit: emit)
    tell(reason, Int32(sequence.button), time: time, emit: emit)
    sequence = PressSequence()
  }

  /// The sequence is over: what is complete is a gesture.
  mutating func end(time: UInt64, emit: (PressDecision) -> Void) {
    guard sequence.count > 0 else { return }
    if sequence.isHeld {
      fire(.hold, .cancelled, time: time, emit: emit)
    } else {
      settle(time: time, emit: emit)
    }
    sequence = PressSequence()
  }

  /// A gesture of the sequence's presses; with them it is spent.
  mutating func fire(
    _ kind: GestureKind, _ phase: GesturePhase, time: UInt64, emit: (PressDecision) -> Void
  ) {
    sequence.isSpent = true
    var gesture = Gesture()
    gesture.time = time
    gesture.tablet = last.tablet
    gesture.attachment = last.attachment
    gesture.tool = sequence.tool
    gesture.toolType = last.toolType
    gesture.stroke = kind == .contactPress ? sequence.stroke : stroke
    gesture.kind = kind
    gesture.phase = phase
    gesture.button = sequence.button
    for press in 0..<3 where press < sequence.count {
      gesture.presses.append(sequence.numbers[press])
    }
    gesture.buttons = last.buttons
    if isInRange { gesture.pose = GesturePose(last) }
    emit(.gesture(gesture))
  }

  /// Of a length in mm.
  func micrometres(_ length: Float) -> Int32 {
    Int32(clamping: Int((min(length, 1e6) * 1000).rounded()))
  }

  /// Why, for those who ask.
  func tell(
    _ name: ReasonName, _ a: Int32 = 0, _ b: Int32 = 0, _ c: Int32 = 0, time: UInt64,
    emit: (PressDecision) -> Void
  ) {
    guard makesReasons else { return }
    let reason = Reason(stage: name.stage, code: name.code, values: [a, b, c, 0])
    emit(.reason(reason, tool: last.tool, time: time))
  }
}
