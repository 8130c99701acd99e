internal import PencilCore
package import PencilInput
package import PencilSystem
internal import PencilWire

/// The daemon: tablets in, records out, one thread, one loop.
package struct Server: ~Copyable {
  /// The kinds of tokens in the loop; the sources have theirs.
  private enum Kind {
    static let signals: UInt8 = 10
    static let deadline: UInt8 = 11
    static let door: UInt8 = 12
    static let subscriber: UInt8 = 13
    static let watchdog: UInt8 = 14
    static let textDoor: UInt8 = 15
    static let sessions: UInt8 = 16
  }

  private var loop: EventLoop
  private var pipeline: Pipeline
  private var sources: Sources
  private var subscribers: Subscribers
  private let doors: Doors
  private var access: AccessControl
  private let signals: SignalSource
  /// Fires at the next hello that is too late, or beat.
  private let deadline: Timer
  private var armedFor: UInt64?
  /// The recording is over, and somebody has not had it; when to look again whether it still reads, ns.
  private var nextLook: UInt64?
  private static let lookPeriod: UInt64 = 250_000_000
  private let watchdog: Timer
  private let watchdogPeriod: UInt64?
  private var isStopping = false
  /// Until when nobody is taken in for want of descriptors, ns; `nil`: the doors are open.
  private var doorsShutUntil: UInt64?
  /// The log has been told of that want, and it has not ended.
  private var isWantTold = false
  private var pending: PendingReplay?
  /// Writes down what the next run needs; `nil`: there is none.
  private var keeper: StateKeeper?
  /// How the configuration is read at SIGHUP; `nil`: not at all.
  var readConfiguration: (() throws(CommandError) -> Configuration)?
  let startedAtTerminal = Files.isTerminal(0)
  /// ns without a tablet and a client after which it ends; `nil`: never.
  private var idleExit: UInt64?
  /// Since when there is neither, ns.
  private var idleSince: UInt64?
  /// It is to end unless somebody who needs it waits already.
  private var isIdleOver = false
  /// As it is, and as it is known to be after the next start, bytes.
  private let journalSize: Int
  private var nextJournalSize: Int
  private let isPassedSockets: Bool

  /// A recording that begins when somebody listens.
  package struct PendingReplay: Sendable {
    package var recording: Recording
    package var speed: ReplaySpeed
    package init(recording: Recording, speed: ReplaySpeed) {
      self.recording = recording
      self.speed = speed
    }
  }

  /// Makes a daemon that listens already.
  package init(
    doors: consuming Doors, access: consuming AccessControl, beginning: consuming Beginning,
    preferences: PreferenceBook
  ) throws(Errno) {
    let loop = try EventLoop()
    var sources = try Sources(loop: loop)
    sources.storesDescriptors = beginning.isKept
    sources.inherit(beginning.devices, isSameEpoch: beginning.isContinued)
    let signals = try SignalSource(Signals.ending)
    let deadline = try Timer()
    let watchdog = try Timer()
    try loop.add(signals.descriptor, token: Token(kind: Kind.signals), interest: .readable)
    try loop.add(deadline.descriptor, token: Token(kind: Kind.deadline), interest: .readable)
    try loop.add(watchdog.descriptor, token: Token(kind: Kind.watchdog), interest: .readable)
    try loop.add(doors.binary.descriptor, token: Token(kind: Kind.door), interest: .readable)
    if let descriptor = doors.textDescriptor {
      try loop.add(descriptor, token: Token(kind: Kind.textDoor), interest: .readable)
    }
    if let descriptor = access.descriptor { try Self.watchSessions(descriptor, loop) }
    var subscribers = Subscribers(
      tokenKind: Kind.subscriber, preferences: preferences, names: .ofEvents,
      after: beginning.lastClient)
    subscribers.rule = access.rule
    subscribers.clientsPerUser = access.clientsPerUser
    if beginning.isKept { keeper = StateKeeper() }
    journalSize = beginning.journalCapacity
    nextJournalSize = journalSize
    self.loop = loop
    var pipeline = beginning.takePipeline()
    pipeline.gestures.preferences = preferences
    // Always, so that one who reconnects can have those of the time between.
    pipeline.publisher.tellsGesturesWithoutPose = !access.rule.gesturesFor.isEmpty
    access.look(&pipeline.publisher, &subscribers)
    self.pipeline = pipeline
    self.subscribers = subscribers
    self.access = access
    self.sources = sources
    self.signals = signals
    self.deadline = deadline
    self.watchdog = watchdog
    isPassedSockets = doors.areInherited
    self.doors = doors
    // The watchdog wants a sign of life within its time; half of it is customary.
    watchdogPeriod = ServiceManager.watchdogMicroseconds.map { $0 * 500 }
  }

  /// Opens a tablet.
  package mutating func open(_ node: TabletNode) throws(TabletError) {
    try sources.open(node, loop: loop, pipeline: &pipeline)
  }

  /// Opens all tablets and pads that there are, and those that come later.
  package mutating func watch() throws(TabletError) {
    try sources.watch(loop: loop, pipeline: &pipeline)
  }

  /// Takes what the configuration says: at the start, and whenever it is read anew.
  package mutating func take(_ configuration: Configuration) {
    let setups = TabletSetups.load(configuration)
    let time = Clock.monotonicMicroseconds
    sources.reconfigure(setups, pipeline: &pipeline, time: time)
    pipeline.gestures.configuration = setups.gestures
    subscribers.preferencesChanged()
    // Without a service manager that holds the sockets nobody would start it again.
    idleExit = isPassedSockets ? configuration.idleExit.map { $0 * 1000 } : nil
    if configuration.journalSize != nextJournalSize, configuration.journalSize != journalSize {
      let place = configuration.journalSizePlace.map { "\($0): " } ?? ""
      Log.write(
        .notice, .config,
        "\(place)JournalSize= needs a restart: until then it is \(journalSize >> 10)K")
    }
    nextJournalSize = configuration.journalSize
  }

  /// Takes another rule of who may hear the pen: clients that are connected are judged anew.
  mutating func take(_ settings: AccessSettings) {
    // Before it is closed, which a loop does not notice.
    if let descriptor = access.descriptor { try? loop.remove(descriptor) }
    access.take(settings)
    if let descriptor = access.descriptor { try? Self.watchSessions(descriptor, loop) }
    pipeline.publisher.tellsGesturesWithoutPose = !access.rule.gesturesFor.isEmpty
    // Whose the seats are, clients are judged by.
    access.look(&pipeline.publisher, &subscribers)
    subscribers.take(
      access.rule, clientsPerUser: access.clientsPerUser, publisher: pipeline.publisher,
      loop: loop)
    demandChanged()
  }

  private static func watchSessions(
    _ descriptor: CInt, _ loop: borrowing EventLoop
  ) throws(Errno) {
    try loop.add(descriptor, token: Token(kind: Kind.sessions), interest: .readable)
  }

  /// Plays a recording as soon as the first client has subscribed, and ends when it is over and everybody has had it who
  /// reads.
  package mutating func replay(_ replay: PendingReplay) { pending = replay }

  /// Serves until it is told to stop, or the recording is over.
  package mutating func run() throws(Errno) {
    let isReplay = pending != nil
    sources.endInheriting(&pipeline)
    keeper?.keep(&pipeline)
    // Much of the program is for its start alone.
    Process.giveBackCode()
    ServiceManager.notify("READY=1")
    armWatchdog()
    var hasWork = false
    while !isStopping {
      armDeadline()
      sources.armStages(pipeline)
      let ready = try loop.wait(timeoutMilliseconds: hasWork || isIdleOver ? 0 : -1)
      if isIdleOver, ready == 0 {
        Log.write(.info, .pencild, "no tablet and no client: the sockets wait with the manager")
        break
      }
      pipeline.publisher.claimant = subscribers.claimantNumber
      pipeline.publisher.claimantAccess = subscribers.claimantAccess
      if pipeline.publisher.hasNewSeat { access.look(&pipeline.publisher, &subscribers) }
      let before = pipeline.publisher.journal.lastSequence
      readTablets(ready)
      if subscribers.haveLinesWaiting {
        subscribers.takeWaitingLines(pipeline.publisher, loop: loop)
        demandChanged()
      }
      serveOthers(ready)
      if pipeline.publisher.journal.lastSequence != before {
        subscribers.journalGrew(
          pipeline.publisher.journal, loop: loop, now: Clock.monotonicNanoseconds)
      }
      hasWork = subscribers.send(pipeline.publisher, loop: loop) || subscribers.haveLinesWaiting
      keeper?.keep(&pipeline)
      if isReplay, pending == nil, !sources.isReplaying, !hasWork, isHadByAll() { break }
    }
    stop()
  }

  /// Whether everybody has had all of a recording, or reads nothing.
  private mutating func isHadByAll() -> Bool {
    let now = Clock.monotonicNanoseconds
    guard let givenUp = subscribers.givenUp(at: pipeline.publisher.journal, now: now) else {
      nextLook = now + Self.lookPeriod
      return false
    }
    let others = givenUp == 1 ? "1 client that does" : "\(givenUp) clients that do"
    Log.write(
      .info, .pencild,
      "ending: the recording is over, and everybody has had it"
        + (givenUp == 0 ? "" : ", but for \(others) not read"))
    return true
  }

  /// Tablets first: whatever else is ready waits until they are read.
  private mutating func readTablets(_ ready: Int) {
    var isExpired = false
    for i in 0..<ready {
      let (token, _) = loop[ready: i]
      switch token.kind {
      case Sources.tabletKind:
        // What has just come goes out before the read that finds nothing more.
        if sources.readFirst(token, pipeline: &pipeline) {
          subscribers.journalGrew(
            pipeline.publisher.journal, loop: loop, now: Clock.monotonicNanoseconds)
          _ = subscribers.send(pipeline.publisher, loop: loop)
        }
        sources.read(token, loop: loop, pipeline: &pipeline)
      case Sources.replayKind:
        let limit =
          sources.playsAtFullSpeed
          ? subscribers.limit(
            of: pipeline.publisher.journal, now: Clock.monotonicNanoseconds) : .max
        sources.playDue(pipeline: &pipeline, upTo: limit)
      case Sources.stagesKind: isExpired = true
      default: break
      }
    }
    if isExpired { sources.expireStages(&pipeline) }
  }

  private mutating func serveOthers(_ ready: Int) {
    for i in 0..<ready {
      let (token, readiness) = loop[ready: i]
      switch token.kind {
      case Kind.subscriber:
        subscribers.receive(token, readiness: readiness, publisher: pipeline.publisher, loop: loop)
        demandChanged()
      case Kind.door: acceptAll(isText: false)
      case Kind.textDoor: acceptAll(isText: true)
      case Sources.monitorKind: sources.hear(loop: loop, pipeline: &pipeline)
      case Kind.sessions: access.look(&pipeline.publisher, &subscribers)
      case Kind.deadline:
        _ = deadline.drain()
        armedFor = nil
        let now = Clock.monotonicNanoseconds
        subscribers.endSilence(now: now, publisher: pipeline.publisher, loop: loop)
        demandChanged()
        subscribers.beat(now: now, journal: pipeline.publisher.journal, loop: loop)
        if let idleDeadline, idleDeadline <= now { isIdleOver = true }
      case Kind.watchdog:
        _ = watchdog.drain()
        ServiceManager.notify("WATCHDOG=1")
        armWatchdog()
      case Kind.signals:
        while let signal = signals.next() {
          if signal == Signals.hangup, !isHangupTheEnd {
            reload()
          } else {
            Log.write(.info, .pencild, "ending by \(Signals.name(of: signal))")
            isStopping = true
          }
        }
      default: break
      }
    }
  }

  /// Somebody subscribed or went: raw events and reasons are made as long as somebody wants them.
  private mutating func demandChanged() {
    pipeline.makesRaw = subscribers.wanted.contains(.raw)
    pipeline.makesReasons = subscribers.wanted.contains(.reasons)
    pipeline.publisher.makesPredictions = subscribers.wantsPrediction
    if let replay = pending, subscribers.subscribedCount > 0 {
      pending = nil
      sources.play(replay.recording, speed: replay.speed, pipeline: &pipeline)
    }
    openDoors()
  }

  /// So many connections are taken in before the next look at the tablets.
  private static let acceptsPerTurn = 16
  /// So long the doors are shut for want of descriptors, unless a client goes, ns.
  private static let doorPause: UInt64 = 1_000_000_000

  private mutating func acceptAll(isText: Bool) {
    for _ in 0..<Self.acceptsPerTurn {
      do throws(Errno) {
        switch try doors.accept(isText: isText) {
        case .connection(let socket):
          isWantTold = false
          subscribers.admit(
            socket, isText: isText, publisher: pipeline.publisher, loop: loop)
        case .wouldBlock: return
        case .outOfDescriptors:
          if !isWantTold {
            Log.write(.error, .pencild, "no descriptors left for another client: it has to wait")
          }
          isWantTold = true
          // A door that stays ready would keep the loop awake.
          watchDoors([])
          doorsShutUntil = Clock.monotonicNanoseconds + Self.doorPause
          return
        }
      } catch {
        Log.write(.warning, .pencild, "a connection could not be accepted: \(error)")
        return
      }
    }
  }

  private func watchDoors(_ interest: Interest) {
    try? loop.modify(
      doors.binary.descriptor, token: Token(kind: Kind.door), interest: interest)
    if let descriptor = doors.textDescriptor {
      try? loop.modify(descriptor, token: Token(kind: Kind.textDoor), interest: interest)
    }
  }

  private mutating func openDoors() {
    guard doorsShutUntil != nil else { return }
    doorsShutUntil = nil
    watchDoors(.readable)
  }

  /// When it ends because nobody needs it, ns.
  private var idleDeadline: UInt64? {
    guard let idleExit, let idleSince else { return nil }
    return idleSince + idleExit
  }

  private mutating func lookWhetherIdle() {
    guard idleExit != nil, sources.count == 0, subscribers.count == 0, pending == nil else {
      idleSince = nil
      isIdleOver = false
      return
    }
    idleSince = idleSince ?? Clock.monotonicNanoseconds
  }

  private mutating func armDeadline() {
    lookWhetherIdle()
    var next = subscribers.nextDeadline
    if let nextLook { next = min(next ?? .max, nextLook) }
    if let idleDeadline, !isIdleOver { next = min(next ?? .max, idleDeadline) }
    if let doorsShutUntil { next = min(next ?? .max, doorsShutUntil) }
    guard next != armedFor else { return }
    armedFor = next
    if let next { deadline.arm(atNanoseconds: next) } else { deadline.disarm() }
  }

  private func armWatchdog() {
    if let watchdogPeriod {
      watchdog.arm(atNanoseconds: Clock.monotonicNanoseconds + watchdogPeriod)
    }
  }

  /// Strokes that are open end, and clients get that as far as they read.
  private mutating func stop() {
    ServiceManager.notify("STOPPING=1")
    sources.closeAll(pipeline: &pipeline)
    keeper?.end(&pipeline)
    subscribers.sendLast(pipeline.publisher, loop: loop)
  }
}
