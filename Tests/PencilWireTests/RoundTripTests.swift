import PencilCore
import PencilWire
import Testing

/// Every note, record and request survives its encoding, at ordinary and at extreme values.
struct RoundTripTests {
  @Test(
    arguments: requests + paces + gestures + statuses + notes + samples + [predicted] + smallRecords
      + largeRecords)
  func comesBackEqual(_ value: RoundTripCase) { #expect(value.failures == []) }
}

private let requests: [RoundTripCase] =
  ["", "sketch", "Zeichnen für Kinder"].map { name in
    RoundTripCase(
      "hello \(name)", HelloRequest(token: 7, name: name), size: HelloRequest.size,
      encode: { $0.encode(into: &$1) }, decode: { try? HelloRequest($0) })
  }
  + [
    SubscribeRequest(token: 1),
    SubscribeRequest(
      token: .max, pace: .displayFrames(millihertz: 59_940),
      filter: Filter(contents: .all, tablet: 1, tool: 2, toolTypes: 0xFE),
      continuation: (.max, 0x0123_4567_89AB_CDEF)),
    SubscribeRequest(
      token: 1, pace: .display(period: 1_000_000_000),
      options: FrameOptions(
        phase: .max, lead: 1_000_000_000, prediction: .max, flags: .beatsOnly)),
    SubscribeRequest(token: 1, pace: .onRequest, options: FrameOptions(prediction: 50_000)),
  ].map { request in
    RoundTripCase(
      "subscribe \(request.pace)", request, size: SubscribeRequest.size,
      shortSize: SubscribeRequest.shortSize,
      encode: { $0.encode(into: &$1) }, decode: { try? SubscribeRequest($0) })
  }

private let paces: [RoundTripCase] = [
  PaceRequest.Kind.frame, .display(period: 1_000_000, phase: .max, lead: 1_000_000),
].map { kind in
  RoundTripCase(
    "pace \(kind)", PaceRequest(token: 9, kind: kind), size: PaceRequest.size,
    encode: { $0.encode(into: &$1) }, decode: { try? PaceRequest($0) })
}

private let notes: [RoundTripCase] =
  [UInt64(0), 0x0102_0304_0506_0708, .max].flatMap { number -> [RoundTripCase] in
    var welcome = WelcomeNote()
    welcome.time = number
    welcome.token = UInt32(truncatingIfNeeded: number)
    welcome.minor = UInt16(truncatingIfNeeded: number)
    welcome.epoch = number
    welcome.head = number
    welcome.oldest = number
    welcome.version = "1.2.3"
    let error = ErrorNote(
      time: number, token: 3, code: .notPermitted, isFatal: number == 0, text: "no: \(number)")
    let subscribed = SubscribedNote(
      time: number, token: 4, pace: .displayFrames(millihertz: 1000),
      filter: Filter(contents: [.hover, .raw], tablet: 5, tool: 6, toolTypes: 2),
      options: FrameOptions(phase: number, lead: 7, prediction: 16_000), head: number)
    let frame = FrameNote(
      time: number, beat: number, due: number, records: .max, flags: [.more, .continued, .flushed],
      predicted: .max)
    return [
      RoundTripCase(
        "welcome \(number)", welcome, size: WelcomeNote.size, encode: { $0.encode(into: &$1) },
        decode: { WelcomeNote($0) }),
      RoundTripCase(
        "error \(number)", error, size: ErrorNote.size, encode: { $0.encode(into: &$1) },
        decode: { ErrorNote($0) }),
      RoundTripCase(
        "subscribed \(number)", subscribed, size: SubscribedNote.size,
        encode: { $0.encode(into: &$1) }, decode: { SubscribedNote($0) }),
      RoundTripCase(
        "frame \(number)", frame, size: FrameNote.size, encode: { $0.encode(into: &$1) },
        decode: { FrameNote($0) }),
      RoundTripCase(
        "snapshotEnd \(number)", number, size: SnapshotNote.size,
        encode: { SnapshotNote.encode(.snapshotEnd, head: $0, time: 9, into: &$1) },
        decode: { SnapshotNote.head($0) }),
      RoundTripCase(
        "suspended \(number)", SuspendedNote(time: number, head: number), size: SuspendedNote.size,
        encode: { $0.encode(into: &$1) }, decode: { SuspendedNote($0) }),
      RoundTripCase(
        "resumed \(number)", ResumedNote(time: number, head: number), size: ResumedNote.size,
        encode: { $0.encode(into: &$1) }, decode: { ResumedNote($0) }),
    ]
  }

private let samples: [RoundTripCase] = Phase.allCases.flatMap { phase in
  ToolType.allCases.map { type in
    RoundTripCase(
      "sample \(phase) \(type)", Examples.sample(phase, type), size: SampleRecord.size,
      encode: { SampleRecord.encode($0, sequence: 8, into: &$1) },
      decode: { SampleRecord.decode($0) })
  }
}

private let predicted = RoundTripCase(
  "predicted", Examples.sample(), size: PredictedNote.size,
  encode: { PredictedNote.encode($0, confidence: 0.5, into: &$1) },
  decode: { PredictedNote.confidence($0) == 0.5 ? PredictedNote.decode($0) : nil })

private let smallRecords: [RoundTripCase] = ToolType.allCases.flatMap { type -> [RoundTripCase] in
  var tool = Tool()
  tool.id = 0x8000_0001
  tool.type = type
  tool.serial = .max
  tool.hardwareID = 0x822
  tool.tablet = 2
  tool.time = 3
  tool.available = [.force, .tilt]
  var stroke = StrokeSummary()
  stroke.time = .max
  stroke.began = 1 << 40
  stroke.tablet = 1
  stroke.tool = 2
  stroke.toolType = type
  stroke.stroke = 3
  stroke.samples = 4
  stroke.isCancelled = type == .eraser || type == .brush
  stroke.isCutByRestart = type == .brush
  var button = ButtonChange()
  button.time = 1
  button.tablet = 2
  button.tool = 3
  button.toolType = type
  button.button = 7
  button.isPressed = type == .pen
  button.isSynthetic = type == .mouse
  button.stroke = 4
  button.buttons = [.stylus, .extra]
  var update = SampleUpdate()
  update.time = .max
  update.tablet = 1
  update.attachment = 2
  update.tool = 3
  update.toolType = type
  update.stroke = 4
  update.index = 5
  update.property = type == .pen ? .location : .force
  update.value = 0.25
  update.secondValue = -1.5
  update.cause = type == .pen ? .superseded : .measured
  update.expecting = .roll
  update.estimated = [.roll, .force]
  return [
    RoundTripCase(
      "update \(type)", update, size: UpdateRecord.size,
      encode: { UpdateRecord.encode($0, sequence: 1, into: &$1) },
      decode: { UpdateRecord.decode($0) }),
    RoundTripCase(
      "tool \(type)", tool, size: ToolRecord.size,
      encode: { ToolRecord.encode($0, sequence: 1, into: &$1) }, decode: { ToolRecord.decode($0) }),
    RoundTripCase(
      "stroke \(type)", stroke, size: StrokeRecord.size,
      encode: { StrokeRecord.encode($0, sequence: 1, into: &$1) },
      decode: { StrokeRecord.decode($0) }),
    RoundTripCase(
      "button \(type)", button, size: ButtonRecord.size,
      encode: { ButtonRecord.encode($0, sequence: 1, into: &$1) },
      decode: { ButtonRecord.decode($0) }),
  ]
}

private let largeRecords: [RoundTripCase] =
  [GapRecord.Cause.kernelOverrun, .lapped, .notHeld, .notPermitted, .crash].map { cause in
    RoundTripCase(
      "gap \(cause)", GapRecord(cause: cause, tablet: 1, time: 2, lost: (3, .max)),
      size: GapRecord.size, encode: { $0.encode(sequence: 4, into: &$1) },
      decode: { GapRecord($0) })
  } + [
    RoundTripCase(
      "reason",
      ReasonRecord(
        tablet: 1, time: 2, tool: 3,
        reason: Reason(stage: 4, code: 5, values: [.min, -1, 0, .max])),
      size: ReasonRecord.size, encode: { $0.encode(sequence: 4, into: &$1) },
      decode: { ReasonRecord($0) }),
    RoundTripCase(
      "tablet", Examples.tablet, size: TabletRecord.size,
      encode: { $0.encode(sequence: 4, into: &$1) }, decode: { TabletRecord($0) }),
  ]
  + [0, 1, 64].flatMap { count -> [RoundTripCase] in
    let description = Examples.description(axes: count)
    let events = Examples.events(count)
    return [
      RoundTripCase(
        "description of \(count)", description, size: description.size,
        encode: { $0.encode(sequence: 4, into: &$1) }, decode: { DescriptionRecord($0) }),
      RoundTripCase(
        "raw of \(count)", events, size: RawRecord.size(events: count),
        encode: { events, bytes in
          RawRecord.encode(
            tablet: 1, time: 2, events: events.count, flags: .afterGap, sequence: 3, into: &bytes)
          for (i, event) in events.enumerated() { RawRecord.encode(event, at: i, into: &bytes) }
        },
        decode: { item in
          guard let (count, flags) = RawRecord.decode(item), flags == .afterGap else { return nil }
          return (0..<count).map { RawRecord.event(item, at: $0) }
        }),
    ]
  }
