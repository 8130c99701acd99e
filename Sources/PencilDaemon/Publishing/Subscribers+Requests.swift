package import PencilSystem
internal import PencilWire

extension Subscribers {
  /// How many requests of one client are read before the next look at the tablets.
  static let requestsPerTurn = 4

  /// Reads what a client sends, and closes it when it goes or is malformed.
  package mutating func receive(
    _ token: Token, readiness: Readiness, publisher: borrowing Publisher, loop: borrowing EventLoop
  ) {
    guard let subscriber = subscriber(token) else { return }
    if readiness.contains(.writable) { makeRoom(subscriber, loop: loop) }
    guard !readiness.isDisjoint(with: .input) else { return }
    if subscriber.text != nil {
      return receiveText(subscriber, readiness: readiness, publisher: publisher, loop: loop)
    }
    for _ in 0..<Self.requestsPerTurn {
      // Each request has its answer: the next one waits until that of the last is sent.
      if subscriber.owesAnswer, readiness.isDisjoint(with: .ended) { return }
      guard receiveOne(subscriber, publisher: publisher, loop: loop) else { return }
    }
  }

  /// - Returns: Whether there may be another one.
  private mutating func receiveOne(
    _ subscriber: Subscriber, publisher: borrowing Publisher, loop: borrowing EventLoop
  ) -> Bool {
    let received: Received
    do throws(Errno) {
      var bytes = scratch.mutableBytes
      var request = bytes._mutatingExtracting(0..<PencilProtocol.maximumRequest)
      received = try subscriber.socket.receive(into: &request)
    } catch {
      close(subscriber, loop: loop)
      return false
    }
    switch received {
    case .bytes(let count): return take(count, of: subscriber, publisher: publisher, loop: loop)
    case .wouldBlock: return false
    case .closed: close(subscriber, loop: loop)
    case .truncated:
      fail(
        subscriber, .malformed, token: 0,
        "a request has at most \(PencilProtocol.maximumRequest) bytes", loop: loop)
    }
    return false
  }

  private enum Request {
    case hello(HelloRequest)
    case subscribe(SubscribeRequest)
    case pace(PaceRequest)
    case interaction(InteractionRequest)
    case prefer(PreferRequest)
    case status(StatusRequest)
    case unknown(RequestType)
  }

  /// The request in the scratch bytes, and its token as far as there is one.
  private func decode(_ count: Int) -> (token: UInt32, request: Result<Request, WireError>) {
    let datagram = scratch.bytes.extracting(0..<count)
    let token = RequestHeader.token(of: datagram)
    do throws(WireError) {
      let header = try RequestHeader(datagram)
      switch header.type {
      case .hello: return (token, .success(.hello(try HelloRequest(datagram))))
      case .subscribe: return (token, .success(.subscribe(try SubscribeRequest(datagram))))
      case .pace: return (token, .success(.pace(try PaceRequest(datagram))))
      case .interaction: return (token, .success(.interaction(try InteractionRequest(datagram))))
      case .status: return (token, .success(.status(try StatusRequest(datagram))))
      case .prefer: return (token, .success(.prefer(try PreferRequest(datagram))))
      default: return (token, .success(.unknown(header.type)))
      }
    } catch { return (token, .failure(error)) }
  }

  /// - Returns: Whether the client is still there.
  private mutating func take(
    _ count: Int, of subscriber: Subscriber, publisher: borrowing Publisher,
    loop: borrowing EventLoop
  ) -> Bool {
    let (token, request) = decode(count)
    let isGreeted = subscriber.isGreeted
    switch request {
    case .success(.hello(let hello)) where !isGreeted: greet(subscriber, hello, publisher)
    case .success(.hello):
      fail(subscriber, .malformed, token: token, "one hello a connection", loop: loop)
      return false
    case .success(.subscribe(let request)) where isGreeted:
      subscribe(subscriber, request, publisher)
    case .success(.pace(let request)) where isGreeted: keepPace(subscriber, request)
    case .success(.interaction(let request)) where isGreeted:
      if request.wish == .claim, !subscriber.mayClaim {
        say(subscriber, .notSubscribed, token: token, isFatal: false, Self.claimRefusal)
      } else {
        interact(subscriber, request)
      }
    case .success(.status(let request)) where isGreeted:
      subscriber.status = StatusAnswer(token: request.token)
    case .success(.prefer(let request)) where isGreeted:
      if let wrong = prefer(subscriber, request) {
        say(subscriber, .notPermitted, token: token, isFatal: false, wrong)
      }
    case .success(.unknown(let type)) where isGreeted:
      say(
        subscriber, .unknownRequest, token: token, isFatal: false,
        "request type \(type.rawValue) is not known to version "
          + "\(PencilProtocol.major).\(PencilProtocol.minor)")
    case .success:
      fail(subscriber, .helloExpected, token: token, "the first message is a hello", loop: loop)
      return false
    case .failure(let error):
      let (code, text) = Self.answer(to: error)
      // Whoever doesn't begin with a hello of this protocol is told what is expected.
      let isStranger = !isGreeted && code == .malformed
      fail(subscriber, isStranger ? .helloExpected : code, token: token, text, loop: loop)
      return false
    }
    return true
  }

