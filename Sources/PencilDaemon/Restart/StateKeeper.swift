internal import PencilSystem

/// Writes down now and then what the next run needs, in the journal's memory.
struct StateKeeper {
  private var changes: UInt64?
  /// The journal's head when this run wrote it down last; `nil`: it has not yet.
  private var head: UInt64?
  private var hasFailed = false

  /// Writes the state down when devices or tools have changed, or so many records have come that the ones since the
  /// last time could leave the ring: what has happened since is read out of it after a crash.
  mutating func keep(_ pipeline: inout Pipeline) {
    let journal = pipeline.publisher.journal.head
    let isStale = journal - (head ?? journal) > UInt64(pipeline.publisher.journal.capacity / 2)
    guard pipeline.publisher.changes != changes || isStale else { return }
    // This run has done well enough: another crash is the first in a row.
    if isStale { pipeline.publisher.countRuns(1) }
    changes = pipeline.publisher.changes
    head = journal
    save(&pipeline, isOrderly: false)
  }

  /// The run ends.
  mutating func end(_ pipeline: inout Pipeline) {
    save(&pipeline, isOrderly: true)
    if !hasFailed { pipeline.publisher.countRuns(0) }
  }

  private mutating func save(_ pipeline: inout Pipeline, isOrderly: Bool) {
    guard !pipeline.save(isOrderly: isOrderly), !hasFailed else { return }
    hasFailed = true
    Log.write(
      .warning, .pencild, "too many devices for the state of the next run: it begins a new epoch")
  }
}
