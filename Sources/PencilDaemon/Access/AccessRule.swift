/// Who may hear the pen: the administrator's rule, and what the kernel says of a client.
///
/// Pure: it knows no socket, no session and no file. A client's part of the answer doesn't change as long as it is
/// connected; whose session is active does.
package struct AccessRule: Equatable, Sendable {
  /// `Access=`.
  package enum Mode: String, Sendable, CaseIterable {
    /// Whoever owns the active session of a tablet's seat, and the group.
    case activeSession = "active-session"
    /// The group.
    case group
    /// The daemon's own user.
    case user
  }

  package var mode: Mode
  /// Whether somebody says whose session is active. Without that, ``Mode/activeSession`` is ``Mode/group``.
  package var knowsSessions: Bool
  /// The daemon's own user, who always may.
  package var ownUser: UInt32
  /// The group whose members hear all; `nil`: there is none.
  package var group: UInt32?
  /// What it is called, for texts.
  package var groupName: String
  /// Users that get gestures without the pen's position, and nothing else.
  package var gesturesFor: [UInt32]

  package init(
    mode: Mode = .activeSession, knowsSessions: Bool, ownUser: UInt32, group: UInt32? = nil,
    groupName: String = "pencil", gesturesFor: [UInt32] = []
  ) {
    self.mode = mode
    self.knowsSessions = knowsSessions
    self.ownUser = ownUser
    self.group = group
    self.groupName = groupName
    self.gesturesFor = gesturesFor
  }

  /// What the kernel noted when a client connected.
  package struct Peer: Equatable, Sendable {
    package var uid: UInt32
    package var gid: UInt32
    package var groups: [UInt32]

    package init(uid: UInt32, gid: UInt32, groups: [UInt32] = []) {
      self.uid = uid
      self.gid = gid
      self.groups = groups
    }
  }

  /// What a client may hear, as long as it is connected.
  package enum Scope: Equatable, Sendable {
    /// All, and always.
    case all
    /// A tablet as long as the session of its user is the active one on the tablet's seat.
    case activeSeats
    /// Gestures without the pen's position.
    case gesturesOnly
  }

  /// How a client stands toward one tablet, now.
  package enum Outcome: Equatable, Sendable {
    case allowed
    /// Another session is the active one, which may change.
    case suspended
    /// Whatever changes, it never may.
    case refused
    case gesturesOnly
  }

  /// What a client may hear; `nil`: never anything.
  package func scope(of peer: Peer) -> Scope? {
    if peer.uid == 0 || peer.uid == ownUser { return .all }
    if mode != .user, let group, peer.gid == group || peer.groups.contains(group) { return .all }
    if gesturesFor.contains(peer.uid) { return .gesturesOnly }
    return mode == .activeSession && knowsSessions ? .activeSeats : nil
  }

  /// How a client stands toward a tablet on a seat with this owner of the active session; `nil`: nobody's is.
  package func outcome(of peer: Peer, seatOwner: UInt32?) -> Outcome {
    switch scope(of: peer) {
    case .all: .allowed
    case .activeSeats: seatOwner == peer.uid ? .allowed : .suspended
    case .gesturesOnly: .gesturesOnly
    case nil: .refused
    }
  }

  /// Why a user never may, and what to do.
  package func refusal(of uid: UInt32) -> String {
    if mode == .user {
      return "Access=user: only root and user \(ownUser), whose daemon this is, may hear the pen; "
        + "you are user \(uid)"
    }
    let why = mode == .group ? "Access=group" : "no word of sessions here"
    return "\(why): only root and group \(groupName) may hear the pen; you are user \(uid): "
      + "join with usermod -aG, log in again"
  }
}

/// What one client may hear: all, or what is its user's.
package struct Access: Equatable, Sendable {
  package var uid: UInt32
  package var scope: AccessRule.Scope

  package init(uid: UInt32 = 0, scope: AccessRule.Scope) {
    self.uid = uid
    self.scope = scope
  }

  /// Of one that may always listen.
  package static var all: Access { Access(scope: .all) }
}
