import PencilWire

/// The request for the status and the notes of its answer, for the round trips.
let statuses: [RoundTripCase] = [
  RoundTripCase(
    "status", StatusRequest(token: 7), size: StatusRequest.size, encode: { $0.encode(into: &$1) },
    decode: { try? StatusRequest($0) }),
  RoundTripCase(
    "daemonStatus", daemon, size: DaemonStatusNote.size, encode: { $0.encode(into: &$1) },
    decode: { DaemonStatusNote($0) }),
  RoundTripCase(
    "daemonStatus for some", hidden, size: DaemonStatusNote.size, encode: { $0.encode(into: &$1) },
    decode: { DaemonStatusNote($0) }),
  RoundTripCase(
    "tabletStatus", tablet, size: TabletStatusNote.size, encode: { $0.encode(into: &$1) },
    decode: { TabletStatusNote($0) }),
  RoundTripCase(
    "clientStatus", client, size: ClientStatusNote.size, encode: { $0.encode(into: &$1) },
    decode: { ClientStatusNote($0) }),
  RoundTripCase(
    "statusEnd", UInt32.max, size: StatusEndNote.size,
    encode: { StatusEndNote.encode(token: $0, time: 1, into: &$1) },
    decode: { StatusEndNote.token($0) }),
]

private let daemon: DaemonStatusNote = {
  var note = DaemonStatusNote()
  note.time = 1
  note.token = 2
  note.clients = 3
  note.started = 4
  note.epoch = .max
  note.head = 5
  note.oldest = 6
  note.capacity = 7
  note.used = 8
  note.inputFrames = 9
  note.memory = 10
  note.version = "1.2"
  return note
}()

private let hidden: DaemonStatusNote = {
  var note = daemon
  note.hideActivity()
  return note
}()

private let tablet: TabletStatusNote = {
  var note = TabletStatusNote()
  note.time = 1
  note.token = 2
  note.tablet = 3
  note.attachment = 4
  note.inputFrames = 5
  note.lastFrame = 6
  note.rate = 7
  note.overruns = 8
  note.name = "Tablet"
  note.node = "/dev/input/event3"
  return note
}()

private let client: ClientStatusNote = {
  var note = ClientStatusNote()
  note.time = 1
  note.token = 2
  note.number = 3
  note.pid = -4
  note.uid = 5
  note.pace = .display(period: 6)
  note.contents = .all
  note.flags = [.text, .suspended, .gesturesOff]
  note.connected = 7
  note.lag = 8
  note.lost = 9
  note.gaps = 10
  note.name = "sketch"
  return note
}()
