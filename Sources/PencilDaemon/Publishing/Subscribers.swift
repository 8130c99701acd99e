internal import PencilCore
internal import PencilInput
package import PencilSystem
internal import PencilWire

/// The clients of the binary door: a fixed number, none of which can slow the pen, another client or the daemon.
package struct Subscribers: ~Copyable {
  package static let capacity = 256
  /// How long a client may stay silent after connecting, ns.
  static let helloTimeout: UInt64 = 2_000_000_000

  private var slots = [Subscriber?](repeating: nil, count: capacity)
  private var generations = [UInt32](repeating: 0, count: capacity)
  /// The slots in use, in no order; turned a little at each look, so that each is first now and then.
  private(set) var active: [Subscriber] = []
  var beats = Beats()
  /// Which kinds of records somebody asks for; raw events and reasons are made only then.
  private(set) var wanted: Contents = []
  /// Whether somebody asks for predictions.
  package private(set) var wantsPrediction = false
  /// Who holds the claim to gestures.
  var claimant: Subscriber?
  /// What gestures do.
  package let preferences: PreferenceBook
  /// Who may hear the pen; `nil`: everybody who can connect.
  package var rule: AccessRule?
  /// Most clients of one user at once.
  package var clientsPerUser = capacity
  let textDoor: TextDoor
  /// Somebody has sent more lines than are taken in a turn: ``takeWaitingLines(_:loop:)`` has work.
  package internal(set) var haveLinesWaiting = false
  private var lastNumber: UInt32 = 0
  /// Behind the last record that was looked at for a flush.
  var flushed: Journal.Cursor?
  private let kind: UInt8
  /// µs of `CLOCK_MONOTONIC`.
  let started = Clock.monotonicMicroseconds

  // For one send; made once.
  var scratch = ByteBuffer(count: PencilProtocol.maximumDatagram)
  var gathered = GatherList()
  private var turn = 0
  private var log = LogLimiter()

  /// - Parameters:
  ///   - kind: The kind of the tokens with which clients are registered in the loop.
  ///   - preferences: What gestures do.
  ///   - names: For the lines of the text door.
  ///   - last: The number of the last client, where numbers go on from an earlier run.
  package init(
    tokenKind kind: UInt8, preferences: PreferenceBook = PreferenceBook(),
    names: OutputNames = OutputNames(), after last: UInt32 = 0
  ) {
    lastNumber = last
    textDoor = TextDoor(names: names)
    self.kind = kind
    self.preferences = preferences
    active.reserveCapacity(Self.capacity)
  }

  package var count: Int { active.count }
  /// How many have subscribed.
  package var subscribedCount: Int { active.reduce(0) { $0 + ($1.stage == .subscribed ? 1 : 0) } }
  package var isFull: Bool { active.count == Self.capacity }

  /// When the next hello is too late, a client that leaves is to be gone, or the next beat is due, ns.
  package var nextDeadline: UInt64? {
    var next = beats.nextDue
    for place in active.indices {
      switch active[place].stage {
      case .connected(let by), .leaving(let by): next = min(next ?? .max, by)
      case .greeted, .subscribed: break
      }
    }
    return next
  }

  /// Takes in a connection. When there are too many, it is told so and closed.
  ///
  /// - Parameters:
  ///   - isText: It came through the text door.
  ///   - known: Who it is; `nil`: as the kernel says.
  package mutating func admit(
    _ socket: consuming ConnectedSocket, isText: Bool = false, as known: PeerCredentials? = nil,
    publisher: borrowing Publisher, loop: borrowing EventLoop
  ) {
    let now = Clock.monotonicNanoseconds
    let peer = known ?? socket.peer()
    let access: Access
    switch judge(socket, peer) {
    case .success(let granted): access = granted
    case .failure(let refusal):
      refuse(socket, isText: isText, refusal)
      tell(.info, "refused \(Self.named(peer, socket, isText: isText)): \(refusal.text)")
      return
    }
    guard let slot = slots.firstIndex(where: { $0 == nil }) else { return }
    // Twice 64 KiB by the kernel's own count, in which a small message weighs several times its bytes.
    socket.setSendBuffer(PencilProtocol.maximumDatagram)
    generations[slot] &+= 1
    let token = Token(kind: kind, generation: generations[slot], slot: UInt32(slot))
    do throws(Errno) {
      let name = Self.named(peer, socket, isText: isText)
      let hearing = Hearing(access, seats: publisher.journal.owners.seats(of: peer.uid))
      try loop.add(socket.descriptor, token: token, interest: .readable)
      lastNumber = lastNumber == .max ? 1 : lastNumber + 1
      let subscriber = Subscriber(
        socket: socket, number: lastNumber, token: token, peer: peer, hearing: hearing,
        helloBy: now + (isText ? TextDoor.patience : Self.helloTimeout),
        cursor: publisher.journal.end)
      if isText { subscriber.text = TextState(beginning: publisher.current) }
      slots[slot] = subscriber
      active.append(subscriber)
      tell(.info, "admitted \(name)\(hearing.isAllowed ? "" : ", suspended")")
    } catch {
      Log.write(.warning, .pencild, "a client could not be taken in: \(error)")
    }
  }

  /// A line about a client, as long as there are not too many: whoever may connect could fill the log.
  mutating func tell(_ level: Log.Level, _ text: String) {
    log.write(level, .client, text, of: "clients", by: .client)
  }

  /// The line about a client's end, once.
  mutating func tellEnd(of subscriber: Subscriber) {
    guard !subscriber.isEndTold else { return }
    subscriber.isEndTold = true
    let ending = subscriber.ending ?? (.info, "\(Self.named(subscriber)) has gone")
    tell(ending.level, ending.text)
  }

  /// The client with this registration; `nil` for an event that came too late for it.
  func subscriber(_ token: Token) -> Subscriber? {
    let subscriber = slots[Int(token.slot)]
    return subscriber?.token == token ? subscriber : nil
  }

  /// Ends a connection, and says so in the log.
  mutating func close(_ subscriber: Subscriber, loop: borrowing EventLoop) {
    guard let place = active.firstIndex(where: { $0 === subscriber }) else { return }
    tellEnd(of: subscriber)
    leaveBeat(subscriber)
    if claimant === subscriber { claimant = nil }
    // A descriptor that is gone from the loop is no fault.
    try? loop.remove(subscriber.socket.descriptor)
    active.swapAt(place, active.count - 1)
    active.removeLast()
    slots[Int(subscriber.token.slot)] = nil
    countWanted()
  }

  /// Asks what is wanted anew: after a client subscribed or went.
  mutating func countWanted() {
    wanted = active.reduce(into: Contents()) { wanted, subscriber in
      if subscriber.stage == .subscribed { wanted.formUnion(subscriber.filter.contents) }
    }
    wantsPrediction = active.contains {
      $0.stage == .subscribed && $0.options.prediction > 0
    }
  }

  /// Takes a client off its beat, if it has one.
  mutating func leaveBeat(_ subscriber: Subscriber) {
    if let beat = subscriber.beat { beats.leave(beat.place) }
    subscriber.beat = nil
    subscriber.frame = nil
    subscriber.owesFlush = false
    subscriber.askedAt = nil
    subscriber.frames = 0
  }

  /// Says why and closes; the connection ends with its owner.
  private mutating func refuse(
    _ socket: borrowing ConnectedSocket, isText: Bool, _ refusal: Refusal
  ) {
    let note = ErrorNote(
      time: Clock.monotonicMicroseconds, token: 0, code: refusal.code, isFatal: true,
      text: refusal.text)
    encode { note.encode(into: &$0) }
    let bytes = scratch.bytes.extracting(0..<ErrorNote.size)
    // It goes anyway.
    guard isText else {
      _ = try? socket.send(bytes)
      return
    }
    textDoor.write(bytes)
    _ = try? textDoor.send(to: socket)
  }

  /// Encodes a note at the start of the scratch bytes.
  mutating func encode(_ body: (inout MutableRawSpan) -> Void) {
    var bytes = scratch.mutableBytes
    body(&bytes)
  }

  /// The active clients in turn, each look beginning one further.
  mutating func nextTurn() -> Int {
    turn = active.isEmpty ? 0 : (turn + 1) % active.count
    return turn
  }
}
