internal import PencilSystem
internal import PencilWire

/// The rule, and whoever says whose session is active.
package struct AccessControl: ~Copyable {
  package let rule: AccessRule
  package let clientsPerUser: Int
  private let sessions: Sessions?
  /// For the loop: readable when a session has become active; `nil`: nobody is asked.
  package let descriptor: CInt?

  /// Looks up what the rule needs to know, and says in the log what it could not learn.
  ///
  /// - Parameter isReachable: Others than the daemon's own user can connect: only then is it of interest whose session
  ///   is active.
  package init(_ settings: AccessSettings, isReachable: Bool) {
    var opened: Sessions?
    if settings.mode == .activeSession, isReachable {
      do throws(Sessions.Failure) {
        let sessions = try Sessions()
        Log.write(.info, .pencild, "sessions are told by \(sessions.library)")
        opened = consume sessions
      } catch {
        Log.write(
          .warning, .pencild,
          "nobody says whose session is active (\(error)): only root and group \(settings.group) may "
            + "hear the pen")
      }
    }
    let sessions = opened.take()
    switch sessions {
    case .some(let sessions): descriptor = sessions.descriptor
    case .none: descriptor = nil
    }
    rule = AccessRule(
      mode: settings.mode, knowsSessions: descriptor != nil, ownUser: Process.userID,
      group: Accounts.group(settings.group, isNeeded: isReachable && settings.mode != .user),
      groupName: settings.group, gesturesFor: settings.gesturesFor.compactMap { Accounts.user($0) })
    clientsPerUser = settings.clientsPerUser
    self.sessions = sessions
  }

  /// Asks whose session is active on each seat, and tells all that this concerns.
  package borrowing func look(_ publisher: inout Publisher, _ subscribers: inout Subscribers) {
    switch sessions {
    case .none: break
    case .some(let sessions):
      sessions.acknowledge()
      if !subscribers.preferences.knowsSessions { subscribers.preferences.knowsSessions = true }
      for seat in publisher.journal.owners.names {
        let owner = sessions.activeUser(ofSeat: seat)
        subscribers.preferences.activeUsers[seat] = owner
        publisher.give(seat, to: owner)
      }
      subscribers.ownersChanged(publisher)
    }
    publisher.seatsAreKnown()
  }
}