  private static func answer(to error: WireError) -> (code: ErrorCode, text: String) {
    switch error {
    case .badSize: (.malformed, "the request's size doesn't fit its type or its datagram")
    case .badMagic: (.malformed, "not a hello: the bytes at offset 8 are not PNCL")
    case .badValue(let offset): (.badValue, "the value at offset \(offset) is out of range")
    case .unsupportedVersion(let major):
      (
        .unsupportedVersion,
        "version \(major) is not spoken here, version \(PencilProtocol.major) is"
      )
    }
  }

  mutating func greet(
    _ subscriber: Subscriber, _ hello: HelloRequest, _ publisher: borrowing Publisher
  ) {
    subscriber.name = hello.name
    subscriber.stage = .greeted
    var note = WelcomeNote()
    note.time = Clock.monotonicMicroseconds
    note.token = hello.token
    note.epoch = publisher.journal.epoch
    note.head = head(for: subscriber, publisher)
    // How far the ring has gone round tells how much is written.
    note.oldest =
      subscriber.hearing.hearsThePen ? publisher.journal.oldestSequence : note.head + 1
    note.version = Version.text
    let preferences = preferencesNote(for: subscriber, token: 0)
    send(WelcomeNote.size + preferences.size, to: subscriber) { bytes in
      var writer = ItemPacker()
      writer.write(WelcomeNote.size, into: &bytes) { bytes in note.encode(into: &bytes) }
      writer.write(preferences.size, into: &bytes) { bytes in preferences.encode(into: &bytes) }
    }
  }

  mutating func subscribe(
    _ subscriber: Subscriber, _ request: SubscribeRequest, _ publisher: borrowing Publisher
  ) {
    let isFirst = subscriber.stage != .subscribed
    leaveBeat(subscriber)
    subscriber.stage = .subscribed
    subscriber.pace = request.pace
    subscriber.wanted = request.filter
    subscriber.options = request.options
    joinBeat(subscriber, at: publisher.journal.end)
    // One that was begun has left out what the earlier filter didn't want.
    if subscriber.snapshotItem != nil { subscriber.snapshotItem = 0 }
    let wish = request.continuation
    // It goes on after what it says: nothing is left that it is to have had before it hears more.
    if wish.epoch != 0 { subscriber.hearing.takeGranted() }
    place(subscriber, request, isFirst: isFirst, publisher)
    let isContinued = wish.epoch != 0 && subscriber.snapshotItem == nil
    let known = head(for: subscriber, publisher)
    let head = isContinued ? wish.sequence : min(known, subscriber.cursor.next - 1)
    if isFirst || wish.epoch != 0 {
      settle(
        subscriber, continued: isContinued ? wish.sequence : nil, head: known, publisher.journal)
    }
    let time = Clock.monotonicMicroseconds
    var filter = request.filter
    // One that gets gestures alone is told so.
    if subscriber.filter.withoutPose { filter.contents.formIntersection(.gestures) }
    subscriber.subscribed = SubscribedNote(
      time: time, token: request.token, pace: request.pace, filter: filter,
      options: request.options, head: head)
    countWanted()
    rouse(subscriber, last: publisher.journal.lastSequence)
  }

