internal import PencilWire

extension PencilConnection {
  /// At pace ``Subscription/Pace/onRequest``: asks for one frame with all since the last one.
  ///
  /// It comes at once when there is anything, else as soon as there is; asking again before that changes nothing. At
  /// another pace, and while no daemon is there, it does nothing: ask again after ``Event/connected``.
  public mutating func requestFrame() throws(PencilError) {
    guard request?.pace == .onRequest else { return }
    try send(.frame)
  }

  /// At pace ``Subscription/Pace/display(period:phase:lead:)``: tells how the display goes by now, without a new
  /// subscription. Beats go on with the next number at the first time on the new grid that is at least half a period
  /// after the last beat. Call it for each frame or when the display drifted; it also holds after a reconnect.
  ///
  /// - Parameters:
  ///   - phase: when a frame was or will be shown, ns of `CLOCK_MONOTONIC`.
  ///   - period: ns; `nil`: as before.
  ///   - lead: ns; `nil`: as before.
  /// - Throws: ``PencilError/Code/badSubscription`` for a period or a lead that can't be.
  public mutating func correct(
    phase: UInt64, period: UInt32? = nil, lead: UInt32? = nil
  ) throws(PencilError) {
    guard case .display(let old) = request?.pace else { return }
    let period = period ?? old
    let lead = lead ?? request?.options.lead ?? 0
    guard PencilProtocol.periodRange.contains(period), lead <= period else {
      throw .badDisplay(period: period, lead: lead)
    }
    request?.pace = .display(period: period)
    request?.options.phase = phase
    request?.options.lead = lead
    try send(.display(period: period, phase: phase, lead: lead))
  }
}
