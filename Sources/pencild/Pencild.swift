internal import PencilDaemon

@main
struct Pencild {
  static func main() {
    Command.exit(Command.run(arguments: Array(CommandLine.arguments.dropFirst())))
  }
}
