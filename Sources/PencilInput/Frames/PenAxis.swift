/// The absolute axes that a tablet's pen side uses; the raw value is the place in an ``InputFrame``.
package enum PenAxis: UInt8, Sendable, CaseIterable {
  /// `ABS_X`, units per mm.
  case x
  /// `ABS_Y`, units per mm.
  case y
  /// `ABS_Z`: rotation about the tool's own axis.
  case z
  /// `ABS_RX`: a touch strip on tablets that report their pad here.
  case rx
  /// `ABS_RY`: the other touch strip.
  case ry
  /// `ABS_THROTTLE`: a second touch ring, or a 4D mouse's wheel.
  case throttle
  /// `ABS_WHEEL`: an airbrush's finger wheel.
  case wheel
  /// `ABS_PRESSURE`.
  case pressure
  /// `ABS_DISTANCE`: height above the surface.
  case distance
  /// `ABS_TILT_X`, units per radian where it has a resolution.
  case tiltX
  /// `ABS_TILT_Y`, units per radian where it has a resolution.
  case tiltY
  /// `ABS_MISC`: the tool's hardware id.
  case misc

  /// How many there are.
  package static let count = 12

  /// The axis of a code of `EV_ABS`; `nil`: not one of a pen's.
  package init?(code: UInt16) {
    switch code {
    case 0x00: self = .x
    case 0x01: self = .y
    case 0x02: self = .z
    case 0x03: self = .rx
    case 0x04: self = .ry
    case 0x06: self = .throttle
    case 0x08: self = .wheel
    case 0x18: self = .pressure
    case 0x19: self = .distance
    case 0x1a: self = .tiltX
    case 0x1b: self = .tiltY
    case 0x28: self = .misc
    default: return nil
    }
  }

  /// The kernel's code.
  package var code: UInt16 {
    switch self {
    case .x: 0x00
    case .y: 0x01
    case .z: 0x02
    case .rx: 0x03
    case .ry: 0x04
    case .throttle: 0x06
    case .wheel: 0x08
    case .pressure: 0x18
    case .distance: 0x19
    case .tiltX: 0x1a
    case .tiltY: 0x1b
    case .misc: 0x28
    }
  }
}

/// A set of ``PenAxis``.
package struct PenAxes: OptionSet, Sendable, Hashable {
  /// One bit an axis, by ``PenAxis``'s raw value.
  package let rawValue: UInt16
  /// Makes a set from its bits.
  package init(rawValue: UInt16) { self.rawValue = rawValue }
  /// Makes the set of one axis.
  @inline(__always)
  package init(_ axis: PenAxis) { self.init(rawValue: 1 &<< UInt16(axis.rawValue)) }

  /// Either part of the position.
  package static let position: PenAxes = [PenAxes(.x), PenAxes(.y)]
  /// Either part of the tilt.
  package static let tilt: PenAxes = [PenAxes(.tiltX), PenAxes(.tiltY)]

  /// Whether the axis is in the set.
  @inline(__always)
  package func contains(_ axis: PenAxis) -> Bool { rawValue & PenAxes(axis).rawValue != 0 }
}
