internal import PencilCore
internal import PencilSystem
internal import PencilWire

/// How long to wait before the next try: 100 ms, doubled up to 1 s: a try is one call, and a daemon
/// that is there again should be found before anyone has drawn much.
struct BackOff {
  static let shortest: UInt64 = 100_000_000
  static let longest: UInt64 = 1_000_000_000
  private var delay = BackOff.shortest

  /// In nanoseconds.
  mutating func next() -> UInt64 {
    defer { delay = min(delay * 2, BackOff.longest) }
    return delay
  }

  mutating func reset() { delay = BackOff.shortest }
}

/// What the connection's turn brought.
enum Filled {
  /// The buffer holds a new datagram.
  case datagram
  case nothing
  case connected
  case lost(PencilError)
}

extension PencilConnection {
  /// One turn of the connection, whatever its stage. Never blocks.
  mutating func fill() throws(PencilError) -> Filled {
    switch stage {
    case .failed(let error): throw error
    case .streaming: return try receiveDatagram()
    case .waiting:
      guard timer.drain() > 0 else { return .nothing }
      if let error = reach() ?? sendHello() { return giveUp(error) }
      return .nothing
    case .greeting: return try receiveWelcome()
    }
  }

  private mutating func receiveDatagram() throws(PencilError) -> Filled {
    switch receiveBytes() {
    case .success(.bytes(let count)):
      length = count
      backOff.reset()
      return .datagram
    case .success(.wouldBlock): return .nothing
    case .success(.truncated):
      throw fail(.malformed("a datagram of more than \(PencilProtocol.maximumDatagram) bytes"))
    case .success(.closed): return giveUp(.closedByDaemon)
    case .failure(let error): return giveUp(.failed("receiving from the daemon", error))
    }
  }

  private mutating func receiveBytes() -> Result<Received, Errno> {
    let received = PencilConnection.receive(from: socket, into: &buffer)
    // A daemon that closes without having read all resets the connection first, and then gives the reason that it sent.
    guard case .success(.closed) = received else { return received }
    return PencilConnection.receive(from: socket, into: &buffer)
  }

  private static func receive(
    from socket: borrowing ConnectedSocket?, into buffer: inout [UInt8]
  ) -> Result<Received, Errno> {
    var space = buffer.mutableSpan
    do throws(Errno) {
      switch socket {
      case .some(let socket): return .success(try socket.receive(into: &space))
      case .none: return .success(.closed)
      }
    } catch {
      return .failure(error)
    }
  }

  // MARK: - Connecting

  /// Connects to the first socket that takes it; the error of the most telling one that did not.
  mutating func reach() -> PencilError? {
    let paths = path.map { [$0] } ?? PencilConnection.socketCandidates
    var telling: PencilError?
    for path in paths {
      do throws(Errno) {
        let socket = try ConnectedSocket.connect(path: path, kind: .datagrams)
        try loop.add(socket.descriptor, token: Token(kind: 1), interest: .readable)
        self.socket = consume socket
      } catch {
        switch error {
        case .noSuchFileOrDirectory, .notDirectory, .connectionRefused: break
        default: telling = telling ?? .unreachable(path, error)
        }
        continue
      }
      stage = .greeting
      timer.arm(atNanoseconds: Clock.monotonicNanoseconds + answerTimeout)
      return nil
    }
    return telling ?? .noDaemon(at: paths, .noSuchFileOrDirectory)
  }

  mutating func sendHello() -> PencilError? {
    let request = HelloRequest(token: nextToken(), name: name)
    return ask(HelloRequest.size) { request.encode(into: &$0) }
  }

  private mutating func receiveWelcome() throws(PencilError) -> Filled {
    switch receiveBytes() {
    case .success(.bytes(let count)): return try take(welcomeOf: count)
    case .success(.wouldBlock):
      guard timer.drain() > 0 else { return .nothing }
      return giveUp(.silent)
    case .success(.truncated): throw fail(.malformed("a datagram that is too long"))
    case .success(.closed): return giveUp(.closedByDaemon)
    case .failure(let error): return giveUp(.failed("receiving from the daemon", error))
    }
  }

