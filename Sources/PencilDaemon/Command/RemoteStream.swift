internal import PencilClient
internal import PencilSystem
internal import PencilWire

/// Shows what a running daemon publishes.
struct RemoteStream: ~Copyable {
  private static let signalKind: UInt8 = 10
  private static let connectionKind: UInt8 = 11
  /// So many datagrams are taken before what came is shown and signals are looked at: a pen can be faster than the output.
  private static let deliveriesPerTurn = 64

  private enum Turn { case more, nothing, end }

  private var loop: EventLoop
  private var connection: PencilConnection
  private let signals: EndingSignals
  private let isOnce: Bool
  private var waiting = Waiting()
  /// The daemon's first words are still to be shown: before what comes first.
  private var isGreetingOwed = true

  /// Connects and subscribes.
  ///
  /// - Parameters:
  ///   - path: The daemon's socket; `nil`: where clients look.
  ///   - isOnce: It ends with the daemon. Else the next one is waited for, and gone on with.
  init(
    path: String?, pace: Pace, filter: Filter, options: FrameOptions, isOnce: Bool
  ) throws(PencilError) {
    var connection = try PencilConnection.connect(to: path, name: "pencild")
    try connection.subscribe(pace: pace, filter: filter, options: options)
    do throws(Errno) {
      let loop = try EventLoop()
      let signals = try EndingSignals()
      try loop.add(signals.descriptor, token: Token(kind: Self.signalKind), interest: .readable)
      try loop.add(
        connection.descriptor, token: Token(kind: Self.connectionKind), interest: .readable)
      self.loop = loop
      self.signals = signals
    } catch { throw .failed("making an epoll", error) }
    self.connection = connection
    self.isOnce = isOnce
  }

  /// Runs until a signal, the daemon's end if that is wanted, or until the sink has enough.
  mutating func run(into sink: some ItemSink) throws(CommandError) {
    sink.ending = signals
    repeat {
      let turn: Turn
      do throws(PencilError) { turn = try receive(into: sink) } catch {
        // What came before the refusal counts, whatever becomes of it; the refusal is what is told.
        try? sink.finish(inputFrames: nil)
        throw CommandError(.unavailable, "\(error)")
      }
      guard try sink.flush(), turn != .end else { break }
      do throws(Errno) {
        _ = try loop.wait(timeoutMilliseconds: turn == .more ? 0 : -1)
      } catch { throw CommandError(.system, "\(error)") }
    } while !signals.haveCome
    try sink.finish(inputFrames: nil)
  }

  private mutating func receive(into sink: some ItemSink) throws(PencilError) -> Turn {
    for _ in 0..<Self.deliveriesPerTurn {
      let greeting = isGreetingOwed ? connection.greeting : []
      var isFirst = true
      let delivery = try connection.receiveItems { _, item in
        if isFirst { for words in greeting { sink.take(words.span.raw) } }
        isFirst = false
        sink.take(item)
      }
      if !isFirst { isGreetingOwed = false }
      switch delivery {
      case nil: return .nothing
      case .items: break
      case .disconnected(let error) where isOnce:
        Log.write(.notice, .pencild, "\(error)")
        return .end
      case .disconnected(let error): waiting.lost(error)
      case .connected:
        isGreetingOwed = true
        waiting.connected()
      }
    }
    return .more
  }
}

extension PencilConnection {
  /// What the daemon said when it was greeted last: the welcome and the preferences, each as it came.
  fileprivate var greeting: [[UInt8]] {
    guard let welcome else { return [] }
    let note = PreferencesNote(
      time: welcome.time, token: 0, lines: preferences, off: gesturesOff)
    return [
      Self.bytes(WelcomeNote.size) { welcome.encode(into: &$0) },
      Self.bytes(note.size) { note.encode(into: &$0) },
    ]
  }

  private static func bytes(_ size: Int, _ encode: (inout MutableRawSpan) -> Void) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: size)
    var space = bytes.mutableSpan
    var raw = space.mutableRaw
    encode(&raw)
    return bytes
  }
}
