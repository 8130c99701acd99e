import PencilCore
import PencilSystem
import PencilWire
import Testing

@testable import PencilDaemon

/// Display frames at a display's pace, on request, flushed, and with predicted samples.
struct PaceTests {
  private static let fast = Pace.displayFrames(millihertz: 1_000_000)
  private static let slow = Pace.displayFrames(millihertz: 1000)

  private func head(_ datagram: [Item]) -> FrameNote? { datagram.first?.decoded { FrameNote($0) } }

  /// A pen that draws, in 8 ms steps: events of one input frame after the other.
  struct Pen {
    var random: SeededNumbers
    var tool: UInt32
    private var sample = Sample()
    private var strokes: UInt32 = 0
    private var isDown = false

    init(seed: UInt64, tool: UInt32) {
      random = SeededNumbers(seed: seed)
      self.tool = tool
      sample.time = 1_000_000
      sample.tablet = tool
      sample.tool = tool
      sample.available = [.millimetres, .position]
    }

    mutating func next() -> [TrackerEvent] {
      sample.time += 8000
      sample.values.x += 1
      sample.values.y += Float.random(in: -1...1, using: &random)
      let changes = Int.random(in: 0..<8, using: &random) == 0
      switch (isDown, changes) {
      case (false, true):
        isDown = true
        strokes += 1
        sample.phase = .began
      case (true, true):
        isDown = false
        sample.phase = .ended
      case (true, false): sample.phase = .moved
      case (false, false): sample.phase = .hoverMoved
      }
      sample.stroke = sample.phase.isInStroke ? strokes * 10 + tool : 0
      var events: [TrackerEvent] = [.sample(sample)]
      if Int.random(in: 0..<20, using: &random) == 0 {
        var change = ButtonChange()
        change.time = sample.time
        change.tablet = tool
        change.tool = tool
        events.append(.button(change))
      }
      return events
    }
  }

  /// One way to be sent to.
  static let paces: [(Pace, FrameOptions)] = [
    (fast, FrameOptions(prediction: 16_000)),
    (.display(period: 1_000_000), FrameOptions(phase: 5, lead: 400_000, prediction: .max)),
    (fast, FrameOptions(prediction: 50_000, flags: .beatsOnly)),
    (.onRequest, FrameOptions(prediction: 8_000)),
  ]

