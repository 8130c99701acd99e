internal import PencilCore
internal import PencilWire

/// Tells why a sample is as it is, when that changes. Documentation/reasons.md lists the codes.
struct ReasonMaker {
  private var last = SampleFlags()
  private var wasHeld = false
  private var late: Lateness?

  /// Publishes the reasons for what is unusual about a sample, before the sample.
  mutating func explain(_ event: TrackerEvent, to publisher: inout Publisher) {
    switch event {
    case .late(let lateness): late = lateness
    case .sample(let sample): explain(sample, to: &publisher)
    default: break
    }
  }

  private mutating func explain(_ sample: Sample, to publisher: inout Publisher) {
    let flags = sample.flags
    if flags.contains(.afterGap) { tell(.resynchronised, sample, &publisher) }
    let touches = flags.contains(.touchWithoutPressure)
    if touches != last.contains(.touchWithoutPressure) {
      let isBarrel = flags.contains(.barrelTouch)
      tell(
        !touches ? .touchOver : isBarrel ? .barrelTouch : .touchWithoutPressure, sample,
        &publisher)
    }
    if flags.contains(.contactByPressure) && sample.phase == .began {
      tell(.contactByPressure, sample, &publisher)
    }
    let isHeld =
      sample.available.contains(.tilt) && sample.estimated.contains(.azimuth)
    if isHeld != wasHeld { tell(isHeld ? .azimuthHeld : .azimuthFollows, sample, &publisher) }
    if flags.contains(.synthetic) { tell(.madeUp, sample, &publisher) }
    if let late { tell(ReasonName(late), sample, &publisher) }
    late = nil
    last = flags
    wasHeld = isHeld
  }

  private func tell(_ name: ReasonName, _ sample: Sample, _ publisher: inout Publisher) {
    publisher.publish(
      ReasonRecord(
        tablet: sample.tablet, time: sample.time, tool: sample.tool,
        reason: Reason(
          stage: name.stage, code: name.code,
          values: [
            sample.rawPressure, thousandths(sample.values.altitude),
            thousandths(sample.values.azimuth), Int32(sample.phase.rawValue),
          ])))
  }

  private func thousandths(_ value: Float) -> Int32 { Int32((value * 1000).rounded()) }
}

extension ReasonName {
  init(_ lateness: Lateness) {
    self =
      switch lateness {
      case .splitReport: .forceInOtherReports
      case .lateCorrection: .forceIsCorrected
      case .contactBeforePressure: .forceAfterContact
      case .knownLag: .forceLags
      }
  }

  /// For a person.
  var text: StaticString {
    switch self {
    case .resynchronised: "events were lost: the state was read anew from the kernel"
    case .touchWithoutPressure:
      "BTN_TOUCH without pressure is no contact, probably a barrel button in disguise"
    case .touchOver: "BTN_TOUCH without pressure is over"
    case .barrelTouch: "BTN_TOUCH is a barrel button in disguise: no contact"
    case .contactByPressure: "pressure rose above the threshold without BTN_TOUCH: contact"
    case .azimuthHeld:
      "nearly upright, or not reported yet: the azimuth says nothing and the last one is held"
    case .azimuthFollows: "leaning again: the azimuth is the measured one"
    case .madeUp: "made by the daemon: the tool or the tablet went away"
    case .timeHeld: "the tablet's time went back: the time before stays (µs)"
    case .clockSetBack: "the tablet's clock was set back: times go on from the last one (ms)"
    case .pressureWrapped: "this pressure is one below 0 that wrapped: none"
    case .laterToolWins: "two tools at once: the later one counts"
    case .eraserTouches: "a pen's key together with the eraser's touch: still the eraser"
    case .toolOverridden: "the configuration says that it is another tool"
    case .toolAssumed: "axes without any tool: it must be a pen"
    case .toolsAreSent: "the tablet names its tools: none is assumed any more"
    case .exitForced: "silent for too long, and this tablet never sends an exit: out of range (ms)"
    case .enteredAgain: "the silent tool sends again: back in range"
    case .exitsAreSent: "the tablet sends exits: none is forced any more"
    case .exitUndone: "the tool came back at once: it never left (µs)"
    case .toolChanged: "another tool came at once: one change of tool, as of an eraser button (µs)"
    case .eraserIsButton: "the configuration says that this eraser is a barrel button"
    case .jumpHeld: "the serial vanished and the position jumped: held for one frame"
    case .liftWasLost: "a lift far from where the silent pen was: it had lifted there (ms)"
    case .tiltSpike: "the tilt jumped in hover: held for one frame"
    case .floorLearned: "a worn pen presses at rest: force counts from there"
    case .floorLowered: "a smaller pressure than at rest: the worn pen's floor is lower"
    case .floorRefused: "pressure at rest of more than half of the range is no worn pen"
    case .forceInOtherReports:
      "this report has no pressure, as others of this tool: interpolated when the next one has"
    case .forceIsCorrected: "this tool sends pressure just behind the position: corrected then"
    case .forceAfterContact: "this tool touches before its pressure comes: corrected then"
    case .forceLags: "pressure comes some reports late: corrected then"
    case .floorRevoked: "the pressure rose at once: a contact, and no worn pen"
    case .staysAlone: "no second press in time: a single one"
    case .bounce: "down again at once: the button bounced and was never up"
    case .tooLate: "the next press came too late"
    case .tooFar: "the tool got too far from the first press"
    case .tooLong: "the button was down for too long to be pressed: it was held"
    case .startsAnew: "the press after a gesture is the first of another one"
    case .chord: "two buttons at once: no presses until both are up"
    case .madeRelease: "the button did not come up: the tool or the tablet went away"
    case .lossBetween: "events were lost: nobody knows what the button did meanwhile"
    case .contactBetween: "the tool touched since the first press"
    case .liftBetween: "the tool was lifted since the first press"
    case .exitBetween: "the tool was out of range since the first press"
    case .otherToolBetween: "another tool came since the first press"
    case .otherButtonBetween: "another button was pressed since the first press"
    case .onlyInHover: "in contact, and presses count in hover only"
    case .onlyInContact: "in hover, and presses count in contact only"
    case .heldAtEntry: "the button was down already when the tool came"
    case .waitsForThird: "two presses: a third one would be a triple press"
    }
  }
}
