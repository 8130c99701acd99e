import PencilCore
import PencilSystem
import PencilTestSupport
import PencilWire
import Testing

@testable import PencilDaemon

/// What a person and a program see of who gets gestures, of preferences and of the daemon's status.
struct StatusOutputTests {
  private static let preferences: PreferencesNote = {
    let lines = [
      Preference(
        .doublePress, .switchPrevious, button: 1, toolType: .pen, serial: 0xC0_A11E,
        tablet: "A\u{202E}*\u{1B}", source: .user),
      Preference(.hold, .ignore, toolType: .eraser, source: .configuration),
      Preference(.hold, .showContextualPalette),
    ]
    return PreferencesNote(time: 5, token: 0, lines: lines, off: [.hold, .contactPress])
  }()

  private static let interaction = InteractionNote(time: 6, token: 0, isOn: false, claim: .lost)

  private static let items = [
    OutputTestItems.encode(preferences.size) { preferences.encode(into: &$0) },
    OutputTestItems.encode(InteractionNote.size) { interaction.encode(into: &$0) },
  ]

  @Test func bothFormsSayTheSame() {
    var text = DumpWriter(isTerminal: false, isColoured: false)
    var json = JSONLinesWriter()
    #expect(
      OutputTestItems.text(Self.items, by: &text) == """
                    preferences double-press=switchPrevious (stylus2, pen, serial 00c0a11e, A?*?): yours
                               hold=ignore (eraser): configuration · off
                               hold=showContextualPalette: built in · off
                    interaction gestures off · claim lost

        """)
    #expect(
      OutputTestItems.text(Self.items, by: &json) == #"""
        {"type":"preferences","t":5,"lines":[{"gesture":"doublePress","action":"switchPrevious","button":"stylus2","toolType":"pen","serial":12624158,"tablet":"A‮*\u001b","source":"user"},{"gesture":"hold","action":"ignore","toolType":"eraser","source":"configuration"},{"gesture":"hold","action":"showContextualPalette","source":"builtIn"}],"off":["hold","contactPress"]}
        {"type":"interaction","t":6,"gestures":"off","claim":"lost"}

        """#)
  }

  private static func status(isHidden: Bool, isJSON: Bool) -> String {
    var daemon = DaemonStatusNote()
    (daemon.time, daemon.started, daemon.epoch) = (9_000_000, 1_500_000, 255)
    (daemon.head, daemon.oldest, daemon.capacity, daemon.used) = (7, 3, 4 << 20, 1 << 20)
    (daemon.inputFrames, daemon.memory, daemon.clients, daemon.version) = (1, 5 << 20, 1, "1.2")
    if isHidden { daemon.hideActivity() }
    var client = ClientStatusNote()
    (client.number, client.uid, client.pid, client.name) = (4, 1000, 77, "ev\u{2066}il\u{7F}")
    client.flags = [.subscribed]
    client.pace = .displayFrames(millihertz: 60_000)
    var answer = Status.Answer(isJSON: isJSON)
    let notes = [
      OutputTestItems.encode(DaemonStatusNote.size) { daemon.encode(into: &$0) },
      OutputTestItems.encode(ClientStatusNote.size) { client.encode(into: &$0) },
    ]
    for note in notes {
      if let header = try? ItemHeader(note.span.raw, at: 0) { answer.take(header, note.span.raw) }
    }
    return answer.text
  }

  /// Zeros would be taken for what is: who may not see it is told so.
  @Test func whatIsHiddenIsNotShownAsNothing() {
    let client =
      "client 4  user 1000 · pid 77 · calls itself “ev?il?” · display frames at 60.000 Hz\n"
    #expect(
      Self.status(isHidden: false, isJSON: false) == """
        pencild 1.2 · up 7.5 s · 5.0 MiB resident · 1 input frame
        journal 1.0 MiB of 4.0 MiB · records 3…7 · epoch ff
        no tablet

        """ + client)
    #expect(
      Self.status(isHidden: true, isJSON: false) == """
        pencild 1.2 · up 7.5 s
        journal of 4.0 MiB · epoch ff
        how much pens write is shown to those who may hear all of them
        no tablet that this user hears now

        """ + client)
    let json = Self.status(isHidden: true, isJSON: true).split(separator: "\n").first
    #expect(
      json
        == #"{"type":"daemonStatus","t":9000000,"version":"1.2","started":1500000,"epoch":"255","capacity":4194304,"activityHidden":true,"clients":1}"#
    )
  }
}
