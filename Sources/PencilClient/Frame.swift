/// What came since the frame before: the samples in order, with all else that happened.
///
/// A frame can't be copied and lives in its connection, which fills the same memory again for the next one. So an app
/// pays for no allocation however many samples a second come, and can't keep a frame by accident: what it wants to
/// keep it copies, sample by sample, before it calls ``PencilConnection/receive()`` again. The compiler checks this.
///
/// At pace *every report* a frame is mostly one sample; more if this client was slower than the pen. At pace *display
/// frames* it is all since the last beat.
public struct Frame: ~Copyable {
  /// When a display frame was due.
  public struct Beat: Sendable, Hashable {
    /// Counts all beats since the subscription, from 1. A beat without news isn't sent.
    public var number: UInt64
    /// When it was due: µs of `CLOCK_MONOTONIC`, exactly on the beat's grid.
    public var due: UInt64
    /// When it was sent: µs of `CLOCK_MONOTONIC`.
    public var sent: UInt64
    /// Sent before its beat, since a stroke began or ended, or a button or a gesture came. The beat itself brings what is left.
    public var isFlushed = false
  }

  /// The beat at pace *display frames*; `nil` at pace *every report* and in a snapshot.
  public internal(set) var beat: Beat?

  /// Every sample of every tool, in the order in which the tablets reported: the *coalesced* samples.
  public var samples: Span<Sample> {
    @_lifetime(borrow self) borrowing get { sampleStore.span }
  }

  /// Where in ``samples`` the last one of each tool is, its *main* sample: one entry for each tool on each tablet.
  public var mainIndices: Span<Int> {
    @_lifetime(borrow self) borrowing get { mainStore.span }
  }

  /// In which the numbers of strokes, tools and gestures mean something. One of another epoch may have the same number
  /// and be another stroke; a snapshot comes between.
  public internal(set) var epoch: UInt64 = 0

  /// ``samples`` in UIKit's word: all of them, the last of each tool being its main sample. Draw these or the main
  /// ones, never both.
  public var coalesced: Span<Sample> {
    @_lifetime(borrow self) borrowing get { sampleStore.span }
  }

  /// The last sample, whatever its tool; `nil` if the frame has none.
  public var main: Sample? { sampleStore.last }

  /// Where the tools in contact are going to be, for each tool in the order of time: only in display frames, with
  /// ``Subscription/prediction``. They hold until the next frame, which has its own or none: draw them and forget
  /// them. ``Sample/estimated`` has `location`, and no update comes.
  public var predicted: Span<Sample> {
    @_lifetime(borrow self) borrowing get { predictedStore.span }
  }

  /// How good each of ``predicted`` is likely to be: 0, no better than the last real sample, …1.
  public var confidences: Span<Float> {
    @_lifetime(borrow self) borrowing get { confidenceStore.span }
  }

  /// The later, final values of estimated properties, in order. Those of ``samples`` of this very frame are applied to
  /// them already, and applying them again changes nothing; the others are of samples of earlier frames, found by
  /// (tablet, attachment, index).
  public var updates: Span<SampleUpdate> {
    @_lifetime(borrow self) borrowing get { updateStore.span }
  }

  /// Buttons that went down or up, in order.
  public var buttons: Span<ButtonChange> {
    @_lifetime(borrow self) borrowing get { buttonStore.span }
  }

  /// Double presses and their like, in order.
  public var gestures: Span<Gesture> {
    @_lifetime(borrow self) borrowing get { gestureStore.span }
  }

  /// Strokes that are over and final.
  public var strokes: Span<StrokeSummary> {
    @_lifetime(borrow self) borrowing get { strokeStore.span }
  }

  /// Tablets that appeared, changed or went. In a snapshot: all there are.
  public var tablets: Span<Tablet> {
    @_lifetime(borrow self) borrowing get { tabletStore.span }
  }

  /// Tools seen for the first time, or of which more is known. In a snapshot: all that are known.
  public var tools: Span<Tool> {
    @_lifetime(borrow self) borrowing get { toolStore.span }
  }

  /// Events of a tablet that the kernel lost.
  public var gaps: Span<Gap> {
    @_lifetime(borrow self) borrowing get { gapStore.span }
  }

  /// What happened on tablets' pads, in order.
  public var padEvents: Span<PadEvent> {
    @_lifetime(borrow self) borrowing get { padEventStore.span }
  }

  /// Pads that appeared, changed or went. In a snapshot: all there are.
  public var pads: Span<Pad> {
    @_lifetime(borrow self) borrowing get { padStore.span }
  }

  /// Whether nothing at all is in it.
  public var isEmpty: Bool {
    sampleStore.isEmpty && updateStore.isEmpty && buttonStore.isEmpty && gestureStore.isEmpty
      && strokeStore.isEmpty && tabletStore.isEmpty && toolStore.isEmpty && gapStore.isEmpty
      && padEventStore.isEmpty && padStore.isEmpty
  }

