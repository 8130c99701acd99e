package import PencilInput
package import PencilSystem
internal import PencilWire

/// How fast a recording is played.
package enum ReplaySpeed: Sendable, Equatable {
  /// As it was recorded.
  case real
  /// As fast as possible.
  case maximum
}

/// Where input frames come from: tablets, and a recording.
package struct Sources: ~Copyable {
  /// The kinds of this type's tokens in the loop.
  static let tabletKind: UInt8 = 1
  static let replayKind: UInt8 = 2
  static let stagesKind: UInt8 = 3

  private struct Live {
    let tablet: LiveTablet
    /// Its number in the pipeline.
    let number: UInt32
    let token: Token
  }

  private var live: [Live] = []
  private var nextSlot: UInt32 = 0

  private var replay: Replay?
  /// The recording's tablets' numbers in the pipeline.
  private var replayed: [UInt32] = []
  private var speed = ReplaySpeed.real
  /// ns of `CLOCK_MONOTONIC` at which the recording began to play.
  private var began: UInt64 = 0
  private let timer: Timer
  /// For stages that wait, and what it is armed for in µs.
  private let stages: Timer
  private var stagesArmedFor: UInt64?

  package init(loop: borrowing EventLoop) throws(Errno) {
    let timer = try Timer()
    try loop.add(timer.descriptor, token: Token(kind: Self.replayKind), interest: .readable)
    let stages = try Timer()
    try loop.add(stages.descriptor, token: Token(kind: Self.stagesKind), interest: .readable)
    self.timer = timer
    self.stages = stages
  }

  /// How many tablets are being read.
  package var count: Int { live.count + replayed.count }
  /// A recording is being played.
  package var isReplaying: Bool { replay != nil }

  /// Opens a tablet's node and attaches it.
  ///
  /// - Throws: ``TabletError``, which says what to do.
  package mutating func open(
    _ node: TabletNode, loop: borrowing EventLoop, pipeline: inout Pipeline
  ) throws(TabletError) {
    let tablet = try LiveTablet(node)
    let token = Token(kind: Self.tabletKind, slot: nextSlot)
    do throws(Errno) {
      try loop.add(tablet.descriptor, token: token, interest: .readable)
    } catch { throw TabletError(path: node.path, reason: .cannotOpen(error)) }
    nextSlot += 1
    if tablet.convertsClock {
      Log.write(
        .warning, .kernel,
        "\(node.path): no CLOCK_MONOTONIC; times are converted from CLOCK_REALTIME")
    }
    let number = pipeline.attach(
      tablet.description, isReplayed: false, time: Clock.monotonicMicroseconds, held: tablet.held)
    live.append(Live(tablet: tablet, number: number, token: token))
    Log.write(.info, .pencild, "\(node.path): reading “\(tablet.description.name)”")
  }

  /// Reads all that a tablet has.
  package mutating func read(
    _ token: Token, loop: borrowing EventLoop, pipeline: inout Pipeline
  ) {
    guard let place = live.firstIndex(where: { $0.token == token }) else { return }
    let tablet = live[place].tablet
    while true {
      switch tablet.nextFrame() {
      case .frame: pipeline.take(tablet.assembler.frame, of: live[place].number)
      case .wouldBlock: return
      case .gone(let error):
        Log.write(.notice, .kernel, "\(tablet.description.node): gone: \(error)")
        // A descriptor that is gone from the loop is no fault.
        try? loop.remove(tablet.descriptor)
        pipeline.detach(live[place].number, time: Clock.monotonicMicroseconds)
        live.remove(at: place)
        return
      }
    }
  }

  /// Begins to play a recording, its times becoming now's.
  package mutating func play(
    _ recording: Recording, speed: ReplaySpeed, pipeline: inout Pipeline
  ) {
    began = Clock.monotonicNanoseconds
    self.speed = speed
    replay = Replay(recording, origin: began / 1000)
    replayed = recording.tablets.map {
      pipeline.attach(
        $0.description, isReplayed: true, time: began / 1000, held: $0.held)
    }
    arm()
  }

  /// At full speed so many frames are played before somebody else has a turn.
  private static let framesPerTurn = 256

  /// Plays what is due of the recording.
  package mutating func playDue(pipeline: inout Pipeline) {
    _ = timer.drain()
    guard replay != nil else { return }
    let elapsed =
      speed == .maximum ? .max : (Clock.monotonicNanoseconds - began) / 1000
    for _ in 0..<Self.framesPerTurn {
      guard let tablet = replay?.advance(to: elapsed) else { break }
      guard let frame = replay?.frame(of: tablet) else { break }
      lastTime = frame.time
      // The recording's own time decides for all of its tablets.
      pipeline.expire(now: frame.time)
      pipeline.take(frame, of: replayed[tablet])
    }
    if replay?.nextDue == nil { finish(pipeline: &pipeline) } else { arm() }
  }

  private var lastTime: UInt64 = 0

  private mutating func finish(pipeline: inout Pipeline) {
    for number in replayed { pipeline.detach(number, time: max(lastTime, began / 1000)) }
    replayed = []
    replay = nil
  }

  private func arm() {
    guard let due = replay?.nextDue else {
      timer.arm(atNanoseconds: began)
      return
    }
    timer.arm(atNanoseconds: speed == .maximum ? began : began + due * 1000)
  }

  /// Arms the timer for the stages that wait: to be called before each wait. A deadline that moves away, as with
  /// every frame, leaves it armed: it then fires once too early. At full speed a recording's time is not the clock's.
  package mutating func armStages(_ pipeline: borrowing Pipeline) {
    guard replay == nil || speed == .real, let next = pipeline.nextDeadline else { return }
    if let armed = stagesArmedFor, armed <= next { return }
    stagesArmedFor = next
    stages.arm(atNanoseconds: next * 1000)
  }

  /// The stages' timer fired: to be called when the tablets have been read.
  package mutating func expireStages(_ pipeline: inout Pipeline) {
    _ = stages.drain()
    stagesArmedFor = nil
    guard replay == nil || speed == .real else { return }
    pipeline.expire(now: Clock.monotonicMicroseconds)
  }

  /// Ends every tablet: strokes that are open are broken off.
  package mutating func closeAll(pipeline: inout Pipeline) {
    let now = Clock.monotonicMicroseconds
    for tablet in live { pipeline.detach(tablet.number, time: now) }
    live = []
    if replay != nil { finish(pipeline: &pipeline) }
  }
}
