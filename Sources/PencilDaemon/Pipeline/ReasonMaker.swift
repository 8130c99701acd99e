internal import PencilCore
internal import PencilWire

/// Tells why a sample is as it is, when that changes. Documentation/reasons.md lists the codes.
struct ReasonMaker {
  private var last = SampleFlags()
  private var wasHeld = false

  /// Publishes the reasons for what is unusual about a sample, before the sample.
  mutating func explain(_ sample: Sample, to publisher: inout Publisher) {
    let flags = sample.flags
    if flags.contains(.afterGap) { tell(.resynchronised, sample, &publisher) }
    let touches = flags.contains(.touchWithoutPressure)
    if touches != last.contains(.touchWithoutPressure) {
      tell(touches ? .touchWithoutPressure : .touchOver, sample, &publisher)
    }
    let isHeld =
      sample.available.contains(.tilt) && sample.estimated.contains(.azimuth)
    if isHeld != wasHeld { tell(isHeld ? .azimuthHeld : .azimuthFollows, sample, &publisher) }
    if flags.contains(.synthetic) { tell(.madeUp, sample, &publisher) }
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

/// The reasons that this version gives.
enum ReasonName: CaseIterable {
  case resynchronised
  case touchWithoutPressure
  case touchOver
  case azimuthHeld
  case azimuthFollows
  case madeUp

  var stage: UInt16 {
    switch self {
    case .resynchronised: 1
    case .touchWithoutPressure, .touchOver: 2
    case .azimuthHeld, .azimuthFollows: 3
    case .madeUp: 4
    }
  }

  var code: UInt16 {
    switch self {
    case .touchOver, .azimuthFollows: 2
    default: 1
    }
  }

  /// The reason of these numbers; `nil` for one of a later version.
  init?(stage: UInt16, code: UInt16) {
    guard let name = Self.allCases.first(where: { $0.stage == stage && $0.code == code })
    else { return nil }
    self = name
  }

  /// For a person.
  var text: StaticString {
    switch self {
    case .resynchronised: "events were lost: the state was read anew from the kernel"
    case .touchWithoutPressure:
      "BTN_TOUCH without pressure is no contact, probably a barrel button in disguise"
    case .touchOver: "BTN_TOUCH without pressure is over"
    case .azimuthHeld:
      "nearly upright, or not reported yet: the azimuth says nothing and the last one is held"
    case .azimuthFollows: "leaning again: the azimuth is the measured one"
    case .madeUp: "made by the daemon: the tool or the tablet went away"
    }
  }
}
