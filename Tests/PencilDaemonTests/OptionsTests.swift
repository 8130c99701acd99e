import PencilCore
import PencilWire
import Testing

@testable import PencilDaemon

struct OptionsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var line: String
    var expected: @Sendable (inout Options) -> Void
    var testDescription: String { line }
    init(_ line: String, _ expected: @escaping @Sendable (inout Options) -> Void) {
      self.line = line
      self.expected = expected
    }
  }

  static let good = [
    Case("") { _ in },
    Case("--dump") { $0.mode = .dump },
    Case("--dump --dump") { $0.mode = .dump },
    Case("--record f.yml --device /dev/input/event7") {
      $0.mode = .record("f.yml")
      $0.devices = ["/dev/input/event7"]
    },
    Case("--record=- --socket s") {
      $0.mode = .record("-")
      $0.socket = "s"
    },
    Case("--list --format=json") {
      $0.mode = .list
      $0.format = .json
    },
    Case("--prefer show") { $0.mode = .prefer(.show) },
    Case("--prefer double-press=switchPrevious --button stylus2 --tool 10c0a11e --tablet Wacom*") {
      $0.mode = .prefer(.choose(.doublePress, .switchPrevious))
      $0.button = 1
      $0.tools = .serial(0x10c0_a11e)
      $0.tablet = "Wacom*"
    },
    Case("--prefer show --tablet \(String(repeating: "é", count: 63))x") {
      $0.mode = .prefer(.show)
      $0.tablet = String(repeating: "é", count: 63) + "x"
    },
    Case("--prefer=hold=default") { $0.mode = .prefer(.choose(.hold, nil)) },
    Case("--status --format json") {
      $0.mode = .status
      $0.format = .json
    },
    Case("--check-config --config f") {
      $0.mode = .checkConfiguration
      $0.configuration = "f"
    },
    Case("--show-config") { $0.mode = .showConfiguration },
    Case("--json-socket j --socket s") {
      $0.jsonSocket = "j"
      $0.socket = "s"
    },
    Case("--help") { $0.mode = .help },
    Case("-h") { $0.mode = .help },
    Case("--dump --predict 0.001 --frames 1 --verbose --verbose") {
      $0.mode = .dump
      $0.frames = 1000
      $0.prediction = 1
      $0.isVerbose = true
    },
    Case("--tool 0x10c0A11E --on triple-press -- a") {
      $0.mode = .on(.triplePress)
      $0.tools = .serial(0x10c0_a11e)
      $0.command = ["a"]
    },
    Case("--version") { $0.mode = .version },
    Case("--replay a=b.yml --speed max --socket=x=y") {
      $0.replay = "a=b.yml"
      $0.speed = .maximum
      $0.socket = "x=y"
    },
    Case("--replay f --speed real --config c --verbose") {
      $0.replay = "f"
      $0.configuration = "c"
      $0.isVerbose = true
    },
    Case("--dump --raw --reasons --summary --format text --device a --device b") {
      $0.mode = .dump
      $0.showsRaw = true
      $0.showsReasons = true
      $0.hasSummary = true
      $0.devices = ["a", "b"]
    },
    Case("--dump --once") {
      $0.mode = .dump
      $0.isOnce = true
    },
    Case("--dump --frames 59.94 --socket s") {
      $0.mode = .dump
      $0.frames = 59_940
      $0.socket = "s"
    },
    // What is behind -- is the command's, whatever it looks like.
    Case("--on double-press -- make --dump -- --on x=y") {
      $0.mode = .on(.doublePress)
      $0.command = ["make", "--dump", "--", "--on", "x=y"]
    },
    Case("--on=hold --tool eraser --tablet Wacom* --socket s -- ./run") {
      $0.mode = .on(.hold)
      $0.tools = .type(.eraser)
      $0.tablet = "Wacom*"
      $0.socket = "s"
      $0.command = ["./run"]
    },
    Case("--tool 10c0a11e --on triple-press -- a") {
      $0.mode = .on(.triplePress)
      $0.tools = .serial(0x10c0_a11e)
      $0.command = ["a"]
    },
    Case("--on contact-press -- b") {
      $0.mode = .on(.contactPress)
      $0.command = ["b"]
    },
  ]

  @Test(arguments: good) func areTaken(_ line: Case) throws {
    var expected = Options()
    line.expected(&expected)
    #expect(try Options(arguments: line.line.split(separator: " ").map(String.init)) == expected)
  }

  /// Every way to be wrong, and what is said about it.
  static let bad: [(line: String, text: String)] = [
    ("--nonsense", "unknown option “--nonsense”"),
    ("--dumb=1", "unknown option “--dumb=1”"),
    ("-x", "unknown option “-x”"),
    ("-h=1", "unknown option “-h=1”"),
    ("file.yml", "unknown argument “file.yml”"),
    ("--dump file.yml", "unknown argument “file.yml”"),
    ("--replay", "--replay needs FILE"),
    ("--replay=", "--replay needs FILE"),
    ("--record", "--record needs FILE"),
    ("--device", "--device needs PATH"),
    ("--socket", "--socket needs PATH"),
    ("--config", "--config needs FILE"),
    ("--dump --frames", "--frames needs HZ"),
    ("--speed", "--speed needs real|max"),
    ("--format", "--format needs text|json"),
    ("--dump=yes", "--dump takes no value"),
    ("--verbose=", "--verbose takes no value"),
    ("--replay f --speed fast", "--speed is real or max, not “fast”"),
    ("--dump --format xml", "--format is text or json, not “xml”"),
    ("--dump --frames 0.5", "--frames is 1 to 1000 Hz, not “0.5”"),
    ("--dump --frames 1000.1", "--frames is 1 to 1000 Hz, not “1000.1”"),
    ("--dump --frames nan", "--frames is 1 to 1000 Hz, not “nan”"),
    ("--dump --frames sixty", "--frames is 1 to 1000 Hz, not “sixty”"),
    ("--dump --list", "--dump and --list exclude each other"),
    ("--record f --dump", "--record and --dump exclude each other"),
    ("--list --record f", "--list and --record exclude each other"),
    ("--version --help", "--version and --help exclude each other"),
    (
      "--dump --replay f --device d",
      "--replay and --device exclude each other: each says where the pen comes from"
    ),
    ("--dump --speed max", "--speed goes with --replay"),
    ("--raw", "--raw goes with --dump, not with serving"),
    ("--list --reasons", "--reasons goes with --dump, not with --list"),
    ("--summary", "--summary goes with --dump, not with serving"),
    ("--frames 60", "--frames goes with --dump, not with serving"),
    ("--once", "--once goes with --dump, not with serving"),
    ("--record f --once", "--once goes with --dump, not with --record"),
    (
      "--dump --once --replay f",
      "--once and --replay exclude each other: " + alone
    ),
    ("--format json", "--format goes with --dump, --list or --status, not with serving"),
    (
      "--record f --format json", "--format goes with --dump, --list or --status, not with --record"
    ),
    (
      "--dump --frames 60 --replay f",
      "--frames and --replay exclude each other: " + alone
    ),
    (
      "--dump --frames 60 --device d",
      "--frames and --device exclude each other: " + alone
    ),
    ("--record f --replay g", "--replay goes with serving or --dump, not with --record"),
    ("--list --replay g", "--replay goes with serving or --dump, not with --list"),
    ("--record f --device d --socket s", "--socket and --device exclude each other: " + alone),
    ("--dump --socket s --config c", "--socket and --config exclude each other: " + itsOwn),
    ("--record f --socket s --config c", "--socket and --config exclude each other: " + itsOwn),
    ("--dump --frames 60 --config c", "--frames and --config exclude each other: " + itsOwn),
    ("--list --speed real", "--speed goes with serving or --dump, not with --list"),
    ("--dump --speed real", "--speed goes with --replay"),
    ("--dump --predict 16", "--predict goes with --frames"),
    ("--predict 16", "--predict goes with --dump, not with serving"),
    (
      "--dump --frames 60 --predict 0",
      "--predict is 0.001 to 50 ms, not “0”; without it nothing is predicted"
    ),
    (
      "--help --verbose",
      "--verbose goes with serving, --dump, --record, --list or --on, not with --help"
    ),
    ("--socket a --socket b", "--socket is given twice"),
    ("--socket a --json-socket j --json-socket=a", "--json-socket is given twice"),
    ("--dump --device a --frames 5 --frames 6", "--frames is given twice"),
    ("--record a --record b", "--record is given twice"),
    ("--prefer hold=ignore --prefer double-press=ignore", "--prefer is given twice"),
    ("--config c --config c", "--config is given twice"),
    (
      "--dump --replay f --socket s",
      "--socket and --replay exclude each other: " + alone
    ),
    (
      "--dump --device d --socket s",
      "--socket and --device exclude each other: " + alone
    ),
  ]

  private static let alone = "the one asks a running daemon, the other reads without one"
  private static let itsOwn = "a running daemon has read its own configuration"
  private static let configured =
    "--config goes with serving, --dump, --record, --list, --check-config or --show-config, not with "
  private static let noCommand = "--on needs -- COMMAND … at the end"
  private static let notATool =
    "--tool is a type (pen, eraser, brush, pencil, airbrush, mouse, lens) or a serial in hexadecimal, not "

  static let badOn: [(line: String, text: String)] = [
    ("--on", "--on needs GESTURE"),
    ("--on --", "--on is double-press, triple-press, hold, contact-press, not “--”"),
    ("--on double-press", noCommand),
    ("--on double-press --", noCommand),
    ("--on double-press notify-send", "unknown argument “notify-send”"),
    ("--on squeeze -- a", "--on is double-press, triple-press, hold, contact-press, not “squeeze”"),
    (
      "--on doublePress -- a",
      "--on is double-press, triple-press, hold, contact-press, not “doublePress”"
    ),
    ("-- a", "-- COMMAND goes behind --on GESTURE"),
    ("--dump -- a", "-- COMMAND goes behind --on GESTURE"),
    ("--on hold --dump -- a", "--on and --dump exclude each other"),
    ("--on hold --tool stick -- a", notATool + "“stick”"),
    ("--on hold --tool 0 -- a", notATool + "“0”"),
    ("--on hold --tool 0x0 -- a", notATool + "“0x0”"),
    ("--on hold --tool 0x -- a", notATool + "“0x”"),
    ("--on hold --tool 123456789 -- a", notATool + "“123456789”"),
    (
      "--prefer hold",
      "--prefer is show, or a gesture (double-press, triple-press, hold, contact-press), = and an action, not “hold”"
    ),
    (
      "--prefer hold=jump",
      "an action is ignore, switchEraser, switchPrevious, showColorPalette, showInkAttributes, showContextualPalette, runSystemShortcut, or default, not “jump”"
    ),
    (
      "--prefer show --button top",
      "--button is stylus, stylus2, stylus3, left, right, middle, side, extra, not “top”"
    ),
    ("--dump --button stylus", "--button goes with --prefer, not with --dump"),
    ("--status --replay f", "--replay goes with serving or --dump, not with --status"),
    ("--config c --status", configured + "--status"),
    ("--prefer show --config c", configured + "--prefer"),
    ("--on hold --config c -- a", configured + "--on"),
    ("--on hold --on hold -- a", "--on is given twice"),
    (
      "--status --verbose",
      "--verbose goes with serving, --dump, --record, --list or --on, not with --status"
    ),
    (
      "--show-config --socket s",
      "--socket goes with serving, --dump, --record, --on, --prefer or --status, not with --show-config"
    ),
    ("--dump --json-socket j", "--json-socket goes with serving, not with --dump"),
    ("--tool pen", "--tool goes with --on or --prefer, not with serving"),
    ("--dump --tablet Wacom*", "--tablet goes with --on or --prefer, not with --dump"),
    ("--on hold --tablet= -- a", "--tablet needs PATTERN"),
    (
      "--on hold --tablet \(String(repeating: "x", count: 128)) -- a",
      "--tablet has at most 127 bytes, not 128"
    ),
    ("--on hold --raw -- a", "--raw goes with --dump, not with --on"),
    (
      "--on hold --replay f -- a",
      "--replay goes with serving or --dump, not with --on"
    ),
    (
      "--on hold --device d -- a",
      "--device goes with serving, --dump, --record or --list, not with --on"
    ),
  ]

  @Test(arguments: bad + badOn) func areRefused(line: String, text: String) {
    #expect(throws: UsageError(text)) {
      try Options(arguments: line.split(separator: " ").map(String.init))
    }
  }

  /// What `--prefer show` shows of some lines, which are numbered: those that count for what is asked for.
  @Test(arguments: [
    ("", [0, 1, 2, 3, 4]), ("--button stylus", [0, 2, 3, 4]),
    ("--button stylus2", [0, 1, 2, 3, 4]),
    ("--tool pen", [0, 1, 3, 4]), ("--tool eraser", [0, 1, 2, 3, 4]),
    ("--tool 7", [0, 1, 2, 3, 4]),
    ("--tool 8", [0, 1, 2, 4]), ("--tablet Wacom*", [0, 1, 2, 3, 4]),
    ("--tablet Huion", [0, 1, 2, 3]), ("--tool 8 --button stylus --tablet usb-1", [0, 2]),
  ]) func preferencesAreFiltered(line: String, shown: [Int]) throws {
    let lines = [
      Preference(.hold, .ignore), Preference(.hold, .ignore, button: 1),
      Preference(.doublePress, .ignore, toolType: .eraser), Preference(.hold, .ignore, serial: 7),
      Preference(.hold, .ignore, tablet: "Wacom*"),
    ]
    let options = try Options(
      arguments: ["--prefer", "show"] + line.split(separator: " ").map(String.init))
    #expect(lines.indices.filter { Prefer.concerns(lines[$0], .show, options) } == shown)
  }

  @Test func theWordsBecomeAFilter() throws {
    let plain = try Options(arguments: ["--dump", "--format", "json"]).filter
    let text = try Options(arguments: ["--dump"]).filter
    let all = try Options(arguments: ["--dump", "--raw", "--reasons"]).filter
    #expect([plain.contents, all.contents] == [.ordinary, .all])
    // Why a press is no gesture is always shown to a person.
    #expect(text.contents == [.ordinary, .reasons])
  }

  /// Whatever can be given is in the help.
  @Test func helpNamesEveryOption() {
    let named = [
      "--dump", "--record FILE", "--list", "--replay FILE", "--speed real|max", "--device PATH",
      "--socket PATH", "--format text|json", "--frames HZ", "--raw", "--reasons", "--summary",
      "--on GESTURE", "--tool TOOL", "--tablet PATTERN", "--config FILE", "--verbose", "--help",
      "--version",
    ]
    #expect(named.filter { !Options.help.contains("  \($0) ") } == [])
  }
}
