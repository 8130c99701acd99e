import Testing

@testable import PencilDaemon

/// When beats are due, in ns; time is handed in, so nothing here waits.
struct BeatsTests {
  static let rates: [UInt32] = [60_000, 59_940, 144_000, 1_000, 999_999, 1_000_000]
  private let origin: UInt64 = 123_456_789

  /// By the definition, in numbers that are wide enough.
  private func due(_ number: UInt64, _ millihertz: UInt32) -> UInt64 {
    origin + UInt64(UInt128(number) * 1_000_000_000_000 / UInt128(millihertz))
  }

  @Test(arguments: rates) func areExactlyOnTheGrid(millihertz: UInt32) {
    var beats = Beats()
    let (beat, base) = beats.join(millihertz: millihertz, now: origin)
    var wrong: [UInt64] = []
    // One after the other at first, then over 10 million with jumps that hit odd numbers, too.
    var number: UInt64 = 1
    while number <= 10_000_000 {
      beats.arm(beat, now: due(number - 1, millihertz))
      let expected = Beats.Fired(beat: beat, number: number, due: due(number, millihertz))
      if beats.nextDue != expected.due || beats.takeDue(now: expected.due - 1) != nil
        || beats.takeDue(now: expected.due) != expected || beats.nextDue != nil
      {
        wrong.append(number)
      }
      number =
        number < 2000
        ? number + 1 : number == 10_000_000 ? number + 1 : min(number + 997, 10_000_000)
    }
    #expect(wrong == [])
    #expect(base == 0)
  }

  /// Who comes to a beat that others have counts from its number then.
  @Test func areSharedByRate() {
    var beats = Beats()
    let first = beats.join(millihertz: 60_000, now: origin)
    let second = beats.join(millihertz: 60_000, now: due(7, 60_000) + 5)
    let other = beats.join(millihertz: 144_000, now: origin)
    #expect([first.beat, second.beat, other.beat] == [0, 0, 1])
    #expect([first.base, second.base, other.base] == [0, 7, 0])
    // It lives until the last has left, and its place is used again with a new origin.
    beats.leave(0)
    beats.arm(0, now: due(9, 60_000))
    #expect(beats.nextDue == due(10, 60_000))
    beats.leave(0)
    #expect(beats.nextDue == nil)
    let late = beats.join(millihertz: 30_000, now: origin + 999)
    beats.arm(late.beat, now: origin + 999)
    #expect(late.beat == 0)
    #expect(beats.nextDue == origin + 999 + 33_333_333)
  }

  /// Who comes when a beat is due that has not fired yet has that one as its first, and no beat before it.
  @Test(arguments: [(0, 4), (5, 5)] as [(UInt64, UInt64)])
  func whoComesToABeatThatIsDueCountsFromOne(armed: UInt64, first: UInt64) {
    var beats = Beats()
    let beat = beats.join(millihertz: 60_000, now: origin).beat
    beats.arm(beat, now: due(armed, 60_000))
    let late = beats.join(millihertz: 60_000, now: due(4, 60_000) + 1)
    beats.arm(beat, now: due(4, 60_000) + 1)
    let fired = beats.takeDue(now: due(6, 60_000))
    #expect(fired?.number == 6 && late.base == first - 1)
    let numbers = [beats.coming(beat, now: due(6, 60_000)), fired?.number ?? 0]
    #expect(numbers == [7, 6])
  }

  @Test func missedOnesAreCountedAndNotMadeUpFor() {
    var beats = Beats()
    let (beat, _) = beats.join(millihertz: 60_000, now: origin)
    beats.arm(beat, now: origin)
    #expect(
      beats.takeDue(now: due(5, 60_000) + 1)
        == Beats.Fired(beat: beat, number: 5, due: due(5, 60_000)))
    #expect(beats.takeDue(now: due(6, 60_000)) == nil)
  }

  @Test func nothingWakesUpUnlessAsked() {
    var beats = Beats()
    #expect(beats.nextDue == nil)
    let (beat, _) = beats.join(millihertz: 60_000, now: origin)
    let slow = beats.join(millihertz: 1_000, now: origin)
    #expect(beats.nextDue == nil)
    // Armed for the coming beat; once is enough.
    beats.arm(beat, now: due(3, 60_000))
    beats.arm(beat, now: due(5, 60_000))
    #expect(beats.nextDue == due(4, 60_000))
    beats.armAll(now: origin)
    #expect(beats.takeDue(now: due(4, 60_000))?.beat == beat)
    #expect(beats.nextDue == due(1, 1_000))
    beats.leave(slow.beat)
    #expect(beats.nextDue == nil)
  }

  /// A display's beats are its frames less the lead, for a minute of them, exactly.
  @Test(arguments: [60_000, 120_000, 144_000] as [UInt64]) func followADisplay(millihertz: UInt64) {
    let period = UInt32(1_000_000_000_000 / millihertz)
    var beats = Beats()
    // A phase to come, and far past.
    for phase in [origin + 77 * UInt64(period) + 5, 3] {
      let display = Beats.Display(period: period, phase: phase, lead: 2_000_000)
      let (beat, base) = beats.join(display, now: origin)
      var wrong = 0
      var now = origin
      for number in 1...(60 * millihertz / 1000) {
        beats.arm(beat, now: now)
        now = beats.nextDue ?? 0
        let isOnGrid = (now + 2_000_000) % UInt64(period) == phase % UInt64(period)
        if beats.takeDue(now: now)?.number != number || !isOnGrid { wrong += 1 }
      }
      #expect(wrong == 0 && base == 0)
      beats.leave(beat)
    }
  }

  /// Corrections move the grid, and numbers go on by one; beats are half a period apart at least and two at most.
  @Test(arguments: 0..<8) func areSetRight(seed: Int) {
    var random = SeededNumbers(seed: UInt64(seed))
    var beats = Beats()
    var display = Beats.Display(period: 16_666_667, phase: 1, lead: 0)
    let (beat, _) = beats.join(display, now: origin)
    var now = origin
    var last = origin
    var faults: [String] = []
    for number in 1...2000 as ClosedRange<UInt64> {
      let longest = display.period
      if Bool.random(using: &random) {
        display.period = UInt32.random(in: 6_000_000...20_000_000, using: &random)
        display.phase = UInt64.random(in: 0...(2 * origin), using: &random)
        display.lead = UInt32.random(in: 0...display.period, using: &random)
        beats.correct(beat, to: display, now: now)
      }
      beats.arm(beat, now: now)
      now = beats.nextDue ?? 0
      let fired = beats.takeDue(now: now)
      let gap = now - last
      if fired?.number != number || fired?.due != now {
        faults.append("\(number): \(fired as Any)")
      }
      if (now + UInt64(display.lead)) % UInt64(display.period) != display.phase
        % UInt64(display.period)
      {
        faults.append("\(number) is off the grid")
      }
      if number > 1,
        gap < UInt64(display.period) / 2 || gap > 2 * UInt64(max(display.period, longest))
      {
        faults.append("\(number) comes \(gap) after")
      }
      last = now
    }
    #expect(faults.prefix(3) == [])
  }
}
