import PencilSystem

/// Why a figure could not be had.
struct BenchError: Error {
  var text: String
  init(_ text: String) { self.text = text }
}

/// What the command line asks for.
enum Choice {
  private static let help = """
    pencil-bench [--json]                    all figures that can be measured natively
    pencil-bench pipeline [--instructions]   what one input frame costs, and each stage of it
    pencil-bench send                        what one more subscriber costs
    pencil-bench json                        what one line of JSON costs
    pencil-bench predict                     how far predictions of strokes are off
    pencil-bench start                       from exec to listening
    pencil-bench memory                      resident memory, idle and with 200 subscribers
    pencil-bench estimates                   how far estimated forces are from the real ones
    pencil-bench frames                      what a display frame costs, with predictions and without
    pencil-bench beats [SECONDS]             how exact display frames at 60, 120 and 144 Hz are (60)
    pencil-bench many [SECONDS]              200 subscribers at 60 Hz and a pen at 1000 Hz (30)

    Exit: 1 when something was allocated or lost that must not be; never because of a time.
    $PENCILD names the release binary; else it is the one beside this program.  See Documentation/measuring.md.

    """

  static func run(_ arguments: [String]) -> Int32 {
    var words = arguments
    let isJSON = words.contains("--json")
    words.removeAll { $0 == "--json" }
    var report = Report()
    do {
      guard try measure(words, into: &report) else { return 64 }
    } catch let error as BenchError {
      Log.write(.error, .pencild, "pencil-bench: \(error.text)")
      return 2
    } catch {
      Log.write(.error, .pencild, "pencil-bench: \(error)")
      return 2
    }
    show(isJSON ? report.json : report.table)
    return report.isPassed ? 0 : 1
  }

  /// - Returns: Whether the words mean something.
  private static func measure(_ words: [String], into report: inout Report) throws -> Bool {
    switch (words.first, words.count) {
    case (nil, _):
      try PipelineBench.run(into: &report)
      try InstructionsBench.run(into: &report)
      try SendBench.run(into: &report)
      try JSONBench.run(into: &report)
      try PredictBench.run(into: &report)
      try StartBench.run(into: &report)
      try MemoryBench.run(into: &report)
      try FramesBench.run(into: &report)
      try BeatsBench.run(seconds: 60, into: &report)
      try ManyBench.run(seconds: 30, into: &report)
    case ("pipeline", 1): try PipelineBench.run(into: &report)
    case ("pipeline", 2) where words[1] == "--instructions":
      try InstructionsBench.run(into: &report)
    case ("send", 1): try SendBench.run(into: &report)
    case ("json", 1): try JSONBench.run(into: &report)
    case ("predict", 1): try PredictBench.run(into: &report)
    case ("start", 1): try StartBench.run(into: &report)
    case ("memory", 1): try MemoryBench.run(into: &report)
    case ("estimates", 1): try EstimatesBench.run(into: &report)
    case ("frames", 1): try FramesBench.run(into: &report)
    case ("beats", 1...2):
      try BeatsBench.run(seconds: try seconds(words, usual: 60), into: &report)
    case ("many", 1...2):
      try ManyBench.run(seconds: try seconds(words, usual: 30), into: &report)
    // For valgrind, which counts the instructions of all this process does.
    case ("work", 3):
      guard let stage = Stage(rawValue: words[1]), let frames = Int(words[2]) else { return false }
      try stage.work(frames: frames)
    case ("--help", _): show(help)
    default:
      Log.write(.error, .pencild, "pencil-bench: unknown words; see --help")
      return false
    }
    return true
  }

  private static func seconds(_ words: [String], usual: Int) throws -> Int {
    guard let seconds = words.count == 1 ? usual : Int(words[1]), seconds >= 2 else {
      throw BenchError("\(words[0]) wants a number of seconds, from 2")
    }
    return seconds
  }

  private static func show(_ text: String) {
    guard var output = try? OutputBuffer.standardOutput() else { return }
    output.append(text)
    _ = try? output.flush()
  }
}
