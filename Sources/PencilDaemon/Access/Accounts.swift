internal import PencilSystem

/// Numbers of users and groups by name, once at the start.
///
/// Read in the local files and not asked of NSS, which may wait for a network and would bring its modules into the daemon.
/// An account of another source is given by its number. Of clients, the kernel tells the numbers.
enum Accounts {
  static func user(_ name: String) -> UInt32? {
    let found = number(of: name, in: "/etc/passwd")
    if found == nil {
      Log.write(.warning, .config, "GesturesFor=: there is no user \(name) in /etc/passwd")
    }
    return found
  }

  static func group(_ name: String, isNeeded: Bool) -> UInt32? {
    let found = number(of: name, in: "/etc/group")
    if found == nil, isNeeded {
      Log.write(.notice, .config, "there is no group \(name) in /etc/group: nobody is in it")
    }
    return found
  }

  private static func number(of name: String, in path: String) -> UInt32? {
    if let number = UInt32(name) { return number }
    guard let bytes = try? Files.contents(of: path, limit: 4 << 20) else { return nil }
    return number(of: name, in: bytes)
  }

  /// In the lines of such a file, where the name is the first field and the number the third.
  static func number(of name: String, in bytes: [UInt8]) -> UInt32? {
    let wanted = Array(name.utf8)
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      guard fields.count >= 3, fields[0].elementsEqual(wanted) else { continue }
      return UInt32(String(decoding: fields[2], as: UTF8.self))
    }
    return nil
  }
}
