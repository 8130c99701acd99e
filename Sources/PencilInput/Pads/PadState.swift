package import PencilCore

/// Turns input frames of a pad into what happened on it.
///
/// Order within one frame: modes, rings, strips and dials as they came, then buttons and keys, releases before
/// presses, in ascending order, and at last the releases of what went down and up again in the frame. Nothing here knows of pens: a pad works whether one is near or not. Nothing
/// here allocates.
package struct PadState: Sendable {
  /// What the pad has.
  package let controls: PadControls
  /// How many modes there are; 1: always the same.
  package private(set) var modes: Int
  /// The mode of each ring or group.
  package private(set) var mode: InlineArray<4, UInt8> = [0, 0, 0, 0]

  private let modeButton: Int?
  private var turn = 0.0
  private var isUpsideDown = false
  /// Buttons and keys that are down, by number.
  private var held: UInt64 = 0
  private var heldKeys: UInt64 = 0
  /// Rings, then strips, with a finger on them.
  private var touched: UInt8 = 0
  private var event = PadEvent()

  /// Makes the state of a pad that no one touches.
  ///
  /// - Parameters:
  ///   - description: the pad's node.
  ///   - overrides: what quirks say.
  ///   - quarterTurns: how often the tablet lies turned by 90° clockwise.
  package init(
    _ description: TabletDescription, overrides: TabletOverrides = TabletOverrides(),
    quarterTurns: Int = 0
  ) {
    controls = PadControls(description)
    modes = max(overrides.padModes ?? 1, 1)
    modeButton = modes > 1 ? overrides.padModeButton ?? 0 : nil
    lie(turnedBy: quarterTurns)
  }

  /// The pad came with keys that were down already: they are pressed now, but by nobody.
  package mutating func begin(held keys: KeyMask, time: UInt64, emit: (PadEvent) -> Void) {
    var buttons = Changes()
    for (number, code) in controls.buttons.enumerated() where keys.contains(code) {
      buttons.add(number, isDown: true)
    }
    var others = Changes()
    for (number, code) in controls.keys.enumerated() where keys.contains(code) {
      others.add(number, isDown: true)
    }
    event.time = time
    event.isSynthetic = true
    tell(.button, buttons, emit: emit)
    tell(.key, others, emit: emit)
    event.isSynthetic = false
  }

  /// The tablet lies turned by so many times 90° clockwise from now on.
  package mutating func lie(turnedBy quarterTurns: Int) {
    turn = Double(quarterTurns) * .pi / 2
    isUpsideDown = ((quarterTurns % 4) + 4) % 4 == 2
  }

  /// The lights beside a ring show its mode: they know it better than counting does.
  package mutating func setMode(
    _ value: Int, ofGroup group: Int, of count: Int, time: UInt64, emit: (PadEvent) -> Void
  ) {
    modes = max(modes, count)
    guard mode.indices.contains(group), value >= 0, value < 256, mode[group] != UInt8(value) else {
      return
    }
    mode[group] = UInt8(value)
    event.time = time
    send(.mode, group, code: 0, emit: emit)
  }

  /// Whether a frame has a button that goes down: the moment to look at the lights.
  package static func hasPress(_ frame: borrowing InputFrame) -> Bool {
    for i in 0..<frame.rawEventCount {
      let raw = frame.rawEvents[i]
      if raw.type == EventType.key, raw.value == 1 { return true }
    }
    return false
  }

  /// What a frame says.
  ///
  /// - Parameter emit: called for each event; pad, tablet and attachment are the caller's to fill in.
  package mutating func take(
    _ frame: borrowing InputFrame, countsModes: Bool = true, emit: (PadEvent) -> Void
  ) {
    event.time = frame.time
    var buttons = Changes()
    var keys = Changes()
    var reported = UInt8(0)
    var lifts = false
    for i in 0..<frame.rawEventCount {
      let raw = frame.rawEvents[i]
      switch raw.type {
      case EventType.absolute:
        if raw.code == PenAxis.misc.code {
          lifts = raw.value == 0
        } else if let place = place(of: raw.code) {
          reported |= 1 << UInt8(place)
        }
      case EventType.relative:
        if let (index, delta) = controls.dial(code: raw.code, value: raw.value), delta != 0 {
          event.delta = delta
          send(.dial, index, code: raw.code, emit: emit)
          event.delta = 0
        }
      case EventType.key:
        if let number = controls.buttons.firstIndex(of: raw.code) {
          buttons.add(number, isDown: raw.value == 1)
        } else if let number = controls.keys.firstIndex(of: raw.code) {
          keys.add(number, isDown: raw.value == 1)
        }
      default: break
      }
    }
    if countsModes { countModes(buttons.pressed & ~held, emit: emit) }
    tellTouches(frame, reported, lifts: lifts && controls.hasTerminator, emit: emit)
    tell(.button, buttons, emit: emit)
    tell(.key, keys, emit: emit)
  }

  /// The pad went away: what is held is released, what is touched is left.
  package mutating func end(time: UInt64, emit: (PadEvent) -> Void) {
    event.time = time
    event.isSynthetic = true
    for place in 0..<(controls.rings.count + controls.strips.count)
    where touched >> UInt8(place) & 1 == 1 {
      tell(place, nil, emit: emit)
    }
    tell(.button, held, areDown: false, emit: emit)
    tell(.key, heldKeys, areDown: false, emit: emit)
    event.isSynthetic = false
  }

  private mutating func countModes(_ pressed: UInt64, emit: (PadEvent) -> Void) {
    guard let modeButton, pressed >> UInt64(modeButton) & 1 == 1 else { return }
    mode[0] = UInt8((Int(mode[0]) + 1) % modes)
    send(.mode, 0, code: 0, emit: emit)
  }

  /// Rings first, then strips.
  private func place(of code: UInt16) -> Int? {
    for i in controls.rings.indices where controls.rings[i].code == code { return i }
    for i in controls.strips.indices where controls.strips[i].code == code {
      return controls.rings.count + i
    }
    return nil
  }

  private mutating func tellTouches(
    _ frame: borrowing InputFrame, _ reported: UInt8, lifts: Bool, emit: (PadEvent) -> Void
  ) {
    for place in 0..<(controls.rings.count + controls.strips.count) {
      let isReported = reported >> UInt8(place) & 1 == 1
      let isTouched = touched >> UInt8(place) & 1 == 1
      if lifts {
        if isReported || isTouched { tell(place, nil, emit: emit) }
      } else if isReported {
        let isRing = place < controls.rings.count
        let axis = isRing ? controls.rings[place] : controls.strips[place - controls.rings.count]
        let value = Self.value(of: axis.code, in: frame)
        let position =
          isRing
          ? PadControls.ring(axis, value, turn: turn)
          : controls.strip(axis, value, isTurned: isUpsideDown)
        // A strip that was never touched has not been left.
        if position != nil || isTouched { tell(place, position, emit: emit) }
      }
    }
  }

  /// What a frame says of an axis. Where it says it twice, some hardware sends the value and then a 0 that means
  /// nothing: the 0 doesn't count.
  private static func value(of code: UInt16, in frame: borrowing InputFrame) -> Int32 {
    var found: Int32?
    for i in 0..<frame.rawEventCount {
      let raw = frame.rawEvents[i]
      guard raw.type == EventType.absolute, raw.code == code else { continue }
      if found == nil || raw.value != 0 { found = raw.value }
    }
    return found ?? 0
  }

  private mutating func tell(_ place: Int, _ value: Float?, emit: (PadEvent) -> Void) {
    if value == nil { touched &= ~(1 << UInt8(place)) } else { touched |= 1 << UInt8(place) }
    event.value = value
    if place < controls.rings.count {
      send(.ring, place, code: controls.rings[place].code, emit: emit)
    } else {
      let index = place - controls.rings.count
      send(.strip, index, code: controls.strips[index].code, emit: emit)
    }
    event.value = nil
  }

  /// What a frame said of the buttons, or of the keys, bit by number.
  private struct Changes {
    var pressed: UInt64 = 0
    var released: UInt64 = 0
    /// By the last that was said of them.
    var down: UInt64 = 0

    mutating func add(_ number: Int, isDown: Bool) {
      let bit: UInt64 = 1 << UInt64(number)
      if isDown {
        pressed |= bit
        down |= bit
      } else {
        released |= bit
        down &= ~bit
      }
    }
  }

  private mutating func tell(_ control: PadControl, _ changes: Changes, emit: (PadEvent) -> Void) {
    let before = control == .key ? heldKeys : held
    let pressed = changes.pressed & ~(before & ~changes.released)
    tell(control, changes.released & before, areDown: false, emit: emit)
    tell(control, pressed, areDown: true, emit: emit)
    tell(control, pressed & ~changes.down, areDown: false, emit: emit)
  }

  private mutating func tell(
    _ control: PadControl, _ numbers: UInt64, areDown: Bool, emit: (PadEvent) -> Void
  ) {
    var rest = numbers
    while rest != 0 {
      let number = rest.trailingZeroBitCount
      let bit = rest & (0 &- rest)
      rest ^= bit
      if control == .key { heldKeys ^= bit } else { held ^= bit }
      event.isPressed = areDown
      let code = control == .key ? controls.keys[number] : controls.buttons[number]
      send(control, number, code: code, emit: emit)
    }
    event.isPressed = false
  }

  private mutating func send(
    _ control: PadControl, _ index: Int, code: UInt16, emit: (PadEvent) -> Void
  ) {
    event.control = control
    event.index = UInt8(index)
    event.code = code
    let group = control == .ring || control == .strip || control == .mode ? min(index, 3) : 0
    event.mode = mode[group]
    event.buttons = held
    emit(event)
  }
}