  private mutating func take(welcomeOf count: Int) throws(PencilError) -> Filled {
    var note: WelcomeNote?
    var preferred: PreferencesNote?
    var refusal: ErrorNote?
    do throws(PencilError) {
      let datagram = buffer.span.raw.extracting(first: count)
      var offset = 0
      while offset < count {
        let header = try Assembler.header(datagram, at: offset)
        let item = datagram.extracting(offset..<(offset + header.size))
        switch header.type {
        case .welcome: note = WelcomeNote(item)
        case .error: refusal = ErrorNote(item)
        case .preferences: preferred = PreferencesNote(item)
        default: break
        }
        offset += header.size
      }
    } catch {
      throw fail(error)
    }
    if let refusal {
      let error = PencilError.refusal(refusal)
      if refusal.isTransient { return giveUp(error) }
      throw fail(error)
    }
    guard let note else { throw fail(.malformed("no answer to the hello")) }
    guard note.major == PencilProtocol.major else {
      throw fail(.version(note.major, daemon: note.version))
    }
    welcome = note
    take(preferred)
    assembler.epoch = note.epoch
    do throws(PencilError) {
      // A daemon that is gone again shows in the next receive.
      if request != nil { try sendSubscription(after: assembler.continuation) }
      try renewInteraction()
    } catch {
      return giveUp(error)
    }
    timer.disarm()
    stage = .streaming
    isLossTold = false
    frame.removeAll()
    return .connected
  }

  // MARK: - Requests

  /// Sends what is asked for.
  mutating func sendSubscription(
    after continuation: (epoch: UInt64, sequence: UInt64)
  ) throws(PencilError) {
    guard var request else { return }
    request.token = nextToken()
    request.continuation = continuation
    if let error = ask(SubscribeRequest.size, { request.encode(into: &$0) }) { throw error }
  }

  mutating func send(_ kind: PaceRequest.Kind) throws(PencilError) {
    if case .failed(let error) = stage { throw error }
    guard isConnected else { return }
    let request = PaceRequest(token: nextToken(), kind: kind)
    if let error = ask(PaceRequest.size, { request.encode(into: &$0) }) { throw error }
  }

  /// Sends a request. A daemon that has gone is no error here: what it sent before, perhaps why, is still to be received,
  /// and the next receive tells it.
  borrowing func ask(
    _ size: Int, _ encode: (inout MutableRawSpan) -> Void
  ) -> PencilError? {
    var request = [UInt8](repeating: 0, count: size)
    var space = request.mutableSpan
    var raw = space.mutableRaw
    encode(&raw)
    do throws(Errno) {
      switch socket {
      case .none: return .closedByDaemon
      case .some(let socket):
        switch try socket.send(request.span.raw) {
        case .sent, .closed: return nil
        case .wouldBlock: return .stuck
        }
      }
    } catch {
      return .failed("sending to the daemon", error)
    }
  }

  mutating func nextToken() -> UInt32 {
    lastToken &+= 1
    return lastToken
  }

  // MARK: - Losing

  /// The connection is gone, or none came about: tries again later. The loss is told once.
  private mutating func giveUp(_ error: PencilError) -> Filled {
    lose()
    if isLossTold { return .nothing }
    isLossTold = true
    return .lost(error)
  }

  /// Closes the socket, and sets the time of the next try.
  mutating func lose() {
    close()
    stage = .waiting
    timer.arm(atNanoseconds: Clock.monotonicNanoseconds + backOff.next())
  }

  /// Closes for good: trying again would end in the same way. Gives the error back to be thrown.
  mutating func fail(_ error: PencilError) -> PencilError {
    close()
    timer.disarm()
    stage = .failed(error)
    return error
  }

  private mutating func close() {
    length = 0
    switch socket {
    case .none: return
    case .some(let open):
      // Fails only for a descriptor that is not in it, which this one is.
      do throws(Errno) { try loop.remove(open.descriptor) } catch {}
    }
    socket = nil
  }
}
