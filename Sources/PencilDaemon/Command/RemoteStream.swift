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
    while true {
      let greeting = isGreetingOwed ? connection.greeting : []
      var isFirst = true
      let delivery = try connection.receiveItems { _, item in
        if isFirst { for words in greeting { sink.take(words.span.raw) } }
        isFirst = false
        sink.take(item)
      }
      if !isFirst { isGreetingOwed = false }
      switch delivery {
      case nil: return false
      case .items: break
      case .disconnected(let error) where isOnce:
        Log.write(.notice, .pencild, "\(error)")
        return true
      case .disconnected(let error): waiting.lost(error)
      case .connected:
        isGreetingOwed = true
        waiting.connected()
      }
    }
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
