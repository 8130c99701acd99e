internal import PencilCore
package import PencilInput
internal import PencilWire

/// The pads that are here, and the hardware of the tablets, by which they find each other.
struct Pads {
  struct Entry {
    var pad: Pad
    var identity: String
    var hardware: Hardware
    var state: PadState
    /// Of its last frame, µs; before the first one, of what came before.
    var lastTime: UInt64
  }

  /// What pen and pad of one tablet have in common.
  struct Hardware: Equatable {
    var name: String
    var bus: UInt16
    var vendor: UInt16
    var product: UInt16

    init(_ description: TabletDescription) {
      name = description.hardware
      bus = description.bus
      vendor = description.vendor
      product = description.product
    }

    /// Where nothing says where they are plugged in, as of uinput's devices, the numbers must do.
    func isOf(_ other: Hardware) -> Bool {
      if !name.isEmpty || !other.name.isEmpty { return name == other.name }
      return self == other
    }
  }

  var here: [Entry] = []
  var known = KnownDevices()
  /// Pads of the run before this one that are not here yet.
  var awaited: [Inheritance.HeldPad] = []
  var tablets: [(number: UInt32, hardware: Hardware)] = []
}

extension Pipeline {
  /// A pad appeared.
  ///
  /// - Returns: The number by which it is known in this epoch.
  package mutating func attachPad(
    _ description: TabletDescription, held: KeyMask = KeyMask(), setup: TabletSetup = TabletSetup(),
    isReplayed: Bool, time: UInt64, since place: AttachedPlace? = nil
  ) -> UInt32 {
    // A pad may have all that a pen's identity is made of in common with its tablet.
    let (number, attachment, identity, old) = padNumber(
      of: description.identity, since: place, time: time)
    var state = PadState(
      description, overrides: setup.overrides, quarterTurns: setup.quarterTurns)
    let hardware = Pads.Hardware(description)
    var pad = Pad()
    pad.id = number
    pad.attachment = attachment
    pad.time = time
    pad.isReplayed = isReplayed
    // Of several tablets that may be it, the pad is nobody's.
    let own = pads.tablets.filter { $0.hardware.isOf(hardware) }
    if own.count == 1 || !hardware.name.isEmpty { pad.tablet = own.first?.number ?? 0 }
    pad.buttons = UInt8(clamping: state.controls.buttons.count)
    pad.rings = UInt8(clamping: state.controls.rings.count)
    pad.strips = UInt8(clamping: state.controls.strips.count)
    pad.dials = UInt8(clamping: state.controls.dials.count)
    pad.modes = UInt8(clamping: state.modes)
    pad.name = description.name
    pad.node = description.node
    if let mode = old?.pad.mode, mode != 0, mode < pad.modes {
      pad.mode = mode
      // Clients know it.
      state.setMode(Int(mode), ofGroup: 0, of: Int(pad.modes), time: time) { _ in }
    }
    // What the kernel has queued over a restart comes behind it, with times of before.
    let lastTime = old?.lastTime ?? time
    publisher.publish(pad)
    state.begin(held: held, time: lastTime) { publisher.publish($0.of(pad)) }
    pads.here.append(
      Pads.Entry(
        pad: pad, identity: identity, hardware: hardware, state: state, lastTime: lastTime))
    return number
  }

  /// Whether another pad can be attached.
  package var isFullOfPads: Bool { pads.here.count >= Publisher.tabletCapacity }

  /// A pad went away: what is held on it is released.
  package mutating func detachPad(_ number: UInt32, time: UInt64) {
    guard let place = pads.here.firstIndex(where: { $0.pad.id == number }) else { return }
    let pad = pads.here[place].pad
    pads.here[place].state.end(time: time) { publisher.publish($0.of(pad)) }
    var gone = pad
    gone.isPresent = false
    gone.time = time
    publisher.publish(gone)
    pads.known.detach(pads.here[place].identity)
    pads.here.remove(at: place)
  }

  /// The daemon ends, and the next one goes on with the pad: what is held on it is released.
  package mutating func interruptPad(_ number: UInt32) {
    guard let place = pads.here.firstIndex(where: { $0.pad.id == number }) else { return }
    let pad = pads.here[place].pad
    // Not at the present time: what the kernel has queued by then comes after it.
    let time = pads.here[place].lastTime
    pads.here[place].state.end(time: time) { publisher.publish($0.of(pad)) }
  }

  /// One input frame of a pad.
  ///
  /// - Parameter lights: the mode that the lights of each group show; `nil`: there are none, and modes are counted.
  package mutating func takePad(
    _ frame: InputFrame, of number: UInt32, lights: PadLights? = nil
  ) {
    guard let place = pads.here.firstIndex(where: { $0.pad.id == number }) else { return }
    publisher.inputFrames += 1
    pads.here[place].lastTime = frame.time
    let pad = pads.here[place].pad
    if frame.afterGap {
      publisher.publish(GapRecord(cause: .kernelOverrun, tablet: pad.tablet, time: frame.time))
    }
    if let lights, PadState.hasPress(frame) { readLights(lights, at: place, time: frame.time) }
    pads.here[place].state.take(frame, countsModes: lights == nil) { publisher.publish($0.of(pad)) }
    // Its record may come again.
    pads.here[place].pad.mode = pads.here[place].state.mode[0]
  }

  /// Takes over what the lights of a pad show, such as when it has just appeared.
  package mutating func readLights(_ lights: PadLights, of number: UInt32, time: UInt64) {
    guard let place = pads.here.firstIndex(where: { $0.pad.id == number }) else { return }
    let groups = lights.read()
    readLights(lights, at: place, time: time)
    guard let count = groups.first?.count, count != Int(pads.here[place].pad.modes) else { return }
    pads.here[place].pad.modes = UInt8(clamping: count)
    publisher.publish(pads.here[place].pad)
  }

  private mutating func readLights(_ lights: PadLights, at place: Int, time: UInt64) {
    let pad = pads.here[place].pad
    for (group, light) in lights.read().enumerated() {
      guard let mode = light.mode else { continue }
      pads.here[place].state.setMode(mode, ofGroup: group, of: light.count, time: time) {
        publisher.publish($0.of(pad))
      }
    }
    pads.here[place].pad.mode = pads.here[place].state.mode[0]
  }

  /// A tablet appeared, perhaps after its pad.
  mutating func tiePads(to description: TabletDescription, number: UInt32, time: UInt64) {
    let hardware = Pads.Hardware(description)
    pads.tablets.append((number, hardware))
    for place in pads.here.indices
    where pads.here[place].pad.tablet != number && pads.here[place].hardware.isOf(hardware) {
      guard pads.here[place].pad.tablet == 0 || !isHere(pads.here[place].pad.tablet) else {
        continue
      }
      pads.here[place].pad.tablet = number
      pads.here[place].pad.time = time
      publisher.publish(pads.here[place].pad)
    }
  }

  private func isHere(_ tablet: UInt32) -> Bool {
    attached.contains { $0.tablet == tablet }
  }

  /// A tablet went. Its pad, which will mostly go too, stays its pad: the tablet has the same number when it is back.
  mutating func untiePads(from tablet: UInt32) {
    pads.tablets.removeAll { $0.number == tablet }
  }
}

extension PadEvent {
  /// The same as that of a pad.
  fileprivate func of(_ pad: Pad) -> PadEvent {
    var event = self
    event.pad = pad.id
    event.tablet = pad.tablet
    event.attachment = pad.attachment
    return event
  }
}
