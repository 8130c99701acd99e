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
  static let monitorKind: UInt8 = 3
  static let stagesKind: UInt8 = 4

  struct Live {
    let tablet: LiveTablet
    let role: TabletNode.Role
    /// Its number in the pipeline: of a tablet, or of a pad.
    let number: UInt32
    let token: Token
    /// A pad's, where they can be read.
    var lights: PadLights?
    /// Whether the pipeline knows that a frame of it is held back.
    var isHeldBack = false
    /// Under which its descriptor is in the service manager's store; `nil`: it is not.
    var storeName: String?
  }

  /// What quirks and the configuration say of the tablets to come.
  package var setups = TabletSetups()
  var live: [Live] = []
  /// What was kept for this run.
  var kept: [KeptDevice] = []
  /// Descriptors of tablets are put into the service manager's store.
  package var storesDescriptors = false
  private var nextSlot: UInt32 = 0
  var hotplug = Hotplug()
  var monitor: TabletMonitor?
  var log = LogLimiter()

  private var replay: Replay?
  /// The recording's tablets' numbers in the pipeline.
  private var replayed: [(number: UInt32, role: TabletNode.Role)] = []
  private var speed = ReplaySpeed.real
  /// ns of `CLOCK_MONOTONIC` at which the recording began to play.
  private var began: UInt64 = 0
  private let timer: Timer
  /// For stages that wait, and what it is armed for in µs.
  private let stages: Timer
  private var stagesArmedFor: UInt64?
  /// No tablet has to give out what it holds back before this, µs; `nil`: none holds anything back.
  private var heldBackUntil: UInt64?
  /// µs in which a tablet that the kernel has let go of is gone, if it goes: at once when it is unplugged, and when that
  /// happened while the machine slept, a while after it woke up.
  private static let holdBack: UInt64 = 1_000_000

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
    let (tablet, place) = try tablet(node, pipeline)
    guard tablet.role == .pen ? !pipeline.isFull : !pipeline.isFullOfPads else {
      throw TabletError(path: node.path, reason: .tooMany)
    }
    let token = Token(kind: Self.tabletKind, slot: nextSlot)
    do throws(Errno) {
      try loop.add(tablet.descriptor, token: token, interest: .readable)
    } catch { throw TabletError(path: node.path, reason: .cannotOpen(error)) }
    nextSlot &+= 1
    let setup = setups.setup(for: tablet.description)
    let now = Clock.monotonicMicroseconds
    switch tablet.role {
    case .pen:
      let number = pipeline.attach(
        tablet.description, setup: setup, isReplayed: false, time: now, held: tablet.held,
        since: place)
      live.append(Live(tablet: tablet, role: .pen, number: number, token: token))
    case .pad:
      let number = pipeline.attachPad(
        tablet.description, held: tablet.held, setup: setup, isReplayed: false, time: now,
        since: place)
      let lights = PadLights(node)
      if let lights { pipeline.readLights(lights, of: number, time: now) }
      live.append(Live(tablet: tablet, role: .pad, number: number, token: token, lights: lights))
    }
    tell(.info, .pencild, "\(node.path): reading “\(tablet.description.name)”")
    if let fuzz = KernelFuzz.text(tablet.description) {
      tell(.debug, .pencild, "\(node.path): the kernel filters (fuzz in device units): \(fuzz)")
    }
    store(live.count - 1, pipeline)
    // What was queued is not told by the descriptor.
    if place != nil { read(token, loop: loop, pipeline: &pipeline) }
  }

  /// Reads one frame of a tablet; the rest is to be read in the same turn.
  ///
  /// - Returns: Whether there was one.
  package mutating func readFirst(_ token: Token, pipeline: inout Pipeline) -> Bool {
    guard let place = live.firstIndex(where: { $0.token == token }),
      case .frame = live[place].tablet.nextFrame()
    else { return false }
    take(place, pipeline: &pipeline)
    return true
  }

  /// Hands the frame that a node has completed to its part of the pipeline.
  private func take(_ place: Int, pipeline: inout Pipeline) {
    // Not by a variable: it would be a copy, and a frame is large.
    let tablet = live[place].tablet
    switch live[place].role {
    case .pen: pipeline.take(tablet.assembler.frame, of: live[place].number)
    case .pad:
      pipeline.takePad(
        tablet.assembler.frame, of: live[place].number, lights: live[place].lights)
    }
  }

  /// Reads all that a tablet has.
  package mutating func read(
    _ token: Token, loop: borrowing EventLoop, pipeline: inout Pipeline
  ) {
    guard let place = live.firstIndex(where: { $0.token == token }) else { return }
    let tablet = live[place].tablet
    while true {
      switch tablet.nextFrame() {
      case .frame: take(place, pipeline: &pipeline)
      case .wouldBlock:
        if let since = tablet.heldBackSince, heldBackUntil == nil {
          heldBackUntil = since + Self.holdBack
        }
        tellHeldBack(place, &pipeline)
        return
      case .gone(let error):
        tellEnd(of: tablet.description, error)
        hotplug.lost(path: tablet.description.node)
        close(place, loop: loop, pipeline: &pipeline)
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
    replayed = recording.tablets.map { tablet in
      let setup = setups.setup(for: tablet.description)
      guard tablet.description.isPad else {
        let number = pipeline.attach(
          tablet.description, setup: setup, isReplayed: true, time: began / 1000,
          held: tablet.held)
        return (number, .pen)
      }
      let number = pipeline.attachPad(
        tablet.description, held: tablet.held, setup: setup, isReplayed: true, time: began / 1000)
      return (number, .pad)
    }
    arm()
  }

  /// At full speed so many frames are played before somebody else has a turn.
  private static let framesPerTurn = 256
  /// After so many ns a recording looks again whether those that it waits for have read.
  private static let lookAgain: UInt64 = 1_000_000

  /// A recording is being played as fast as possible: then it may wait.
  package var playsAtFullSpeed: Bool { replay != nil && speed == .maximum }

  /// Plays what is due of the recording.
  ///
  /// - Parameter limit: The journal's head at which it waits; it may come to lie behind it by one frame's records.
  package mutating func playDue(pipeline: inout Pipeline, upTo limit: UInt64 = .max) {
    _ = timer.drain()
    guard replay != nil else { return }
    guard pipeline.publisher.journal.head < limit else {
      return timer.arm(atNanoseconds: Clock.monotonicNanoseconds + Self.lookAgain)
    }
    let elapsed =
      speed == .maximum ? .max : (Clock.monotonicNanoseconds - began) / 1000
    for _ in 0..<Self.framesPerTurn where pipeline.publisher.journal.head < limit {
      guard let tablet = replay?.advance(to: elapsed) else { break }
      guard let frame = replay?.frame(of: tablet) else { break }
      lastTime = frame.time
      // The recording's own time decides for all of its tablets.
      pipeline.expire(now: frame.time)
      switch replayed[tablet].role {
      case .pen: pipeline.take(frame, of: replayed[tablet].number)
      case .pad: pipeline.takePad(frame, of: replayed[tablet].number)
      }
    }
    if replay?.nextDue == nil { finish(pipeline: &pipeline) } else { arm() }
  }

  private var lastTime: UInt64 = 0

  private mutating func finish(pipeline: inout Pipeline) {
    let end = max(lastTime, began / 1000)
    for tablet in replayed { detach(tablet.number, tablet.role, time: end, pipeline: &pipeline) }
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
    var next = replay == nil || speed == .real ? pipeline.nextDeadline : nil
    if let heldBackUntil { next = min(next ?? .max, heldBackUntil) }
    guard let next else { return }
    if let armed = stagesArmedFor, armed <= next { return }
    stagesArmedFor = next
    stages.arm(atNanoseconds: next * 1000)
  }

  /// The stages' timer fired: to be called when the tablets have been read.
  package mutating func expireStages(_ pipeline: inout Pipeline) {
    _ = stages.drain()
    stagesArmedFor = nil
    giveOut(&pipeline)
    guard replay == nil || speed == .real else { return }
    pipeline.expire(now: Clock.monotonicMicroseconds)
  }

  private mutating func giveOut(_ pipeline: inout Pipeline) {
    let now = Clock.monotonicMicroseconds
    guard let due = heldBackUntil, due <= now else { return }
    heldBackUntil = nil
    // Each has its own time: that for which the timer was armed may have gone, or sent more, since then.
    for place in live.indices {
      guard let since = live[place].tablet.heldBackSince else { continue }
      let due = since + Self.holdBack
      if due > now {
        heldBackUntil = min(heldBackUntil ?? .max, due)
      } else if live[place].tablet.giveOut() {
        take(place, pipeline: &pipeline)
        tellHeldBack(place, &pipeline)
      }
    }
  }

  /// What is held back of a pen is older than what the clock would decide of it.
  private mutating func tellHeldBack(_ place: Int, _ pipeline: inout Pipeline) {
    let isHeldBack = live[place].tablet.heldBackSince != nil
    guard isHeldBack != live[place].isHeldBack else { return }
    live[place].isHeldBack = isHeldBack
    if live[place].role == .pen { pipeline.holdBack(live[place].number, isHeldBack) }
  }

  /// Ends every tablet: strokes that are open are broken off. One whose descriptor is kept stays for the next run.
  package mutating func closeAll(pipeline: inout Pipeline) {
    let now = Clock.monotonicMicroseconds
    for tablet in live {
      switch (tablet.storeName, tablet.role) {
      case (.none, let role): detach(tablet.number, role, time: now, pipeline: &pipeline)
      case (.some, .pen): pipeline.interrupt(tablet.number)
      case (.some, .pad): pipeline.interruptPad(tablet.number)
      }
    }
    live = []
    if replay != nil { finish(pipeline: &pipeline) }
  }
}
