internal import Glibc
package import PencilCore

/// Turns input frames of one tablet into readings in physical units.
///
/// The axis values of the frame in which the tool leaves are not used, as drivers write zeros then. From
/// there until a tool comes, readings keep the values of before.
///
/// Nothing here allocates.
package struct Calibrator: Sendable {
  private let x: Scale?
  private let y: Scale?
  private let pressure: Scale?
  private let distance: Scale?
  private let wheel: Scale?
  private let roll: AxisRange?
  private let tiltX: TiltAxis?
  private let tiltY: TiltAxis?
  private let hasMillimetres: Bool
  private let hasTouch: Bool
  /// `ABS_MISC` is the tool's id: where `MSC_SERIAL` is too. Elsewhere it can be anything: iptsd's is a clock.
  private let hasIDs: Bool

  private var last = Reading()
  /// The tilt of which ``last`` has the angles: in every other frame of a pen it is the same still.
  private var converted: (x: Int32, y: Int32)?
  /// The last tool in range.
  private var lastTool: ToolType?
  private var transform: TabletTransform
  /// Takes the place of ``transform`` as soon as no tool is near.
  private var nextTransform: TabletTransform?
  /// Of the tablet after the transform, in millimetres; 0: unknown.
  private var width = 0.0
  private var height = 0.0
  private let ownSize: (width: Double, height: Double)

  /// Makes the calibration of a tablet as its kernel describes it, lying as `transform` says.
  package init(_ description: TabletDescription, transform: TabletTransform = TabletTransform()) {
    self.transform = transform
    ownSize = (description.widthMillimetres ?? 0, description.heightMillimetres ?? 0)
    x = Scale(description.axis(.x))
    y = Scale(description.axis(.y))
    pressure = Scale(description.axis(.pressure))
    distance = Scale(description.axis(.distance))
    wheel = Scale(description.axis(.wheel))
    let z = description.axis(.z)?.range
    roll = z.flatMap { $0.span > 0 ? $0 : nil }
    // One of the two says nothing about a direction.
    if let across = description.axis(.tiltX)?.range, let along = description.axis(.tiltY)?.range,
      across.span > 0, along.span > 0
    {
      tiltX = TiltAxis(across)
      tiltY = TiltAxis(along)
    } else {
      tiltX = nil
      tiltY = nil
    }
    hasMillimetres = (x?.perMillimetre ?? 0) > 0 && (y?.perMillimetre ?? 0) > 0
    hasIDs = description.miscellaneous >> MiscCode.serial & 1 == 1
    hasTouch = description.hasKey(KeyCode.touch)
    if let tiltX, let tiltY {
      last.tiltQuantum = Float(max(tiltX.quantum, tiltY.quantum))
      last.tiltUnitGuessed = tiltX.isUnitGuessed || tiltY.isUnitGuessed
    }
    last.forceStep = pressure.map { Float(1 / $0.perShare) } ?? 0
    (width, height) = transform.size(width: ownSize.width, height: ownSize.height)
  }

  /// Width and height in millimetres as the user sees them: of the active area, after the turning. `nil` where the
  /// kernel knows no resolution.
  package var size: (width: Double, height: Double)? { hasMillimetres ? (width, height) : nil }

  /// The tablet lies another way, from the next time on that no tool is near: a stroke must not jump.
  package mutating func lie(as transform: TabletTransform) {
    nextTransform = transform
    if last.tool == nil { turn() }
  }

  /// Whether it lies another way as soon as no tool is near.
  package var isTurning: Bool { nextTransform != nil }

  private mutating func turn() {
    guard let next = nextTransform else { return }
    transform = next
    nextTransform = nil
    converted = nil
    (width, height) = transform.size(width: ownSize.width, height: ownSize.height)
  }

  /// The axes that this tablet has for a tool. A puck turns, but has neither force nor tilt; only an
  /// airbrush has a slider.
  package func available(for tool: ToolType) -> Axes {
    let isPuck = tool == .mouse || tool == .lens
    var axes: Axes = []
    if x != nil && y != nil { axes.insert(.position) }
    if hasMillimetres { axes.insert(.millimetres) }
    if pressure != nil && !isPuck { axes.insert(.force) }
    if tiltX != nil && !isPuck { axes.insert(.tilt) }
    if roll != nil || (isPuck && tiltX != nil) { axes.insert(.roll) }
    if distance != nil { axes.insert(.hover) }
    if wheel != nil && tool == .airbrush { axes.insert(.slider) }
    return axes
  }

  /// The reading after a frame that went through no stages.
  package mutating func reading(of frame: borrowing InputFrame) -> Reading {
    reading(of: PenFrame(frame))
  }

  /// The reading after a frame.
  package mutating func reading(of frame: borrowing PenFrame) -> Reading {
    last.time = frame.time
    let keys = frame.state.keys
    last.touch = hasTouch ? keys.contains(.touch) : nil
    last.buttons = keys.buttons
    last.serial = frame.state.serial
    last.afterGap = frame.afterGap
    last.hasMarker = frame.hasSerial
    if frame.scan != nil { last.hasMarker = true }
    last.timestamp = frame.timestamp
    last.reported = []
    last.flags = frame.flags
    last.estimated = frame.estimated
    last.liftsOnly = frame.liftsOnly
    last.touchIsBarrel = frame.touchIsBarrel
    guard !frame.liftsOnly else { return last }

    let isSame = frame.tool == last.tool
    last.tool = frame.tool
    guard let tool = frame.tool else {
      if !frame.isForcedExit { last.known = [] }
      turn()
      return last
    }
    if !isSame {
      if tool != lastTool { last.known = [] }
      lastTool = tool
      last.available = available(for: tool)
    }
    last.hardwareID = hasIDs ? UInt32(bitPattern: frame.state[.misc]) : 0
    setReported(frame.reportedAxes, tool: tool)
    setValues(frame, tool: tool)
    return last
  }

  private mutating func setReported(_ axes: PenAxes, tool: ToolType) {
    // In bits, as sets written as lists allocate where nothing is optimised.
    let tilt = turnsByTilt(tool) ? Axes.roll : .tilt
    var reported = UInt16(0)
    if !axes.isDisjoint(with: .position) {
      reported |= Axes.position.rawValue | Axes.millimetres.rawValue
    }
    if axes.contains(.pressure) { reported |= Axes.force.rawValue }
    if !axes.isDisjoint(with: .tilt) { reported |= tilt.rawValue }
    if axes.contains(.z) && tilt == .tilt { reported |= Axes.roll.rawValue }
    if axes.contains(.distance) { reported |= Axes.hover.rawValue }
    if axes.contains(.wheel) { reported |= Axes.slider.rawValue }
    last.reported = Axes(rawValue: reported & last.available.rawValue)
    last.known.formUnion(last.reported)
  }

  private mutating func setValues(_ frame: borrowing PenFrame, tool: ToolType) {
    let state = frame.state
    if let x, let y, !transform.isIdentity {
      let (nx, ny) = transform.point(x.share(state[.x]), y.share(state[.y]))
      last.values.nx = Float(nx)
      last.values.ny = Float(ny)
      if hasMillimetres {
        last.values.x = Float(nx * width)
        last.values.y = Float(ny * height)
      }
    } else if let x, let y {
      last.values.nx = Float(x.share(state[.x]))
      last.values.ny = Float(y.share(state[.y]))
      if hasMillimetres {
        last.values.x = Float(x.millimetres(state[.x]))
        last.values.y = Float(y.millimetres(state[.y]))
      }
    }
    if let pressure {
      last.rawPressure = state[.pressure]
      last.values.force = Float(pressure.clampedShare(state[.pressure], above: frame.floor))
    }
    if let distance { last.values.hover = Float(distance.clampedShare(state[.distance])) }
    if let wheel { last.values.slider = Float(wheel.clampedShare(state[.wheel])) }
    if let tiltX, let tiltY {
      let (x, y) = (state[.tiltX], state[.tiltY])
      if turnsByTilt(tool) {
        // The driver puts a puck's turn into the tilt axes; its zero is 5° off.
        last.values.roll = turned(atan2(-tiltX.radians(x), tiltY.radians(y)) - 5 * .pi / 180)
        return
      }
      if converted?.x != x || converted?.y != y {
        converted = (x, y)
        setOrientation(Orientation(tiltX: tiltX.radians(x), tiltY: tiltY.radians(y)))
      }
    }
    if let roll {
      // A whole turn has one value more than the range is long; the smallest value is at the left, 0 is up.
      let share = (Double(state[.z]) - Double(roll.minimum)) / (roll.span + 1)
      last.values.roll = turned(share * 2 * .pi + .pi / 2)
    }
  }

  private mutating func setOrientation(_ orientation: Orientation) {
    last.values.altitude = Float(orientation.altitude)
    last.values.azimuth = Float(orientation.azimuth)
    // Upright, it says nothing: it is 0 then, however the tablet lies.
    if !transform.isIdentity, orientation.altitude != .pi / 2 {
      last.values.azimuth = Calibrator.turn(transform.azimuth(orientation.azimuth))
    }
  }

  private func turnsByTilt(_ tool: ToolType) -> Bool {
    (tool == .mouse || tool == .lens) && tiltX != nil
  }

  private func turned(_ roll: Double) -> Float {
    Calibrator.turn(transform.isIdentity ? roll : transform.roll(roll))
  }

  /// The angle within 0..<2π.
  private static func turn(_ radians: Double) -> Float {
    let rest = Float(radians - (radians / (2 * .pi)).rounded(.down) * 2 * .pi)
    return rest < 2 * .pi ? rest : 0
  }

  /// An axis that is not empty, ready to be multiplied.
  private struct Scale: Sendable {
    let minimum: Double
    let perShare: Double
    /// 0: unknown.
    let perMillimetre: Double

    init?(_ axis: AxisDescription?) {
      guard let range = axis?.range, range.span > 0 else { return nil }
      minimum = Double(range.minimum)
      perShare = range.span
      perMillimetre = Double(max(range.resolution, 0))
    }

    func share(_ value: Int32) -> Double { (Double(value) - minimum) / perShare }
    func clampedShare(_ value: Int32) -> Double { min(max(share(value), 0), 1) }
    /// The share of what is above a floor; `nil`: of the whole range.
    func clampedShare(_ value: Int32, above floor: Int32?) -> Double {
      guard let floor else { return clampedShare(value) }
      let rest = perShare + minimum - Double(floor)
      return rest > 0 ? min(max((Double(value) - Double(floor)) / rest, 0), 1) : 0
    }
    func millimetres(_ value: Int32) -> Double { (Double(value) - minimum) / perMillimetre }
  }
}
