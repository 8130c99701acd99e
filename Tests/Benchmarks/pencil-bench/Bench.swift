import PencilSystem

@main
struct Bench {
  static func main() {
    Process.ignoreBrokenPipe()
    // Each client that is admitted is a line otherwise.
    Log.threshold = .notice
    Process.exit(Choice.run(Array(CommandLine.arguments.dropFirst())))
  }
}
