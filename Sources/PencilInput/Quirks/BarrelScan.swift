internal import PencilCore

/// `BTN_TOUCH` that comes with the scan code of another part of the pen than its tip.
///
/// Evidence: XP-Pen 13.3 v2 and 22R Pro send the second barrel button as `BTN_TOUCH` with scan code d0045 (DIGImend #204);
/// a true tip has d0042. This alone decides nothing: an eraser's touch with pressure has d0045, too.
struct BarrelScan: Sendable {
  /// HID usages of the digitiser page: Barrel Switch, Eraser, Secondary Barrel Switch.
  private static let barrel: Int32 = 0xd0044
  private static let eraser: Int32 = 0xd0045
  private static let secondBarrel: Int32 = 0xd005a

  private var isBarrel = false

  mutating func take(_ frame: inout PenFrame) {
    if !frame.keys.contains(.touch) || frame.tool == nil {
      isBarrel = false
    } else if frame.changedKeys.contains(.touch) {
      isBarrel =
        frame.scan == Self.barrel || frame.scan == Self.eraser || frame.scan == Self.secondBarrel
    }
    frame.touchIsBarrel = isBarrel
  }
}
