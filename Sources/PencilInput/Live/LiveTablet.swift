internal import CLibevdev
internal import Glibc
internal import PencilCore
package import PencilSystem

/// What ``LiveTablet/nextFrame()`` found.
package enum ReadOutcome: Sendable, Equatable {
  /// A frame is complete: ``LiveTablet/assembler`` has it until the next call.
  case frame
  /// Nothing more to read for now.
  case wouldBlock
  /// The tablet is gone: `ENODEV` when it was unplugged, or when the session's manager took it away.
  case gone(Errno)
}

/// A tablet's evdev node, read through libevdev, which repairs the state after lost events.
///
/// Times are µs of `CLOCK_MONOTONIC`. Reading allocates nothing.
@safe
package final class LiveTablet {
  /// What the kernel and udev say. The axes' values are those at the opening.
  package let description: TabletDescription
  /// Which part of a tablet it is. udev takes pads without numbered buttons for tablets; the axes tell.
  package let role: TabletNode.Role
  /// Keys that were down at the opening, such as that of a tool that was near already.
  package let held: KeyMask
  /// Makes frames of the events; see ``nextFrame()``.
  package private(set) var assembler: FrameAssembler
  /// The C descriptor, to wait for. It stays owned here.
  package var descriptor: CInt { file.rawValue }
  /// The kernel refused `CLOCK_MONOTONIC`, so times are converted from `CLOCK_REALTIME`, by the offset
  /// measured now and then: exact to about a millisecond when someone sets the clock.
  package var convertsClock: Bool { clock != nil }

  private let file: FileDescriptor
  private let device: OpaquePointer
  private var isSyncing = false
  /// Since when a frame is complete that may only be the kernel's letting go, µs of `CLOCK_MONOTONIC`; see
  /// ``nextFrame()`` and ``giveOut()``. `nil`: none is held back.
  package private(set) var heldBackSince: UInt64?
  /// The event that showed that it was not the last one.
  private var waiting: input_event?
  /// What the kernel had queued for a descriptor that was kept, as far as it has not become frames.
  private var queue = KeptQueue()
  /// A frame with the state after a gap is complete and has not been given out.
  private var isStateDue = false
  private var clock: RealtimeConversion?

  /// Opens a node, without grabbing it, or goes on with a descriptor of it that was kept over a restart: what the kernel
  /// has queued there meanwhile comes first, and where its queue ran over, the next frame is after a gap.
  ///
  /// - Parameters:
  ///   - kept: a descriptor of the same device, with `CLOCK_MONOTONIC`.
  ///   - serial: `MSC_SERIAL` of the tool that was in range when it was kept; 0: unknown.
  /// - Throws: ``TabletError``: it can't be opened, is not evdev's, or has no area.
  package init(
    _ node: TabletNode, kept: consuming FileDescriptor? = nil, serial known: UInt32 = 0
  ) throws(TabletError) {
    let opened = try OpenedDevice.open(node.path, kept: kept)
    let device = unsafe opened.device
    unsafe self.device = device
    queue = opened.queue
    file = opened.file

    // The kernel answers 0 only if the clock is that one from now on.
    let refusal = unsafe libevdev_set_clock_id(device, CLOCK_MONOTONIC)
    clock = refusal == 0 ? nil : RealtimeConversion()
    if refusal != 0 {
      Log.write(
        .warning, .kernel,
        "\(node.path) refuses CLOCK_MONOTONIC (\(Errno(rawValue: -refusal))); converting its times")
    }
    // What has come since the state was read is part of it here. With events waiting, the change of the clock queues a
    // SYN_DROPPED, which is no gap of ours; a descriptor that was kept had its clock, and loses nothing.
    let drained = queue.isKept ? 0 : unsafe LiveTablet.drain(device)
    let serial = drained == 0 ? known : drained
    var description = unsafe TabletDescription(device)
    description.node = node.path
    description.idPath = node.idPath
    description.seat = node.seat
    description.deviceGroup = node.deviceGroup
    description.calibration = node.calibration
    var held = unsafe KeyMask(heldOn: device, of: description.keys)
    queue.rewind(&description, &held)
    self.description = description
    self.held = held
    assembler = FrameAssembler(description, held: held, serial: serial)
    role = node.role == .pad || description.isPad ? .pad : .pen
    if queue.isBroken { tellState() }
    // A pad has no area, whatever axes it claims.
    guard role == .pen else { return }
    guard let x = description.axis(.x), let y = description.axis(.y) else {
      throw TabletError(path: node.path, reason: .noPosition)
    }
    guard x.range.span > 1, y.range.span > 1 else {
      throw TabletError(path: node.path, reason: .noArea)
    }
  }

  deinit { unsafe libevdev_free(device) }

  /// Takes the tablet away from everyone else, the compositor too. The corresponding ioctl is `EVIOCGRAB`.
  ///
  /// - Throws: `EBUSY`: someone else has it.
  package func grab() throws(Errno) {
    let failure = unsafe libevdev_grab(device, LIBEVDEV_GRAB)
    guard failure == 0 else { throw Errno(rawValue: -failure) }
  }

  /// Reads until a frame is complete or nothing more is there.
  ///
  /// After a SYN_DROPPED, the difference to the kernel's state comes as one frame that is marked.
  ///
  /// When a tablet is unplugged, the kernel first lets go of its keys, in a frame whose SYN_REPORT has the value 1
  /// (`input_dev_release_keys`). It would look like a lift of the pen, so it is held back until the next event shows
  /// that the tablet is still there, or until ``giveOut()``; with the tablet it goes. It does the same when the machine
  /// goes to sleep, after which there may be no next event for long.
  package func nextFrame() -> ReadOutcome {
    clock?.update()
    if let event = waiting {
      waiting = nil
      if add(event) { return .frame }
    }
    if isStateDue {
      isStateDue = false
      return .frame
    }
    while let event = queue.next() {
      if take(event) { return .frame }
    }
    var event = input_event()
    while true {
      let flag = isSyncing ? LIBEVDEV_READ_FLAG_SYNC : LIBEVDEV_READ_FLAG_NORMAL
      let status = unsafe libevdev_next_event(device, UInt32(flag.rawValue), &event)
      switch status {
      case -EAGAIN where isSyncing:
        isSyncing = false
        if assembler.endResync() { return .frame }
      case -EAGAIN:
        return .wouldBlock
      case -EINTR:
        continue
      case ..<0:
        return .gone(Errno(rawValue: -status))
      default:
        if status == CInt(LIBEVDEV_READ_STATUS_SYNC.rawValue) && !isSyncing {
          // What was held back is part of the state to which libevdev finds the difference.
          heldBackSince = nil
          isSyncing = true
          assembler.beginResync()
        } else if take(event) {
          return .frame
        }
      }
    }
  }

  /// The tablet has not gone: what is held back counts.
  ///
  /// - Returns: Whether ``assembler`` has a frame now.
  package func giveOut() -> Bool {
    defer { heldBackSince = nil }
    return heldBackSince != nil
  }

  /// Takes an event; whether a frame is complete and is not held back.
  private func take(_ event: input_event) -> Bool {
    if heldBackSince != nil {
      heldBackSince = nil
      waiting = event
      return true
    }
    guard add(event) else { return false }
    guard event.type == EventType.synchronisation, event.code == SyncCode.report, event.value == 1
    else { return true }
    heldBackSince = Clock.monotonicMicroseconds
    return false
  }

  /// After a gap: the state, as one frame where a tool is near, else the next frame has the mark.
  private func tellState() {
    assembler.beginResync()
    let now = Clock.monotonicMicroseconds
    if !held.codes.isEmpty {
      for axis in description.axes {
        _ = assembler.add(
          type: EventType.absolute, code: axis.code, value: axis.value, time: now)
      }
      for code in held.codes {
        _ = assembler.add(type: EventType.key, code: code, value: 1, time: now)
      }
    }
    isStateDue = assembler.endResync()
  }

  private func add(_ event: input_event) -> Bool {
    var time = LiveTablet.microseconds(event.time)
    if let clock { time = clock.monotonic(time) }
    return assembler.add(type: event.type, code: event.code, value: event.value, time: time)
  }

  private static func microseconds(_ time: timeval) -> UInt64 {
    UInt64(clamping: time.tv_sec) &* 1_000_000 &+ UInt64(clamping: time.tv_usec)
  }

  /// Reads away what has come since the opening; libevdev's state knows it afterwards, but for the serial, which is
  /// what it returns.
  private static func drain(_ device: OpaquePointer) -> UInt32 {
    var serial = UInt32(0)
    var flag = LIBEVDEV_READ_FLAG_NORMAL
    var event = input_event()
    while true {
      let status = unsafe libevdev_next_event(device, UInt32(flag.rawValue), &event)
      if status == -EAGAIN && flag == LIBEVDEV_READ_FLAG_SYNC {
        flag = LIBEVDEV_READ_FLAG_NORMAL
      } else if status == CInt(LIBEVDEV_READ_STATUS_SYNC.rawValue) {
        flag = LIBEVDEV_READ_FLAG_SYNC
      } else if status < 0 && status != -EINTR {
        // An error shows itself again at the first read.
        return serial
      } else if event.type == EventType.miscellaneous, event.code == MiscCode.serial,
        event.value != -1
      {
        serial = UInt32(bitPattern: event.value)
      }
    }
  }
}

