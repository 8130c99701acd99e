import Glibc
import PencilSystem
import Testing

@Suite struct EventLoopTests {
  @Test(arguments: [
    Token(kind: 0), Token(kind: 255, generation: 0xff_ffff, slot: .max),
    Token(kind: 3, generation: 1, slot: 2),
  ])
  func tokenSurvivesPacking(token: Token) {
    #expect(Token(packed: token.packed) == token)
  }

  @Test func generationsWrapAt24Bits() {
    let last = Token(kind: 7, generation: 0xff_ffff, slot: 9)
    #expect(last.nextGeneration == Token(kind: 7, generation: 0, slot: 9))
    #expect(Token(kind: 7, generation: 1 << 24, slot: 9) == last.nextGeneration)
  }

  @Test func tellsWhatIsReady() throws {
    let pipe = Pipe()
    var loop = try EventLoop()
    let token = Token(kind: 1, generation: 2, slot: 3)
    try loop.add(pipe.reader.rawValue, token: token, interest: .readable)
    #expect(try loop.wait(timeoutMilliseconds: 0) == 0)
    _ = try pipe.writer.write(bytes("x").span.raw)
    #expect(try loop.wait(timeoutMilliseconds: -1) == 1)
    #expect(loop[ready: 0] == (token, .readable))
    try loop.remove(pipe.reader.rawValue)
    #expect(try loop.wait(timeoutMilliseconds: 0) == 0)
  }

  @Test func aReusedSlotIsToldApart() throws {
    let pipe = Pipe()
    var loop = try EventLoop()
    let old = Token(kind: 1, generation: 5, slot: 0)
    try loop.add(pipe.writer.rawValue, token: old, interest: .writable)
    _ = try loop.wait(timeoutMilliseconds: 0)
    // The slot changes hands while the event is already fetched.
    let current = old.nextGeneration
    try loop.modify(pipe.writer.rawValue, token: current, interest: .writable)
    #expect(loop[ready: 0].token != current)
    _ = try loop.wait(timeoutMilliseconds: 0)
    #expect(loop[ready: 0].token == current)
  }

  @Test func edgesAreToldOnceAndAgainAfterModify() throws {
    let pipe = Pipe()
    var loop = try EventLoop()
    try loop.add(
      pipe.writer.rawValue, token: Token(kind: 0), interest: [.writable, .edgeTriggered])
    #expect(try loop.wait(timeoutMilliseconds: 0) == 1)
    #expect(try loop.wait(timeoutMilliseconds: 0) == 0)
    try loop.modify(
      pipe.writer.rawValue, token: Token(kind: 0), interest: [.writable, .edgeTriggered])
    #expect(try loop.wait(timeoutMilliseconds: 0) == 1)
  }

  @Test func aLoopInALoop() throws {
    let pipe = Pipe()
    var inner = try EventLoop()
    var outer = try EventLoop()
    try inner.add(pipe.writer.rawValue, token: Token(kind: 1), interest: .writable)
    try outer.add(inner.descriptor, token: Token(kind: 2), interest: .readable)
    #expect(try outer.wait(timeoutMilliseconds: 0) == 1)
    #expect(try inner.wait(timeoutMilliseconds: 0) == 1)
  }

  @Test func hangupIsToldUnasked() throws {
    let one = try ConnectedSocket.pair(.datagrams).closingSecond()
    var loop = try EventLoop()
    try loop.add(one.descriptor, token: Token(kind: 0), interest: [])
    #expect(try loop.wait(timeoutMilliseconds: 1000) == 1)
    #expect(loop[ready: 0].ready.contains(.hangup))
  }

  @Test func aPlainFileCannotBeWatched() throws {
    let loop = try EventLoop()
    let file = try FileDescriptor.open("/etc/passwd", .readOnly)
    let descriptor = file.rawValue
    do throws(Errno) {
      try loop.add(descriptor, token: Token(kind: 0), interest: .readable)
      Issue.record("it was")
    } catch { #expect(error == .notPermitted) }
  }
}

@Suite struct TimerTests {
  @Test(arguments: [0, 1, Clock.monotonicNanoseconds])
  func aPastTimeFiresAtOnce(time: UInt64) throws {
    let timer = try Timer()
    var loop = try EventLoop()
    try loop.add(timer.descriptor, token: Token(kind: 0), interest: .readable)
    timer.arm(atNanoseconds: time)
    #expect(try loop.wait(timeoutMilliseconds: 1000) == 1)
    #expect(timer.drain() == 1)
    #expect(timer.drain() == 0)
  }

  @Test func aFutureTimeIsWaitedFor() throws {
    let timer = try Timer()
    var loop = try EventLoop()
    try loop.add(timer.descriptor, token: Token(kind: 0), interest: .readable)
    let time = Clock.monotonicNanoseconds + 3_000_000
    timer.arm(atNanoseconds: time)
    #expect(timer.drain() == 0)
    #expect(try loop.wait(timeoutMilliseconds: 5000) == 1)
    #expect(Clock.monotonicNanoseconds >= time)
  }

  @Test func disarmedItNeverFires() throws {
    let timer = try Timer()
    timer.arm(atNanoseconds: 1)
    timer.disarm()
    #expect(timer.drain() == 0)
    timer.arm(atNanoseconds: .max)
    #expect(timer.drain() == 0)
  }

  @Test func clocksAgreeOnTheirUnits() {
    let micro = Clock.monotonicMicroseconds
    #expect(Clock.monotonicNanoseconds / 1000 >= micro)
    #expect(Clock.realtimeMicroseconds > 1_600_000_000_000_000)
  }
}

@Suite struct SignalSourceTests {
  // To this thread only: another thread of the test process doesn't block it and would die.
  @Test func tellsWhatCame() throws {
    let source = try SignalSource([SIGUSR1, SIGHUP])
    #expect(source.next() == nil)
    raise(SIGUSR1)
    #expect(source.next() == SIGUSR1)
    #expect(source.next() == nil)
  }
}
