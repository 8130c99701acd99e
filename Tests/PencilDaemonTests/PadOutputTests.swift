import PencilCore
import PencilDaemon
import PencilSystem
import PencilWire
import Testing

private func lines(_ items: [[UInt8]], json: Bool) -> [String] {
  var buffer = TextBuffer()
  var text = DumpWriter(isTerminal: false, isColoured: false)
  var objects = JSONLinesWriter()
  for item in items {
    if json {
      objects.write(item.span.raw, into: &buffer)
    } else {
      text.write(item.span.raw, into: &buffer)
    }
  }
  var all: [UInt8] = []
  for i in buffer.bytes.indices { all.append(buffer.bytes[i]) }
  return String(decoding: all, as: UTF8.self).split(separator: "\n").map(String.init)
}

private var pad: Pad {
  var pad = Pad()
  pad.id = 2
  pad.tablet = 1
  pad.attachment = 3
  (pad.buttons, pad.rings, pad.modes, pad.mode) = (9, 1, 4, 2)
  pad.name = "Intuos Pad"
  pad.node = "/dev/input/event4"
  return pad
}

private func event(_ change: (inout PadEvent) -> Void) -> PadEvent {
  var event = PadEvent()
  (event.tablet, event.pad, event.attachment, event.time) = (1, 2, 3, 1000)
  change(&event)
  return event
}

private func items() -> [[UInt8]] {
  let events = [
    event {
      ($0.control, $0.index, $0.isPressed, $0.code, $0.buttons) = (.button, 3, true, 0x103, 8)
    },
    event { ($0.control, $0.value, $0.mode, $0.code) = (.ring, .pi / 2, 2, 8) },
    event { ($0.control, $0.code) = (.strip, 3) },
    event { ($0.control, $0.delta, $0.code) = (.dial, -180, 8) },
    event { ($0.control, $0.mode) = (.mode, 1) },
    event { ($0.control, $0.isSynthetic, $0.code) = (.key, true, 0x240) },
    event { ($0.control, $0.isPressed, $0.isSynthetic, $0.code) = (.key, true, true, 0x240) },
  ]
  let description = OutputTestItems.encode(PadDescriptionRecord.size) {
    PadDescriptionRecord.encode(pad, sequence: 1, into: &$0)
  }
  return [description]
    + events.map { event in
      OutputTestItems.encode(PadRecord.size) { PadRecord.encode(event, sequence: 2, into: &$0) }
    }
}

@Test func padsAsText() {
  let all = lines(items(), json: false)
  #expect(all[0].contains("Intuos Pad · of tablet 1"))
  #expect(all[1].contains("9 buttons, 1 ring, 4 modes · /dev/input/event4"))
  #expect(all[2].contains("▼ pad 2") && all[2].contains("button 3 pressed"))
  #expect(all[3].contains("ring 0 at 90.0° · mode 2"))
  #expect(all[4].contains("strip 0 left") && all[5].contains("dial 0 turned by -1.50"))
  #expect(all[6].contains("mode 0 is 1") && all[7].contains("key 0 released by pencild"))
  #expect(all[8].contains("key 0 pressed by pencild: it was down already"))
}

@Test func padsAsJSON() {
  let all = lines(items(), json: true)
  #expect(all.count == 8)
  #expect(
    all[0].hasPrefix(
      #"{"type":"padDescription","seq":1,"t":0,"tablet":1,"pad":2,"attachment":3,"present":true"#))
  #expect(
    all[1].contains(
      #""control":"button","index":3,"mode":0,"name":"","pressed":true,"synthetic":false,"buttons":[3]}"#
    ))
  #expect(all[2].contains(#""control":"ring","index":0,"mode":2,"value":1.570796"#))
  #expect(!all[3].contains("value") && all[4].contains(#""delta":-180"#))
}

@Test func padRecordsComeBackAsTheyWere() throws {
  for bytes in items().dropFirst() {
    let decoded = PadRecord.decode(bytes.span.raw)
    let event = try #require(decoded)
    let again = OutputTestItems.encode(PadRecord.size) {
      PadRecord.encode(event, sequence: 2, into: &$0)
    }
    #expect(again == bytes)
  }
  let first = items()[0]
  let description = PadDescriptionRecord.decode(first.span.raw)
  #expect(description == pad)
}

@Test func padsAreInTheSnapshotOfWhoWantsThem() {
  let items = items()
  func passes(_ filter: Filter) -> [Bool] {
    var all: [Bool] = []
    for item in items.prefix(2) { all.append(filter.passes(item.span.raw)) }
    return all
  }
  #expect(passes(Filter(contents: .pads)) == [true, true])
  #expect(passes(Filter(contents: .contact)) == [false, false])
  #expect(passes(Filter(contents: .pads, tablet: 2)) == [false, false])
}
