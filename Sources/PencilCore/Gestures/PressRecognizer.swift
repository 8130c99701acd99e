/// What ``PressRecognizer`` decided.
public enum PressDecision: Sendable {
  /// A gesture, still without its number in the epoch and its action.
  case gesture(Gesture)
  /// Why something is no gesture, or not yet: for those who ask for reasons. No gesture.
  case reason(Reason, tool: UInt32, time: UInt64)
}

/// Makes gestures of the presses of barrel buttons, for one attachment of a tablet.
///
/// It stands behind ``ForceEstimator`` and sees what is published, behind it: a press has been published, and so is never
/// delayed, when it is looked at here. A double press fires at its second press-down. Presses of different tools and buttons
/// never belong together, so one sequence of presses is all that there is to remember.
///
/// What is never believed: presses of two buttons at once (a chord, for which a firmware sends a third button and
/// releases the others in the same report); a release that the tool's leaving made, or that comes with lost events; a button
/// that is down already when the tool comes. A button that is pressed again within ``PressSettings/gapMin`` bounced: it was
/// never up.
///
/// Times are those of events. What depends on silence (a hold, a double press where a triple press is on) is decided
/// when that time is over, by ``expire(now:emit:)`` or by the next event, and has that time. Limits are inclusive. Nothing here allocates.
public struct PressRecognizer: Sendable {
  /// What counts, for the tool that is in range.
  public var settings = PressSettings()
  /// Reasons are given.
  public var makesReasons = false

  var sequence = PressSequence()
  /// What the tablet said last.
  var last = Sample()
  var isInRange = false
  /// The tool came with the reading at hand, and was not just silent before.
  private var isEntering = false
  /// The last exit was made of silence, or of a tablet's end.
  private var wasForcedOut = false
  /// Two buttons at once: until all are up, none counts.
  private var isChord = false
  private var isInContact = false
  /// Events were lost before the reading at hand.
  private var isAfterGap = false
  /// When each button of the tool came up last, in µs; 0: not yet.
  private var ups: InlineArray<3, UInt64> = [0, 0, 0]

  /// Makes a recogniser that has seen nothing.
  public init() {}

  /// The stroke that is open; 0: none.
  var stroke: UInt32 { isInContact ? last.stroke : 0 }

  /// Takes an event that has been published.
  ///
  /// - Parameters:
  ///   - event: of the recogniser's attachment, in order.
  ///   - number: the sequence number of its record.
  ///   - emit: called for each decision.
  public mutating func take(
    _ event: TrackerEvent, number: UInt64, emit: (PressDecision) -> Void
  ) {
    switch event {
    case .sample(let sample):
      expire(before: sample.time, emit: emit)
      take(sample, emit: emit)
    case .button(let change):
      guard change.button < PressSettings.buttons else { return }
      expire(before: change.time, emit: emit)
      if change.isPressed {
        press(change, number: number, emit: emit)
      } else {
        release(change, emit: emit)
      }
    default: break
    }
  }

  private mutating func take(_ sample: Sample, emit: (PressDecision) -> Void) {
    isAfterGap = sample.flags.contains(.afterGap)
    isEntering =
      sample.phase == .hoverEntered && !(wasForcedOut && sample.tool == last.tool)
      || isEntering && sample.phase == .began && sample.time == last.time
    if sample.phase == .hoverExited { return exit(sample, emit: emit) }
    if sample.tool != last.tool { changeTool(to: sample, emit: emit) }
    let isMoved = sample.values != last.values
    if isChord, last.buttons.union(sample.buttons).isDisjoint(with: .barrel) { isChord = false }
    last = sample
    isInRange = true
    if isAfterGap { lose(time: sample.time, emit: emit) }
    let touches = sample.phase == .began || sample.phase == .moved
    if touches != isInContact {
      isInContact = touches
      changePlace(time: sample.time, emit: emit)
    }
    if sequence.count > 0 { follow(sample, isMoved: isMoved, emit: emit) }
  }

  private mutating func changeTool(to sample: Sample, emit: (PressDecision) -> Void) {
    ups = [0, 0, 0]
    if sequence.count > 0 { interrupt(.otherToolBetween, time: sample.time, emit: emit) }
  }

