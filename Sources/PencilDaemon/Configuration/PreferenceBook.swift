package import PencilCore
internal import PencilSystem

/// What gestures do, for each user: the administrator's lines, and the users' own, which are kept in a file.
///
/// A class, since clients change it and the pipeline asks it, both on the daemon's one thread.
package final class PreferenceBook {
  /// Most lines of one user, and most users.
  static let linesPerUser = 32
  static let userCapacity = 256
  /// So many changes of one user at once, and one more in each of these times, µs: each writes the file.
  static let changesAtOnce: UInt64 = 64
  static let changeTime: UInt64 = 100_000

  /// The administrator's.
  package var configured: [Preference] = [] { didSet { forget() } }
  /// Gestures that the administrator has off everywhere: what is preferred for them does nothing.
  package var off: GestureSet = []
  /// Who owns the active session of a seat; a seat that nobody is active on is not in it.
  package var activeUsers: [String: UInt32] = [:] { didSet { forget() } }
  /// Counts changes, so that the pipeline asks only after one.
  package private(set) var version: UInt64 = 1

  /// Somebody tells whose sessions are active: a seat without an active user is nobody's.
  package var knowsSessions = false { didSet { forget() } }

  private var own: [UInt32: [Preference]] = [:]
  /// Of each user, the time up to which changes have been counted, µs.
  private var changedUntil: [UInt32: UInt64] = [:]
  private var cache: [UInt32?: PreferredActions] = [:]
  /// Where the users' own lines are kept; `nil`: nowhere.
  private let path: String?
  /// The file has something in it that is not known here, and must not be written over.
  private var isUnread = false

  /// Makes a book that begins with what the file holds. A file that can't be read is told and left as it is.
  package init(path: String? = nil) {
    self.path = path
    guard let path, Files.exists(path) else { return }
    isUnread = true
    let none = "none of the file counts, and it is kept when a preference is stored"
    do throws(Errno) {
      let bytes = try Files.contents(of: path, limit: 1 << 20)
      do throws(ConfigurationError) {
        own = try PreferenceFile.parse(ConfigurationFile(bytes, name: path))
        isUnread = false
      } catch { Log.write(.error, .config, "users' preferences: \(error); \(none)") }
    } catch { Log.write(.error, .config, "users' preferences: \(path): \(error); \(none)") }
  }

  /// What holds for a user; `nil`: for nobody in particular.
  package func actions(of uid: UInt32?) -> PreferredActions {
    if let known = cache[uid] { return known }
    let actions = PreferredActions(
      configured: configured, own: uid.flatMap { own[$0] } ?? [])
    cache[uid] = actions
    return actions
  }

  /// What holds for the gestures of a tablet on this seat.
  ///
  /// Where nobody knows whose session is active, the only user with preferences is meant.
  package func actions(onSeat seat: String) -> PreferredActions {
    if knowsSessions { return actions(of: activeUsers[seat]) }
    return actions(of: activeUsers[seat] ?? (own.count == 1 ? own.first?.key : nil))
  }

  /// Changes a user's own lines.
  ///
  /// - Returns: What is wrong; `nil`: done, and kept for the next start.
  package func change(
    _ preference: Preference, isForgotten: Bool, of uid: UInt32,
    now: UInt64 = Clock.monotonicMicroseconds
  ) -> String? {
    // A user's account is empty at this time at the earliest, and full a while before it.
    let full = now &- Self.changesAtOnce * Self.changeTime
    let empty = max(changedUntil[uid] ?? 0, now > full ? full : 0) + Self.changeTime
    guard empty <= now else { return "too many changes in a short time: try again later" }
    changedUntil[uid] = empty
    var lines = own[uid] ?? []
    lines.removeAll { $0.concernsSame(as: preference) }
    if !isForgotten {
      guard lines.count < Self.linesPerUser else {
        return "a user has at most \(Self.linesPerUser) preferences: forget one first"
      }
      guard own[uid] != nil || own.count < Self.userCapacity else {
        return "at most \(Self.userCapacity) users have preferences"
      }
      lines.append(preference)
    }
    var changed = own
    changed[uid] = lines.isEmpty ? nil : lines
    if let path {
      // Without waiting for the disk: rare, small, and its loss is a choice to make again.
      do throws(Errno) {
        if isUnread {
          try Files.move(path, to: path + ".unread")
          isUnread = false
          Log.write(
            .warning, .config, "users' preferences: what could not be read is in \(path).unread now"
          )
        }
        try Files.replace(path, with: Array(PreferenceFile.text(changed).utf8), permissions: 0o600)
      } catch { return "the preference could not be stored in \(path): \(error)" }
    }
    own = changed
    forget()
    return nil
  }

  private func forget() {
    cache = [:]
    version += 1
  }
}

extension Preference {
  /// Whether one replaces the other.
  func concernsSame(as other: Preference) -> Bool {
    gesture == other.gesture && button == other.button && toolType == other.toolType
      && serial == other.serial && tablet == other.tablet
  }
}
