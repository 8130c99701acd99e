/// Plays a recording: its tablets' events merged by time, as fast as the caller likes.
///
/// For real speed, wait until ``nextDue`` and call ``advance(to:)`` until it gives `nil`; for full speed, call
/// ``nextFrame()`` until it gives `nil`.
package struct Replay: Sendable {
  private struct Source: Sendable {
    var assembler: FrameAssembler
    let events: [RawEvent]
    var position = 0
  }

  private var sources: [Source]
  private let start: UInt64
  private let origin: UInt64

  /// Makes a replay that is at the start.
  ///
  /// - Parameters:
  ///   - recording: what to play.
  ///   - origin: µs that the first event's time becomes, such as now on `CLOCK_MONOTONIC`; `nil`: times stay
  ///     as recorded.
  package init(_ recording: Recording, origin: UInt64? = nil) {
    sources = recording.tablets.map { tablet in
      let assembler = FrameAssembler(
        tablet.description, held: tablet.held, serial: tablet.serial)
      return Source(assembler: assembler, events: tablet.events)
    }
    start = recording.tablets.compactMap { $0.events.first?.time }.min() ?? 0
    self.origin = origin ?? start
  }

  /// When the next event is due, in µs since the first one; `nil`: all are played.
  package var nextDue: UInt64? {
    guard let index = nextSource else { return nil }
    return due(sources[index].events[sources[index].position])
  }

  /// Plays until a frame is complete.
  ///
  /// - Returns: the number of its tablet in the recording, for ``frame(of:)``; `nil`: all is played.
  package mutating func nextFrame() -> Int? { advance(to: .max) }

  /// Plays what is due until a frame is complete.
  ///
  /// - Parameter elapsed: µs since the first event was due.
  /// - Returns: the number of its tablet in the recording, for ``frame(of:)``; `nil`: nothing more is due.
  package mutating func advance(to elapsed: UInt64) -> Int? {
    while let index = nextSource {
      let event = sources[index].events[sources[index].position]
      guard due(event) <= elapsed else { return nil }
      sources[index].position += 1
      let isComplete = sources[index].assembler.add(
        type: event.type, code: event.code, value: event.value, time: origin &+ due(event))
      if isComplete { return index }
    }
    return nil
  }

  /// The last complete frame of a tablet.
  package func frame(of tablet: Int) -> InputFrame { sources[tablet].assembler.frame }

  /// A recording whose time goes back before its start is due at once.
  private func due(_ event: RawEvent) -> UInt64 { event.time > start ? event.time - start : 0 }

  private var nextSource: Int? {
    var best: Int?
    var earliest = UInt64.max
    for index in sources.indices where sources[index].position < sources[index].events.count {
      let time = sources[index].events[sources[index].position].time
      // At equal times the first tablet comes first.
      if best == nil || time < earliest {
        best = index
        earliest = time
      }
    }
    return best
  }
}
