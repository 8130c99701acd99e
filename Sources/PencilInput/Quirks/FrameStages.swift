package import PencilCore

/// What stands between a tablet's input frames and their calibration: each hardware problem is repaired in one
/// stage, in a file of its own with its evidence, or told.
///
/// A frame goes in by ``take(_:isBusy:)``; what comes of it is fetched by ``next()`` until that is `nil`: mostly
/// the frame itself, sometimes nothing, or another one before it. Time is a frame's, or an argument: stages that wait for
/// something have a deadline, the same live and in a replay. Nothing here allocates.
package struct FrameStages: Sendable {
  /// Why the stages decided as they did since ``take(_:isBusy:)`` or ``expire(now:isBusy:)``.
  package private(set) var reasons = ReasonQueue()

  private var clock = EventClock()
  private var wrap: PressureWrap
  private var twoTools: TwoTools
  private var missing: MissingTool
  private var choice: ToolChoice
  private var eraser: EraserAsButton?
  private var change: ToolChange
  private var silence: SilentExit
  private var jump: SerialJump
  private var lift: LostLift
  private var tilt: TiltSpike
  private var scan = BarrelScan()
  private var worn: WornPen
  private var made = FrameQueue()

  /// Makes the stages of a tablet.
  ///
  /// - Parameters:
  ///   - description: the tablet as it really is: as the kernel describes it, repaired.
  ///   - settings: what the configuration and the quirks say.
  ///   - held: keys that are down at the start, such as that of a tool that is near already.
  package init(
    _ description: TabletDescription, settings: TabletSettings = TabletSettings(),
    held: KeyMask = KeyMask()
  ) {
    var keys: PenKeys = []
    for code in held.codes { keys.formUnion(PenKeys(code: code)) }
    wrap = PressureWrap(description)
    twoTools = TwoTools(description)
    missing = MissingTool(description, held: keys)
    choice = ToolChoice(settings)
    change = ToolChange(description, settings)
    eraser = EraserAsButton(description, settings, window: change.window)
    silence = SilentExit(description, settings)
    jump = SerialJump(description)
    lift = LostLift(description)
    tilt = TiltSpike(description)
    worn = WornPen(description, settings)
  }

  /// Whether somebody asks for ``reasons``.
  package var makesReasons: Bool {
    get { reasons.isWanted }
    set { reasons.isWanted = newValue }
  }

  /// When ``expire(now:isBusy:)`` is due, in µs of `CLOCK_MONOTONIC`; `nil`: nothing waits.
  package var nextDeadline: UInt64? {
    guard let a = change.deadline else { return silence.deadline }
    return silence.deadline.map { min($0, a) } ?? a
  }

  /// Takes an input frame.
  ///
  /// - Parameter isBusy: a stroke of this tablet is open, or a button held.
  package mutating func take(_ input: borrowing InputFrame, isBusy: Bool) {
    reasons.removeAll()
    var frame = PenFrame(input)
    clock.take(&frame, &reasons)
    // What was due before this frame comes before it.
    expireDue(now: frame.time, isBusy: isBusy)
    silence.learn(frame, &reasons)
    wrap.take(&frame, &reasons)
    twoTools.take(&frame, &reasons)
    missing.take(&frame, &reasons)
    choice.take(&frame, &reasons)
    switch eraser?.take(&frame, &reasons) {
    case .first(var first)?:
      changeTool(&first)
      changeTool(&frame)
    case .keep?: break
    case .pass?, nil: changeTool(&frame)
    }
  }

  /// Time goes by: what waits until `now` is decided.
  ///
  /// - Parameter isBusy: a stroke of this tablet is open, or a button held.
  package mutating func expire(now: UInt64, isBusy: Bool) {
    reasons.removeAll()
    expireDue(now: now, isBusy: isBusy)
  }

  /// The tablet goes away: what is kept back is told.
  package mutating func finish() {
    reasons.removeAll()
    if var exit = change.flush() {
      change.left()
      pass(&exit)
    }
  }

  /// The next frame that came of it; `nil`: no more.
  package mutating func next() -> PenFrame? { made.removeFirst() }

  private mutating func expireDue(now: UInt64, isBusy: Bool) {
    if var exit = change.expire(now: now) {
      change.left()
      pass(&exit)
    }
    if var exit = silence.expire(now: now, isBusy: isBusy, &reasons) {
      clock.told(at: exit.time)
      change.left()
      finish(&exit)
    }
  }

  private mutating func changeTool(_ frame: inout PenFrame) {
    switch change.take(&frame, &reasons) {
    case .keep: break
    case .pass, .first: pass(&frame)
    }
  }

  /// The stages that see proximities as they are told.
  private mutating func pass(_ frame: inout PenFrame) {
    silence.take(frame, &reasons)
    jump.take(&frame, &reasons)
    if var first = lift.take(frame, &reasons) { finish(&first) }
    finish(&frame)
  }

  private mutating func finish(_ frame: inout PenFrame) {
    tilt.take(&frame, &reasons)
    scan.take(&frame)
    worn.take(&frame, &reasons)
    made.append(frame)
  }
}

/// The frames that came of one: at most an exit that was due, a release, a lift and the frame itself.
private struct FrameQueue: Sendable {
  private static let capacity = 6
  private var frames: InlineArray<6, PenFrame> = .init(repeating: PenFrame(InputFrame()))
  private var first = 0
  private var end = 0

  mutating func append(_ frame: PenFrame) {
    guard end < Self.capacity else { return }
    frames[end] = frame
    end += 1
  }

  mutating func removeFirst() -> PenFrame? {
    guard first < end else {
      first = 0
      end = 0
      return nil
    }
    defer { first += 1 }
    return frames[first]
  }
}
