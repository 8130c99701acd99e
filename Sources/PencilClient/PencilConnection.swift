internal import PencilSystem
package import PencilWire

/// A connection to pencild, the daemon that reads the pen tablets.
///
/// ```swift
/// var connection = try PencilConnection.connect(name: "sketch")
/// try connection.subscribe(Subscription(pace: .displayFrames(hertz: 60)))
/// while true {
///   try connection.wait()
///   while let event = try connection.receive() {
///     if case .frame = event { draw(connection.frame) }
///   }
/// }
///
/// func draw(_ frame: borrowing Frame) {
///   let samples = frame.samples
///   for i in samples.indices { line(to: samples[i]) }
/// }
/// ```
///
/// An app with a loop of its own watches ``descriptor`` for reading instead of calling
/// ``wait(timeoutMilliseconds:)``, and calls ``receive()`` until it returns `nil`. There are no threads and no
/// callbacks: everything, reconnecting too, happens in `receive`, which never blocks.
///
/// A struct that can't be copied, not a class: samples are then handed out in place, and the compiler checks that none
/// outlives its frame, which it can't for memory that a reference reaches. The price is that two owners can't share a
/// connection. An app that wants that puts it into a class of its own, and hands the frame to a function as above:
/// a span can't be kept in a variable while it is reached through a reference. Use it from one thread at a time.
public struct PencilConnection: ~Copyable {
  /// What ``receive()`` found.
  public enum Event: Sendable, Hashable {
    /// ``PencilConnection/frame`` is new: samples and what else came.
    case frame
    /// ``PencilConnection/frame`` is what *is*: all tablets and tools, and the last sample of each tool in range. It
    /// replaces all that was known. Comes first, and after a ``gap(_:)``.
    case snapshot
    /// ``PencilConnection/interaction`` is what it is now: the answer to a request, or a claim that was lost.
    case interaction
    /// ``PencilConnection/preferences`` are new: the answer to ``PencilConnection/prefer(_:)``, or somebody changed them.
    case preferences
    /// This client won't get these records; a snapshot follows, but for ``Gap/Cause/notPermitted``.
    case gap(Gap)
    /// Another user's session is the active one now: no frame comes until ``resumed``. Strokes that are open have no
    /// further samples. Also the first event after a subscription where it is so already.
    case suspended
    /// This user's session is the active one again. A ``snapshot`` follows, with nothing of the time between.
    case resumed
    /// No daemon, for this reason. Told once; it is tried again by itself, until ``connected``.
    case disconnected(PencilError)
    /// A daemon answered again, and the subscription was renewed: it goes on after the last record that came.
    case connected
  }

  /// What the last ``Event/frame`` or ``Event/snapshot`` is about; empty after any other event.
  public internal(set) var frame: Frame

  /// One descriptor for the app's own loop: readable when ``receive()`` has something to do. It stays the same as long
  /// as the connection lives, through reconnects too. Watch it level-triggered and only for reading; don't read it.
  public var descriptor: CInt { loop.descriptor }

  /// The tablets that are there now.
  public var tablets: [Tablet] { assembler.tablets }
  /// The tools that are known.
  public var tools: [Tool] { assembler.tools }
  /// Whether a daemon is there now.
  public var isConnected: Bool { stage == .streaming }
  /// Whether another user's session is the active one, so that no frame comes.
  public var isSuspended: Bool { assembler.isSuspended }
  /// The daemon's version; `nil` before the first answer.
  public var daemonVersion: String? { welcome?.version }

  /// Whether this app gets gestures, as the daemon said last.
  public internal(set) var interaction = Interaction()
  /// What this user wants gestures to do, the most specific first: the first that fits wins. A gesture brings its
  /// action; this is for showing it beforehand, as UIKit's `preferredTapAction`.
  public internal(set) var preferences: [Preference] = []

  /// Gestures that the daemon's configuration has off everywhere.
  package internal(set) var gesturesOff: GestureSet = []

  /// The daemon's last answer to a hello.
  package internal(set) var welcome: WelcomeNote?
  /// What the daemon granted last.
  package var subscribed: SubscribedNote? { assembler.subscribed }

  // MARK: - State

  enum Stage {
    /// Before the next try; the timer says when.
    case waiting
    /// The hello is sent; the timer says how long an answer is waited for.
    case greeting
    case streaming
    /// Refused for good: no daemon takes this client as it is.
    case failed(PencilError)

    static func == (a: Stage, b: Stage) -> Bool {
      switch (a, b) {
      case (.waiting, .waiting), (.greeting, .greeting), (.streaming, .streaming): true
      default: false
      }
    }
  }

