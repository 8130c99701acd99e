import PencilCore
import PencilInput
import PencilTestSupport
import Testing

/// A pad: nine buttons, a ring, and Wacom's terminator.
private func intuosPad() -> TabletDescription {
  var pad = TabletDescription()
  pad.name = "Intuos Pad"
  pad.vendor = TabletDescription.wacom
  pad.keys = KeyMask([UInt16](0x100...0x108) + [KeyCode.stylus])
  pad.axes = [axis(.x, 0, 1), axis(.y, 0, 1), axis(.wheel, 0, 71), axis(.misc, 0, 0)]
  return pad
}

private func stripPad(vendor: UInt16 = TabletDescription.wacom, maximum: Int32 = 4096)
  -> TabletDescription
{
  var pad = intuosPad()
  pad.vendor = vendor
  pad.axes = [
    axis(.x, 0, 1), axis(.y, 0, 1), axis(.rx, 0, maximum), axis(.ry, 0, maximum), axis(.misc, 0, 0),
  ]
  return pad
}

/// What the changes of each frame come to.
private func events(
  _ pad: TabletDescription, _ sent: [[Change]], turns: Int = 0, modes: Int? = nil
) -> [[PadEvent]] {
  var overrides = TabletOverrides()
  overrides.padModes = modes
  var assembler = FrameAssembler(pad)
  var state = PadState(pad, overrides: overrides, quarterTurns: turns)
  var all: [[PadEvent]] = []
  for (index, changes) in sent.enumerated() {
    var frame: [PadEvent] = []
    if assembler.send(changes, time: UInt64(index)) {
      state.take(assembler.frame) { frame.append($0) }
    }
    all.append(frame)
  }
  return all
}

extension PadEvent {
  /// In few words.
  fileprivate var words: String {
    let where_ = "\(control) \(index)"
    switch control {
    case .button, .key: return where_ + (isPressed ? " down" : " up") + (isSynthetic ? "!" : "")
    case .ring, .strip:
      return where_ + (value.map { " \(($0 * 1000).rounded() / 1000)" } ?? " left")
    case .dial: return where_ + " \(delta)"
    case .mode: return where_ + " is \(mode)"
    }
  }
}

private func words(_ all: [[PadEvent]]) -> [[String]] { all.map { $0.map(\.words) } }

@Test func buttonsAreNumberedInOneOrder() {
  #expect(PadControls(intuosPad()).buttons == Array(0x100...0x108))
  var bamboo = TabletDescription()
  bamboo.keys = KeyMask([0x110, 0x111, 0x115, 0x116, KeyCode.stylus])
  #expect(PadControls(bamboo).buttons == [0x110, 0x111, 0x115, 0x116])
  var remote = TabletDescription()
  remote.keys = KeyMask(Array(0x100...0x109) + [0x126, 0x127] + Array(0x130...0x135))
  #expect(PadControls(remote).buttons.count == 18)
  #expect(PadControls(remote).buttons[10] == 0x126 && PadControls(remote).buttons[12] == 0x130)
}

@Test func buttonsGoDownAndUp() {
  let all = events(
    intuosPad(),
    [
      [.key(0x101, 1), .axis(.misc, 15)], [.key(0x103, 1), .key(0x101, 0)],
      [.key(0x103, 0), .axis(.misc, 0)], [.key(KeyCode.stylus, 1)],
    ])
  #expect(
    words(all) == [["button 1 down"], ["button 1 up", "button 3 down"], ["button 3 up"], []])
  #expect(all[1].map(\.buttons) == [0, 1 << 3] && all[0][0].code == 0x101 && all[1][0].time == 1)
}

/// Down and up in one frame: nothing stays down that is not.
@Test(
  arguments: [
    ([], [1, 0], ["down", "up"]), ([], [1, 0, 1], ["down"]), ([], [0], []),
    ([[1]], [0, 1], ["up", "down"]), ([[1]], [0, 1, 0], ["up", "down", "up"]),
  ] as [([[Int32]], [Int32], [String])])