  /// The tool left: a silent one that comes back has never been away.
  private mutating func exit(_ sample: Sample, emit: (PressDecision) -> Void) {
    wasForcedOut = sample.flags.contains(.synthetic)
    isInRange = false
    isInContact = false
    last = sample
    guard !wasForcedOut, sequence.count > 0 else { return }
    if sequence.count == 1, sequence.up == sample.time {
      // A tool that leaves releases what is held, in the same report.
      tell(.madeRelease, Int32(sequence.button), time: sample.time, emit: emit)
      sequence = PressSequence()
    } else {
      interrupt(.exitBetween, time: sample.time, emit: emit)
    }
  }

  private mutating func lose(time: UInt64, emit: (PressDecision) -> Void) {
    guard sequence.count > 0 else { return }
    let wasDown = sequence.isDown
    interrupt(.lossBetween, time: time, emit: emit)
    // Whether it was down all the time nobody knows.
    guard wasDown, sequence.count > 0 else { return }
    if !sequence.isSpent {
      tell(.lossBetween, Int32(sequence.button), time: time, emit: emit)
    }
    sequence = PressSequence()
  }

  /// The tool touched, or was lifted.
  private mutating func changePlace(time: UInt64, emit: (PressDecision) -> Void) {
    guard sequence.count > 0 else { return }
    if sequence.isDown { sequence.stroke = 0 }
    if settings.place == .any, sequence.wanted != .contactPress { return }
    interrupt(isInContact ? .contactBetween : .liftBetween, time: time, emit: emit)
  }

  /// Where the tool is, for travel and for a hold that goes on.
  private mutating func follow(
    _ sample: Sample, isMoved: Bool, emit: (PressDecision) -> Void
  ) {
    if sequence.isHeld {
      if isMoved { fire(.hold, .changed, time: sample.time, emit: emit) }
    } else if !sequence.isDown,
      elapsed(since: sequence.up, until: sample.time)
        > max(settings.gapMax, PressSettings.nearMiss)
    {
      sequence = PressSequence()
    } else {
      let (x, y) = place(of: sample)
      sequence.follow(x: x, y: y)
    }
  }

  private func elapsed(since then: UInt64, until now: UInt64) -> UInt64 {
    now > then ? now - then : 0
  }

  /// A sample's place in mm; where the tablet's size is not known, one is assumed.
  func place(of sample: Sample) -> (x: Float, y: Float) {
    if let x = sample.x, let y = sample.y { return (x, y) }
    let size = PressSettings.assumedSize
    return ((sample.normalisedX ?? 0) * size, (sample.normalisedY ?? 0) * size)
  }

  private mutating func press(
    _ change: ButtonChange, number: UInt64, emit: (PressDecision) -> Void
  ) {
    if joinsChord(change, emit: emit) { return }
    if isAfterGap {
      tell(.lossBetween, Int32(change.button), time: change.time, emit: emit)
      return end(time: change.time, emit: emit)
    }
    if isEntering {
      tell(.heldAtEntry, Int32(change.button), time: change.time, emit: emit)
      return end(time: change.time, emit: emit)
    }
    let isSame = sequence.tool == change.tool && sequence.button == change.button
    if isBounce(change, isSame: isSame, emit: emit) { return }
    var isExplained = false
    if sequence.count > 0, isSame {
      if goesOn(change, number: number, emit: emit) { return }
      isExplained = sequence.broken != nil
    } else if sequence.count > 0, !sequence.isSpent,
      elapsed(since: sequence.up, until: change.time) <= settings.gapMax
    {
      tell(
        sequence.tool == change.tool ? .otherButtonBetween : .otherToolBetween,
        Int32(sequence.button), Int32(change.button), time: change.time, emit: emit)
    }
    end(time: change.time, emit: emit)
    begin(change, number: number, isExplained: isExplained, emit: emit)
  }

  /// Whether a button that has just come up is down again: then it was never up.
  private mutating func isBounce(
    _ change: ButtonChange, isSame: Bool, emit: (PressDecision) -> Void
  ) -> Bool {
    let up = ups[Int(change.button)]
    let gap = elapsed(since: up, until: change.time)
    guard up != 0, gap < settings.gapMin else { return false }
    tell(
      .bounce, Int32(change.button), Int32(clamping: gap), Int32(clamping: settings.gapMin),
      time: change.time, emit: emit)
    if sequence.count > 0, isSame { sequence.isDown = true }
    return true
  }

