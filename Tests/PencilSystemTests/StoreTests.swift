import Glibc
import PencilTestSupport
import Testing

@testable import PencilSystem

/// What outlives the process: descriptors in the service manager's store, and the ring that is one of them.
@Suite struct StoreTests {
  @Test(
    arguments: [
      (nil, nil, false), ("", nil, false), ("/run/notify", nil, true), ("/run/notify", "0", false),
      ("/run/notify", "12", true), ("/run/notify", "x", false), (nil, "12", false),
    ] as [(String?, String?, Bool)])
  func whereThereIsAStore(socket: String?, store: String?, expected: Bool) {
    #expect(ServiceManager.mayStore(socket: socket, store: store) == expected)
  }

  @Test(arguments: [
    ("journal", true), ("tablet-1.12", true), ("", false), ("a:b", false), ("a b", false),
    ("a\nFDSTORE=1", false), (String(repeating: "x", count: 256), false),
  ])
  func namesOfTheStore(name: String, expected: Bool) {
    #expect(ServiceManager.isStoreName(name) == expected)
  }

  @Test func aDescriptorGoesAlong() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/notify"
    let manager = FileDescriptor(owning: socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0))
    try #require(UnixAddress(path: path)).bind(manager.rawValue)
    var ring = try RingMemory(size: 4096, headerSize: 4096)
    ring.mark(0x0102_0304_0506_0708, at: 16)
    #expect(
      ServiceManager.send(
        "FDSTORE=1\nFDNAME=journal", with: ring.file.rawValue, socket: path))
    let (text, passed) = receive(manager.rawValue)
    #expect(text == "FDSTORE=1\nFDNAME=journal")
    let copy = try #require(passed)
    #expect(copy != ring.file.rawValue)
    // It is the very same memory.
    let other = try RingMemory(
      adopting: FileDescriptor(owning: copy), size: 4096, headerSize: 4096)
    ring.mark(7, at: 24)
    #expect(octets(other.header(at: 16, count: 9)) == [8, 7, 6, 5, 4, 3, 2, 1, 7])
  }

  /// A ring outlives who has made it, and nothing of another size is taken for it.
  @Test func aRingIsAdopted() throws {
    let file = try leftBehind()
    for (size, header) in [(4096, 4096), (8192, 0), (16384, 4096), (8192, 8192)] {
      let error = refusal(file, size: size, header: header)
      #expect(error == .invalid)
    }
    let pair = try ConnectedSocket.pair(.stream)
    let noFile = try FileDescriptor.duplicate(of: pair.first.descriptor)
    let error = refusal(noFile, size: 8192, header: 4096)
    #expect(error == .invalid)
    let ring = try RingMemory(adopting: file, size: 8192, headerSize: 4096)
    #expect(octets(ring.bytes(at: 8190, count: 2)) == [1, 2])
    #expect(octets(ring.bytes(at: 0, count: 2)) == [3, 4])
    #expect(octets(ring.header(at: 0, count: 4096)).allSatisfy { $0 == 0 })
  }

  /// The memory of a ring that is gone.
  private func leftBehind() throws -> FileDescriptor {
    var ring = try RingMemory(size: 8192, headerSize: 4096)
    #expect(ring.capacity == 8192 && ring.headerSize == 4096)
    var space = ring.mutableBytes(at: 8190, count: 4)
    space.storeBytes(of: 0x0403_0201, as: UInt32.self)
    return try ring.file.duplicate()
  }

  private func refusal(_ file: borrowing FileDescriptor, size: Int, header: Int) -> Errno? {
    do throws(Errno) {
      _ = try RingMemory(adopting: file.duplicate(), size: size, headerSize: header)
      return nil
    } catch { return error }
  }

  @Test func devicesHaveNumbers() throws {
    let null = try FileDescriptor.open("/dev/null", .readOnly)
    #expect(null.deviceNumber() == 1 << 8 | 3)
    #expect(Files.deviceNumber("/dev/null") == null.deviceNumber())
    #expect(Files.deviceNumber("/") == 0 && Files.deviceNumber("/nonexistent") == 0)
    let pair = try ConnectedSocket.pair(.stream)
    let socket = try FileDescriptor.duplicate(of: pair.first.descriptor)
    #expect(socket.deviceNumber() == 0)
  }

  /// A message, and the descriptor that came with it.
  private func receive(_ descriptor: CInt) -> (String, CInt?) {
    var bytes = [UInt8](repeating: 0, count: 256)
    var control = [UInt64](repeating: 0, count: 8)
    var count = 0
    var controlLength = 0
    unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe control.withUnsafeMutableBytes { control in
        var piece = unsafe iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
        unsafe withUnsafeMutablePointer(to: &piece) { piece in
          var message = unsafe msghdr()
          unsafe message.msg_iov = piece
          unsafe message.msg_iovlen = 1
          unsafe message.msg_control = control.baseAddress
          unsafe message.msg_controllen = control.count
          count = unsafe recvmsg(descriptor, &message, 0)
          unsafe controlLength = Int(message.msg_controllen)
        }
      }
    }
    let text = String(decoding: bytes[..<max(count, 0)], as: UTF8.self)
    // struct cmsghdr has 16 bytes, and then comes the descriptor.
    return (text, controlLength >= 20 ? CInt(truncatingIfNeeded: control[2] & 0xffff_ffff) : nil)
  }

  private func octets(_ span: RawSpan) -> [UInt8] {
    unsafe span.withUnsafeBytes { unsafe Array($0) }
  }
}
