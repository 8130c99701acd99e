import Glibc
import PencilSystem
import PencilTestSupport
import Testing

@Suite struct ErrnoTests {
  @Test(arguments: [
    (Errno.noDevice, ENODEV, "No such device"),
    (.noSuchFileOrDirectory, ENOENT, "No such file or directory"),
    (.tooManyOpenFiles, EMFILE, "Too many open files"),
    (.brokenPipe, EPIPE, "Broken pipe"),
    (Errno(rawValue: 4095), 4095, "Unknown error 4095"),
  ])
  func saysWhatTheCLibrarySays(error: Errno, number: CInt, text: String) {
    #expect(error.rawValue == number)
    #expect(error.description == text)
  }

  @Test func wouldBlockIsAgain() { #expect(Errno.wouldBlock == Errno.again) }

  @Test(arguments: [
    ("/nonexistent/file", Errno.noSuchFileOrDirectory), ("/etc/passwd/file", .notDirectory),
  ])
  func openThrowsWhatFailed(path: String, expected: Errno) {
    #expect(throws: expected) { _ = try FileDescriptor.open(path, .readOnly) }
  }
}

@Suite struct FileDescriptorTests {
  @Test func isClosedOnExec() throws {
    let file = try FileDescriptor.open("/dev/null", .readOnly)
    #expect(fcntl(file.rawValue, F_GETFD) & FD_CLOEXEC != 0)
    #expect(fcntl(try file.duplicate().rawValue, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test func releaseDoesNotClose() throws {
    let number = try FileDescriptor.open("/dev/null", .readOnly).release()
    #expect(fcntl(number, F_GETFD) >= 0)
    close(number)
  }

  @Test func emptyPipeWouldBlockAndAClosedOneEnds() throws {
    let pipe = Pipe()
    var buffer: [UInt8] = [0, 0]
    var space = buffer.mutableSpan
    #expect(try pipe.reader.read(into: &space) == .wouldBlock)
    #expect(try pipe.writer.write(bytes("x").span.raw) == .processed(1))
    #expect(try pipe.reader.read(into: &space) == .processed(1))
  }

  @Test func appendKeepsWhatIsThere() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/file"
    for mode in [OpenMode.create(permissions: 0o600), .append(permissions: 0o600)] {
      let file = try FileDescriptor.open(path, mode)
      _ = try file.write(bytes("a").span.raw)
    }
    #expect(try Files.contents(of: path, limit: 2) == bytes("aa"))
    #expect(throws: Errno.fileTooLarge) { try Files.contents(of: path, limit: 1) }
    #expect(throws: Errno.exists) {
      _ = try FileDescriptor.open(path, .createNew(permissions: 0o600))
    }
  }
}

@Suite struct FilesTests {
  @Test func namesAreInByteOrder() throws {
    let folder = try TemporaryFolder()
    for name in ["20-b.conf", "10-z.conf", "a"] {
      _ = try FileDescriptor.open(folder.path + "/" + name, .create(permissions: 0o600))
    }
    #expect(try Files.names(in: folder.path) == ["10-z.conf", "20-b.conf", "a"])
    #expect(throws: Errno.noSuchFileOrDirectory) { try Files.names(in: "/nonexistent") }
  }

  @Test func aFolderMayBeThere() throws {
    let folder = try TemporaryFolder()
    try Files.makeFolder(folder.path, permissions: 0o755)
    #expect(permissions(of: folder.path) == 0o700)
    #expect(throws: Errno.exists) { try Files.makeFolder("/dev/null", permissions: 0o755) }
  }

  @Test func thisProcessHasMemory() throws {
    #expect(try #require(Process.residentBytes) > 1 << 20)
    #expect(Process.processID == getpid())
  }
}
