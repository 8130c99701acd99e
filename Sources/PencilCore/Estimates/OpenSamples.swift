/// The samples whose force is still expected, in the order of their indices.
///
/// It is large: a getter that is called, not inlined, is handed a copy of it. So each answers at once when there is
/// nothing, as in nearly every frame, and reads only what it needs.
struct OpenSamples: Sendable {
  static let capacity = 64

  struct Entry: Sendable {
    var index: UInt32 = 0
    var stroke: UInt32 = 0
    var tool: UInt32 = 0
    var toolType = ToolType.pen
    var lateness = Lateness.splitReport
    /// What else of the sample is an estimate, and stays one.
    var otherEstimates: Properties = []
    var estimate: Float = 0
    var time: UInt64 = 0
    var deadline: UInt64 = 0
    /// Its final value is known, but not told, as an earlier one's is not.
    var cause: SampleUpdate.Cause?
    var closed: UInt64 = 0
  }

  private var entries = InlineArray<64, Entry>(repeating: Entry())
  private var first = 0
  private(set) var count = 0

  @inline(__always) var isEmpty: Bool { count == 0 }
  @inline(__always) var isFull: Bool { count == Self.capacity }

  subscript(i: Int) -> Entry {
    @inline(__always) get { entries[(first + i) & (Self.capacity - 1)] }
    @inline(__always) set { entries[(first + i) & (Self.capacity - 1)] = newValue }
  }

  mutating func append(_ entry: Entry) {
    guard !isFull else { return }
    entries[(first + count) & (Self.capacity - 1)] = entry
    count += 1
  }

  mutating func removeFirst() {
    first = (first + 1) & (Self.capacity - 1)
    count -= 1
  }

  /// When the first wait is over.
  @inline(__always) var nextDeadline: UInt64? {
    var next: UInt64?
    var i = 0
    while i < count {
      let place = (first + i) & (Self.capacity - 1)
      if entries[place].cause == nil { next = min(next ?? .max, entries[place].deadline) }
      i += 1
    }
    return next
  }

  /// The first that is not closed, of one lateness.
  @inline(__always) func firstOpen(_ lateness: Lateness) -> Int? {
    var i = 0
    while i < count {
      let place = (first + i) & (Self.capacity - 1)
      if entries[place].cause == nil, entries[place].lateness == lateness { return i }
      i += 1
    }
    return nil
  }

  mutating func close(
    _ i: Int, value: Float? = nil, _ cause: SampleUpdate.Cause, time: UInt64
  ) {
    let place = (first + i) & (Self.capacity - 1)
    guard entries[place].cause == nil else { return }
    if let value { entries[place].estimate = value }
    entries[place].cause = cause
    entries[place].closed = time
  }
}
