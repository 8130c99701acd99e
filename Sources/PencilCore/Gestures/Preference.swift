/// What is wanted of a gesture: one line of the list by which the daemon chooses a gesture's action.
///
/// The list is ordered, the most specific first and a user's own before the administrator's; the first that fits wins.
public struct Preference: Sendable, Equatable {
  /// Who said so. Raw values are the wire's.
  public enum Source: UInt8, Sendable, Hashable, CaseIterable {
    /// Nobody: what pencild does by itself.
    case builtIn = 0
    /// The administrator, in a configuration file.
    case configuration = 1
    /// The user, with `pencild --prefer` or an app.
    case user = 2
  }

  /// Of which gesture.
  public var gesture: GestureKind
  /// Of which button; `nil`: any.
  public var button: UInt8?
  /// What it does.
  public var action: PreferredAction
  /// Of which tools; `nil`: all.
  public var toolType: ToolType?
  /// Of the tool with this serial; 0: any.
  public var serial: UInt32
  /// On tablets whose name or identity is like it, with `*` for anything; empty: on all.
  public var tablet: String
  /// Who said so.
  public var source: Source

  /// Makes a preference that holds for all buttons, tools and tablets.
  public init(
    _ gesture: GestureKind, _ action: PreferredAction, button: UInt8? = nil,
    toolType: ToolType? = nil, serial: UInt32 = 0, tablet: String = "", source: Source = .builtIn
  ) {
    self.gesture = gesture
    self.button = button
    self.action = action
    self.toolType = toolType
    self.serial = serial
    self.tablet = tablet
    self.source = source
  }
}