  /// Sets the cursor: where the client wants to continue, else at the end, behind a snapshot. A second subscription
  /// without a wish goes on where the first one was.
  private func place(
    _ subscriber: Subscriber, _ request: SubscribeRequest, isFirst: Bool,
    _ publisher: borrowing Publisher
  ) {
    let wish = request.continuation
    if wish.epoch == 0 {
      if isFirst {
        // From the moment of connecting, where that is known.
        if subscriber.text?.beginning == nil { subscriber.cursor = publisher.journal.end }
        subscriber.snapshotItem = 0
      }
      return
    }
    subscriber.text?.beginning = nil
    let head = head(for: subscriber, publisher)
    let isSameEpoch = wish.epoch == publisher.journal.epoch
    // What a snapshot that is under way leaves out of the records is not to be missing without a word.
    if isSameEpoch, subscriber.snapshotItem == nil {
      // Nothing behind it is for this client; of one that is suspended, whatever number it names.
      if wish.sequence == head || wish.sequence > head && !subscriber.hearing.isAllowed {
        subscriber.cursor = publisher.journal.end
        return
      }
      if wish.sequence < head, let cursor = publisher.journal.cursor(after: wish.sequence) {
        subscriber.cursor = cursor
        return
      }
      // Whoever takes little may have had nothing for as long as the ring goes round.
      if wish.sequence < head,
        publisher.journal.holdsAll(of: subscriber.filter, after: wish.sequence)
      {
        subscriber.cursor = publisher.journal.start
        return
      }
    }
    // In another epoch the numbers mean nothing; in this one, all until now are lost to it.
    subscriber.cursor = publisher.journal.end
    subscriber.snapshotItem = 0
    subscriber.gap = GapRecord(
      cause: .notHeld, time: Clock.monotonicMicroseconds,
      lost: isSameEpoch && wish.sequence < head ? (wish.sequence + 1, head) : (0, 0))
  }

  /// Tells a client what is wrong, and ends it.
  mutating func fail(
    _ subscriber: Subscriber, _ code: ErrorCode, token: UInt32, _ text: String,
    loop: borrowing EventLoop
  ) {
    subscriber.ending = (.notice, "closed \(Self.named(subscriber)): \(text)")
    tellEnd(of: subscriber)
    guard subscriber.text == nil else {
      return part(from: subscriber, code, line: token, text, loop: loop)
    }
    say(subscriber, code, token: token, isFatal: true, text)
    close(subscriber, loop: loop)
  }

  mutating func say(
    _ subscriber: Subscriber, _ code: ErrorCode, token: UInt32, isFatal: Bool, _ text: String
  ) {
    let note = ErrorNote(
      time: Clock.monotonicMicroseconds, token: token, code: code, isFatal: isFatal, text: text)
    send(ErrorNote.size, to: subscriber) { bytes in note.encode(into: &bytes) }
  }

  /// Sends one answer. A client that does not read its answers loses them: it asked faster than it reads.
  private mutating func send(
    _ size: Int, to subscriber: Subscriber, _ encode: (inout MutableRawSpan) -> Void
  ) {
    self.encode(encode)
    let bytes = scratch.bytes.extracting(0..<size)
    guard subscriber.text != nil else {
      _ = try? subscriber.socket.send(bytes)
      return
    }
    textDoor.write(bytes)
    // A line is whole or not there.
    guard !subscriber.hasRest, let sent = try? textDoor.send(to: subscriber.socket) else { return }
    subscriber.text?.rest = sent.rest
  }

  /// Closes those who have not said hello, or not gone, in time; those of the text door that say nothing get what is
  /// usual.
  package mutating func endSilence(
    now: UInt64, publisher: borrowing Publisher, loop: borrowing EventLoop
  ) {
    var place = 0
    while place < active.count {
      let subscriber = active[place]
      if case .leaving(let by) = subscriber.stage, by <= now {
        close(subscriber, loop: loop)
      } else if case .connected(let helloBy) = subscriber.stage, helloBy <= now {
        if subscriber.text != nil {
          subscribeSilent(subscriber, publisher)
          place += 1
          continue
        }
        fail(
          subscriber, .helloTooLate, token: 0,
          "no hello within \(Self.helloTimeout / 1_000_000_000) s", loop: loop)
      } else {
        place += 1
      }
    }
  }
}
