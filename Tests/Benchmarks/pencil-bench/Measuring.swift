import CAllocationCounter
import Glibc

/// What a frame of a workload costs.
struct Cost {
  /// ns of this thread's own processor time: what others do on the machine counts less.
  var nanoseconds: Double
  var allocations: Double
}

/// Measures a workload in rounds and keeps the median.
struct CostMeter: WorkloadBody {
  static let rounds = 25
  static let frames = 20_000
  private(set) var cost = Cost(nanoseconds: 0, allocations: 0)

  mutating func use<W: Workload & ~Copyable>(_ workload: consuming W) {
    workload.run(frames: Self.frames)
    var rounds = [Double](repeating: 0, count: Self.rounds)
    let allocations = pencil_allocation_count()
    for round in 0..<Self.rounds {
      let start = CPUClock.now
      workload.run(frames: Self.frames)
      rounds[round] = Double(CPUClock.now - start) / Double(Self.frames)
    }
    let made = pencil_allocation_count() - allocations
    cost = Cost(
      nanoseconds: rounds.median, allocations: Double(made) / Double(Self.rounds * Self.frames))
  }
}

/// The processor time of this thread.
enum CPUClock {
  /// ns.
  static var now: UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
