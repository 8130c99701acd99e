import PencilCore
import PencilInput
import PencilTestSupport
import PencilWire
import Testing

@testable import PencilDaemon

/// From input frames with late pressure to records.
struct EstimatePipelineTests {
  /// A frame of an art pen in contact, with pressure or without.
  private func frame(_ time: UInt64, pressure: Int32?) -> InputFrame {
    var frame = InputFrame()
    frame.time = time
    frame.state.tool = .pen
    frame.state.keys = PenKeys(code: KeyCode.toolPen).union(.touch)
    frame.state[.misc] = 0x100804
    frame.state[.x] = Int32(truncatingIfNeeded: time)
    frame.reportedAxes = PenAxes(.x)
    if let pressure {
      frame.state[.pressure] = pressure
      frame.reportedAxes.formUnion(PenAxes(.pressure))
    } else {
      frame.state[.pressure] = 1000
    }
    return frame
  }

  /// A wait ends by the clock where no frame comes; the stroke is final only then.
  @Test func theClockEndsAWait() throws {
    var house = try House()
    house.pipeline.makesReasons = true
    let tablet = house.pipeline.attach(penDescription(), isReplayed: false, time: 1)
    var cursor = house.publisher.journal.start
    house.pipeline.take(frame(1000, pressure: 1000), of: tablet)
    house.pipeline.take(frame(6000, pressure: nil), of: tablet)
    let next = house.pipeline.nextDeadline
    let deadline = try #require(next)
    house.pipeline.expire(now: deadline - 1)
    house.pipeline.expire(now: deadline)
    house.pipeline.detach(tablet, time: 100_000)
    var types: [ItemType] = []
    var updates: [SampleUpdate] = []
    while let record = house.publisher.journal.read(&cursor) {
      if let header = try? ItemHeader(record, at: 0) { types.append(header.type) }
      if let update = UpdateRecord.decode(record), types.last == .update { updates.append(update) }
    }
    #expect(deadline == 26_000)
    #expect(updates.map(\.cause) == [.expired] && updates.map(\.time) == [26_000])
    #expect(
      types.filter { [.sample, .update, .stroke].contains($0) } == [
        .sample, .sample, .sample, .update, .sample, .stroke, .sample,
      ])
    #expect(types.contains(.reason))
  }
}
