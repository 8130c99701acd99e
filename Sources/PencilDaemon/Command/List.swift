internal import PencilCore
internal import PencilInput
internal import PencilSystem
internal import PencilWire

/// `--list`: the tablets and pads that are here, and why one can't be read; with `--verbose` what quirks change.
enum List {
  static func run(_ options: Options) throws(CommandError) {
    let nodes = try Tablets.found(options)
    let sink = try DumpSink(options)
    if nodes.isEmpty { throw Tablets.none }
    let setups = try Tablets.setups(options)
    var failures: [TabletError] = []
    do throws(Errno) {
      let pipeline = try Pipeline(journalCapacity: 1 << 20, epoch: 1)
      failures = show(nodes, setups, isVerbose: options.isVerbose, pipeline: pipeline, sink)
    } catch { throw CommandError(.system, "\(error)") }
    _ = try sink.flush()
    guard let last = failures.popLast() else { return }
    for failure in failures { Command.print(error: "\(failure)") }
    throw CommandError(.noInput, "\(last)")
  }

  /// - Returns: Why tablets can't be read.
  private static func show(
    _ nodes: [TabletNode], _ setups: TabletSetups, isVerbose: Bool, pipeline: consuming Pipeline,
    _ sink: DumpSink
  ) -> [TabletError] {
    var failures: [TabletError] = []
    var cursor = pipeline.publisher.journal.start
    // Pens first: a pad says to which tablet it belongs.
    var tablets: [LiveTablet] = []
    for node in nodes {
      do throws(TabletError) { tablets.append(try LiveTablet(node)) } catch {
        failures.append(error)
      }
    }
    for tablet in tablets.filter({ $0.role == .pen }) + tablets.filter({ $0.role == .pad }) {
      let description = tablet.description
      let setup = setups.setup(for: description)
      let now = Clock.monotonicMicroseconds
      switch tablet.role {
      case .pen: _ = pipeline.attach(description, setup: setup, isReplayed: false, time: now)
      case .pad: _ = pipeline.attachPad(description, setup: setup, isReplayed: false, time: now)
      }
      while let item = pipeline.publisher.journal.read(&cursor) {
        let type = (try? ItemHeader(item, at: 0))?.type
        if type == .tablet || type == .padDescription { sink.take(item) }
      }
      if isVerbose { sink.show(setup, of: description) }
    }
    return failures
  }
}
