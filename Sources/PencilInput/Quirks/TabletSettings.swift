package import PencilCore

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
  package var eraserButton = TabletOverrides.EraserButton.eraser
  /// The button that an eraser is; empty: `BTN_STYLUS2`, or the first of `BTN_STYLUS`, `BTN_STYLUS2`,
  /// `BTN_STYLUS3` that the tablet has not.
  package var eraserButtonKey: PenKeys = []
  /// µs within which a tool that left and one that comes are one change of tool; 0: never.
  package var toolChangeWindow: UInt64 = 30_000
  /// Tools that are others; the first that fits counts.
  package var toolOverrides: [ToolOverride] = []
  /// The pressure from which force counts, in device units: then no worn pen's floor is looked for.
  package var floor: Int32?
  /// `PressureLag=` and `SplitReports=`.
  package var estimates = EstimateSettings()

  /// Makes settings of a tablet that needs none.
  package init() {}

  /// The settings of a tablet, as quirks and the configuration have them.
  package init(_ overrides: TabletOverrides, of description: TabletDescription) {
    if let timeout = overrides.proximityTimeout { proximityTimeout = timeout }
    if let button = overrides.eraserButton { eraserButton = button }
    estimates = EstimateSettings(
      pressureLag: overrides.pressureLag ?? 0, splitsReports: overrides.splitsReports ?? false)
    if let threshold = overrides.contactThreshold { contactThreshold = threshold }
    if let type = overrides.toolType {
      toolOverrides = description.toolTypes.filter { $0 != type }.map { ToolOverride($0, to: type) }
    }
    // Contact ends at the lower value, so that force is 0 there, and begins at the upper one.
    if let pressure = overrides.pressureRange, let axis = description.axis(.pressure),
      axis.maximum > pressure.upper
    {
      floor = pressure.lower
      let span = Double(axis.maximum - pressure.lower)
      contactThreshold = ContactThreshold(
        begin: Float(Double(pressure.upper - pressure.lower) / span), end: 0, boundsTouch: true)
    }
  }
}
