/// Who is asked before a ``ToolState`` changes, and told what it comes to: a canvas, a tool bar, a palette.
///
/// Each method may be left out. A class of the main actor conforms with `@MainActor ToolStateDelegate`.
public protocol ToolStateDelegate: AnyObject {
  /// Whether the tool may change. One `false` is enough, and then nothing at all changes, the history included.
  ///
  /// Those that come later may not be asked any more. One that wants another tool instead selects it here and
  /// returns `false`.
  func toolState(
    _ toolState: ToolState, shouldChangeFrom old: DrawingTool?, to new: DrawingTool?
  ) -> Bool

  /// The tool has changed. Changes are told to every delegate in the order in which they were made, also those that
  /// a delegate makes here; ``ToolState/current`` may be further on already.
  func toolState(_ toolState: ToolState, didChangeFrom old: DrawingTool?, to new: DrawingTool?)

  /// The user asks for something that has no tool. Every delegate is told; one of them should act.
  ///
  /// - Parameter gesture: by which, with the pen's pose, so that a palette opens there; `nil`: by something else.
  func toolState(
    _ toolState: ToolState, isAskedTo request: ToolState.Request, by gesture: Gesture?)
}

extension ToolStateDelegate {
  /// Allows it.
  public func toolState(
    _ toolState: ToolState, shouldChangeFrom old: DrawingTool?, to new: DrawingTool?
  ) -> Bool { true }

  /// Does nothing.
  public func toolState(
    _ toolState: ToolState, didChangeFrom old: DrawingTool?, to new: DrawingTool?
  ) {}

  /// Does nothing.
  public func toolState(
    _ toolState: ToolState, isAskedTo request: ToolState.Request, by gesture: Gesture?
  ) {}
}

extension ToolState {
  /// What a delegate can be asked for by a ``PencilCore/PreferredAction``.
  public enum Request: Sendable, Hashable, CaseIterable {
    /// Show the colours, or hide them if they are shown.
    case showColorPalette
    /// Show how the ink looks: colour, width, opacity.
    case showInkAttributes
    /// Show a palette at the pen.
    case showContextualPalette
    /// The user's own command runs, by `pencild --on`. An app does nothing about it.
    case runSystemShortcut
  }

  struct WeakDelegate {
    weak var object: (any ToolStateDelegate)?
  }

  enum Notice {
    case change(from: DrawingTool?, to: DrawingTool?)
    case request(Request, Gesture?)
  }

  /// Adds a delegate behind the others; one that is added already stays where it is. It is held weakly.
  public func add(_ delegate: any ToolStateDelegate) {
    delegates.removeAll { $0.object == nil }
    if delegates.contains(where: { $0.object === delegate }) { return }
    delegates.append(WeakDelegate(object: delegate))
  }

  /// Removes a delegate. Nothing is told to it any more.
  public func remove(_ delegate: any ToolStateDelegate) {
    delegates.removeAll { $0.object == nil || $0.object === delegate }
  }

  /// Tells every delegate. What a delegate brings about meanwhile is told when all know of this.
  func tell(_ notice: Notice) {
    untold.append(notice)
    if isTelling { return }
    isTelling = true
    defer { isTelling = false }
    while !untold.isEmpty {
      let notice = untold.removeFirst()
      for delegate in present where isAdded(delegate) {
        switch notice {
        case .change(let old, let new):
          delegate.toolState(self, didChangeFrom: old, to: new)
        case .request(let request, let gesture):
          delegate.toolState(self, isAskedTo: request, by: gesture)
        }
      }
    }
  }

  /// Asks the delegates, in order, until one refuses.
  func allows(_ old: DrawingTool?, _ new: DrawingTool?) -> Bool {
    for delegate in present where isAdded(delegate) {
      if !delegate.toolState(self, shouldChangeFrom: old, to: new) { return false }
    }
    return true
  }

  /// Those that are there, held while they are gone through: delegates come and go in their own methods.
  private var present: [any ToolStateDelegate] { delegates.compactMap(\.object) }

  private func isAdded(_ delegate: any ToolStateDelegate) -> Bool {
    delegates.contains { $0.object === delegate }
  }
}
