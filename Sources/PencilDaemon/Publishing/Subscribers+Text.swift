package import PencilSystem
internal import PencilWire

// Clients of the text door: the same cursors, paces and filters, the items written as lines when they are sent.

extension Subscribers {
  /// Most bytes of items that go out to a client in one send.
  func itemLimit(of subscriber: Subscriber) -> Int {
    subscriber.text == nil ? PencilProtocol.maximumDatagram : TextDoor.itemLimit
  }

  /// Sends the lines that the door holds, as far as they fit; the rest is kept, and goes first next time.
  func sendText(to subscriber: Subscriber, loop: borrowing EventLoop) -> Served {
    guard hasRoom(for: textDoor.count, subscriber, loop: loop) else { return .nothing }
    do throws(Errno) {
      let sent = try textDoor.send(to: subscriber.socket)
      if !sent.rest.isEmpty {
        subscriber.text?.rest = sent.rest
        waitForRoom(subscriber, loop: loop)
      }
      return settle(sent.result, subscriber, loop: loop)
    } catch { return lose(subscriber, error) }
  }

  /// Sends what is left of a line that was begun.
  func sendRest(to subscriber: Subscriber, loop: borrowing EventLoop) -> Served {
    guard let rest = subscriber.text?.rest else { return .nothing }
    do throws(Errno) {
      let result = try subscriber.socket.send(rest.span.raw)
      if case .sent(let count) = result {
        subscriber.text?.rest = rest.dropFirst(count)
        if count < rest.count { waitForRoom(subscriber, loop: loop) }
        if count == rest.count, case .leaving = subscriber.stage { subscriber.socket.endSending() }
      }
      return settle(result, subscriber, loop: loop)
    } catch { return lose(subscriber, error) }
  }

  /// Tells a client what is wrong behind what it has not read, and then ends.
  ///
  /// A client that is still writing, or does not read at once, would lose the line if the connection were closed now. So
  /// it stays until the client has gone, for a bounded time, as one of its user's clients; what it sends is dropped.
  mutating func part(
    from subscriber: Subscriber, _ code: ErrorCode, line: UInt32, _ text: String,
    loop: borrowing EventLoop
  ) {
    leaveBeat(subscriber)
    if claimant === subscriber { claimant = nil }
    subscriber.stage = .leaving(by: Clock.monotonicNanoseconds + Self.helloTimeout)
    subscriber.text?.line = []
    subscriber.text?.hasLinesWaiting = false
    subscriber.text?.beginning = nil
    countWanted()
    let note = ErrorNote(
      time: Clock.monotonicMicroseconds, token: line, code: code, isFatal: true, text: text)
    encode { note.encode(into: &$0) }
    textDoor.write(scratch.bytes.extracting(0..<ErrorNote.size))
    subscriber.text?.rest.append(contentsOf: textDoor.lines)
    if !subscriber.isWaitingForRoom, sendRest(to: subscriber, loop: loop) == .gone {
      close(subscriber, loop: loop)
    }
  }

  // MARK: - Requests

  /// Reads what a client of the text door sends: lines, or the end, after which it goes on receiving.
  mutating func receiveText(
    _ subscriber: Subscriber, readiness: Readiness, publisher: borrowing Publisher,
    loop: borrowing EventLoop
  ) {
    let hasLines = subscriber.text?.hasLinesWaiting == true
    let hasEnded = subscriber.text?.hasEnded == true
    // Wholly gone, not only done with writing.
    let isGone = !readiness.isDisjoint(with: .ended)
    if isGone {
      // What it wrote before that is taken first; what it would get, nobody reads any more.
      let hasMore = hasLines || readiness.contains(.readable) && !hasEnded
      guard hasMore, subscriber.isStaying else { return close(subscriber, loop: loop) }
      subscriber.isWaitingForRoom = true
    }
    // What is behind the lines that wait stays with the kernel.
    guard !hasLines, !hasEnded else { return }
    let received: Received
    do throws(Errno) {
      var bytes = scratch.mutableBytes
      var space = bytes._mutatingExtracting(0..<TextDoor.requestLimit)
      received = try subscriber.socket.receive(into: &space)
    } catch { return close(subscriber, loop: loop) }
    if !subscriber.isStaying {
      guard received == .closed else { return }
      subscriber.text?.hasEnded = true
      return subscriber.hasRest
        ? watch(subscriber, loop: loop) : close(subscriber, loop: loop)
    }
    switch received {
    case .wouldBlock, .truncated: return
    case .bytes(let count):
      let bytes = scratch.bytes
      for i in 0..<count { subscriber.text?.line.append(bytes.byte(at: i)) }
    case .closed:
      subscriber.text?.hasEnded = true
      if subscriber.text?.line.isEmpty == false { subscriber.text?.line.append(0x0A) }
      watch(subscriber, loop: loop)
    }
    takeLines(of: subscriber, publisher: publisher, loop: loop)
    if subscriber.hasNothingToCome {
      close(subscriber, loop: loop)
    } else if isGone {
      // Told of it again, until all is taken.
      watch(subscriber, loop: loop)
    }
  }

  /// Takes the next lines of those who have sent more than are taken in a turn.
  package mutating func takeWaitingLines(
    _ publisher: borrowing Publisher, loop: borrowing EventLoop
  ) {
    haveLinesWaiting = false
    for subscriber in active where subscriber.text?.hasLinesWaiting == true {
      takeLines(of: subscriber, publisher: publisher, loop: loop)
      if subscriber.hasNothingToCome {
        close(subscriber, loop: loop)
      } else if subscriber.text?.hasLinesWaiting == false {
        // One that has gone meanwhile is told of again.
        watch(subscriber, loop: loop)
      }
    }
  }

