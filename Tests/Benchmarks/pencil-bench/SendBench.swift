import PencilCore
import PencilDaemon
import PencilSystem
import PencilWire

/// What one more subscriber at every report costs, over socket pairs in this process.
enum SendBench {
  private static let rounds = 25
  private static let batch = 16
  private static let batches = 8

  static func run(into report: inout Report) throws {
    var costs: [Int: (ours: Double, floor: Double)] = [:]
    for count in [1, 8, 64] {
      var hall = Hall(try EventLoop(), try Publisher(journalCapacity: 4 << 20, epoch: 1))
      try hall.admit(count)
      var ours: [Double] = []
      var floor: [Double] = []
      var datagrams = 0
      for _ in 0..<rounds {
        ours.append(try hall.publish(batches: batches, of: batch, datagrams: &datagrams))
        floor.append(try hall.sendPlainly(batches: batches, of: batch))
      }
      let records = Double(rounds * batches * batch * count)
      costs[count] = (ours.median, floor.median)
      report.add(
        Figure(
          name: "send, \(count) subscriber\(count == 1 ? "" : "s"): a record to each",
          value: ours.median, unit: "ns", floor: floor.median, floorName: "sendmsg of 96 bytes"))
      report.add(
        Figure(
          name: "  sendmsg per record and subscriber", value: Double(datagrams) / records, unit: "",
          decimals: 2, budget: 1, isGate: true))
    }
    try compareDoors(into: &report)
    guard let one = costs[1], let most = costs[64] else { return }
    report.add(
      Figure(
        name: "send, one more subscriber", value: (64 * most.ours - one.ours) / 63, unit: "ns",
        floor: (64 * most.floor - one.floor) / 63, floorName: "one sendmsg more"))
  }

  /// The same records to subscribers of the one door and of the other, in turn.
  private static func compareDoors(into report: inout Report) throws {
    let count = 8
    var binary = Hall(try EventLoop(), try Publisher(journalCapacity: 4 << 20, epoch: 1))
    var text = Hall(
      try EventLoop(), try Publisher(journalCapacity: 4 << 20, epoch: 1), isText: true)
    try binary.admit(count)
    try text.admit(count)
    var costs: (binary: [Double], text: [Double]) = ([], [])
    var datagrams = 0
    for _ in 0..<rounds {
      costs.binary.append(try binary.publish(batches: batches, of: batch, datagrams: &datagrams))
      costs.text.append(try text.publish(batches: batches, of: batch, datagrams: &datagrams))
    }
    let (ours, floor) = (costs.text.median, costs.binary.median)
    report.add(
      Figure(
        name: "send, \(count) JSON subscribers: a line to each", value: ours, unit: "ns",
        floor: floor, floorName: "a record to each, binary"))
    report.add(
      Figure(
        name: "  JSON to binary", value: ours / floor, unit: "times", decimals: 2, budget: 2))
  }

  /// The daemon's publishing side and its subscribers, all of one door.
  private struct Hall: ~Copyable {
    private var loop: EventLoop
    private var publisher: Publisher
    private var subscribers = Subscribers(tokenKind: 1)
    private var clients: [Client] = []
    private let samples = Prepared.samples
    /// The floor's sockets, and what reads them.
    private var plain: [Client] = []
    private var senders: [Sender] = []

    private final class Sender {
      let socket: ConnectedSocket
      init(_ socket: consuming ConnectedSocket) { self.socket = socket }
    }

    private let isText: Bool

    init(
      _ loop: consuming EventLoop, _ publisher: consuming Publisher, isText: Bool = false
    ) {
      self.loop = loop
      self.isText = isText
      self.publisher = publisher
    }

    mutating func admit(_ count: Int) throws {
      for _ in 0..<count {
        let client = try ConnectedSocket.pair(isText ? .stream : .datagrams).split { ours, theirs in
          subscribers.admit(ours, isText: isText, publisher: publisher, loop: loop)
          return Client(theirs)
        }
        if isText {
          try client.say("{}\n")
        } else {
          try client.hello()
          try client.subscribe(.everyReport)
        }
        clients.append(client)
        try ConnectedSocket.pair(.datagrams).split { ours, theirs in
          senders.append(Sender(ours))
          plain.append(Client(theirs))
        }
      }
      while subscribers.subscribedCount < count { try serveClients() }
      sendAll()
      _ = try drainAll()
    }

    /// How many datagrams that was; a stream has none.
    private func drainAll() throws -> Int {
      var datagrams = 0
      for client in clients {
        if isText { try client.discard() } else { datagrams += try client.drain() }
      }
      return datagrams
    }

    /// What clients sent, and that they have read.
    private mutating func serveClients() throws {
      let ready = try loop.wait(timeoutMilliseconds: 0)
      for i in 0..<ready {
        let (token, readiness) = loop[ready: i]
        subscribers.receive(token, readiness: readiness, publisher: publisher, loop: loop)
      }
    }

    private mutating func sendAll() { while subscribers.send(publisher, loop: loop) {} }

    /// ns per record and subscriber.
    mutating func publish(batches: Int, of batch: Int, datagrams: inout Int) throws -> Double {
      var spent: UInt64 = 0
      for _ in 0..<batches {
        let start = CPUClock.now
        for n in 0..<batch {
          publisher.publish(.sample(samples[n]))
          subscribers.journalGrew(publisher.journal, loop: loop, now: start)
          sendAll()
        }
        spent += CPUClock.now - start
        datagrams += try drainAll()
        // Once in 64 KiB a subscriber must be seen to have read; what gathered until then is sent at once.
        try serveClients()
        sendAll()
        datagrams += try drainAll()
      }
      return Double(spent) / Double(batches * batch * clients.count)
    }

    mutating func sendPlainly(batches: Int, of batch: Int) throws -> Double {
      let record = ByteBuffer(count: SampleRecord.size)
      var list = GatherList()
      list.append(record.bytes)
      var spent: UInt64 = 0
      for _ in 0..<batches {
        let start = CPUClock.now
        for _ in 0..<batch {
          for sender in senders { _ = try sender.socket.send(list) }
        }
        spent += CPUClock.now - start
        for client in plain { try client.discard() }
      }
      return Double(spent) / Double(batches * batch * senders.count)
    }
  }
}
