internal import PencilWire

/// A tablet, as the daemon describes it.
public struct Tablet: Sendable, Hashable {
  /// Its number, as in ``PencilCore/Sample/tablet``; constant while the daemon lives, also when it is plugged in again.
  public var id: UInt32
  /// Counts up each time that it is plugged in again.
  public var attachment: UInt32
  /// µs of `CLOCK_MONOTONIC` of the change that this tells.
  public var time: UInt64
  /// Whether it is there. A frame with a tablet that isn't says that it has gone.
  public var isPresent: Bool
  /// The pen draws on a display, so positions belong to that display.
  public var isDirect: Bool
  /// Its events come from a recording.
  public var isReplayed: Bool
  /// Width in millimetres; `nil` where the kernel doesn't know the resolution.
  public var width: Float?
  /// Height in millimetres; `nil` where the kernel doesn't know the resolution.
  public var height: Float?
  /// Axes that some tool has on it.
  public var available: Axes
  /// The tools that it can see.
  public var toolTypes: Set<ToolType>
  /// Pressure in device units: what ``PencilCore/Sample/rawPressure`` is a value of.
  public var pressure: AxisRange
  /// The name that the device gives itself.
  public var name: String
  /// The same for the same tablet plugged in again, also after a restart: a key for settings.
  public var identity: String
  /// The seat it belongs to, such as `seat0`.
  public var seat: String
  /// The device node, such as `/dev/input/event7`.
  public var node: String
  /// The kernel's `BUS_*`, vendor, product and version.
  public var bus: UInt16
  /// The vendor's number on that bus.
  public var vendor: UInt16
  /// The product's number.
  public var product: UInt16
  /// The product's version.
  public var version: UInt16

  init(_ record: TabletRecord) {
    id = record.tablet
    attachment = record.attachment
    time = record.time
    isPresent = record.flags.contains(.present)
    isDirect = record.flags.contains(.direct)
    isReplayed = record.flags.contains(.replayed)
    width = record.width > 0 ? record.width : nil
    height = record.height > 0 ? record.height : nil
    available = record.available
    toolTypes = Set(
      ToolType.allCases.filter { record.toolTypes & (1 << UInt16($0.rawValue)) != 0 })
    pressure = record.pressure
    name = record.name
    identity = record.identity
    seat = record.seat
    node = record.node
    bus = record.bus
    vendor = record.vendor
    product = record.product
    version = record.version
  }
}
