import CAllocationCounter
import PencilDaemon
import PencilSystem
import PencilWire

/// What one line of JSON costs.
enum JSONBench {
  static func run(into report: inout Report) throws {
    let samples = Prepared.samples
    var records = ByteBuffer(count: SampleRecord.size * samples.count)
    for (n, sample) in samples.enumerated() {
      var bytes = records.mutableBytes
      var place = bytes._mutatingExtracting(n * SampleRecord.size..<(n + 1) * SampleRecord.size)
      SampleRecord.encode(sample, sequence: UInt64(n + 1), into: &place)
    }
    var writer = JSONLinesWriter()
    var buffer = TextBuffer()
    var rounds: [Double] = []
    rounds.reserveCapacity(CostMeter.rounds)
    var size = 0
    let count = CostMeter.frames
    let before = pencil_allocation_count()
    for _ in 0..<CostMeter.rounds {
      let start = CPUClock.now
      for n in 0..<count {
        buffer.removeAll()
        let place = n % samples.count * SampleRecord.size
        writer.write(records.bytes.extracting(place..<place + SampleRecord.size), into: &buffer)
      }
      rounds.append(Double(CPUClock.now - start) / Double(count))
      size = buffer.count
    }
    let allocations = pencil_allocation_count() - before
    report.add(
      Figure(
        name: "JSON line of \(size) bytes", value: rounds.median, unit: "ns",
        floor: copy(size: size), floorName: "copy of as many bytes", budget: 200))
    report.add(
      Figure(
        name: "JSON line, malloc", value: Double(allocations) / Double(count * CostMeter.rounds),
        unit: "", decimals: 4, budget: 0, isGate: true))
  }

  private static func copy(size: Int) -> Double {
    let text = String(repeating: "x", count: size)
    var buffer = TextBuffer()
    var rounds: [Double] = []
    for _ in 0..<CostMeter.rounds {
      let start = CPUClock.now
      for _ in 0..<CostMeter.frames {
        buffer.removeAll()
        buffer.append(text)
      }
      rounds.append(Double(CPUClock.now - start) / Double(CostMeter.frames))
    }
    return rounds.median
  }
}
