package import PencilCore

/// What an eraser key on a pen's barrel is.
package enum EraserButton: Sendable, Equatable {
  /// A tool of its own, as the firmware says.
  case eraser
  /// A barrel button, as the user wants it.
  case button
}

/// A tool that is another one: the kernel's mistake, or the user's wish.
package struct ToolOverride: Sendable, Equatable {
  /// The tool that the tablet names.
  package var from: ToolType
  /// The tool that it is.
  package var to: ToolType
  /// Only for the tool with this `MSC_SERIAL`; 0: for all.
  package var serial: UInt32
  /// Only for the tool with this `ABS_MISC`; 0: for all.
  package var hardwareID: UInt32

  /// Makes an override.
  package init(_ from: ToolType, to: ToolType, serial: UInt32 = 0, hardwareID: UInt32 = 0) {
    self.from = from
    self.to = to
    self.serial = serial
    self.hardwareID = hardwareID
  }
}

/// How one tablet is treated: the configuration's and the quirks' word, in plain values.
package struct TabletSettings: Sendable, Equatable {
  /// `ProximityTimeout=`: µs of silence after which a tool is out of range on a tablet that never sent an
  /// exit; 0: never.
  package var proximityTimeout: UInt64 = 250_000
  /// `ContactThreshold=`: where pressure alone means contact.
  package var contactThreshold = ContactThreshold()
  /// `EraserButton=`.
  package var eraserButton = EraserButton.eraser
  /// The button that an eraser is; empty: `BTN_STYLUS2`, or the first of `BTN_STYLUS`, `BTN_STYLUS2`,
  /// `BTN_STYLUS3` that the tablet has not.
  package var eraserButtonKey: PenKeys = []
  /// µs within which a tool that left and one that comes are one change of tool; 0: never.
  package var toolChangeWindow: UInt64 = 30_000
  /// Tools that are others; the first that fits counts.
  package var toolOverrides: [ToolOverride] = []
  /// Axes that the tablet advertises and has not.
  package var disabledAxes: PenAxes = []
  /// The range of `ABS_PRESSURE` in place of the kernel's, in device units. It turns off the worn pen's floor.
  package var pressureRange: ClosedRange<Int32>?

  /// Makes settings of a tablet that needs none.
  package init() {}

  /// The tablet as it really is. For calibration only: what the kernel said stays what it said.
  package func corrected(_ description: TabletDescription) -> TabletDescription {
    var corrected = description
    corrected.axes.removeAll { axis in
      PenAxis(code: axis.code).map { disabledAxes.contains($0) } ?? false
    }
    guard let pressureRange else { return corrected }
    for index in corrected.axes.indices where corrected.axes[index].code == PenAxis.pressure.code {
      corrected.axes[index].minimum = pressureRange.lowerBound
      corrected.axes[index].maximum = pressureRange.upperBound
    }
    return corrected
  }
}
