package import PencilSystem

/// What a run begins with: the journal and the tablets of the run before, where the service manager has kept them, else a
/// new epoch.
package struct Beginning: ~Copyable {
  var pipeline: Pipeline
  /// Tablets' descriptors of the run before.
  let devices: [KeptDevice]
  /// The epoch is that of the run before.
  let isContinued: Bool
  /// Numbers of clients go on from here.
  let lastClient: UInt32
  /// This run is to be gone on with.
  let isKept: Bool
  /// The configured one, which the journal's is rounded from.
  let journalCapacity: Int

  /// The journal's name in the store.
  static let journalName = "journal"

  /// A new epoch that ends with this run.
  package init(journalCapacity: Int, epoch: UInt64) throws(Errno) {
    self.init(
      try Pipeline(journalCapacity: journalCapacity, epoch: epoch), isContinued: false,
      isKept: false, lastClient: 0, devices: [], journalCapacity: journalCapacity)
  }

  /// What the service manager has kept, if it did and if it is whole; said in the log.
  package init(_ handover: consuming Handover, journalCapacity: Int) throws(Errno) {
    let isKept = ServiceManager.mayStore
    let devices = handover.devices
    switch handover.journal.take() {
    case .none:
      Log.write(
        isKept ? .info : .debug, .pencild,
        isKept
          ? "a new epoch: no journal of an earlier run is here"
          : "a new epoch: no service manager keeps the journal")
    case .some(let file):
      do throws(JournalRefusal) {
        let journal = try Journal(adopting: file, capacity: journalCapacity)
        let adopted = try Pipeline.adopt(journal)
        let last = adopted.pipeline.publisher.journal.lastSequence
        Log.write(
          adopted.isOrderly ? .info : .warning, .pencild,
          "going on after record \(last)"
            + (adopted.isOrderly ? "" : "; the run before ended without warning"))
        let lastClaimant = adopted.lastClaimant
        self.init(
          adopted.parts(), isContinued: true, isKept: isKept, lastClient: lastClaimant,
          devices: devices, journalCapacity: journalCapacity)
        return
      } catch {
        Log.write(.warning, .pencild, "a new epoch, since the journal can't go on: \(error)")
      }
      ServiceManager.removeStored(Self.journalName)
    }
    let pipeline = try Pipeline(
      journalCapacity: journalCapacity, epoch: .random(in: 1...(.max)))
    if isKept {
      _ = ServiceManager.store(pipeline.publisher.journal.descriptor, name: Self.journalName)
    }
    self.init(
      pipeline, isContinued: false, isKept: isKept, lastClient: 0, devices: devices,
      journalCapacity: journalCapacity)
  }

  private init(
    _ pipeline: consuming Pipeline, isContinued: Bool, isKept: Bool, lastClient: UInt32,
    devices: [KeptDevice], journalCapacity: Int
  ) {
    self.pipeline = pipeline
    self.isContinued = isContinued
    self.isKept = isKept
    self.lastClient = lastClient
    self.devices = devices
    self.journalCapacity = journalCapacity
  }

  /// Hands out the pipeline.
  consuming func takePipeline() -> Pipeline { pipeline }
}

/// What the service manager hands over from the run before, but for the sockets.
package struct Handover: ~Copyable {
  var journal: FileDescriptor?
  var devices: [KeptDevice] = []

  package init() {}

  /// Takes what was passed under a name.
  ///
  /// - Returns: Nothing, or the descriptor, which is none of these.
  package mutating func take(_ file: consuming FileDescriptor, name: String) -> FileDescriptor? {
    if name == Beginning.journalName {
      // A second one, which can't be, is closed.
      if journal == nil { journal = consume file }
      return nil
    }
    guard StoreName(name) != nil else { return file }
    devices.append(KeptDevice(name: name, file))
    return nil
  }
}
