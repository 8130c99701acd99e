package import PencilCore

/// A gesture, in 112 bytes.
package enum GestureRecord {
  package static let size = 112

  enum Offset {
    static let tool = 24
    static let phase = 41
    static let toolType = 44
    static let claimant = 108
  }

  /// - Parameters:
  ///   - type: `gesture`, or `gestureWithoutPose` for those who may not know where the pen is: that has neither the pose
  ///     nor the numbers of the stroke and the presses, which tell how much is written.
  ///   - claimant: the number of the client that alone gets it; 0: all get it.
  @_lifetime(bytes: copy bytes)
  package static func encode(
    _ gesture: Gesture, type: ItemType = .gesture, claimant: UInt32, sequence: UInt64,
    into bytes: inout MutableRawSpan
  ) {
    ItemHeader(
      size: size, type: type, tablet: gesture.tablet, sequence: sequence, time: gesture.time
    ).encode(into: &bytes)
    bytes.store(gesture.tool, at: Offset.tool)
    bytes.store(gesture.attachment, at: 28)
    bytes.store(gesture.number, at: 32)
    bytes.store(type == .gesture ? gesture.stroke : 0, at: 36)
    bytes.store(gesture.kind.rawValue, at: 40)
    bytes.store(gesture.phase.rawValue, at: Offset.phase)
    bytes.store(gesture.button, at: 42)
    bytes.store(gesture.action.rawValue, at: 43)
    bytes.store(gesture.toolType.rawValue, at: Offset.toolType)
    let presses = type == .gesture ? gesture.presses : GesturePresses()
    bytes.store(UInt8(presses.count), at: 45)
    let pose = type == .gesture ? gesture.pose : GesturePose()
    bytes.store(pose.available.rawValue, at: 46)
    // Three, as a range to a variable bound allocates where nothing is optimised.
    for i in 0..<3 { bytes.store(i < presses.count ? presses[i] : 0, at: 48 + 8 * i) }
    let v = pose.values
    bytes.storeFloat(v.x, at: 72)
    bytes.storeFloat(v.y, at: 76)
    bytes.storeFloat(v.nx, at: 80)
    bytes.storeFloat(v.ny, at: 84)
    bytes.storeFloat(v.altitude, at: 88)
    bytes.storeFloat(v.azimuth, at: 92)
    bytes.storeFloat(v.roll, at: 96)
    bytes.storeFloat(v.hover, at: 100)
    bytes.store(gesture.buttons.rawValue, at: 104)
    bytes.store(claimant, at: Offset.claimant)
  }

  /// The number of the client that alone gets a gesture that is known to be whole; 0: all get it.
  package static func claimant(of item: RawSpan) -> UInt32 {
    item.load(UInt32.self, at: Offset.claimant)
  }

  /// The phase of a gesture that is known to be whole; `nil` for one of a later version.
  package static func phase(of item: RawSpan) -> GesturePhase? {
    GesturePhase(rawValue: item.load(UInt8.self, at: Offset.phase))
  }

  /// The gesture in an item; `nil` when it is too short, or one of a later version.
  package static func decode(_ item: RawSpan) -> Gesture? {
    guard item.byteCount >= size,
      let kind = GestureKind(rawValue: item.load(UInt8.self, at: 40)),
      let phase = phase(of: item),
      let action = PreferredAction(rawValue: item.load(UInt8.self, at: 43)),
      let toolType = ToolType(rawValue: item.load(UInt8.self, at: Offset.toolType))
    else { return nil }
    var gesture = Gesture()
    gesture.tablet = item.load(UInt32.self, at: 4)
    gesture.time = item.load(UInt64.self, at: 16)
    gesture.tool = item.load(UInt32.self, at: Offset.tool)
    gesture.attachment = item.load(UInt32.self, at: 28)
    gesture.number = item.load(UInt32.self, at: 32)
    gesture.stroke = item.load(UInt32.self, at: 36)
    gesture.kind = kind
    gesture.phase = phase
    gesture.button = item.load(UInt8.self, at: 42)
    gesture.action = action
    gesture.toolType = toolType
    gesture.pose.available = Axes(rawValue: item.load(UInt16.self, at: 46))
    let presses = min(Int(item.load(UInt8.self, at: 45)), GesturePresses.capacity)
    for i in 0..<presses { gesture.presses.append(item.load(UInt64.self, at: 48 + 8 * i)) }
    gesture.pose.values.x = item.loadFloat(at: 72)
    gesture.pose.values.y = item.loadFloat(at: 76)
    gesture.pose.values.nx = item.loadFloat(at: 80)
    gesture.pose.values.ny = item.loadFloat(at: 84)
    gesture.pose.values.altitude = item.loadFloat(at: 88)
    gesture.pose.values.azimuth = item.loadFloat(at: 92)
    gesture.pose.values.roll = item.loadFloat(at: 96)
    gesture.pose.values.hover = item.loadFloat(at: 100)
    gesture.buttons = Buttons(rawValue: item.load(UInt32.self, at: 104))
    return gesture
  }
}
