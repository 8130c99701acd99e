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
    guard let one = costs[1], let most = costs[64] else { return }
    report.add(
      Figure(
        name: "send, one more subscriber", value: (64 * most.ours - one.ours) / 63, unit: "ns",
        floor: (64 * most.floor - one.floor) / 63, floorName: "one sendmsg more"))
  }

  /// The daemon's publishing side and its subscribers.
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

    init(_ loop: consuming EventLoop, _ publisher: consuming Publisher) {
      self.loop = loop
      self.publisher = publisher
    }

    mutating func admit(_ count: Int) throws {
      for _ in 0..<count {
        let client = try ConnectedSocket.pair(.datagrams).split { ours, theirs in
          subscribers.admit(ours, publisher: publisher, loop: loop)
          return Client(theirs)
        }
        try client.hello()
        try client.subscribe(.everyReport)
        clients.append(client)
        try ConnectedSocket.pair(.datagrams).split { ours, theirs in
          senders.append(Sender(ours))
          plain.append(Client(theirs))
        }
      }
      while subscribers.subscribedCount < count { try serveClients() }
      sendAll()
      for client in clients { try client.drain() }
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
        for client in clients { datagrams += try client.drain() }
        // Once in 64 KiB a subscriber must be seen to have read; what gathered until then is sent at once.
        try serveClients()
        sendAll()
        for client in clients { datagrams += try client.drain() }
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
