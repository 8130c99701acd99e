import CLibevdev
import PencilSystem
import Testing

@testable import PencilInput

/// Events that waited while nobody read, and the state from which they lead to the present one.
struct KeptQueueTests {
  private typealias Event = (type: UInt16, code: UInt16, value: Int32)

  private static let syn: Event = (EventType.synchronisation, SyncCode.report, 0)

  private static func events(_ list: [Event]) -> [input_event] {
    list.map {
      var event = input_event()
      (event.type, event.code, event.value) = ($0.type, $0.code, $0.value)
      return event
    }
  }

  /// What a pen does, the state before it, and the state after: keys, x and y.
  private static let cases:
    [(events: [Event], before: ([UInt16], [Int32]), after: ([UInt16], [Int32]))] =
      [
        ([], ([KeyCode.toolPen], [5, 6]), ([KeyCode.toolPen], [5, 6])),
        (
          [(EventType.key, KeyCode.touch, 1), (EventType.absolute, 0, 7), syn],
          ([KeyCode.toolPen], [7, 6]), ([KeyCode.toolPen, KeyCode.touch], [7, 6])
        ),
        // Up and down again; of an axis the first value counts.
        (
          [
            (EventType.key, KeyCode.touch, 0), (EventType.absolute, 0, 3), syn,
            (EventType.absolute, 0, 4), (EventType.absolute, 1, 9), syn,
            (EventType.key, KeyCode.touch, 1), syn,
          ],
          ([KeyCode.toolPen, KeyCode.touch], [3, 9]), ([KeyCode.toolPen, KeyCode.touch], [4, 9])
        ),
        // It left; a key that repeats is no change.
        (
          [
            (EventType.key, KeyCode.toolPen, 2), (EventType.key, KeyCode.touch, 0),
            (EventType.key, KeyCode.toolPen, 0), syn,
          ],
          ([KeyCode.toolPen, KeyCode.touch], [1, 2]), ([], [1, 2])
        ),
      ]

  @Test(arguments: 0..<4) func theStateBefore(place: Int) {
    let test = Self.cases[place]
    var queue = KeptQueue()
    queue.add(Self.events(test.events))
    var description = wacomPen()
    var held = KeyMask(test.after.0)
    for (i, value) in test.after.1.enumerated() { description.axes[i].value = value }
    queue.rewind(&description, &held)
    #expect(held == KeyMask(test.before.0))
    #expect(description.axes.prefix(2).map(\.value) == test.before.1)
    // Played from there, it leads to the state after it.
    var assembler = FrameAssembler(description, held: held)
    var count = 0
    while let event = queue.next() {
      _ = assembler.add(type: event.type, code: event.code, value: event.value, time: 1)
      count += 1
    }
    #expect(count == test.events.count)
    #expect([assembler.frame.state[.x], assembler.frame.state[.y]] == test.after.1)
    var keys = PenKeys()
    for code in test.after.0 { keys.formUnion(PenKeys(code: code)) }
    #expect(assembler.frame.state.keys == keys)
  }

  @Test func whatIsBrokenHasNoEvents() {
    for dropped in 0..<4 {
      var list = [Self.syn, Self.syn, Self.syn]
      list.insert((EventType.synchronisation, SyncCode.dropped, 0), at: dropped)
      var queue = KeptQueue()
      queue.add(Self.events(list))
      let next = queue.next()
      #expect(queue.isBroken && next == nil)
    }
  }

  @Test func allThatIsThereIsRead() throws {
    let pair = try ConnectedSocket.pair(.stream)
    let events = Self.events(
      (0..<200).map { (EventType.absolute, 0, Int32($0)) } + [Self.syn])
    var sent = 0
    for event in events {
      sent += try unsafe withUnsafeBytes(of: event) { bytes in
        let span = unsafe RawSpan(_unsafeBytes: bytes)
        guard case .sent(let count) = try pair.first.send(span) else { return 0 }
        return count
      }
    }
    #expect(sent == events.count * MemoryLayout<input_event>.stride)
    var queue = try KeptQueue(readFrom: FileDescriptor.duplicate(of: pair.second.descriptor))
    var values: [Int32] = []
    while let event = queue.next() { values.append(event.value) }
    #expect(values == (0..<200).map { Int32($0) } + [0])
    #expect(queue.isKept && !queue.isBroken)
  }
}
