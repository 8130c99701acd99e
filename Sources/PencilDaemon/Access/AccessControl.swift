internal import PencilSystem
internal import PencilWire

/// The rule, and whoever says whose session is active.
package struct AccessControl: ~Copyable {
  package private(set) var rule = AccessRule(knowsSessions: false, ownUser: Process.userID)
  package private(set) var clientsPerUser: Int
  private var sessions: Sessions?
  /// Others than the daemon's own user can connect: only then is it of interest whose session is active.
  private let isReachable: Bool

  /// Looks up what the rule needs to know, and says in the log what it could not learn.
  package init(_ settings: AccessSettings, isReachable: Bool) {
    self.isReachable = isReachable
    clientsPerUser = settings.clientsPerUser
    sessions = nil
    take(settings)
  }

  /// The same when the configuration is read anew. ``descriptor`` may be another one afterwards.
  package mutating func take(_ settings: AccessSettings) {
    clientsPerUser = settings.clientsPerUser
    if settings.mode != .activeSession || !isReachable {
      sessions = nil
    } else if descriptor == nil {
      sessions = Self.open(groupName: settings.group)
    }
    let accounts = settings.accounts { Log.write(.warning, .config, "\($0)") }
    if accounts.group == nil, settings.groupPlace == nil, isReachable, settings.mode != .user {
      Log.write(
        .notice, .config, "there is no group \(settings.group) in /etc/group: nobody is in it")
    }
    rule = AccessRule(
      mode: settings.mode, knowsSessions: descriptor != nil, ownUser: Process.userID,
      group: accounts.group, groupName: settings.group, gesturesFor: accounts.gesturesFor)
  }

  private static func open(groupName: String) -> Sessions? {
    do throws(Sessions.Failure) {
      let sessions = try Sessions()
      Log.write(.info, .pencild, "sessions are told by \(sessions.library)")
      return sessions
    } catch {
      Log.write(
        .warning, .pencild,
        "nobody says whose session is active (\(error)): only root and group \(groupName) may "
          + "hear the pen")
      return nil
    }
  }

  /// For the loop: readable when a session has become active; `nil`: nobody is asked.
  package var descriptor: CInt? {
    switch sessions {
    case .some(let sessions): sessions.descriptor
    case .none: nil
    }
  }

  /// Asks whose session is active on each seat, and tells all that this concerns. Where nobody says so, no seat is anybody's.
  package borrowing func look(_ publisher: inout Publisher, _ subscribers: inout Subscribers) {
    let seats = publisher.journal.owners.names
    switch sessions {
    case .none:
      if subscribers.preferences.knowsSessions {
        subscribers.preferences.knowsSessions = false
        subscribers.preferences.activeUsers = [:]
      }
      // The run before may have known whose they were.
      for seat in seats { publisher.give(seat, to: nil) }
    case .some(let sessions):
      sessions.acknowledge()
      if !subscribers.preferences.knowsSessions { subscribers.preferences.knowsSessions = true }
      for seat in seats {
        let owner = sessions.activeUser(ofSeat: seat)
        if owner != publisher.journal.owners.owner(ofSeat: seat) {
          let whose = owner.map { "user \($0)'s session is" } ?? "nobody's session is"
          Log.write(.info, .pencild, "\(seat): \(whose) the active one")
        }
        subscribers.preferences.activeUsers[seat] = owner
        publisher.give(seat, to: owner)
      }
      subscribers.ownersChanged(publisher)
    }
    publisher.seatsAreKnown()
  }
}
