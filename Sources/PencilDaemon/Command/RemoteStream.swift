internal import PencilClient
internal import PencilSystem
internal import PencilWire

/// Shows what a running daemon publishes.
struct RemoteStream: ~Copyable {
  private static let signalKind: UInt8 = 10
  private static let connectionKind: UInt8 = 11

  private var loop: EventLoop
  private var connection: PencilConnection
  private let signals: SignalSource
  private let isOnce: Bool
  private var waiting = Waiting()

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
      let signals = try SignalSource(Signals.ending)
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
    var isStopping = false
    repeat {
      do throws(PencilError) {
        isStopping = try receiveAll(into: sink)
      } catch { throw CommandError(.unavailable, "\(error)") }
      guard try sink.flush(), !isStopping else { break }
      do throws(Errno) {
        _ = try loop.wait(timeoutMilliseconds: -1)
      } catch { throw CommandError(.system, "\(error)") }
      while signals.next() != nil { isStopping = true }
    } while !isStopping
    try sink.finish(inputFrames: nil)
  }

  /// - Returns: Whether this is the end.
  private mutating func receiveAll(into sink: some ItemSink) throws(PencilError) -> Bool {
    while let delivery = try connection.receiveItems({ _, item in sink.take(item) }) {
      switch delivery {
      case .items: break
      case .disconnected(let error) where isOnce:
        Log.write(.notice, .pencild, "\(error)")
        return true
      case .disconnected(let error): waiting.lost(error)
      case .connected: waiting.connected()
      }
    }
    return false
  }
}