/// From `CLOCK_REALTIME` to `CLOCK_MONOTONIC`.
private struct RealtimeConversion {
  /// Realtime less monotonic, µs.
  private var offset: Int64

  init() { offset = RealtimeConversion.measured().offset }

  /// Follows a clock that was set. Less than a millisecond, or than the measuring took, is no such thing: intervals
  /// between events must not jitter by it.
  mutating func update() {
    let now = RealtimeConversion.measured()
    if abs(now.offset - offset) > 1000 + now.error { offset = now.offset }
  }

  func monotonic(_ realtime: UInt64) -> UInt64 {
    UInt64(clamping: Int64(clamping: realtime) - offset)
  }

  /// The offset in the middle between two looks at the other clock, which may lie far apart when another program ran in
  /// between: then once more.
  private static func measured() -> (offset: Int64, error: Int64) {
    var best: (offset: Int64, error: Int64) = (0, .max)
    for _ in 0..<4 {
      let before = Int64(clamping: Clock.monotonicMicroseconds)
      let realtime = Int64(clamping: Clock.realtimeMicroseconds)
      let after = Int64(clamping: Clock.monotonicMicroseconds)
      let error = (after - before + 1) / 2
      if error < best.error { best = (realtime - before - error, error) }
      if error < 100 { break }
    }
    return best
  }
}