  /// Takes whole lines among what was received, as many as a turn takes.
  private mutating func takeLines(
    of subscriber: Subscriber, publisher: borrowing Publisher, loop: borrowing EventLoop
  ) {
    subscriber.text?.hasLinesWaiting = false
    for _ in 0..<Self.requestsPerTurn {
      guard let line = subscriber.text?.nextLine() else { break }
      if line.isEmpty { continue }
      answer(subscriber, publisher, loop: loop)
      let number = subscriber.text?.taken ?? 0
      guard line.count <= TextDoor.requestLimit else {
        return failTooLong(subscriber, line: number, loop: loop)
      }
      do throws(TextRequestError) {
        let request = try TextRequest(line.span, isFirst: subscriber.stage != .subscribed)
        try check(request, of: subscriber)
        take(request, line: number, of: subscriber, publisher)
      } catch {
        return fail(subscriber, error.code, token: number, error.description, loop: loop)
      }
    }
    guard let text = subscriber.text else { return }
    if text.line.contains(0x0A) {
      subscriber.text?.hasLinesWaiting = true
      haveLinesWaiting = true
    } else if text.line.count > TextDoor.requestLimit {
      failTooLong(subscriber, line: text.taken &+ 1, loop: loop)
    }
  }

  /// What can be said only of a client: that what it asks for doesn't go together.
  private func check(
    _ request: TextRequest, of subscriber: Subscriber
  ) throws(TextRequestError) {
    guard request.interaction == .claim else { return }
    let contents = request.subscription?.filter.contents
    if contents.map({ $0.contains(.gestures) }) ?? subscriber.mayClaim { return }
    throw TextRequestError(.notSubscribed, Self.claimRefusal)
  }

  /// Sends the answer to a line before the next one is taken, as long as there is room: what is still owed then has one
  /// answer for several lines.
  private mutating func answer(
    _ subscriber: Subscriber, _ publisher: borrowing Publisher, loop: borrowing EventLoop
  ) {
    var served = Served.sent
    while served == .sent, subscriber.owesAnswer, !subscriber.hasRest, !subscriber.isWaitingForRoom
    {
      served =
        subscriber.status == nil
        ? sendNotes(subscriber, publisher, loop: loop)
        : sendStatus(subscriber, publisher, loop: loop)
    }
    // Nobody reads it any more, but what it wrote is still taken.
    if served == .gone { waitForRoom(subscriber, loop: loop) }
  }

  private mutating func failTooLong(
    _ subscriber: Subscriber, line: UInt32, loop: borrowing EventLoop
  ) {
    fail(
      subscriber, .malformed, token: line,
      "a request is a line of at most \(TextDoor.requestLimit) bytes", loop: loop)
  }

  /// - Parameter line: Its number, which its answers carry; 0: it was not said.
  private mutating func take(
    _ request: TextRequest, line: UInt32, of subscriber: Subscriber,
    _ publisher: borrowing Publisher
  ) {
    let name = request.name ?? subscriber.name
    if !subscriber.isGreeted {
      greet(subscriber, HelloRequest(token: 0, name: name), publisher)
    }
    subscriber.name = name
    if var subscription = request.subscription {
      subscription.token = line
      subscribe(subscriber, subscription, publisher)
    }
    // One that has said something else than what it wants gets what comes after it has said that.
    if subscriber.stage == .greeted { subscriber.text?.beginning = nil }
    if let wish = request.interaction {
      interact(subscriber, InteractionRequest(token: line, wish: wish))
    }
    if var choice = request.prefer {
      choice.token = line
      if let wrong = prefer(subscriber, choice) {
        say(subscriber, .notPermitted, token: line, isFatal: false, wrong)
      }
    }
    if request.wantsStatus { subscriber.status = StatusAnswer(token: line) }
    if let kind = request.pace { keepPace(subscriber, PaceRequest(token: line, kind: kind)) }
  }

  /// One that has said nothing gets what is usual.
  mutating func subscribeSilent(_ subscriber: Subscriber, _ publisher: borrowing Publisher) {
    var request = TextRequest()
    request.subscription = SubscribeRequest(token: 0)
    take(request, line: 0, of: subscriber, publisher)
  }
}

extension Subscriber {
  /// It is of the text door, has done with writing, and has subscribed to nothing and had its answers.
  var hasNothingToCome: Bool {
    text?.hasEnded == true && text?.hasLinesWaiting == false && stage == .greeted && !owesNotes
      && !hasRest
  }

  /// It has done nothing wrong after which it is only told so.
  fileprivate var isStaying: Bool {
    if case .leaving = stage { false } else { true }
  }
}

/// What a client of the text door has besides: the two halves of lines.
struct TextState {
  /// What of the last send did not fit.
  var rest: ArraySlice<UInt8> = []
  /// What was received of a request.
  var line: [UInt8] = []
  /// How many lines of its requests were taken, blank ones, too.
  var taken: UInt32 = 0
  /// Whole lines among that wait for the next turn.
  var hasLinesWaiting = false
  /// It has done with writing, and goes on reading.
  var hasEnded = false
  /// What was when it connected, and from which its first subscription goes on.
  var beginning: PublishedState?

  /// The first whole line, without its end; a blank one is given as an empty one.
  mutating func nextLine() -> [UInt8]? {
    guard let end = line.firstIndex(of: 0x0A) else { return nil }
    let found = Array(line[..<end])
    line.removeFirst(end + 1)
    taken &+= 1
    return found.contains { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D } ? found : []
  }
}
