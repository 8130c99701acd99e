import Foundation
import PencilCore
import PencilSystem
import PencilTestSupport
import PencilWire
import Testing

@testable import PencilDaemon

/// A line as it came, with what these tests look at.
struct Line {
  var type: String
  var sequence: Int?
  var time: Int?
  var text: String?
  var first: Int?
  var last: Int?
  var records: Int?
  var head: Int?
  var code: Int?
  var claimedName: String?
  /// Which line of the client it answers.
  var line: Int?
}

/// A client of the text door.
final class TextGuest {
  let socket: ConnectedSocket
  /// A line that has not come whole.
  private(set) var begun: [UInt8] = []
  /// Lines that are no JSON objects.
  private(set) var wrong = 0

  init(_ socket: consuming ConnectedSocket) { self.socket = socket }

  deinit { endConnection(socket.descriptor) }

  func say(_ line: String, end: String = "\n") throws {
    let result = try socket.send(Array((line + end).utf8).span.raw)
    #expect(result == .sent(line.utf8.count + end.utf8.count))
  }

  /// Whether what was read last was the end.
  func hasEnded() throws -> Bool {
    waitForEnd(of: socket.descriptor)
    var byte: [UInt8] = [0]
    var space = byte.mutableSpan
    return try socket.receive(into: &space) == .closed
  }

  func stopWriting() { shutdown(socket.descriptor, CInt(SHUT_WR)) }

  /// The whole lines of what is there, at most `limit` bytes.
  func lines(limit: Int = .max) throws -> [Line] {
    var buffer = [UInt8](repeating: 0, count: min(limit, 65536))
    var left = limit
    while left > 0 {
      var space = buffer.mutableSpan
      guard case .bytes(let count) = try socket.receive(into: &space) else { break }
      begun += buffer[..<count]
      left -= count
    }
    let parts = begun.split(separator: 0x0A, omittingEmptySubsequences: false)
    begun = Array(parts.last ?? [])
    return parts.dropLast().compactMap { bytes in
      guard
        let object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any],
        let type = object["type"] as? String
      else {
        wrong += 1
        return nil
      }
      return Line(
        type: type, sequence: object["seq"] as? Int, time: object["t"] as? Int,
        text: object["text"] as? String, first: object["first"] as? Int,
        last: object["last"] as? Int, records: object["records"] as? Int,
        head: object["head"] as? Int, code: object["code"] as? Int,
        claimedName: object["claimedName"] as? String, line: object["line"] as? Int)
    }
  }
}

extension House {
  /// A client of the text door that has connected and said nothing.
  ///
  /// - Parameter line: What it has written before it is taken in.
  mutating func connectText(
    as uid: UInt32? = nil, saying line: String? = nil
  ) throws -> TextGuest {
    let pair = try ConnectedSocket.pair(.stream)
    var mine: ConnectedSocket?
    let guest = pair.split { (ours, theirs) in
      mine = consume ours
      return TextGuest(theirs)
    }
    if let line { try guest.say(line) }
    if let socket = mine.take() {
      subscribers.admit(
        socket, isText: true, as: uid.map { PeerCredentials(pid: 1, uid: $0, gid: $0) },
        publisher: pipeline.publisher, loop: loop)
    }
    return guest
  }

  /// The time that a client may be silent is over.
  mutating func endSilence(at now: UInt64 = Clock.monotonicNanoseconds + 3_000_000_000) throws {
    subscribers.endSilence(now: now, publisher: pipeline.publisher, loop: loop)
    try turn()
  }

  /// How many lines the first client has had taken; 0: there is none.
  var linesTaken: UInt32 { subscribers.active.first?.text?.taken ?? 0 }

  /// What a user has chosen for a gesture.
  func action(of kind: GestureKind, for uid: UInt32) -> PreferredAction? {
    subscribers.preferences.actions(of: uid).lines.first { $0.gesture == kind }?.action
  }

  /// What clients call themselves.
  var names: [String] { subscribers.active.map(\.name) }
}