func buttonsThatChangeTwiceInOneFrame(before: [[Int32]], values: [Int32], expected: [String]) {
  var pad = intuosPad()
  pad.keys.insert(0x240)
  let last = values[values.count - 1]
  for (code, name) in [(UInt16(0x104), "button 4"), (0x240, "key 0")] {
    let sent = (before + [values, [1 - last]]).map { $0.map { Change.key(code, $0) } }
    let found = words(events(pad, sent)).suffix(2)
    #expect(
      Array(found) == [expected.map { "\(name) \($0)" }, ["\(name) \(last == 1 ? "up" : "down")"]])
  }
}

@Test func aRingGoesRoundFromTheTop() {
  // The hardware's 0 is at the left, and 18 of 72 is at the top.
  let all = events(
    intuosPad(),
    [
      [.axis(.wheel, 18), .axis(.misc, 15)], [.axis(.wheel, 36)], [.axis(.wheel, 54)],
      [.axis(.wheel, 1)],
      // The finger leaves: the 0 is none.
      [.axis(.wheel, 0), .axis(.misc, 0)],
      // A frame of the terminator alone ends it too; a second one ends nothing.
      [.axis(.wheel, 18), .axis(.misc, 15)], [.axis(.misc, 0)], [.axis(.misc, 0)],
    ])
  #expect(
    words(all) == [
      ["ring 0 0.0"], ["ring 0 1.571"], ["ring 0 3.142"], ["ring 0 4.8"], ["ring 0 left"],
      ["ring 0 0.0"],
      ["ring 0 left"], [],
    ])
  // Left-handed: what was at the bottom is at the top.
  #expect(words(events(intuosPad(), [[.axis(.wheel, 54)]], turns: 2)) == [["ring 0 0.0"]])
}

@Test func aValueThatIsFollowedByAnEmptyOneStays() {
  let all = events(intuosPad(), [[.axis(.wheel, 36), .axis(.wheel, 0), .axis(.misc, 15)]])
  #expect(words(all) == [["ring 0 1.571"]])
}

@Test func stripsOfWacomAreMasks() {
  let all = events(
    stripPad(),
    [
      [.axis(.rx, 1), .axis(.misc, 15)], [.axis(.rx, 64)], [.axis(.rx, 4096)], [.axis(.ry, 4096)],
      [.axis(.rx, 0), .axis(.ry, 0), .axis(.misc, 0)], [.axis(.rx, 0)],
    ])
  #expect(
    words(all) == [
      ["strip 0 0.0"], ["strip 0 0.5"], ["strip 0 1.0"], ["strip 1 1.0"],
      ["strip 0 left", "strip 1 left"], [],
    ])
  #expect(words(events(stripPad(), [[.axis(.rx, 1)]], turns: 2)) == [["strip 0 1.0"]])
  // A range that has no bits, and others' strips, which are plain.
  #expect(words(events(stripPad(maximum: 1), [[.axis(.rx, 1)]])) == [["strip 0 0.0"]])
  #expect(
    words(events(stripPad(vendor: 0x256c, maximum: 8), [[.axis(.rx, 2)]])) == [["strip 0 0.25"]])
}

@Test func dialsTurn() {
  var pad = intuosPad()
  pad.relatives = 1 << 8 | 1 << 6 | 1 << 12
  var assembler = FrameAssembler(pad)
  var state = PadState(pad)
  var all: [String] = []
  for (code, value) in [(8, 1), (8, -2), (6, 1), (12, 30)] as [(UInt16, Int32)] {
    _ = assembler.add(type: EventType.relative, code: code, value: value, time: 1)
    #expect(assembler.add(type: 0, code: 0, value: 0, time: 1) == true)
    state.take(assembler.frame) { all.append($0.words) }
  }
  // A wheel counts whole notches, down to the user; across there are finer steps, which count alone.
  #expect(all == ["dial 0 -120", "dial 0 240", "dial 1 30"])
  var dial = TabletDescription()
  dial.relatives = 1 << 7
  #expect(PadControls(dial).dials == [7])
}

