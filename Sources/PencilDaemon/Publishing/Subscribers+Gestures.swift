internal import PencilCore
internal import PencilSystem
internal import PencilWire

// Who gets gestures, and what they do.

extension Subscribers {
  /// The number of the client that alone gets gestures now; 0: all get them.
  ///
  /// One that holds the claim but doesn't want gestures takes them from nobody.
  var claimantNumber: UInt32 {
    guard let claimant, claimant.stage == .subscribed, claimant.hearing.hearsThePen,
      claimant.filter.contents.contains(.gestures)
    else { return 0 }
    return claimant.number
  }

  static let claimRefusal =
    "a claim of gestures needs them among the contents of the subscription"

  /// A client's wish. The newest claim wins, and the loser is told.
  mutating func interact(_ subscriber: Subscriber, _ request: InteractionRequest) {
    switch request.wish {
    case .on: subscriber.isInteractive = true
    case .off: subscriber.isInteractive = false
    case .claim where !subscriber.hearing.hearsThePen: subscriber.claim = .lapsed
    case .claim:
      if let loser = claimant, loser !== subscriber { endClaim(of: loser, .lost) }
      claimant = subscriber
      subscriber.claim = .held
    case .release:
      if claimant === subscriber { claimant = nil }
      subscriber.claim = .none
    }
    subscriber.interactionToken = request.token
  }

  /// Takes a claim away and tells so.
  mutating func endClaim(of subscriber: Subscriber, _ reason: InteractionNote.Claim) {
    guard claimant === subscriber else { return }
    claimant = nil
    subscriber.claim = reason
    subscriber.interactionToken = subscriber.interactionToken ?? 0
  }

  /// A user's own choice, for all of this user's clients.
  ///
  /// - Returns: Why it can't be.
  mutating func prefer(_ subscriber: Subscriber, _ request: PreferRequest) -> String? {
    let uid = subscriber.peer.uid
    if let wrong = preferences.change(
      request.preference, isForgotten: request.isForgotten, of: uid)
    {
      return wrong
    }
    preferencesChanged(of: uid)
    subscriber.preferencesToken = request.token
    return nil
  }

  /// Tells clients what gestures do by now: those of one user, or all.
  package mutating func preferencesChanged(of uid: UInt32? = nil) {
    for place in active.indices {
      let subscriber = active[place]
      guard subscriber.isGreeted, uid == nil || subscriber.peer.uid == uid else { continue }
      subscriber.preferencesToken = subscriber.preferencesToken ?? 0
    }
  }

  /// What is owed to a client of these.
  func answers(
    to subscriber: Subscriber
  ) -> (interaction: InteractionNote?, preferences: PreferencesNote?) {
    let interaction = subscriber.interactionToken.map { token in
      InteractionNote(
        time: Clock.monotonicMicroseconds, token: token, isOn: subscriber.isInteractive,
        claim: subscriber.claim)
    }
    return (
      interaction, subscriber.preferencesToken.map { preferencesNote(for: subscriber, token: $0) }
    )
  }

  /// What gestures do for a client's user.
  func preferencesNote(for subscriber: Subscriber, token: UInt32) -> PreferencesNote {
    let lines = preferences.actions(of: subscriber.peer.uid).lines
    return PreferencesNote(
      time: Clock.monotonicMicroseconds, token: token,
      lines: Array(lines.prefix(PreferencesNote.capacity)), off: preferences.off)
  }
}
