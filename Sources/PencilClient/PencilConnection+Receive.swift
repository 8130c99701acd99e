internal import PencilSystem
package import PencilWire

extension PencilConnection {
  /// The next event; `nil` when there is nothing more for now. Never blocks.
  ///
  /// Call it until it returns `nil`: one datagram can hold several events, and the descriptor doesn't tell of those
  /// already read.
  ///
  /// - Throws: when the daemon refused a request, or sent what isn't the protocol. The connection is then over and
  ///   throws the same again, but for ``PencilError/Code/badSubscription`` and ``PencilError/Code/refused`` after
  ///   which the daemon kept it open.
  public mutating func receive() throws(PencilError) -> Event? {
    while true {
      if let loss = untoldLoss {
        untoldLoss = nil
        frame.removeAll()
        return .disconnected(loss)
      }
      if length > 0 {
        if let event = try nextEvent() { return event }
        continue
      }
      switch try fill() {
      case .datagram: continue
      case .nothing: return nil
      case .connected: return .connected
      case .lost(let error):
        guard assembler.endConnection(&frame) != nil else { return .disconnected(error) }
        untoldLoss = error
        return .frame
      }
    }
  }

  /// Goes on in the datagram that is in the buffer; `nil` when it has nothing more, or a refusal ended it.
  private mutating func nextEvent() throws(PencilError) -> Event? {
    let step: Assembler.Step?
    do throws(PencilError) {
      step = try assembler.step(buffer, count: length, into: &frame)
    } catch {
      throw fail(error)
    }
    switch step {
    case nil:
      length = 0
      return nil
    case .frame: return .frame
    case .snapshot: return .snapshot
    case .gap(let gap): return .gap(gap)
    case .interaction(let note):
      take(note)
      return .interaction
    case .preferences(let note):
      take(note)
      return .preferences
    case .suspended: return .suspended
    case .resumed: return .resumed
    case .refused(let note):
      try take(note)
      return nil
    }
  }

  /// A refusal: an error if this client is to blame for it, else a loss.
  private mutating func take(_ note: ErrorNote) throws(PencilError) {
    let error = PencilError.refusal(note)
    // It would be refused again after each reconnect.
    if ErrorCode(rawValue: note.code) == .notSubscribed { wantsClaim = false }
    guard note.isFatal else { throw error }
    guard note.isTransient else { throw fail(error) }
    lose()
    // What came before it is already handed over.
    _ = assembler.endConnection(&frame)
    untoldLoss = error
    isLossTold = true
  }
}

// MARK: - Undecoded items

/// What ``PencilConnection/receiveItems(_:)`` did.
package enum Delivery: Sendable, Hashable {
  /// Handed over the items of one datagram.
  case items
  /// As ``PencilConnection/Event/disconnected(_:)``.
  case disconnected(PencilError)
  /// As ``PencilConnection/Event/connected``.
  case connected
}

extension PencilConnection {
  /// Receives one datagram and hands over its items undecoded, each with its header; `nil` when there is none.
  ///
  /// For programs of this package that show or store everything. Use either this or ``receive()``, not both.
  package mutating func receiveItems(
    _ body: (ItemHeader, RawSpan) -> Void
  ) throws(PencilError) -> Delivery? {
    if let loss = untoldLoss {
      untoldLoss = nil
      return .disconnected(loss)
    }
    switch try fill() {
    case .nothing: return nil
    case .connected: return .connected
    case .lost(let error):
      _ = assembler.endConnection(&frame)
      return .disconnected(error)
    case .datagram:
      let count = length
      length = 0
      let refusal: ErrorNote?
      do throws(PencilError) {
        refusal = try assembler.trackAll(buffer, count: count, body)
      } catch {
        throw fail(error)
      }
      if let refusal { try take(refusal) }
      return .items
    }
  }
}