  /// The main sample of a tool, on one tablet or on the one where it was last; `nil` if the frame has none of it.
  ///
  /// - Complexity: O(tools in the frame)
  public borrowing func main(for tool: UInt32, on tablet: UInt32? = nil) -> Sample? {
    var found: Int?
    // Through indices: an array's iterator allocates in an unoptimised build.
    for i in mainStore.indices where mainStore[i] > found ?? -1 {
      let index = mainStore[i]
      let sample = sampleStore[index]
      if sample.tool == tool, tablet == nil || sample.tablet == tablet { found = index }
    }
    return found.map { sampleStore[$0] }
  }

  /// Before which of ``samples`` another session's time was, of which nothing comes.
  private(set) var lossIndices: [Int] = []

  private var sampleStore: [Sample] = []
  private var predictedStore: [Sample] = []
  private var confidenceStore: [Float] = []
  private var mainStore: [Int] = []
  private var updateStore: [SampleUpdate] = []
  private var buttonStore: [ButtonChange] = []
  private var gestureStore: [Gesture] = []
  private var strokeStore: [StrokeSummary] = []
  private var tabletStore: [Tablet] = []
  private var toolStore: [Tool] = []
  private var gapStore: [Gap] = []
  private var padEventStore: [PadEvent] = []
  private var padStore: [Pad] = []

  /// An empty frame with room for as many samples as a datagram holds. A display frame of several datagrams, after
  /// a pause of the app, makes it larger once.
  init(sampleCapacity: Int) {
    sampleStore.reserveCapacity(sampleCapacity)
    mainStore.reserveCapacity(16)
    predictedStore.reserveCapacity(32)
    confidenceStore.reserveCapacity(32)
    updateStore.reserveCapacity(sampleCapacity)
    buttonStore.reserveCapacity(64)
    gestureStore.reserveCapacity(16)
    strokeStore.reserveCapacity(64)
    tabletStore.reserveCapacity(8)
    toolStore.reserveCapacity(16)
    gapStore.reserveCapacity(16)
    padEventStore.reserveCapacity(64)
    padStore.reserveCapacity(8)
  }
}

// MARK: - Filling

extension Frame {
  mutating func removeAll() {
    beat = nil
    lossIndices.removeAll(keepingCapacity: true)
    sampleStore.removeAll(keepingCapacity: true)
    predictedStore.removeAll(keepingCapacity: true)
    confidenceStore.removeAll(keepingCapacity: true)
    mainStore.removeAll(keepingCapacity: true)
    updateStore.removeAll(keepingCapacity: true)
    buttonStore.removeAll(keepingCapacity: true)
    gestureStore.removeAll(keepingCapacity: true)
    strokeStore.removeAll(keepingCapacity: true)
    tabletStore.removeAll(keepingCapacity: true)
    toolStore.removeAll(keepingCapacity: true)
    gapStore.removeAll(keepingCapacity: true)
    padEventStore.removeAll(keepingCapacity: true)
    padStore.removeAll(keepingCapacity: true)
  }

  mutating func append(_ sample: Sample) {
    let index = sampleStore.count
    sampleStore.append(sample)
    for i in mainStore.indices {
      let main = mainStore[i]
      if sampleStore[main].tool == sample.tool, sampleStore[main].tablet == sample.tablet {
        mainStore[i] = index
        return
      }
    }
    mainStore.append(index)
  }

  /// The next sample is of the time behind a loss.
  mutating func noteLoss() { lossIndices.append(sampleStore.count) }

  mutating func append(predicted sample: Sample, confidence: Float) {
    predictedStore.append(sample)
    confidenceStore.append(confidence)
  }

  /// Takes an update, and applies it to its sample if that is in this frame.
  mutating func append(_ update: SampleUpdate) {
    updateStore.append(update)
    var index = sampleStore.count
    while index > 0 {
      index -= 1
      let sample = sampleStore[index]
      guard sample.tablet == update.tablet, sample.index != 0 else { continue }
      if sample.attachment == update.attachment, sample.index < update.index { return }
      if sampleStore[index].apply(update) { return }
    }
  }

  mutating func append(_ change: ButtonChange) { buttonStore.append(change) }
  mutating func append(_ gesture: Gesture) { gestureStore.append(gesture) }
  mutating func append(_ stroke: StrokeSummary) { strokeStore.append(stroke) }
  mutating func append(_ tablet: Tablet) { tabletStore.append(tablet) }
  mutating func append(_ tool: Tool) { toolStore.append(tool) }
  mutating func append(_ gap: Gap) { gapStore.append(gap) }
  mutating func append(_ event: PadEvent) { padEventStore.append(event) }
  mutating func append(_ pad: Pad) { padStore.append(pad) }
}