  private mutating func begin(
    _ change: ButtonChange, number: UInt64, isExplained: Bool, emit: (PressDecision) -> Void
  ) {
    let wanted = settings.wanted(change.button, inContact: isInContact)
    guard !wanted.isEmpty else {
      if !isExplained, !settings.on[Int(change.button)].isEmpty {
        tell(
          isInContact ? .onlyInHover : .onlyInContact, Int32(change.button), time: change.time,
          emit: emit)
      }
      return
    }
    sequence.count = 1
    sequence.button = change.button
    sequence.tool = change.tool
    sequence.wanted = wanted
    sequence.isDown = true
    sequence.down = change.time
    sequence.stroke = stroke
    sequence.numbers[0] = number
    (sequence.x, sequence.y) = place(of: last)
  }

  /// A press of the sequence's button.
  ///
  /// - Returns: Whether it belongs to the sequence; else it may begin one.
  private mutating func goesOn(
    _ change: ButtonChange, number: UInt64, emit: (PressDecision) -> Void
  ) -> Bool {
    let gap = elapsed(since: sequence.up, until: change.time)
    let button = Int32(change.button)
    guard sequence.isSpent || sequence.wanted.isOfSeveral else { return false }
    if gap > settings.gapMax {
      let isMissed = !sequence.isSpent || sequence.wanted.contains(.triplePress)
      if gap <= PressSettings.nearMiss, isMissed, sequence.count < 3 {
        tell(
          .tooLate, button, Int32(clamping: gap), Int32(clamping: settings.gapMax),
          time: change.time, emit: emit)
      }
      return false
    }
    if sequence.isSpent {
      tell(.startsAnew, button, time: change.time, emit: emit)
      return false
    }
    if let broken = sequence.broken {
      tell(broken, button, time: change.time, emit: emit)
      return false
    }
    if sequence.farthest > settings.travel {
      tell(
        .tooFar, button, micrometres(sequence.farthest), micrometres(settings.travel),
        time: change.time, emit: emit)
      return false
    }
    sequence.numbers[Int(sequence.count)] = number
    sequence.count += 1
    sequence.isDown = true
    sequence.down = change.time
    sequence.isNoHold = true
    if sequence.count == 3 {
      fire(.triplePress, .ended, time: change.time, emit: emit)
    } else if sequence.waitsForThird {
      tell(.waitsForThird, button, time: change.time, emit: emit)
    } else if sequence.wanted.contains(.doublePress) {
      fire(.doublePress, .ended, time: change.time, emit: emit)
    }
    return true
  }

  private mutating func release(_ change: ButtonChange, emit: (PressDecision) -> Void) {
    ups[Int(change.button)] = change.time
    if joinsChord(change, emit: emit) { return }
    guard sequence.isDown, sequence.button == change.button, sequence.tool == change.tool else {
      return
    }
    sequence.isDown = false
    sequence.up = change.time
    if sequence.isHeld {
      fire(.hold, change.isSynthetic ? .cancelled : .ended, time: change.time, emit: emit)
      if change.isSynthetic {
        tell(.madeRelease, Int32(change.button), time: change.time, emit: emit)
      }
      sequence = PressSequence()
    } else if sequence.count == 1 {
      releaseFirst(change, emit: emit)
    }
  }

  /// The first press is over, and counts if it was one.
  private mutating func releaseFirst(_ change: ButtonChange, emit: (PressDecision) -> Void) {
    let button = Int32(change.button)
    let length = elapsed(since: sequence.down, until: change.time)
    if change.isSynthetic {
      tell(.madeRelease, button, time: change.time, emit: emit)
      sequence = PressSequence()
    } else if length > settings.pressMax {
      tell(
        .tooLong, button, Int32(clamping: length), Int32(clamping: settings.pressMax),
        time: change.time, emit: emit)
      sequence = PressSequence()
    } else if !sequence.wanted.isOfSeveral {
      if sequence.waitsForSecond {
        fire(.contactPress, .ended, time: change.time, emit: emit)
      } else if let broken = sequence.broken {
        tell(broken, button, time: change.time, emit: emit)
      }
    }
  }

  /// Whether the change is one of two buttons at once. A sample's buttons are those behind its reading, so those
  /// that change in the same report are known.
  private mutating func joinsChord(
    _ change: ButtonChange, emit: (PressDecision) -> Void
  ) -> Bool {
    let own = Buttons(number: Int(change.button))
    let others = last.buttons.union(change.buttons).intersection(.barrel).subtracting(own)
    let was = isChord
    if !others.isEmpty, !change.isSynthetic {
      isChord = true
    } else if change.buttons.isDisjoint(with: .barrel) {
      isChord = false
    }
    if isChord, !was {
      tell(.chord, Int32(others.union(own).rawValue), time: change.time, emit: emit)
      end(time: change.time, emit: emit)
    }
    return was || isChord
  }
}
