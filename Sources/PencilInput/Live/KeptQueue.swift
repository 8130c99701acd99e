internal import CLibevdev
internal import PencilCore
internal import PencilSystem

/// What the kernel has queued for a tablet while nobody read: the descriptor was kept over a restart of the daemon.
///
/// The kernel can be asked for the state as it is now only, and the events lead there from a state that nobody has
/// any more. It is worked out backwards: a key was the opposite of its first event, an axis had about its first value.
struct KeptQueue {
  /// More than any device's buffer has.
  static let most = 16384

  private var events: [input_event] = []
  private var place = 0
  /// There was a descriptor that was kept.
  private(set) var isKept = false
  /// Events are missing among them: none of them counts.
  private(set) var isBroken = false

  /// Nothing was kept.
  init() {}

  /// Reads all that is there.
  ///
  /// - Throws: what `read` fails with, such as `ENODEV`: the device is gone.
  init(readFrom file: borrowing FileDescriptor) throws(Errno) {
    isKept = true
    var chunk = [input_event](repeating: input_event(), count: 64)
    let size = MemoryLayout<input_event>.stride
    while events.count < Self.most {
      var space = chunk.mutableSpan
      var bytes = unsafe space.mutableBytes
      guard case .processed(let count) = try file.read(into: &bytes), count > 0 else { break }
      add(chunk[..<(count / size)])
    }
  }

  /// Takes events; a loss among them breaks it off.
  mutating func add(_ more: some Sequence<input_event>) {
    isKept = true
    for event in more {
      if event.type == EventType.synchronisation, event.code == SyncCode.dropped { isBroken = true }
      events.append(event)
    }
    if isBroken { events = [] }
  }

  /// Turns the state after the events into the one before them.
  func rewind(_ description: inout TabletDescription, _ held: inout KeyMask) {
    // From the last to the first, so that the first one counts.
    for event in events.reversed() {
      switch event.type {
      case EventType.absolute:
        for index in description.axes.indices where description.axes[index].code == event.code {
          description.axes[index].value = event.value
        }
      case EventType.key where event.value == 0: held.insert(event.code)
      case EventType.key where event.value == 1: held.remove(event.code)
      default: break
      }
    }
  }

  /// Gives libevdev's state the events, so that it is the one after them whenever it was read.
  func bring(_ device: OpaquePointer) {
    for event in events {
      unsafe libevdev_set_event_value(device, UInt32(event.type), UInt32(event.code), event.value)
    }
  }

  /// The next event, each once.
  mutating func next() -> input_event? {
    guard place < events.count else { return nil }
    place += 1
    return events[place - 1]
  }
}
