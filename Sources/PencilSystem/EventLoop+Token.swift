internal import CPencilShims

/// What an event is about: set when a descriptor is added, given back when it is ready.
///
/// It names a slot and not a descriptor number, with the slot's generation, because the kernel reuses numbers: an
/// event that was already fetched for a slot closed in the same turn shows an old generation and is left out.
package struct Token: Hashable, Sendable {
  /// Whose event it is, in the adder's own numbering.
  package var kind: UInt8
  /// Of the slot; only the low 24 bits are kept.
  package var generation: UInt32
  /// Where the owner keeps it.
  package var slot: UInt32

  /// The highest generation; after it comes 0.
  package static var generationMask: UInt32 { 0xff_ffff }

  /// A token; `generation` is cut to 24 bits.
  package init(kind: UInt8, generation: UInt32 = 0, slot: UInt32 = 0) {
    self.kind = kind
    self.generation = generation & Token.generationMask
    self.slot = slot
  }

  /// What `packed` made.
  package init(packed: UInt64) {
    self.init(
      kind: UInt8(truncatingIfNeeded: packed >> 56),
      generation: UInt32(truncatingIfNeeded: packed >> 32),
      slot: UInt32(truncatingIfNeeded: packed))
  }

  /// For `epoll_data.u64`.
  package var packed: UInt64 {
    UInt64(kind) << 56 | UInt64(generation & Token.generationMask) << 32 | UInt64(slot)
  }

  /// The token of the slot's next owner.
  package var nextGeneration: Token { Token(kind: kind, generation: generation &+ 1, slot: slot) }
}

/// What to wait for. Hang-ups and errors always come.
package struct Interest: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// `EPOLLIN`.
  package static var readable: Interest { Interest(rawValue: EPOLLIN.rawValue) }
  /// `EPOLLOUT`.
  package static var writable: Interest { Interest(rawValue: EPOLLOUT.rawValue) }
  /// All three, for a socket whose other end may read. Here and not where it is used, as a set written as a list there
  /// allocates.
  package static var readableOrEmptied: Interest {
    Interest(rawValue: EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLET.rawValue)
  }
  /// `EPOLLET`: tell once, until something new happens.
  package static var edgeTriggered: Interest { Interest(rawValue: EPOLLET.rawValue) }
}

/// What is ready.
package struct Readiness: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// `EPOLLIN`.
  package static var readable: Readiness { Readiness(rawValue: EPOLLIN.rawValue) }
  /// `EPOLLOUT`.
  package static var writable: Readiness { Readiness(rawValue: EPOLLOUT.rawValue) }
  /// `EPOLLHUP`: the other end is wholly gone. A peer that only stopped writing is `readable` and reads as the end.
  package static var hangup: Readiness { Readiness(rawValue: EPOLLHUP.rawValue) }
  /// `EPOLLERR`.
  package static var error: Readiness { Readiness(rawValue: EPOLLERR.rawValue) }
  /// The other end is gone, or something is wrong with it.
  package static var ended: Readiness { Readiness(rawValue: EPOLLHUP.rawValue | EPOLLERR.rawValue) }
  /// A read brings something: bytes, the end or an error.
  package static var input: Readiness {
    Readiness(rawValue: EPOLLIN.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue)
  }
}
