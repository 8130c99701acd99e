internal import PencilSystem
internal import PencilWire

/// Whether this app gets gestures, and whether it alone does.
public struct Interaction: Sendable, Hashable {
  /// What became of a claim. A later version may add cases.
  public struct Claim: Hashable, Sendable {
    private enum Kind: Hashable { case none, held, lost, lapsed, other }
    private let kind: Kind
    private init(_ kind: Kind) { self.kind = kind }

    /// None was made, or it was released.
    public static let none = Claim(.none)
    /// This app alone gets gestures.
    public static let held = Claim(.held)
    /// Another app claimed after this one.
    public static let lost = Claim(.lost)
    /// The user's session is not the active one any more.
    public static let lapsed = Claim(.lapsed)
    static let other = Claim(.other)
  }

  /// As UIKit's `UIPencilInteraction.isEnabled`.
  public var isEnabled = true
  /// Of this connection.
  public var claim = Claim.none
}

extension PencilConnection {
  /// Switches gestures on or off for this app: off, none come. Holds after a reconnect, too.
  public mutating func setInteraction(enabled: Bool) throws(PencilError) {
    wantsGestures = enabled
    try send(enabled ? .on : .off)
  }

  /// Claims gestures: from now on this app alone gets them, for instance while its window has the focus. The newest
  /// claim wins. It ends with ``releaseGestures()``, with the connection, and when another app claims or the session
  /// is not the active one any more: then ``Event/interaction`` comes and ``interaction`` says why.
  ///
  /// Only an app that is subscribed to gestures and has them enabled keeps them from others. After a reconnect a claim
  /// that was held is made again.
  public mutating func claimGestures() throws(PencilError) {
    wantsClaim = true
    try send(.claim)
  }

  /// Ends a claim: all apps get gestures again.
  public mutating func releaseGestures() throws(PencilError) {
    wantsClaim = false
    try send(.release)
  }

  /// Stores what this user wants a gesture to do, in place of an earlier choice for the same gesture, button, tools and
  /// tablets. The answer is ``Event/preferences``, or a refusal that ``receive()`` throws.
  ///
  /// - Throws: ``PencilError/Code/badSubscription`` for a pattern of more than 127 bytes, or a button above 7.
  public mutating func prefer(_ preference: Preference) throws(PencilError) {
    try send(preference, isForgotten: false)
  }

  /// Forgets this user's choice for the gesture, button, tools and tablets of `preference`, whatever its action.
  public mutating func forget(_ preference: Preference) throws(PencilError) {
    try send(preference, isForgotten: true)
  }

  private mutating func send(_ preference: Preference, isForgotten: Bool) throws(PencilError) {
    if case .failed(let error) = stage { throw error }
    // A pattern that is cut is another pattern, and a button that there is not ends the connection.
    if preference.tablet.utf8.count > Preference.tabletLimit {
      throw .badPattern(preference.tablet.utf8.count)
    }
    if let button = preference.button, button >= Buttons.knownCount { throw .badButton(button) }
    let request = PreferRequest(
      token: nextToken(), preference: preference, isForgotten: isForgotten)
    if let error = ask(PreferRequest.size, { request.encode(into: &$0) }) { throw error }
  }

  /// Asks what the daemon does; the answer is several notes, which ``receiveItems(_:)`` hands over.
  package mutating func requestStatus() throws(PencilError) {
    if case .failed(let error) = stage { throw error }
    let request = StatusRequest(token: nextToken())
    if let error = ask(StatusRequest.size, { request.encode(into: &$0) }) { throw error }
  }

  private mutating func send(_ wish: InteractionRequest.Wish) throws(PencilError) {
    if case .failed(let error) = stage { throw error }
    guard isConnected else { return }
    if let error = sendInteraction(wish) { throw error }
  }

  private mutating func sendInteraction(_ wish: InteractionRequest.Wish) -> PencilError? {
    let request = InteractionRequest(token: nextToken(), wish: wish)
    return ask(InteractionRequest.size) { request.encode(into: &$0) }
  }

  /// What was wished before, on a connection that is new.
  mutating func renewInteraction() throws(PencilError) {
    interaction = Interaction()
    if !wantsGestures, let error = sendInteraction(.off) { throw error }
    if wantsClaim, let error = sendInteraction(.claim) { throw error }
  }

  mutating func take(_ note: PreferencesNote?) {
    preferences = note?.lines ?? []
    gesturesOff = note?.off ?? []
  }

  mutating func take(_ note: InteractionNote) {
    interaction.isEnabled = note.isOn
    switch note.claim {
    case .none: interaction.claim = .none
    case .held: interaction.claim = .held
    case .lost: interaction.claim = .lost
    case .lapsed: interaction.claim = .lapsed
    default: interaction.claim = .other
    }
    // Lost for good: making it again by itself would take it back from the app that has it now.
    if note.token == 0, note.claim != .held { wantsClaim = false }
  }
}
