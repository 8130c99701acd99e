import Glibc
import PencilSystem
import PencilTestSupport
import Testing

/// The real program on an evdev node that umockdev pretends. The kernel's own evdev is in Tests/VirtualMachine.
@Suite(
  .serialized, .enabled(if: Program.isInstalled("umockdev-run"), "no umockdev-run"),
  .disabled(if: Sanitizers.areOn, "umockdev preloads a library, and a sanitizer wants to be first")
)
struct MockedTabletTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  /// On a busy machine the player or the daemon stands still for longer than a tool may be silent, and then the pen
  /// would leave and come back in the middle.
  private static let quirk = """
    [Quirk the mocked pen may be silent]
    MatchName=\(MockedTablet.name)
    ProximityTimeout=0

    """

  private func write(pauseMilliseconds: Int = 0) throws {
    try Program.write(Array(Self.quirk.utf8), to: folder("mocked.quirks"))
    try Program.write(Array(MockedTablet.device.utf8), to: folder("t.umockdev"))
    try Program.write(Array(MockedTablet.answers.utf8), to: folder("t.ioctl"))
    let events = MockedTablet.events(pauseMilliseconds: pauseMilliseconds)
    try Program.write(Array(events.utf8), to: folder("t.events"))
  }

  @Test func itsReportsAreShown() throws {
    // The events begin whether or not the tablet is open: on a machine that is too slow, once more with a longer pause.
    for pause in [1000, 5000, 30_000] {
      try write(pauseMilliseconds: pause)
      let run = try Program(
        "env",
        [
          "PENCIL_QUIRKS=" + folder.path, "umockdev-run", "--device", folder("t.umockdev"),
          "--ioctl", MockedTablet.node + "=" + folder("t.ioctl"),
          "--evemu-events", MockedTablet.node + "=" + folder("t.events"), "--", Program.pencild,
          "--dump", "--device", MockedTablet.node, "--format", "json", "--summary",
        ], in: folder.path)
      let hasLeft = eventually { run.outputText.contains("hoverExited") || !run.isRunning }
      // It waits for more; umockdev-run does not hand a signal on.
      run.signalChild(SIGTERM)
      let status = run.status()
      let lines = Line.all(run.output)
      let samples = lines.filter { $0.type == "sample" }
      guard samples.count == MockedTablet.frames || pause == 30_000 else { continue }

      let tablet = lines.first { $0.type == "tablet" }
      let times: [Double] = samples.map { $0.numbers["t"] ?? 0 }
      let places: [[Double?]] = samples.dropLast().map { [$0.numbers["x"], $0.numbers["y"]] }
      #expect(hasLeft)
      #expect(status == 0)
      #expect(tablet?.texts["name"] == MockedTablet.name)
      #expect([tablet?.numbers["width"], tablet?.numbers["height"]] == [200, 100])
      #expect(samples.count == MockedTablet.frames)
      #expect(places == Self.places)
      #expect(samples.map { $0.texts["phase"] ?? "" } == Self.phases)
      // Converted to the monotonic clock. No closer: on a busy machine umockdev mangles the times that it hands on.
      let now = Double(Clock.monotonicMicroseconds)
      #expect(times.allSatisfy { abs(now - $0) < 300e6 })
      #expect(lines.last?.numbers["inputFrames"].map { Int($0) } == MockedTablet.frames)
      // The refused clock is told, once.
      #expect(run.errors.split(separator: "\n").count { $0.contains("CLOCK_MONOTONIC") } == 1)
      return
    }
  }

  /// Millimetres, but for the last frame, whose axes are not used.
  private static let places: [[Double?]] = (0..<99).map { (step: Int) -> [Double?] in
    [10 + Double(step) / 10, 20 + Double(step) / 5]
  }

  private static let phases: [String] = (0..<MockedTablet.frames).map { (step: Int) -> String in
    switch step {
    case 0: "hoverEntered"
    case 20: "began"
    case 21..<80: "moved"
    case 80: "ended"
    case 99: "hoverExited"
    default: "hoverMoved"
    }
  }

  /// udev's database is looked for at its one place, which only a mount can change.
  private static let canMount: Bool = {
    guard let folder = try? Folder(),
      let probe = try? Program(
        "unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/run"], in: folder.path)
    else { return false }
    return probe.status() == 0
  }()

  /// No tablet is a failure, for a list of them, too.
  @Test func noTabletIsNothingToList() throws {
    let run = try Program(
      "umockdev-run", ["--", Program.pencild, "--list", "--format", "json"], in: folder.path)
    #expect(run.status() == 66)
    #expect(run.output == [])
    #expect(run.errors.hasPrefix("pencild: no tablet: plug one in"))
  }

  @Test(.enabled(if: canMount, "may not mount udev's database"))
  func itIsFoundByUdevsWord() throws {
    try write()
    let script = """
      mount -t tmpfs none /run && mkdir -p /run/udev/data &&
      printf '%s' "$1" >/run/udev/data/c13:99 && shift && exec "$@"
      """
    let run = try Program(
      "unshare",
      [
        "-rm", "bash", "-c", script, "-", MockedTablet.database, "umockdev-run", "--device",
        folder("t.umockdev"), "--ioctl", MockedTablet.node + "=" + folder("t.ioctl"), "--",
        Program.pencild, "--list", "--format", "json",
      ], in: folder.path)
    let status = run.status()
    let lines = Line.all(run.output)
    #expect(status == 0, "\(run.errors)")
    #expect(lines.map(\.type) == ["tablet"])
    #expect(lines.first?.texts["node"] == MockedTablet.node)
    #expect(lines.first?.texts["seat"] == "seat7")
  }
}
