/// Which tool an app draws with, and how the pen's button changes it: the eraser and back, the tool before, none.
///
/// It is the whole of what most apps want of gestures:
///
/// ```swift
/// let tools = ToolState()
/// tools.add(canvas)
/// tools.select(.ink.variant("marker"))
/// // …
/// case .frame: tools.take(connection.frame)
/// ```
///
/// Gestures are handled whether or not the app shows its tools, as the pen has no other way to change them then; an
/// app that doesn't want this sets ``isEnabled`` to `false` for so long. An app that handles gestures itself makes
/// no `ToolState`.
///
/// The rules are in `tool-state.md` of pencild's documentation. They look back to the tool that was selected before
/// the last one and never further, so these two are all that is kept, however long the app runs. A class, as an app's
/// views share it; use it from one thread at a time.
public final class ToolState {
  /// The tool that is selected; `nil`: none.
  public private(set) var current: DrawingTool?

  /// Whether gestures and actions do anything. ``select(_:)`` and ``toggle(_:)`` do in any case.
  public var isEnabled = true

  /// What the app does at a gesture, instead of what the user prefers. A user who wants it to be ignored comes
  /// first all the same.
  public var overrides: [GestureKind: PreferredAction] = [:]

  /// The last tool that was selected, which is ``current`` unless that is `nil`, and the one before it.
  private var last: DrawingTool?
  private var beforeLast: DrawingTool?
  /// As it was selected last: with its variant.
  private(set) var eraser = DrawingTool.eraser
  /// Tells an answer to a question that a delegate has overtaken.
  private var changes: UInt64 = 0

  var delegates: [WeakDelegate] = []
  var untold: [Notice] = []
  var isTelling = false

  /// A state without a tool.
  public init() {}

  /// Where ``PencilCore/PreferredAction/switchPrevious`` goes: the tool that was selected before the current one,
  /// or the last one if there is no current one. It equals ``current`` if that was selected twice in a row, which
  /// leads to no tool. `nil`: nowhere.
  public var previous: DrawingTool? { current == nil ? last : beforeLast }

  /// Selects a tool or none, as the user does in the app's tool bar. What is selected already stays so, and nobody
  /// is asked.
  ///
  /// - Returns: whether it is selected now; `false`: a delegate refused, or has chosen another one.
  @discardableResult
  public func select(_ tool: DrawingTool?) -> Bool {
    if tool != current { _ = change(to: tool) }
    return tool == current
  }

  /// Selects a tool, or none if just this one, in this variant, is selected.
  ///
  /// - Returns: as ``select(_:)``.
  @discardableResult
  public func toggle(_ tool: DrawingTool) -> Bool {
    select(tool == current ? nil : tool)
  }

  /// Changes to another tool than the current one, unless a delegate refuses.
  func change(to new: DrawingTool?) -> Bool {
    let old = current
    let asked = changes
    // A delegate that has selected another tool meanwhile was not asked about this change.
    guard allows(old, new), changes == asked else { return false }
    changes &+= 1
    current = new
    if let new {
      (beforeLast, last) = (last, new)
      if new.isEraser { eraser = new }
    }
    tell(.change(from: old, to: new))
    return true
  }
}
