package import PencilSystem

/// Numbers of users and groups by name, whenever the configuration is read.
///
/// Read in the local files and not asked of NSS, which may wait for a network and would bring its modules into the daemon.
/// An account of another source is given by its number. Of clients, the kernel tells the numbers.
enum Accounts {
  static func user(_ name: String) -> UInt32? { number(of: name, in: "/etc/passwd") }

  static func group(_ name: String) -> UInt32? { number(of: name, in: "/etc/group") }

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

extension AccessSettings {
  /// The numbers of the accounts that are named; the group's is `nil` if there is none.
  ///
  /// - Parameter warn: told of names that are in the configuration and in no file of accounts.
  package func accounts(
    warn: (ConfigurationError) -> Void
  ) -> (group: UInt32?, gesturesFor: [UInt32]) {
    let number = Accounts.group(group)
    if number == nil, let groupPlace {
      warn(
        groupPlace.error(
          "Group=\(group): there is no such group in /etc/group, so nobody is in it; one of another source is given by its number"
        ))
    }
    let users = gesturesFor.compactMap { name in
      let number = Accounts.user(name)
      if number == nil {
        warn(
          (gesturesForPlace ?? ConfigurationPlace(file: "GesturesFor=", line: 0)).error(
            "GesturesFor=: there is no user \(name) in /etc/passwd; one of another source is given by its number"
          ))
      }
      return number
    }
    return (number, users)
  }
}
