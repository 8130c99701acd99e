internal import CLibevdev
internal import Glibc
internal import PencilSystem

/// A node that was opened, with the state of its device. Whoever takes it frees the device.
///
/// The state is always read through a descriptor that was opened for it: where keys are asked for (`EVIOCGKEY`), the kernel
/// throws away the key events that it has queued for that descriptor, and one that was kept over a restart must lose
/// nothing.
@safe
struct OpenedDevice: ~Copyable {
  let device: OpaquePointer
  /// What was queued for the descriptor that was kept. The state is the one after its events.
  let queue: KeptQueue
  let file: FileDescriptor

  /// - Parameter kept: a descriptor of the same device, from which is read from now on.
  /// - Throws: ``TabletError``: it can't be opened, or is not evdev's. With `ENODEV` also when the device of `kept` is gone.
  static func open(
    _ path: String, kept: consuming FileDescriptor?
  ) throws(TabletError) -> OpenedDevice {
    var file = try openFile(path)
    var device = unsafe try device(of: file, path)
    guard let kept = kept.take() else {
      return unsafe OpenedDevice(device: device, queue: KeptQueue(), file: file)
    }
    let queue: KeptQueue
    do throws(Errno) {
      queue = try KeptQueue(readFrom: kept)
    } catch {
      unsafe libevdev_free(device)
      throw TabletError(path: path, reason: .cannotOpen(error))
    }
    if queue.isBroken {
      // The events don't lead to the state that was read before them, so it is read after them.
      unsafe libevdev_free(device)
      file = try openFile(path)
      unsafe device = try Self.device(of: file, path)
    }
    unsafe queue.bring(device)
    unsafe libevdev_change_fd(device, kept.rawValue)
    return unsafe OpenedDevice(device: device, queue: queue, file: kept)
  }

  private static func openFile(_ path: String) throws(TabletError) -> FileDescriptor {
    do throws(Errno) {
      return try FileDescriptor.open(path, .readOnly, nonBlocking: true)
    } catch {
      throw TabletError(path: path, reason: .cannotOpen(error))
    }
  }

  private static func device(
    of file: borrowing FileDescriptor, _ path: String
  ) throws(TabletError) -> OpaquePointer {
    var opened: OpaquePointer?
    let failure = unsafe libevdev_new_from_fd(file.rawValue, &opened)
    guard failure == 0, let device = unsafe opened else {
      throw TabletError(path: path, reason: .notEvdev(Errno(rawValue: -failure)))
    }
    return unsafe device
  }
}