  let name: String
  /// The one path to connect to; `nil`: the usual ones.
  let path: String?
  let answerTimeout: UInt64
  var loop: EventLoop
  let timer: Timer
  var socket: ConnectedSocket?
  var stage = Stage.waiting
  var backOff = BackOff()
  var assembler = Assembler()
  /// What to ask for on the next connection, too.
  var request: SubscribeRequest?
  var lastToken: UInt32 = 0
  /// As was asked for: renewed on the next connection.
  var wantsGestures = true
  var wantsClaim = false
  /// One datagram, the size of the largest; `length` bytes of it are to be gone through.
  var buffer = [UInt8](repeating: 0, count: PencilProtocol.maximumDatagram)
  var length = 0
  /// A loss to tell once the records before it are handed over.
  var untoldLoss: PencilError?
  var isLossTold = false

  private init(
    to path: String?, name: String, answerTimeout: UInt64, loop: consuming EventLoop,
    timer: consuming Timer
  ) {
    self.name = name
    self.path = path
    self.answerTimeout = answerTimeout
    self.loop = loop
    self.timer = timer
    frame = Frame(sampleCapacity: PencilProtocol.maximumDatagram / SampleRecord.size)
  }

  /// A connection that is going to try at once.
  ///
  /// - Parameter answerTimeout: nanoseconds to wait for the answer to a hello.
  package static func connecting(
    to path: String?, name: String, answerTimeout: UInt64
  ) throws(PencilError) -> PencilConnection {
    do throws(Errno) {
      let loop = try EventLoop()
      let timer = try Timer()
      try loop.add(timer.descriptor, token: Token(kind: 0), interest: .readable)
      timer.arm(atNanoseconds: 0)
      return PencilConnection(
        to: path, name: name, answerTimeout: answerTimeout, loop: loop, timer: timer)
    } catch {
      throw .failed("making an epoll and a timer", error)
    }
  }
}

// MARK: - Basics

extension PencilConnection {
  /// Connects, and waits up to 2 s for the daemon's answer.
  ///
  /// From then on a daemon that goes away is told as ``Event/disconnected(_:)`` and waited for.
  ///
  /// - Parameters:
  ///   - path: the daemon's socket; `nil` looks in each of ``socketCandidates``.
  ///   - name: what the app calls itself in the daemon's logs: at most 63 bytes, the rest is cut.
  public static func connect(
    to path: String? = nil, name: String
  ) throws(PencilError) -> PencilConnection {
    try connect(connecting(to: path, name: name))
  }

  /// A connection that is made while the app runs: nothing blocks, and no daemon is no error.
  ///
  /// The first event is ``Event/connected``, or ``Event/disconnected(_:)`` with the reason, and then `connected` as
  /// soon as a daemon is there. ``subscribe(_:)`` can be called before that.
  public static func connecting(
    to path: String? = nil, name: String
  ) throws(PencilError) -> PencilConnection {
    try connecting(to: path, name: name, answerTimeout: 2_000_000_000)
  }

  /// The rest of a connect: waits for the answer.
  package static func connect(
    _ connection: consuming PencilConnection
  ) throws(PencilError) -> PencilConnection {
    while true {
      switch try connection.receive() {
      case .connected: return connection
      case .disconnected(let error): throw error
      default: try connection.wait()
      }
    }
  }

  /// Asks for what is to be sent, and how often. A later subscription replaces an earlier one.
  ///
  /// Returns at once; a refusal is thrown by ``receive()``. The first thing that comes is a ``Event/snapshot``. A
  /// later subscription goes on where the earlier one was, without a loss. But one that shows tablets which the
  /// earlier one left out starts anew: a ``Event/gap(_:)`` for what was not yet sent, then a snapshot with them.
  ///
  /// - Throws: ``PencilError/Code/badSubscription`` for a rate outside of 1…1000 Hz.
  public mutating func subscribe(_ subscription: Subscription = Subscription()) throws(PencilError)
  {
    try subscribe(
      pace: try subscription.wirePace(), filter: subscription.filter, options: subscription.options)
  }

  /// The same in the wire's words: with raw events and reasons, too.
  package mutating func subscribe(
    pace: PencilWire.Pace, filter: Filter, options: FrameOptions = FrameOptions()
  ) throws(PencilError) {
    if let earlier = request?.filter.tablet, earlier != 0, earlier != filter.tablet {
      assembler.requireSnapshot()
    }
    let isFirst = request == nil
    request = SubscribeRequest(token: 0, pace: pace, filter: filter, options: options)
    if case .failed(let error) = stage { throw error }
    if isConnected {
      try sendSubscription(after: isFirst ? assembler.continuation : assembler.laterContinuation)
    }
  }

  /// Waits until ``receive()`` has something to do, and says whether it has. A signal ends the wait, too.
  ///
  /// - Parameter timeoutMilliseconds: how long at most; -1: without end.
  @discardableResult
  public mutating func wait(timeoutMilliseconds: Int32 = -1) throws(PencilError) -> Bool {
    if length > 0 || untoldLoss != nil { return true }
    if case .failed = stage { return true }
    do throws(Errno) {
      return try loop.wait(timeoutMilliseconds: timeoutMilliseconds) > 0
    } catch {
      throw .failed("epoll_wait", error)
    }
  }
}
