extension ToolState {
  /// What an action came to.
  public enum Outcome: Sendable, Hashable {
    /// The tool has changed.
    case changed(from: DrawingTool?, to: DrawingTool?)
    /// A delegate refused the change.
    case refused
    /// The delegates were told.
    case asked(Request)
    /// The action does nothing here, or the gesture goes on.
    case nothing
    /// ``ToolState/isEnabled`` is off.
    case disabled
  }

  /// Handles all gestures of a frame.
  public func take(_ frame: borrowing Frame) {
    for i in frame.gestures.indices { handle(frame.gestures[i]) }
  }

  /// Handles a gesture when it has ended, as UIKit advises: one that the user wants to be ignored is; else the
  /// app's own action counts, if it has one for this kind of gesture, else the user's preferred one.
  @discardableResult
  public func handle(_ gesture: Gesture) -> Outcome {
    guard isEnabled else { return .disabled }
    guard gesture.phase == .ended, gesture.action != .ignore else { return .nothing }
    return perform(overrides[gesture.kind] ?? gesture.action, for: gesture)
  }

  /// Does what an action says, whatever ``overrides`` has.
  ///
  /// - Parameter gesture: handed on to the delegates.
  @discardableResult
  public func perform(_ action: PreferredAction, for gesture: Gesture? = nil) -> Outcome {
    guard isEnabled else { return .disabled }
    switch action {
    case .ignore: return .nothing
    case .switchEraser: return switchEraser()
    case .switchPrevious: return switchPrevious()
    case .showColorPalette: return ask(.showColorPalette, gesture)
    case .showInkAttributes: return ask(.showInkAttributes, gesture)
    case .showContextualPalette: return ask(.showContextualPalette, gesture)
    case .runSystemShortcut: return ask(.runSystemShortcut, gesture)
    }
  }

  /// From ink to the eraser, and from the eraser back to the ink before it.
  private func switchEraser() -> Outcome {
    guard let current else { return .nothing }
    if current.supportsErasing { return act(to: eraser) }
    guard current.isEraser, let previous, previous.supportsErasing else { return .nothing }
    return act(to: previous)
  }

  /// To the tool before, or to none from one that was selected twice in a row.
  private func switchPrevious() -> Outcome {
    guard let previous else { return .nothing }
    return act(to: previous == current ? nil : previous)
  }

  private func act(to new: DrawingTool?) -> Outcome {
    let old = current
    return change(to: new) ? .changed(from: old, to: new) : .refused
  }

  private func ask(_ request: Request, _ gesture: Gesture?) -> Outcome {
    tell(.request(request, gesture))
    return .asked(request)
  }
}
