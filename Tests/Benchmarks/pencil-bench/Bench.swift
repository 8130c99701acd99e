import PencilSystem

@main
struct Bench {
  static func main() {
    Process.ignoreBrokenPipe()
    Process.exit(Choice.run(Array(CommandLine.arguments.dropFirst())))
  }
}
