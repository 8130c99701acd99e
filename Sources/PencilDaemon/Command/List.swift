internal import PencilCore
internal import PencilInput
internal import PencilSystem
internal import PencilWire

/// `--list`: the tablets that are here, and why one can't be read.
enum List {
  static func run(_ options: Options) throws(CommandError) {
    let nodes = try Tablets.found(options)
    let sink = try DumpSink(options)
    if nodes.isEmpty { Command.print(error: "no tablet") }
    var failure: TabletError?
    do throws(Errno) {
      let pipeline = try Pipeline(journalCapacity: 1 << 20, epoch: 1)
      failure = show(nodes, pipeline: pipeline, sink)
    } catch { throw CommandError(.system, "\(error)") }
    _ = try sink.flush()
    if let failure, !options.devices.isEmpty || nodes.count == 1 {
      throw CommandError(.noInput, "\(failure)")
    }
    if let failure { Command.print(error: "\(failure)") }
  }

  /// - Returns: The last tablet that can't be read.
  private static func show(
    _ nodes: [TabletNode], pipeline: consuming Pipeline, _ sink: DumpSink
  ) -> TabletError? {
    var failure: TabletError?
    for node in nodes {
      do throws(TabletError) {
        let tablet = try LiveTablet(node)
        _ = pipeline.attach(
          tablet.description, isReplayed: false, time: Clock.monotonicMicroseconds)
      } catch { failure = error }
    }
    var cursor = pipeline.publisher.journal.start
    while let item = pipeline.publisher.journal.read(&cursor) {
      if (try? ItemHeader(item, at: 0))?.type == .tablet { sink.take(item) }
    }
    return failure
  }
}
