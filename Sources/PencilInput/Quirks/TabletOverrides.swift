package import PencilCore

/// What quirk files say of one tablet; `nil` where they say nothing.
package struct TabletOverrides: Sendable, Equatable {
  /// What a barrel button that acts as an eraser is.
  package enum EraserButton: String, Sendable, CaseIterable {
    /// A tool of its own, as the hardware says.
    case eraser
    /// A button of the pen.
    case button
  }

  /// Pressure in device units above which contact begins, and down to which it ends.
  package struct PressureRange: Sendable, Equatable {
    /// Contact begins here.
    package var upper: Int32
    /// Contact ends here.
    package var lower: Int32

    /// Makes a range.
    package init(upper: Int32, lower: Int32) {
      self.upper = upper
      self.lower = lower
    }
  }

  /// A pair of numbers for the two directions.
  package struct Pair: Sendable, Equatable {
    /// Along x.
    package var x: Int32
    /// Along y.
    package var y: Int32

    /// Makes a pair.
    package init(x: Int32, y: Int32) {
      self.x = x
      self.y = y
    }
  }

  /// `DisableAxes=`: axes that the tablet claims and doesn't have.
  package var disabledAxes: PenAxes = []
  /// What `TiltUnit=` says of the tilt axes.
  package enum TiltUnit: Sendable, Equatable {
    /// Units per radian, whatever the kernel says.
    case perRadian(Int32)
    /// Half of the range is so many degrees, where the kernel gives no unit and the range is too long to be one of
    /// degrees itself: makers use one number for several pens.
    case halfRange(degrees: Int32)
  }

  /// `TiltUnit=`.
  package var tiltUnit: TiltUnit?
  /// `PressureRange=UPPER:LOWER`.
  package var pressureRange: PressureRange?
  /// `ResolutionHint=WxH`: units per millimetre, where the kernel knows none.
  package var resolutionHint: Pair?
  /// `SizeHint=WxH`: millimetres, where the kernel knows no resolution.
  package var sizeHint: Pair?
  /// `ToolType=`: what every tool of this tablet is, whatever it says that it is.
  package var toolType: ToolType?
  /// `PressureLag=`: input frames by which the pressure comes late.
  package var pressureLag: Int?
  /// `SplitReports=`: only some of the input frames have pressure.
  package var splitsReports: Bool?
  /// `EraserButton=`.
  package var eraserButton: EraserButton?
  /// `ProximityTimeout=`: µs without a report after which a tool has left; 0: never.
  package var proximityTimeout: UInt64?
  /// `ContactThreshold=`: where pressure alone means contact.
  package var contactThreshold: ContactThreshold?
  /// `LeftHanded=`: the tablet lies turned by half a turn.
  package var isLeftHanded: Bool?
  /// `PadModes=`: how many modes the pad's ring goes through.
  package var padModes: Int?
  /// `PadModeButton=`: the number of the pad's button that changes the mode.
  package var padModeButton: Int?
  /// Which quirks applied, for `--list --verbose`.
  package var applied: [AppliedQuirk] = []

  /// Says nothing.
  package init() {}
}

/// A quirk that concerns a tablet: where it stands and what it sets.
package struct AppliedQuirk: Sendable, Equatable, CustomStringConvertible {
  /// The section's title.
  package var title: String
  /// The file.
  package var file: String
  /// `Key=Value`, as written.
  package var settings: [String]

  /// For a person.
  package var description: String { "\(title) (\(file)): \(settings.joined(separator: " "))" }
}

extension TabletDescription {
  /// The description that the tablet should have given: without axes that it doesn't have, with units that it forgot.
  ///
  /// Hints count only where the kernel knows nothing: its word comes from the device at hand.
  package func repaired(by overrides: TabletOverrides) -> TabletDescription {
    var repaired = self
    repaired.axes.removeAll { axis in
      PenAxis(code: axis.code).map { overrides.disabledAxes.contains($0) } ?? false
    }
    for i in repaired.axes.indices {
      switch PenAxis(code: repaired.axes[i].code) {
      case .x: repaired.axes[i].takeHints(overrides.resolutionHint?.x, overrides.sizeHint?.x)
      case .y: repaired.axes[i].takeHints(overrides.resolutionHint?.y, overrides.sizeHint?.y)
      case .tiltX, .tiltY:
        if let unit = overrides.tiltUnit { repaired.axes[i].take(unit) }
      default: break
      }
    }
    return repaired
  }
}

extension AxisDescription {
  fileprivate mutating func take(_ unit: TabletOverrides.TiltUnit) {
    switch unit {
    case .perRadian(let units): resolution = units
    case .halfRange(let degrees):
      let half = ((range.span + 1) / 2).rounded(.down)
      guard resolution == 0, half > 90 else { return }
      resolution = Self.units(half / (Double(degrees) * .pi / 180))
    }
  }

  fileprivate mutating func takeHints(_ unitsPerMillimetre: Int32?, _ millimetres: Int32?) {
    guard resolution == 0 else { return }
    if let unitsPerMillimetre {
      resolution = unitsPerMillimetre
    } else if let millimetres, millimetres > 0, range.span > 0 {
      resolution = Self.units(range.span / Double(millimetres))
    }
  }

  /// A resolution that is a number of the kernel's, however long the range is.
  private static func units(_ value: Double) -> Int32 {
    Int32(clamping: max(Int64(value.rounded()), 1))
  }
}
