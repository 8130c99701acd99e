import PencilInput
import PencilTestSupport

/// A recording that a test plays: input frames and the tablet that sent them.
struct Example {
  var description: TabletDescription
  var frames: [InputFrame]

  static let writtenWordPath = ReferenceData.packageFolder + "/Tests/Recordings/written-word.yml"

  init(parsing bytes: [UInt8]) throws {
    let recording = try Recording.parse(bytes, file: "example")
    description = recording.tablets[0].description
    frames = []
    var replay = Replay(recording, origin: 1_000_000)
    while let tablet = replay.nextFrame() { frames.append(replay.frame(of: tablet)) }
  }

  init(_ description: TabletDescription) {
    self.description = description
    frames = []
  }

  /// The word that is bundled, written four times as fast.
  static func writtenWord() throws -> Example {
    var example = try Example(parsing: Program.bytes(writtenWordPath))
    let start = example.frames[0].time
    for i in example.frames.indices {
      example.frames[i].setTime(start + (example.frames[i].time - start) / 4)
    }
    return example
  }

  /// A pen at 1000 Hz, or slower, that draws circles for a while, lifted now and then.
  ///
  /// - Parameter interval: µs between two reports.
  static func circles(milliseconds: Int, interval: Int = 1000) throws -> Example {
    var example = Example(try writtenWord().description)
    var assembler = FrameAssembler(example.description)
    let reports = milliseconds * 1000 / interval
    for i in 0..<reports {
      var changes: [(UInt16, UInt16, Int)] = [
        (EventType.absolute, PenAxis.x.code, 20_000 + i * 37 % 5_000),
        (EventType.absolute, PenAxis.y.code, 10_000 + i * 53 % 5_000),
      ]
      if i == 0 { changes.append((EventType.key, KeyCode.toolPen, 1)) }
      if i % 100 == 10 || i % 100 == 90 {
        let isDown = i % 100 == 10
        changes.append((EventType.key, KeyCode.touch, isDown ? 1 : 0))
        changes.append((EventType.absolute, PenAxis.pressure.code, isDown ? 3000 : 0))
      }
      if i == reports - 1 { changes.append((EventType.key, KeyCode.toolPen, 0)) }
      let time = UInt64(1_000_000 + i * interval)
      for (type, code, value) in changes {
        _ = assembler.add(type: type, code: code, value: Int32(value), time: time)
      }
      _ = assembler.add(
        type: EventType.synchronisation, code: SyncCode.report, value: 0, time: time)
      example.frames.append(assembler.frame)
    }
    return example
  }

  /// As a file, with one frame without a pen in front and a pause behind it: in the pause those who want all of the pen
  /// subscribe, since the first who does starts the replay.
  func bytes(pauseMilliseconds: Int = 0) -> [UInt8] {
    if pauseMilliseconds > 0, let first = frames.first {
      var frame = InputFrame()
      frame.rawEvents[0] = RawEvent(
        type: EventType.absolute, code: PenAxis.distance.code, value: 1)
      frame.rawEventCount = 2
      let pause = UInt64(pauseMilliseconds) * 1000
      frame.setTime(first.time > pause ? first.time - pause : 0)
      var writer = RecordingWriter(description)
      writer.append(frame)
      for var later in frames {
        if first.time <= pause { later.setTime(later.time - first.time + pause) }
        writer.append(later)
      }
      return writer.bytes
    }
    var writer = RecordingWriter(description)
    for frame in frames { writer.append(frame) }
    return writer.bytes
  }

  /// The events of each frame, without their times.
  var events: [[[Int]]] {
    frames.map { frame in
      (0..<frame.rawEventCount).map {
        let event = frame.rawEvents[$0]
        return [Int(event.type), Int(event.code), Int(event.value)]
      }
    }
  }

  /// When each frame came, in µs from the first.
  var times: [UInt64] { frames.map { $0.time - frames[0].time } }
}

extension InputFrame {
  fileprivate mutating func setTime(_ time: UInt64) {
    self.time = time
    for i in 0..<rawEventCount { rawEvents[i].time = time }
  }
}
