/// Says honestly which forces are estimates, and corrects them, for one attachment of a tablet.
///
/// It stands behind ``StrokeTracker``: it sees each reading and what the tracker made of it. Nothing is ever held
/// back but a stroke's summary, which says that the stroke is final: a sample goes out at once with the best force
/// there is, and where a better one is on its way the sample is *expecting* it. Then exactly one update follows, in
/// the order of the samples, within a bound:
///
/// | late | bound | final value |
/// |---|---|---|
/// | split report | 20 ms or two median gaps | interpolated between the pressures around it |
/// | late correction | half a median gap, at most 4 ms | the tablet's |
/// | contact before pressure | 72 ms | extrapolated back from the first two pressures |
/// | known lag | 20 ms, or two median gaps more than the lag | the tablet's |
///
/// Force in contact is never 0: one that is measured as 0 is raised to one step of the axis and called an estimate.
/// A lift's own 0 is the force of `ended` and of no other sample. Nothing here allocates.
public struct ForceEstimator: Sendable {
  let settings: EstimateSettings
  var open = OpenSamples()
  var gaps = FrameGaps()
  var track = ForceTrack()
  var memories = ToolMemories()
  var early = EarlyContact()
  var correction = LateCorrection()

  /// What samples and updates carry.
  var tablet: UInt32 = 0
  var attachment: UInt32 = 0

  /// The stroke that is open; 0: none.
  var stroke: UInt32 = 0
  /// Of its first sample.
  var firstIndex: UInt32 = 0
  var lastContact: UInt64 = 0
  /// A real force was seen in this stroke.
  var hasForce = false
  /// By then it must have been, or the stroke is cancelled.
  var forceDeadline: UInt64?
  /// The first real force after a contact without, until a second one tells the slope.
  var firstForce: ForceTrack.Point?
  /// Told in this stroke.
  var toldLateness: Lateness?
  /// The stroke that has ended never had a real force.
  var isUnproven = false
  /// With a known lag: so many frames, from the lift on, still have the pressure of before the stroke.
  var foreignFrames = 0
  /// The time of the last update.
  var toldTime: UInt64 = 0
  /// A summary that waits for the stroke's last updates.
  var held: StrokeSummary?
  /// What closes samples if the stroke ends now.
  var endCause = SampleUpdate.Cause.lifted
  /// The driver sends tilt in reports with a marker, so that one without tilt says that it is unchanged.
  var marksTilt = false
  var isTiltKnown = false
  var isInRange = false

  /// Makes an estimator for an attachment.
  public init(_ settings: EstimateSettings = EstimateSettings()) { self.settings = settings }

  /// Takes the reading of one input frame, lets the tracker make events of it, and gives them out with estimates and
  /// updates.
  ///
  /// - Parameters:
  ///   - reading: the tool's state after the frame.
  ///   - tracker: of the same attachment.
  ///   - numbers: the daemon's counters.
  ///   - emit: called for each event.
  public mutating func take(
    _ reading: Reading, tracker: inout StrokeTracker, numbers: inout Numbers,
    emit: (TrackerEvent) -> Void
  ) {
    if forceDeadline != nil || !open.isEmpty {
      expire(before: reading.time, tracker: &tracker, emit: emit)
    }
    if reading.afterGap { lose(time: reading.time, emit: emit) }
    if settings.pressureLag == 0, stroke != 0, tracker.isSameTool(reading),
      let frame = correction.corrected(by: reading, period: gaps.median), frame.stroke == stroke
    {
      correct(frame, by: reading, tracker: &tracker, emit: emit)
      return
    }
    if let tool = reading.tool { memories.use(tool, serial: reading.serial) }
    if early.watch(reading) {
      let count = memories.current.lateContacts
      memories.current.lateContacts = min(count + 1, ToolMemory.contactsToLearn)
    }
    tracker.contact.beginsBeforePressure =
      early.mayTouch && (settings.pressureLag > 0 || memories.current.touchesEarly)
    endCause = tracker.isSameTool(reading) ? .lifted : .lost
    guard knowsTilt(reading) else {
      track(reading, tracker: &tracker, numbers: &numbers, emit: emit)
      return
    }
    var marked = reading
    marked.known.insert(.tilt)
    track(marked, tracker: &tracker, numbers: &numbers, emit: emit)
  }

  private mutating func track(
    _ reading: Reading, tracker: inout StrokeTracker, numbers: inout Numbers,
    emit: (TrackerEvent) -> Void
  ) {
    tracker.track(reading, numbers: &numbers) { pass($0, reading, emit: emit) }
  }

  /// The tablet went away, or the daemon ends.
  ///
  /// - Parameters:
  ///   - time: µs of `CLOCK_MONOTONIC`.
  ///   - isRestart: the daemon goes on with the tablet when it has been started anew.
  ///   - tracker: of the same attachment.
  ///   - numbers: the daemon's counters.
  ///   - emit: called for each event.
  public mutating func end(
    time: UInt64, isRestart: Bool = false, tracker: inout StrokeTracker, numbers: inout Numbers,
    emit: (TrackerEvent) -> Void
  ) {
    expire(before: time, tracker: &tracker, emit: emit)
    endCause = .lost
    var reading = Reading()
    reading.time = time
    tracker.end(time: time, isRestart: isRestart, numbers: &numbers) {
      pass($0, reading, emit: emit)
    }
    closeAll(.lost, time: time, emit: emit)
  }

  /// When ``expire(now:tracker:emit:)`` has something to do; µs of `CLOCK_MONOTONIC`.
  public var nextDeadline: UInt64? {
    guard !open.isEmpty || forceDeadline != nil else { return nil }
    guard let forceDeadline else { return open.nextDeadline }
    return min(forceDeadline, open.nextDeadline ?? .max)
  }

  /// Closes what was waited for long enough. ``take(_:tracker:numbers:emit:)`` does so by itself by the time of its
  /// reading; a clock only helps where no reading comes.
  ///
  /// - Parameters:
  ///   - now: µs of `CLOCK_MONOTONIC`.
  ///   - tracker: of the same attachment.
  ///   - emit: called for each event.
  public mutating func expire(
    now: UInt64, tracker: inout StrokeTracker, emit: (TrackerEvent) -> Void
  ) {
    if now < .max { expire(before: now + 1, tracker: &tracker, emit: emit) }
  }

  /// Whether the tilt that stands is the measured one though the tablet did not report it yet: by a frame with a marker
  /// of a driver that sends tilt in such frames. The frame with which the tool enters has none yet.
  private mutating func knowsTilt(_ reading: Reading) -> Bool {
    guard reading.tool != nil else {
      isInRange = false
      isTiltKnown = false
      return false
    }
    defer { isInRange = true }
    guard isInRange, reading.available.contains(.tilt) else {
      isTiltKnown = false
      return false
    }
    if reading.hasMarker {
      if reading.reported.contains(.tilt) { marksTilt = true }
      // A rotation's or a wheel's report is the one that has no tilt.
      if marksTilt, reading.reported.isDisjoint(with: [.roll, .slider]) { isTiltKnown = true }
    }
    return isTiltKnown && !reading.known.contains(.tilt)
  }
}
