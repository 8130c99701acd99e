/// Makes samples, strokes and button changes of one tablet's readings: one tracker for one attachment.
///
/// Order within one reading, as libinput's: a tool that is another one now leaves (its stroke ends, its buttons
/// are released, `hoverExited`); the tool's record when it is new; `hoverEntered`; then contact or motion, one
/// sample; button releases, then presses, in ascending order; and at last what leaving is made of. So one reading
/// can make two samples of the same time: `hoverEntered` and `began`, or `ended` and `hoverExited`.
///
/// Every reading of a tool in range makes at least one sample, also one in which nothing changed: a report
/// arrived. A sample's force in hover is the measured one, whatever it is; only the phase says contact.
/// `Sample.buttons` is the state after the reading, before the changes are told.
public struct StrokeTracker: Sendable {
  let tablet: UInt32
  let attachment: UInt32

  /// The tool in range, or the last one.
  var tool = Tool()
  var isInRange = false
  /// Its exit was invented: the tablet was silent.
  var wasForcedOut = false
  /// What it said last: what leaves is made of this, as a frame of leaving has no axes.
  var last = Sample()
  var contact: Contact
  var azimuth = AzimuthHold()
  /// The stroke that is open; its number is 0 when none is.
  var stroke = StrokeSummary()
  /// Buttons that were told to be down.
  var held: Buttons = []
  /// The last index that was used in contact.
  var index: UInt32 = 0

  /// The tool whose stroke was broken off by a restart; 0: none, or the tool was seen without contact since.
  var cutTool: UInt32 = 0

  /// Makes a tracker for a tablet's attachment, with no tool in range.
  ///
  /// - Parameter since: what an earlier tracker of the same attachment left, over a restart of the daemon.
  public init(
    tablet: UInt32, attachment: UInt32, threshold: ContactThreshold = ContactThreshold(),
    since: Rest = Rest()
  ) {
    self.tablet = tablet
    self.attachment = attachment
    contact = Contact(threshold)
    index = since.index
    cutTool = since.cutTool
  }

  /// A stroke is open or a button held: no exit may be invented.
  public var isBusy: Bool { stroke.stroke != 0 || !held.isEmpty }
  /// The tool in range; 0: none.
  public var toolInRange: UInt32 { isInRange ? tool.id : 0 }

  /// Takes the reading of one input frame and gives out what it means, in order.
  ///
  /// - Parameters:
  ///   - reading: the tool's state after the frame.
  ///   - numbers: the daemon's counters, the same for all of its tablets.
  ///   - emit: called for each event, with no event kept back for later.
  public mutating func track(
    _ reading: Reading, numbers: inout Numbers, emit: (TrackerEvent) -> Void
  ) {
    if reading.liftsOnly {
      if isInRange { lift(reading, emit: emit) }
      return
    }
    if isInRange, !isSameTool(reading) { leave(reading, numbers: &numbers, emit: emit) }
    guard let type = reading.tool else {
      cutTool = 0
      return
    }
    let enters = !isInRange
    if enters {
      enter(type, reading, numbers: &numbers, emit: emit)
    } else {
      learn(reading, numbers: &numbers, emit: emit)
    }
    contact.update(reading)
    last = sample(reading)
    if cutTool != 0, cutTool != tool.id || !contact.isDown { cutTool = 0 }
    if enters { tell(.hoverEntered, emit: emit) }
    follow(isEntered: enters, numbers: &numbers, emit: emit)
    tellButtons(reading.buttons, isSynthetic: false, emit: emit)
  }

  /// What ``last`` said of force is corrected: what leaves is made of it.
  mutating func correct(force: Float, rawPressure: Int32) {
    last.values.force = force
    last.rawPressure = rawPressure
  }

  /// Breaks off the stroke that is open; its tool stays in range.
  mutating func cancelStroke(time: UInt64, emit: (TrackerEvent) -> Void) {
    guard stroke.stroke != 0 else { return }
    let flags = last.flags
    last.time = max(time, last.time)
    last.flags.remove(.afterGap)
    last.flags.insert(.synthetic)
    tell(.cancelled, emit: emit)
    last.flags = flags
  }

  /// The tablet went away: breaks off its stroke, releases its buttons and takes its tool out of range.
  ///
  /// - Parameters:
  ///   - time: µs of `CLOCK_MONOTONIC`; not before the last sample's, or that is taken.
  ///   - isRestart: the tablet stays, and the daemon goes on with it when it has been started anew.
  ///   - numbers: the daemon's counters.
  ///   - emit: called for each event.
  public mutating func end(
    time: UInt64, isRestart: Bool = false, numbers: inout Numbers, emit: (TrackerEvent) -> Void
  ) {
    guard isInRange else { return }
    last.time = max(time, last.time)
    last.buttons = held
    last.flags = last.flags.intersection(.lasting).union(.synthetic)
    if stroke.stroke != 0 {
      if isRestart {
        last.flags.insert(.acrossRestart)
        stroke.isCutByRestart = true
        cutTool = tool.id
      }
      tell(.cancelled, emit: emit)
      last.flags.remove(.acrossRestart)
    }
    exit(numbers: &numbers, emit: emit)
  }
}
