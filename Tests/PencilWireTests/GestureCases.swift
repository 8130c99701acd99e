import PencilCore
import PencilWire

/// Requests, notes and records of gestures, for the round trips.
let gestures: [RoundTripCase] = posed + [unposed] + wishes + claims + choices + preferences

private let posed: [RoundTripCase] = GestureKind.allCases.map { kind in
  let presses = Int(kind.rawValue) - 1
  return RoundTripCase(
    "gesture \(kind)", Examples.gesture(kind, presses: presses), size: GestureRecord.size,
    encode: { GestureRecord.encode($0, claimant: 9, sequence: 8, into: &$1) },
    decode: { GestureRecord.decode($0) })
}

/// Whoever may not know where the pen is isn't told, nor how much it writes, whatever the gesture has.
private let unposed: RoundTripCase = {
  let full = Examples.gesture(.doublePress, presses: 2)
  let pose = GesturePose(Examples.sample())
  var gesture = full
  gesture.pose = GesturePose()
  gesture.presses = GesturePresses()
  gesture.stroke = 0
  return RoundTripCase(
    "gesture without pose", gesture, size: GestureRecord.size,
    encode: { gesture, bytes in
      var gesture = gesture
      gesture.pose = pose
      gesture.presses = full.presses
      gesture.stroke = 7
      GestureRecord.encode(
        gesture, type: .gestureWithoutPose, claimant: 0, sequence: 8, into: &bytes)
    },
    decode: { GestureRecord.decode($0) })
}()

private let wishes: [RoundTripCase] = InteractionRequest.Wish.allCases.map { wish in
  RoundTripCase(
    "interaction \(wish)", InteractionRequest(token: 3, wish: wish), size: InteractionRequest.size,
    encode: { $0.encode(into: &$1) }, decode: { try? InteractionRequest($0) })
}

private let claims: [RoundTripCase] = [InteractionNote.Claim.none, .held, .lost, .lapsed].map {
  claim in
  let note = InteractionNote(time: .max, token: 4, isOn: claim == .held, claim: claim)
  return RoundTripCase(
    "interaction \(claim)", note, size: InteractionNote.size, encode: { $0.encode(into: &$1) },
    decode: { InteractionNote($0) })
}

private let choices: [RoundTripCase] = {
  let narrow = Preference(
    .hold, .runSystemShortcut, button: 7, toolType: .lens, serial: .max, tablet: "Wacom*",
    source: .user)
  let wide = Preference(.triplePress, .ignore, source: .user)
  let requests = [
    PreferRequest(token: 5, preference: narrow),
    PreferRequest(token: 5, preference: wide, isForgotten: true),
  ]
  return requests.map { request in
    RoundTripCase(
      "prefer \(request.preference.gesture)", request, size: PreferRequest.size,
      encode: { $0.encode(into: &$1) }, decode: { try? PreferRequest($0) })
  }
}()

private func line(_ i: Int) -> Preference {
  var line = Preference(.doublePress, PreferredAction.allCases[i % 7])
  line.button = i % 2 == 0 ? nil : UInt8(i % 8)
  line.toolType = ToolType(rawValue: UInt8(i % 8))
  line.serial = UInt32(i)
  line.tablet = "tablet \(i)"
  line.source = Preference.Source.allCases[i % 3]
  return line
}

private let preferences: [RoundTripCase] = [0, 2, PreferencesNote.capacity].map { count in
  let note = PreferencesNote(
    time: 1, token: 6, lines: (0..<count).map(line), off: count == 2 ? [.hold, .triplePress] : [])
  return RoundTripCase(
    "\(count) preferences", note, size: note.size, encode: { $0.encode(into: &$1) },
    decode: { PreferencesNote($0) })
}
