import Testing

@testable import PencilClient

/// A delegate that keeps what it hears, and refuses when it is told to.
final class Listener: ToolStateDelegate {
  let name: String
  var refuses = false
  /// Whether it keeps what it hears.
  var keeps = true
  var heard: [String] = []
  var whenAsked: (ToolState, DrawingTool?) -> Void = { _, _ in }
  var whenChanged: (ToolState, DrawingTool?) -> Void = { _, _ in }

  init(_ name: String = "") { self.name = name }

  func toolState(
    _ toolState: ToolState, shouldChangeFrom old: DrawingTool?, to new: DrawingTool?
  ) -> Bool {
    whenAsked(toolState, new)
    return !refuses
  }

  func toolState(_ toolState: ToolState, didChangeFrom old: DrawingTool?, to new: DrawingTool?) {
    if keeps { heard.append("\(name)\(ToolStateScript.word(old))→\(ToolStateScript.word(new))") }
    whenChanged(toolState, new)
  }

  func toolState(
    _ toolState: ToolState, isAskedTo request: ToolState.Request, by gesture: Gesture?
  ) {
    guard keeps else { return }
    heard.append("\(name)\(request)\(gesture.map { " at \($0.pose.x ?? -1)" } ?? "")")
  }
}

/// A view, as apps have them.
@MainActor private final class View: @MainActor ToolStateDelegate {
  var shown: DrawingTool?
  func toolState(_ toolState: ToolState, didChangeFrom old: DrawingTool?, to new: DrawingTool?) {
    shown = new
  }
}

struct ToolStateDelegateTests {
  private func gesture(
    _ action: PreferredAction, _ kind: GestureKind = .doublePress, _ phase: GesturePhase = .ended
  ) -> Gesture {
    var gesture = Gesture()
    gesture.kind = kind
    gesture.phase = phase
    gesture.action = action
    return gesture
  }

  private func state(_ tools: String, _ delegates: Listener...) -> ToolState {
    let state = ToolState()
    for step in ToolStateScript(tools).steps {
      if case .select(let tool) = step.step { state.select(tool) }
    }
    for delegate in delegates { state.add(delegate) }
    return state
  }

  // MARK: - Gestures

  struct Case: Sendable, CustomTestStringConvertible {
    var gesture: (action: PreferredAction, kind: GestureKind, phase: GesturePhase)
    var outcome: ToolState.Outcome
    var testDescription: String { "\(gesture)" }
    init(
      _ action: PreferredAction, _ kind: GestureKind, _ phase: GesturePhase,
      _ outcome: ToolState.Outcome
    ) {
      gesture = (action, kind, phase)
      self.outcome = outcome
    }
  }

  private static let erased = ToolState.Outcome.changed(from: .ink, to: .eraser)

  /// Of an app that has ink selected, does nothing at a triple press and shows a palette while a button is held.
  static let cases = [
    Case(.switchEraser, .doublePress, .ended, erased),
    Case(.switchEraser, .doublePress, .began, .nothing),
    Case(.switchEraser, .doublePress, .changed, .nothing),
    Case(.switchEraser, .doublePress, .cancelled, .nothing),
    Case(.ignore, .doublePress, .ended, .nothing),
    Case(.showColorPalette, .contactPress, .ended, .asked(.showColorPalette)),
    // The app's own action comes before the preferred one.
    Case(.switchEraser, .hold, .ended, .asked(.showContextualPalette)),
    Case(.switchEraser, .hold, .began, .nothing),
    Case(.switchEraser, .triplePress, .ended, .nothing),
    // But the user's wish for nothing comes before the app's.
    Case(.ignore, .hold, .ended, .nothing),
  ]

  @Test(arguments: cases, [true, false]) func gesturesAreHandled(_ row: Case, isEnabled: Bool) {
    let listener = Listener()
    let tools = state("I", listener)
    tools.overrides = [.hold: .showContextualPalette, .triplePress: .ignore]
    tools.isEnabled = isEnabled
    var gesture = gesture(row.gesture.action, row.gesture.kind, row.gesture.phase)
    gesture.pose.available = .millimetres
    gesture.pose.values.x = 12.5
    let heard: [String] =
      switch row.outcome {
      case .changed: ["I→E"]
      case .asked(let request): ["\(request) at 12.5"]
      default: []
      }
    #expect(tools.handle(gesture) == (isEnabled ? row.outcome : .disabled))
    #expect(listener.heard == (isEnabled ? heard : []))
  }

  @Test func allGesturesOfAFrameAreTaken() {
    var frame = Frame(sampleCapacity: 1)
    for action in [PreferredAction.switchEraser, .switchPrevious, .showColorPalette] {
      frame.append(gesture(action))
    }
    let listener = Listener()
    let tools = state("I", listener)
    tools.take(frame)
    #expect(listener.heard == ["I→E", "E→I", "showColorPalette at -1.0"])
  }

