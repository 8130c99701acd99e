internal import PencilInput
internal import PencilSystem
internal import PencilWire

/// Reads tablets or a recording in this process, without a daemon: the same pipeline and journal, and a cursor for the
/// one who looks.
struct LocalStream: ~Copyable {
  private static let signalKind: UInt8 = 10
  /// So much is played before it is looked at; far less than laps the journal.
  private static let journalCapacity = 4 << 20

  private var loop: EventLoop
  private var pipeline: Pipeline
  private var sources: Sources
  private let signals: EndingSignals
  private let filter: Filter

  init(filter: Filter, setups: TabletSetups) throws(CommandError) {
    do throws(Errno) {
      let loop = try EventLoop()
      var sources = try Sources(loop: loop)
      sources.setups = setups
      let pipeline = try Pipeline(journalCapacity: Self.journalCapacity, epoch: 1)
      let signals = try EndingSignals()
      try loop.add(signals.descriptor, token: Token(kind: Self.signalKind), interest: .readable)
      self.loop = loop
      self.sources = sources
      self.pipeline = pipeline
      self.signals = signals
    } catch { throw CommandError(.system, "\(error)") }
    self.filter = filter
    pipeline.makesRaw = filter.contents.contains(.raw)
    pipeline.makesReasons = filter.contents.contains(.reasons)
    pipeline.gestures.configuration = setups.gestures
  }

  mutating func open(_ node: TabletNode) throws(TabletError) {
    try sources.open(node, loop: loop, pipeline: &pipeline)
  }

  /// Opens all tablets and pads that there are, and those that come later; then the stream has no end of its own.
  mutating func watch() throws(TabletError) {
    try sources.watch(loop: loop, pipeline: &pipeline)
  }

  mutating func play(_ recording: Recording, speed: ReplaySpeed) {
    sources.play(recording, speed: speed, pipeline: &pipeline)
  }

  /// Runs until a signal, the end of the recording, the last tablet's end, or until the sink has enough.
  mutating func run(into sink: some ItemSink) throws(CommandError) {
    var cursor = pipeline.publisher.journal.start
    sink.ending = signals
    while true {
      drain(&cursor, into: sink)
      guard try sink.flush(), !signals.haveCome, sources.count > 0 || sources.isWatching else {
        break
      }
      do throws(Errno) {
        sources.armStages(pipeline)
        var isExpired = false
        let ready = try loop.wait(timeoutMilliseconds: -1)
        for i in 0..<ready {
          let (token, _) = loop[ready: i]
          switch token.kind {
          case Sources.tabletKind: sources.read(token, loop: loop, pipeline: &pipeline)
          case Sources.replayKind: sources.playDue(pipeline: &pipeline)
          case Sources.stagesKind: isExpired = true
          case Sources.monitorKind: sources.hear(loop: loop, pipeline: &pipeline)
          default: break  // A signal, which is looked at before the next wait.
          }
        }
        if isExpired { sources.expireStages(&pipeline) }
      } catch { throw CommandError(.system, "\(error)") }
    }
    sources.closeAll(pipeline: &pipeline)
    drain(&cursor, into: sink)
    try sink.finish(inputFrames: pipeline.publisher.inputFrames)
  }

  private func drain(_ cursor: inout Journal.Cursor, into sink: some ItemSink) {
    while let record = pipeline.publisher.journal.read(&cursor) {
      if filter.passes(record) { sink.take(record) }
    }
  }
}
