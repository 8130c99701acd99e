package import PencilSystem

/// What the administrator chose about who may hear the pen, in `[Daemon]`.
package struct AccessSettings: Equatable, Sendable {
  /// `Access=`: `active-session`, `group` or `user`.
  package var mode = AccessRule.Mode.activeSession
  /// `Group=`: whose members always hear all, by name or number.
  package var group = "pencil"
  /// `nil`: it is the built in one.
  package var groupPlace: ConfigurationPlace?
  /// `GesturesFor=`: users that get gestures without the pen's position, by name or number.
  package var gesturesFor: [String] = []
  package var gesturesForPlace: ConfigurationPlace?
  /// `ClientsPerUserMax=`: most clients of one user at once.
  package var clientsPerUser = 64

  /// Takes a key's value.
  ///
  /// - Returns: What is wrong with it.
  mutating func set(
    _ key: String, _ value: String, at place: ConfigurationPlace, isKnown: inout Bool
  ) -> String? {
    switch key {
    case "Access":
      guard let mode = AccessRule.Mode(rawValue: value) else {
        return "Access= is active-session, group or user, not “\(value)”"
      }
      self.mode = mode
    case "Group":
      guard !value.isEmpty, !value.contains(" ") else {
        return "Group= is the name or number of a group, not “\(value)”"
      }
      group = value
      groupPlace = place
    case "GesturesFor":
      gesturesFor = value.split(separator: " ").map(String.init)
      gesturesForPlace = place
    case "ClientsPerUserMax":
      guard let count = Int(value), (1...Subscribers.capacity).contains(count) else {
        return "ClientsPerUserMax= is 1 to \(Subscribers.capacity), not “\(value)”"
      }
      clientsPerUser = count
    default: isKnown = false
    }
    return nil
  }
}