  /// Overrides are for gestures alone: what an app asks for itself is done.
  @Test func performDoesWhatItIsTold() {
    let tools = state("I")
    tools.overrides = [.doublePress: .ignore]
    #expect(tools.perform(.switchEraser, for: gesture(.ignore)) == Self.erased)
  }

  // MARK: - Delegates

  @Test func everyDelegateIsToldInOrder() {
    let (a, b, c) = (Listener("a"), Listener("b"), Listener("c"))
    let tools = state("I", a, b, a, c)
    var order: [String] = []
    for listener in [a, b, c] { listener.whenChanged = { _, _ in order.append(listener.name) } }
    tools.perform(.switchEraser)
    tools.perform(.showColorPalette)
    #expect(order == ["a", "b", "c"], "each once, in the order in which they were added")
    #expect([a, b, c].map(\.heard.last) == ["a", "b", "c"].map { $0 + "showColorPalette" })
    tools.remove(b)
    tools.select(nil)
    #expect([a, b, c].map(\.heard.count) == [3, 2, 3])
    for listener in [a, b, c] { listener.whenChanged = { _, _ in } }
  }

  @Test func delegatesAreHeldWeakly() {
    let tools = state("I")
    weak var gone: Listener?
    do {
      let refusing = Listener()
      refusing.refuses = true
      gone = refusing
      tools.add(refusing)
      #expect(!tools.select(nil))
    }
    #expect(gone == nil)
    #expect(tools.select(nil), "nobody is left to refuse")
  }

  /// One of several is enough, and the answer says what is selected now.
  @Test(arguments: 0..<3) func anyDelegateRefuses(_ number: Int) {
    let listeners = [Listener(), Listener(), Listener()]
    let tools = state("I H")
    for listener in listeners { tools.add(listener) }
    listeners[number].refuses = true
    #expect([tools.select(nil), tools.toggle(DrawingTool("highlighter"))] == [false, false])
    #expect([tools.select(DrawingTool("highlighter"))] == [true], "it is selected already")
    #expect(tools.perform(.switchPrevious) == .refused)
    #expect(listeners.allSatisfy { $0.heard == [] })
    listeners[number].refuses = false
    #expect(tools.previous == .ink, "a refused change has left no trace")
    #expect(tools.perform(.switchPrevious) == .changed(from: DrawingTool("highlighter"), to: .ink))
  }

  @Test func toggleSelectsOrDeselects() {
    let tools = state("")
    let pen = DrawingTool.ink.variant("pen")
    var selected: [DrawingTool?] = []
    for tool in [pen, pen, .ink, pen, .ink, .ink] {
      tools.toggle(tool)
      selected.append(tools.current)
    }
    #expect(selected == [pen, nil, .ink, pen, .ink, nil])
  }

  /// What a delegate changes while it is told is told to all of them after that: each hears the same, in order.
  @Test func changesWithinAChangeAreToldInOrder() {
    let (a, b) = (Listener(), Listener())
    let tools = state("I", a, b)
    a.whenChanged = { tools, new in
      if new == .eraser {
        tools.select(DrawingTool("highlighter"))
        tools.perform(.showColorPalette)
      }
    }
    #expect(tools.perform(.switchEraser) == .changed(from: .ink, to: .eraser))
    #expect(tools.current == DrawingTool("highlighter"))
    #expect(a.heard == ["I→E", "E→H", "showColorPalette"])
    #expect(b.heard == a.heard)
  }

  /// A delegate that wants another tool instead gets it, and the first change does not come about, whatever it
  /// answers.
  @Test(arguments: [true, false]) func aQuestionCanBeOvertaken(refuses: Bool) {
    let (a, b) = (Listener(), Listener())
    let tools = state("I", a, b)
    a.refuses = false
    a.whenAsked = { [weak a] tools, new in
      guard new == .eraser else { return }
      a?.whenAsked = { _, _ in }
      tools.select(DrawingTool("highlighter"))
      a?.refuses = refuses
    }
    #expect(tools.perform(.switchEraser) == .refused)
    #expect(tools.current == DrawingTool("highlighter"))
    #expect(tools.previous == .ink)
    #expect([a.heard, b.heard] == [["I→H"], ["I→H"]])
  }

  /// One that is removed while others are told hears nothing any more; one that is added then hears the next.
  @Test func delegatesComeAndGoWhileTheyAreTold() {
    let (a, b, c) = (Listener(), Listener(), Listener())
    let tools = state("I", a, b)
    a.whenChanged = { tools, _ in
      tools.remove(b)
      tools.add(c)
    }
    tools.select(.eraser)
    tools.select(nil)
    #expect([a.heard, b.heard, c.heard] == [["I→E", "E→-"], [], ["E→-"]])
  }

  /// Views of the main actor are delegates, too.
  @Test @MainActor func viewsAreDelegates() {
    let view = View()
    let tools = ToolState()
    tools.add(view)
    tools.select(.ink)
    tools.perform(.switchEraser)
    #expect(view.shown == .eraser)
  }
}
