internal import PencilSystem
internal import PencilWire

/// A display frame on its way to one client.
struct DisplayFrame {
  /// The beat's number and time, µs.
  var number: UInt64
  var due: UInt64
  var isFlushed = false
  /// A part of it has been sent.
  var isContinued = false
  /// Number from which its records are.
  var first: UInt64 = 0
}

/// One connected client of the binary door: a filter, a pace and a cursor into the journal. Nothing is queued for it.
final class Subscriber {
  enum Stage: Equatable {
    /// Connected, and must say hello by this time, ns.
    case connected(helloBy: UInt64)
    case greeted
    case subscribed
    /// Of the text door: has done something wrong, is being told so, and is closed by this time, ns, at the latest.
    case leaving(by: UInt64)
  }

  let socket: ConnectedSocket
  /// Its number, by which the journal knows whose a claimed gesture is.
  let number: UInt32
  /// Its registration with the loop.
  let token: Token
  let peer: PeerCredentials
  /// Whether it may hear the pen.
  var hearing: Hearing
  /// Of a client of the text door; `nil`: one of the binary door.
  var text: TextState?
  /// What it calls itself; its own claim.
  var name = ""
  var stage: Stage

  var pace = Pace.everyReport
  /// As it subscribed.
  var wanted = Filter(contents: []) { didSet { narrow() } }
  /// What it gets: what it wants, without what it has switched off.
  private(set) var filter = Filter(contents: [])
  var cursor: Journal.Cursor

  /// Its beat at pace "display frames", and the number from which it counts.
  var beat: (place: Int, base: UInt64)?
  /// The display frame that is to be sent now, or that has been sent in part.
  var frame: DisplayFrame?
  var options = FrameOptions()
  /// Something began, ended or was pressed while the frame before was unread.
  var owesFlush = false
  /// At pace "on request": when it asked, µs; and how many frames it had.
  var askedAt: UInt64?
  var frames: UInt64 = 0

  /// Whether it has gestures switched on, and what became of its claim.
  var isInteractive = true { didSet { narrow() } }
  var claim = InteractionNote.Claim.none

  // What is owed before any record, in this order. The token is that of the request that it answers; 0: unasked.
  var interactionToken: UInt32?
  var preferencesToken: UInt32?
  var status: Subscribers.StatusAnswer?
  var subscribed: SubscribedNote?
  var gap: GapRecord?
  /// The next piece of the snapshot; `nil`: none is owed.
  var snapshotItem: Int?

  /// Bytes sent since it was last seen to have read all: at least what is unread.
  var sentBytes = 0
  /// How it keeps a recording at full speed waiting, if it did.
  var holdUp: HoldUp?
  /// Too much is unread: nothing more until it has read all.
  var isWaitingForRoom = false

  /// What its end is to the log, where it does not go by itself.
  var ending: (level: Log.Level, text: String)?
  var isEndTold = false

  // For the status: since when, and what it lost by being slow.
  let connected = Clock.monotonicMicroseconds
  var lost: UInt64 = 0
  var gaps: UInt32 = 0

  init(
    socket: consuming ConnectedSocket, number: UInt32, token: Token, peer: PeerCredentials,
    hearing: Hearing, helloBy: UInt64, cursor: Journal.Cursor
  ) {
    self.socket = socket
    self.number = number
    self.token = token
    self.peer = peer
    self.hearing = hearing
    stage = .connected(helloBy: helloBy)
    self.cursor = cursor
  }

  /// Whether it has said hello, and is not on its way out.
  var isGreeted: Bool { stage == .greeted || stage == .subscribed }

  /// An answer that a further request waits for.
  var owesAnswer: Bool {
    subscribed != nil || interactionToken != nil || preferencesToken != nil || status != nil
  }

  var owesNotes: Bool {
    owesAnswer || gap != nil || snapshotItem != nil || hearing.owesNotes
  }

  /// Whether it may claim gestures: one that has subscribed to others alone would only keep them from all.
  var mayClaim: Bool { stage != .subscribed || wanted.contents.contains(.gestures) }

  /// Whether a line was sent in part.
  var hasRest: Bool { text?.rest.isEmpty == false }

  private func narrow() {
    filter = wanted
    filter.client = number
    if !isInteractive { filter.contents.remove(.gestures) }
    if hearing.access.scope == .gesturesOnly {
      filter.contents.formIntersection(.gestures)
      filter.withoutPose = true
    }
  }

  /// Whether something can be sent to it now, the journal's last record being `last`.
  func hasWork(_ last: UInt64) -> Bool {
    guard !isWaitingForRoom else { return false }
    if hasRest { return true }
    guard isGreeted else { return false }
    if owesNotes { return true }
    guard stage == .subscribed, hearing.state != .closed else { return false }
    if hearing.isDone(cursor.next, last: last) { return true }
    switch pace {
    case .everyReport: return cursor.next <= last
    case .displayFrames, .display: return frame != nil
    case .onRequest, .other: return frame != nil || askedAt != nil && cursor.next <= last
    }
  }
}
