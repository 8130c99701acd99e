@main
struct Pencild {
  static func main() {}
}
