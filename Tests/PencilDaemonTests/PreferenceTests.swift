import PencilCore
import PencilSystem
import PencilTestSupport
import PencilWire
import Testing

@testable import PencilDaemon

/// What gestures do: the order of the lines, the file of users' own, and how clients hear of them.
struct PreferenceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var lines: [Preference]
    var expected: PreferredAction
    init(_ name: String, _ lines: [Preference], _ expected: PreferredAction) {
      testDescription = name
      self.lines = lines
      self.expected = expected
    }
  }

  private static func line(
    _ action: PreferredAction, button: UInt8? = nil, tool: ToolType? = nil, serial: UInt32 = 0,
    tablet: String = "", _ source: Preference.Source = .configuration
  ) -> Preference {
    Preference(
      .doublePress, action, button: button, toolType: tool, serial: serial, tablet: tablet,
      source: source)
  }

  private static let all = line(.showColorPalette)
  private static let button = line(.showInkAttributes, button: 1)
  private static let tool = line(.showContextualPalette, tool: .pen)
  private static let tablet = line(.switchPrevious, tablet: "Wacom*")
  private static let serial = line(.runSystemShortcut, serial: 7)

  /// Of a double press of button 1 of the pen with serial 7 on the “Wacom Pen”, whose identity is “usb-1”.
  static let cases = [
    Case("nobody said anything", [], .switchEraser),
    Case("the administrator", [all], .showColorPalette),
    Case("a button", [button, all], .showInkAttributes),
    Case("a tool before a button", [button, tool, all], .showContextualPalette),
    Case("a tablet before a tool", [tablet, tool, button], .switchPrevious),
    Case("a serial before all", [all, serial, tablet, tool], .runSystemShortcut),
    Case("the user before the administrator", [line(.ignore, .user), serial, tablet], .ignore),
    Case("of equals the later", [all, line(.switchPrevious)], .switchPrevious),
    Case("another button", [line(.ignore, button: 0)], .switchEraser),
    Case("another tool", [line(.ignore, tool: .eraser)], .switchEraser),
    Case("another serial", [line(.ignore, serial: 8)], .switchEraser),
    Case("another tablet", [line(.ignore, tablet: "Huion*")], .switchEraser),
    Case("a tablet by its identity", [line(.ignore, tablet: "usb-1")], .ignore),
    Case("another gesture", [Preference(.hold, .ignore, source: .configuration)], .switchEraser),
  ]

  @Test(arguments: cases) func theMostSpecificWins(_ test: Case) {
    let actions = PreferredActions(
      configured: test.lines.filter { $0.source == .configuration },
      own: test.lines.filter { $0.source == .user })
    let action = actions.action(
      of: .doublePress, button: 1, toolType: .pen, serial: 7, names: ["Wacom Pen", "usb-1"])
    #expect(action == test.expected)
  }

  private static func prefer(
    _ preference: Preference, token: UInt32 = 5, isForgotten: Bool = false
  ) -> [UInt8] {
    encoded(PreferRequest.size) {
      PreferRequest(token: token, preference: preference, isForgotten: isForgotten)
        .encode(into: &$0)
    }
  }

  /// One with other bytes at some offsets.
  static func changed(_ changes: [(offset: Int, byte: UInt8)]) -> [UInt8] {
    var bytes = prefer(Preference(.hold, .ignore, source: .user))
    for change in changes { bytes[change.offset] = change.byte }
    return bytes
  }

  /// A choice is told to all clients of its user, holds for gestures, and is there after a restart.
  @Test func aUsersChoiceIsKept() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/state/deeper/preferences.conf"
    let mine = Preference(
      .doublePress, .switchPrevious, button: 1, toolType: .pen, serial: 0x10c0_a11e,
      tablet: "Wacom Intuos Pro *", source: .user)
    let other = Preference(.hold, .showContextualPalette, source: .user)
    do {
      var house = try House(preferences: PreferenceBook(path: path))
      let guest = try house.guest().guest
      let chooser = try house.guest().guest
      for preference in [mine, other] { try chooser.send(Self.prefer(preference)) }
      for _ in 0..<2 { try house.turn() }
      let told = try guest.receiveAll().compactMap { $0.decoded { PreferencesNote($0) } }
      #expect(told.last?.lines.prefix(2) == [mine, other])
      #expect(told.allSatisfy { $0.token == 0 })
      let answers = try chooser.receiveAll().compactMap { $0.decoded { PreferencesNote($0) } }
      #expect(answers.map(\.token) == [5, 5])
    }
    let book = PreferenceBook(path: path)
    #expect(Array(book.actions(of: Process.userID).lines.prefix(2)) == [mine, other])
    #expect(book.actions(of: 4_000_000).lines.allSatisfy { $0.source == .builtIn })
    #expect(book.actions(onSeat: "seat0").lines.first == mine, "the only user with any")
    book.activeUsers = ["seat0": 4_000_000]
    #expect(book.actions(onSeat: "seat0").lines.first?.source == .builtIn)
    _ = book.change(mine, isForgotten: true, of: Process.userID)
    _ = book.change(other, isForgotten: true, of: Process.userID)
    let left = PreferenceBook(path: path).actions(of: Process.userID).lines
    #expect(left.allSatisfy { $0.source == .builtIn })
  }

  @Test func tooManyAreRefused() throws {
    var house = try House()
    let guest = try house.guest().guest
    var answers: [Item] = []
    for serial in 1...33 as ClosedRange<UInt32> {
      try guest.send(Self.prefer(Preference(.hold, .ignore, serial: serial, source: .user)))
      try house.turn()
      answers += try guest.receiveAll()
    }
    let last = answers.last?.decoded { ErrorNote($0) }
    #expect(last?.code == ErrorCode.notPermitted.rawValue)
    #expect(last?.text == "a user has at most 32 preferences: forget one first")
  }

  /// A client's text is kept as it is: it ends no line, says nothing of another user, and spoils no other line.
  @Test(arguments: [
    "a\r\n[User 4000000]\r\nhold=runSystemShortcut", "\n", "\u{301}a", " \u{301}", " a ", "a\r\rb",
    "%0A%", "a\\", "\\ b",
    "é ü\u{7F}\t*",
  ])
  func aTextCannotEndItsLine(_ tablet: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/preferences.conf"
    let choice = Preference(.hold, .ignore, tablet: tablet, source: .user)
    let answer = PreferenceBook(path: path).change(choice, isForgotten: false, of: 1000)
    let book = PreferenceBook(path: path)
    #expect(answer == nil)
    #expect(book.actions(of: 1000).lines.first == choice)
    #expect(book.actions(of: 4_000_000).lines.allSatisfy { $0.source == .builtIn })
  }

  static let damaged = [
    "[User 1000]\ndouble-press=switchTool\n", "[User root]\nhold=ignore\n",
    "[User 1000]\nwink=ignore\n", "[User 1]\nhold=ignore button=stylus9\n", "hold=ignore\n",
  ]

  /// A file that is wrong is told, and its lines are not taken; nothing is lost by reading it.
  @Test(arguments: damaged) func aDamagedFileIsLeftAlone(_ text: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/preferences.conf"
    try Files.replace(path, with: Array(text.utf8), permissions: 0o600)
    let book = PreferenceBook(path: path)
    #expect(book.actions(of: 1000).lines.allSatisfy { $0.source == .builtIn })
    #expect(try Files.contents(of: path, limit: 100) == Array(text.utf8))
    // Nor by storing a choice, from when on it is another file.
    let answers = [PreferredAction.ignore, .switchEraser].map {
      book.change(Preference(.hold, $0, source: .user), isForgotten: false, of: 1)
    }
    #expect(answers == [nil, nil])
    #expect(try Files.contents(of: path + ".unread", limit: 100) == Array(text.utf8))
    #expect(PreferenceBook(path: path).actions(of: 1).lines.first?.action == .switchEraser)
  }
}
