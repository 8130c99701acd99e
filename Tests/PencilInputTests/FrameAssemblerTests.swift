import PencilCore
import PencilInput
import Testing

/// A stream of changes and the tools and marks of the frames that it makes.
struct AssemblyCase: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var vendor: UInt16 = TabletDescription.wacom
  var held: [UInt16] = []
  var sent: [[Change]]
  var tools: [ToolType?]
  var gaps: [Bool] = []

  static let all = [
    AssemblyCase(
      testDescription: "in and out", sent: [[.key(0x140, 1)], [.key(0x140, 0)]],
      tools: [.pen, nil]),
    AssemblyCase(
      testDescription: "a tool that was near at the start", held: [0x141],
      sent: [[.axis(.x, 1)], [.key(0x141, 0)]], tools: [.eraser, nil]),
    AssemblyCase(
      testDescription: "the later of two counts, then the other again",
      sent: [[.key(0x141, 1)], [.key(0x140, 1)], [.key(0x140, 0)], [.key(0x141, 0)]],
      tools: [.eraser, .pen, .eraser, nil]),
    AssemblyCase(
      testDescription: "two in one frame", sent: [[.key(0x140, 1), .key(0x141, 1)]],
      tools: [.eraser]),
    AssemblyCase(
      testDescription: "change of tool in one frame",
      sent: [[.key(0x140, 1)], [.key(0x140, 0), .key(0x141, 1)]], tools: [.pen, .eraser]),
    AssemblyCase(
      testDescription: "Wacom's puck", sent: [[.key(0x146, 1)], [.key(0x147, 1)]],
      tools: [.mouse, .lens]),
    AssemblyCase(
      testDescription: "others have no puck", vendor: 0x256c,
      sent: [[.key(0x146, 1)], [.key(0x140, 1)]], tools: [nil, .pen]),
    AssemblyCase(
      testDescription: "no events, and repeats of a key, are no frame",
      sent: [[.key(0x140, 1)], [], [.key(0x14b, 2)], [.relative(1)]], tools: [.pen, .pen]),
    AssemblyCase(
      testDescription: "lost events throw away up to the report",
      sent: [
        [.key(0x140, 1)], [.axis(.x, 5), .dropped, .key(0x140, 0)], [.axis(.y, 6)],
        [.axis(.y, 7)],
      ],
      tools: [.pen, .pen, .pen], gaps: [false, true, false]),
    AssemblyCase(
      testDescription: "lost events twice",
      sent: [[.dropped], [.dropped, .axis(.x, 1)], [.key(0x140, 1)]], tools: [.pen],
      gaps: [true]),
  ]
}

@Test(arguments: AssemblyCase.all)
func eventsMakeFrames(_ test: AssemblyCase) {
  var tablet = wacomPen()
  tablet.vendor = test.vendor
  var assembler = FrameAssembler(tablet, held: KeyMask(test.held))
  var made: [InputFrame] = []
  for changes in test.sent where assembler.send(changes) { made.append(assembler.frame) }
  #expect(made.map(\.tool) == test.tools)
  if !test.gaps.isEmpty { #expect(made.map(\.afterGap) == test.gaps) }
}

@Test func frameTellsWhatWasReported() throws {
  var assembler = FrameAssembler(wacomPen())
  let sent: [[Change]] = [
    [.key(0x140, 1), .axis(.x, 10), .serial(77)],
    [.axis(.pressure, 9), .key(0x14a, 1), .serial(-1)],
  ]
  let frame = try #require(sent.compactMap { assembler.frame(after: $0, time: 6) }.last)
  #expect(frame.reportedAxes == PenAxes(.pressure) && frame.changedKeys == .touch)
  #expect(frame.axes[0] == 10 && frame.serial == 77 && frame.time == 6)
  #expect(frame.keys == [.touch, PenKeys(tool: .pen)] && !assembler.frame.hasSerial)
  #expect(frame.events.count == 4 && frame.events.last?.isReport == true)
}

@Test func longFrameIsTruncatedButRight() {
  var assembler = FrameAssembler(wacomPen())
  _ = assembler.send((1...100).map { .axis(.x, $0) })
  let long = FrameFacts(assembler.frame)
  _ = assembler.send([.axis(.x, 1)])
  let short = FrameFacts(assembler.frame)
  #expect(long.isTruncated && long.axes[0] == 100)
  #expect(long.events.count == InputFrame.capacity && long.events.last?.isReport == true)
  #expect(!short.isTruncated && short.events.count == 2)
}

/// What libevdev gives after a SYN_DROPPED is one frame, on top of the events before it.
@Test func resyncIsOneFrame() {
  var assembler = FrameAssembler(wacomPen())
  _ = assembler.send([.key(0x140, 1), .serial(77)], time: 1)
  assembler.put([.axis(.x, 5)], time: 2)
  assembler.beginResync()
  let isEarly = assembler.send([.key(0x140, 0), .key(0x141, 1), .axis(.y, 6)], time: 3)
  let isComplete = assembler.endResync()
  let frame = FrameFacts(assembler.frame)
  #expect(!isEarly && isComplete)
  #expect(frame.afterGap && frame.tool == .eraser && frame.serial == 77)
  #expect(frame.axes[0] == 5 && frame.axes[1] == 6 && frame.time == 3)
  let next = assembler.frame(after: [.axis(.x, 6)])
  #expect(next?.afterGap == false)
}

/// Where nothing was different, the mark is the next frame's.
@Test func emptyResyncMarksTheNextFrame() {
  var assembler = FrameAssembler(wacomPen())
  assembler.beginResync()
  let isComplete = assembler.endResync()
  let next = assembler.frame(after: [.axis(.x, 7)])
  #expect(!isComplete && next?.afterGap == true)
}