@Test func modesAreCounted() {
  let all = events(
    intuosPad(),
    [[.key(0x100, 1)], [.key(0x100, 0)], [.key(0x100, 1), .axis(.wheel, 18), .axis(.misc, 15)]],
    modes: 2)
  #expect(
    words(all) == [
      ["mode 0 is 1", "button 0 down"], ["button 0 up"],
      ["mode 0 is 0", "ring 0 0.0", "button 0 down"],
    ])
  #expect(all[0][1].mode == 1)
  // Without a mode button nothing changes.
  #expect(words(events(intuosPad(), [[.key(0x100, 1)]])) == [["button 0 down"]])
}

@Test func lightsKnowBetter() {
  var state = PadState(intuosPad())
  var all: [String] = []
  state.setMode(2, ofGroup: 0, of: 4, time: 1) { all.append($0.words) }
  state.setMode(2, ofGroup: 0, of: 4, time: 2) { all.append($0.words) }
  state.setMode(1, ofGroup: 9, of: 4, time: 2) { all.append($0.words) }
  #expect(all == ["mode 0 is 2"] && state.modes == 4)
}

@Test func whatIsHeldIsReleasedAtTheEnd() {
  var assembler = FrameAssembler(intuosPad())
  var state = PadState(intuosPad())
  var all: [String] = []
  state.begin(held: KeyMask([0x102]), time: 1) { all.append($0.words) }
  #expect(all == ["button 2 down!"])
  #expect(assembler.send([.key(0x101, 1), .axis(.wheel, 3), .axis(.misc, 15)]) == true)
  state.take(assembler.frame) { all.append($0.words) }
  state.end(time: 9) { all.append($0.words) }
  state.end(time: 10) { all.append($0.words) }
  #expect(all.suffix(3) == ["ring 0 left", "button 1 up!", "button 2 up!"])
}

@Test func keysOfTheirOwn() {
  var pad = intuosPad()
  pad.keys.insert(0x240)
  pad.keys.insert(0x278)
  #expect(
    words(events(pad, [[.key(0x278, 1)], [.key(0x278, 0)]])) == [["key 1 down"], ["key 1 up"]])
}

@Test(.enabled(if: ReferenceData.isPresent, "no reference data"))
func recordedPads() throws {
  // Presses, ring or strip positions, and fingers that left.
  let files = [
    ("wacom-intuos5-touch-m-touchring", false, true), ("wacom-intuos3-4x6-pad-strip", false, true),
    ("wacom-express-key-remote-pad", true, false), ("wacom-bamboo-16fg-4x5-pad", true, false),
  ]
  for (name, hasButtons, hasTouches) in files {
    let bytes = try #require(ReferenceData.bytes("recordings/\(name).evemu"))
    let recording = try Recording.parse(bytes, file: name)
    let description = recording.tablets[0].description
    #expect(description.isPad, "\(name)")
    var state = PadState(description)
    var held = UInt64(0)
    var (presses, touches, lifts) = (0, 0, 0)
    for frame in frames(of: recording) {
      state.take(frame) { event in
        switch event.control {
        case .button:
          let bit = UInt64(1) << UInt64(event.index)
          #expect((held & bit != 0) != event.isPressed, "\(name): down and up alternate")
          held ^= bit
          #expect(event.buttons == held)
          if event.isPressed { presses += 1 }
        case .ring, .strip: if event.value == nil { lifts += 1 } else { touches += 1 }
        default: break
        }
      }
    }
    #expect((presses > 0) == hasButtons, "\(name): \(presses) presses")
    #expect((touches > 0 && lifts > 0) == hasTouches, "\(name): \(touches) touches, \(lifts) lifts")
  }
}
