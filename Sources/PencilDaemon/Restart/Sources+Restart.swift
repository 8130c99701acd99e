internal import PencilInput
internal import PencilSystem

/// A device's descriptor that an earlier run has left with the service manager.
final class KeptDevice {
  /// Its name in the store.
  let name: String
  private var file: FileDescriptor?

  init(name: String, _ file: consuming FileDescriptor) {
    self.name = name
    self.file = consume file
  }

  /// The number of the device.
  var device: UInt64 {
    switch file {
    case .some(let file): file.deviceNumber()
    case .none: 0
    }
  }

  /// The descriptor, once.
  func take() -> FileDescriptor? { file.take() }
}

/// The names of devices in the service manager's store: `tablet-3.1` is tablet 3 in its first attachment.
struct StoreName: Equatable {
  var role: TabletNode.Role
  var place: AttachedPlace

  init(role: TabletNode.Role, place: AttachedPlace) {
    self.role = role
    self.place = place
  }

  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let numbers = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    guard numbers.count == 2, let number = UInt32(numbers[0]), let attachment = UInt32(numbers[1])
    else { return nil }
    switch parts[0] {
    case "tablet": role = .pen
    case "pad": role = .pad
    default: return nil
    }
    place = AttachedPlace(number: number, attachment: attachment)
  }

  var text: String {
    "\(role == .pen ? "tablet" : "pad")-\(place.number).\(place.attachment)"
  }
}

extension Sources {
  /// Takes what was kept of tablets, to be gone on with when they are opened. In another epoch, the numbers in their
  /// names mean nothing, and they leave the store.
  ///
  /// - Parameter isSameEpoch: the journal was kept, too.
  mutating func inherit(_ devices: [KeptDevice], isSameEpoch: Bool) {
    guard isSameEpoch else {
      for device in devices { ServiceManager.removeStored(device.name) }
      return
    }
    kept = devices
  }

  /// A node's tablet: by the descriptor that was kept of the very same device, else opened anew.
  func tablet(
    _ node: TabletNode, _ pipeline: borrowing Pipeline
  ) throws(TabletError) -> (tablet: LiveTablet, since: AttachedPlace?) {
    let device = Files.deviceNumber(node.path)
    for old in kept where device != 0 && old.device == device {
      guard let name = StoreName(old.name), let file = old.take() else { continue }
      do throws(TabletError) {
        let tablet = try LiveTablet(node, kept: file, serial: pipeline.serial(at: name.place))
        if tablet.role == name.role { return (tablet, name.place) }
      } catch {
        // It was unplugged, and another device has its number by now.
        Log.write(.info, .kernel, "\(old.name) is another device now: \(error)")
      }
    }
    return (try LiveTablet(node), nil)
  }

  /// Puts a tablet's descriptor into the store, unless it is there.
  mutating func store(_ index: Int, _ pipeline: borrowing Pipeline) {
    guard storesDescriptors else { return }
    let role = live[index].role
    let number = live[index].number
    let place = AttachedPlace(
      number: number,
      attachment: role == .pen
        ? pipeline.attachment(ofTablet: number) : pipeline.attachment(ofPad: number))
    let name = StoreName(role: role, place: place).text
    if let old = kept.firstIndex(where: { $0.name == name }) {
      kept.remove(at: old)
      live[index].storeName = name
    } else if ServiceManager.store(live[index].tablet.descriptor, name: name) {
      live[index].storeName = name
    }
  }

  /// All tablets that are here have been opened: what else was kept is closed, and those tablets have gone.
  package mutating func endInheriting(_ pipeline: inout Pipeline) {
    for device in kept { ServiceManager.removeStored(device.name) }
    kept = []
    pipeline.endAwaiting(time: Clock.monotonicMicroseconds)
  }
}