  /// Whatever the pace and the client's habits: frames joined together are the stream at pace "every report", byte for
  /// byte, and predictions are of the frame they stand in. With a filter, of what passes it.
  @Test(
    arguments: 0..<8, [Filter(contents: .all), Filter(contents: [.contact, .buttons], tool: 2)])
  func framesAreTheStream(seed: Int, filter: Filter) throws {
    var random = SeededNumbers(seed: UInt64(seed))
    var house = try House()
    let (way, options) = Self.paces[seed % Self.paces.count]
    let witness = try house.guest(filter: filter).guest
    var pens = [Pen(seed: 1 + UInt64(seed), tool: 1), Pen(seed: 99 + UInt64(seed), tool: 2)]
    var guest: Guest?
    var (all, datagrams): ([Item], [[Item]]) = ([], [])
    for step in 0..<300 {
      if step == 40 {
        // It joins in the middle of strokes.
        guest = try house.guest(pace: way, filter: filter, options: options).guest
        all = []
      }
      try house.publish(pens[Int.random(in: 0...1, using: &random)].next())
      all += try witness.receiveAll()
      guard let guest else { continue }
      // It sleeps now and then.
      let isAwake = step / 20 % 3 != 1
      if way == .onRequest, isAwake, Bool.random(using: &random) { try guest.send(pace(.frame)) }
      if case .display = way, Bool.random(using: &random) {
        let phase = UInt64.random(in: 0...9_000_000, using: &random)
        try guest.send(pace(.display(period: 1_000_000, phase: phase, lead: 100)))
      }
      try house.turn()
      if way != .onRequest, Bool.random(using: &random) { try house.beat() }
      while isAwake, let datagram = try guest.receiveItems() { datagrams.append(datagram) }
    }
    for _ in 0..<4 {
      if way == .onRequest { try guest?.send(pace(.frame)) }
      try house.beat()
      try house.turn()
      while let datagram = try guest?.receiveItems() { datagrams.append(datagram) }
    }
    // Not compared in the expectation, which would write all bytes out.
    let isStream = datagrams.flatMap { $0.filter { $0.sequence > 0 } } == all
    #expect(isStream, "\(datagrams.flatMap(\.sequences)) of \(all.count)")
    let heads = datagrams.compactMap(head)
    #expect(
      zip(heads, heads.dropFirst()).allSatisfy {
        $0.beat < $1.beat || $0.beat == $1.beat && $0.flags.contains(.flushed)
      })
    let hasFlushed = heads.contains { $0.flags.contains(.flushed) }
    #expect(hasFlushed == (options.flags == [] && way != .onRequest))
    let guesses = datagrams.map { PaceTests.faults(of: $0, options) }
    #expect(guesses.flatMap(\.faults).prefix(3) == [])
    #expect(guesses.map(\.count).reduce(0, +) > 10)
  }

  /// What is wrong with the predicted samples of a frame.
  private static func faults(
    of datagram: [Item], _ options: FrameOptions
  ) -> (count: Int, faults: [String]) {
    var faults: [String] = []
    guard let note = datagram.first?.decoded({ FrameNote($0) }) else { return (0, ["no head"]) }
    let records = datagram.filter { $0.sequence > 0 }
    let predicted = datagram.dropFirst(1 + records.count)
    if records.count != note.records || predicted.count != note.predicted {
      faults.append("counts")
    }
    let samples = records.compactMap { item in
      item.type == .sample ? item.decoded { SampleRecord.decode($0) } : nil
    }
    var last: Sample?
    for item in predicted {
      guard item.type == .predicted, let guess = item.decoded({ PredictedNote.decode($0) }),
        let main = samples.last(where: { $0.tool == guess.tool })
      else {
        faults.append("no prediction of a tool with news: \(item.type)")
        continue
      }
      let horizon = options.prediction == .max ? 1000 : UInt64(options.prediction)
      if main.stroke != guess.stroke || main.phase != .moved { faults.append("\(main.phase)") }
      if guess.time <= main.time || guess.time > main.time + horizon { faults.append("time") }
      if let last, last.tool == guess.tool, last.time >= guess.time { faults.append("order") }
      if !guess.estimated.contains(.location) || guess.expecting != [] {
        faults.append("estimated")
      }
      last = guess
    }
    return (predicted.count, faults)
  }

  /// What begins, ends or is pressed doesn't wait, nor does what came before it; the beat brings the rest, if any.
  @Test func flush() throws {
    var house = try House()
    let guest = try house.guest(pace: Self.slow).guest
    let patient = try house.guest(pace: Self.slow, options: FrameOptions(flags: .beatsOnly)).guest
    let contactOnly = try house.guest(pace: Self.slow, filter: Filter(contents: .contact)).guest
    try house.publish([sample(1, phase: .hoverMoved), sample(2, tablet: 2)])
    let early = try guest.receiveAll().count
    try house.publish([sample(3, phase: .began), sample(4)])
    let began = try #require(try guest.receiveItems())
    try house.publish([button(5)])
    let pressed = try #require(try guest.receiveItems())
    try house.publish([sample(6)])
    let note = try #require(head(began))
    let afterwards = try guest.receiveItems()
    #expect(early == 0 && afterwards == nil)
    #expect(began.sequences == [1, 2, 3, 4] && pressed.sequences == [5])
    #expect(note.flags == .flushed && head(pressed)?.beat == note.beat && note.due > note.time)
    #expect(try patient.receiveItems() == nil)
    #expect(try contactOnly.receiveAll().sequences == [2, 3, 4], "a button it has no part in")
    try house.beat()
    let rest = try #require(try guest.receiveItems())
    #expect(rest.sequences == [6] && head(rest)?.beat == note.beat && head(rest)?.flags == [])
    #expect(try patient.receiveAll().sequences == Array(1...6))
    // Nothing was left, so nothing comes at the beat.
    try house.publish([sample(7, phase: .ended)])
    _ = try guest.receiveAll()
    try house.beat()
    #expect(try guest.receiveItems() == nil)
  }

  /// A pad's buttons and keys go out at once, and what was before them; rings, strips, dials and modes are motion.
  @Test(arguments: PadControl.allCases) func padButtonsFlush(control: PadControl) throws {
    var house = try House()
    let guest = try house.guest(pace: Self.slow).guest
    let without = try house.guest(pace: Self.slow, filter: Filter(contents: .contact)).guest
    try house.publish([sample(1)])
    var event = PadEvent()
    (event.time, event.tablet, event.pad, event.control) = (2, 1, 1, control)
    house.publisher.publish(event)
    try house.publish([])
    let flushed = try guest.receiveAll()
    #expect(flushed.sequences == (control == .button || control == .key ? [1, 2] : []))
    #expect(try without.receiveAll() == [])
  }

  /// A client that hasn't read its last frame is flushed as soon as it has.
  @Test func aFlushWaitsForTheReader() throws {
    var house = try House()
    let guest = try house.guest(pace: Self.slow).guest
    try house.publish([sample(1, phase: .began)])
    try house.publish([sample(2)])
    try house.publish([sample(3, phase: .ended), sample(4, phase: .began)])
    let first = try guest.receiveItems()
    let nothing = try guest.receiveItems()
    try house.publish([sample(5)])
    try house.turn()
    #expect(first?.sequences == [1] && nothing == nil)
    #expect(try guest.receiveAll().sequences == [2, 3, 4, 5])
  }

  @Test func onRequest() throws {
    var house = try House()
    let guest = try house.guest(pace: .onRequest).guest
    try house.publish([sample(1, phase: .began), sample(2)])
    let (unasked, deadline) = (try guest.receiveItems(), house.nextDeadline)
    #expect(unasked == nil && deadline == nil, "nobody asked")
    try guest.send(pace(.frame))
    try guest.send(pace(.frame))
    try house.turn()
    let first = try guest.receiveAll()
    #expect(first.types == [.frame, .sample, .sample] && head(first)?.beat == 1)
    // One that finds nothing is kept until there is something.
    try guest.send(pace(.frame))
    try house.turn()
    let empty = try guest.receiveAll()
    try house.publish([sample(3)])
    try house.publish([sample(4)])
    let second = try guest.receiveAll()
    #expect(empty == [] && second.sequences == [3] && head(second)?.beat == 2)
    // What is meant for another pace does nothing.
    try guest.send(pace(.display(period: 1_000_000, phase: 0, lead: 0)))
    try house.turn()
    #expect(try guest.receiveAll() == [])
  }

  /// A prediction after a gap is of now, and one that is lapped gets its frame after what it was told.
  @Test func aSleeperAndALappedClient() throws {
    var house = try House(journal: 64 << 10)
    house.publisher.publish(tabletRecord(1))
    let options = FrameOptions(prediction: 16_000)
    let guest = try house.guest(pace: Self.fast, options: options).guest
    var move = Sample()
    move.tablet = 1
    move.tool = 1
    move.stroke = 1
    move.available = .millimetres
    func publish(_ count: Int) throws {
      for _ in 0..<count {
        move.phase = move.time == 0 ? .began : .moved
        move.time += 8000
        move.values.x += 1
        try house.publish([.sample(move)])
      }
      try house.beat()
    }
    try publish(1)
    try publish(60)
    let old = try #require(try guest.receiveItems())
    try house.beat()
    let fresh = try #require(try guest.receiveItems())
    let guess = fresh.last?.decoded { PredictedNote.decode($0) }
    #expect(old.sequences.count == 1 && fresh.sequences.count == 60)
    #expect(
      guess?.time == move.time + 16_000 && abs((guess?.values.x ?? 0) - move.values.x - 2) < 0.1)
    try publish(1)
    try publish(2000)
    let before = try #require(try guest.receiveItems())
    try house.beat()
    let told = try guest.receiveAll()
    try publish(1)
    let after = try guest.receiveAll()
    #expect(
      before.sequences.count == 1 && told.first?.type == .gap && told.last?.type == .snapshotEnd)
    #expect(after.types == [.frame, .sample, .predicted, .predicted])
  }
}
