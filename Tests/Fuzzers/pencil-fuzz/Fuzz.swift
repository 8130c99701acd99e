internal import CFuzzer
internal import Glibc
internal import PencilCore
internal import PencilDaemon
internal import PencilInput
internal import PencilSystem
internal import PencilWire

/// One reader of foreign bytes per target; `pencil-fuzz` is told which by `$PENCIL_FUZZ_TARGET`.
///
/// A reader may refuse anything, but may not trap, hang or read outside: the address sanitizer watches.
enum Target: String, CaseIterable {
  case requests, doors, json, items, evemu, yaml, ini, quirks, preferences

  func run(_ bytes: [UInt8]) {
    switch self {
    case .requests: requests(bytes.span.bytesOfItems)
    case .doors:
      guard var script = DoorScript(bytes) else { return }
      script.run()
    case .json:
      _ = try? TextRequest(bytes.span, isFirst: true)
      _ = try? TextRequest(bytes.span, isFirst: false)
    case .items: items(bytes.span.bytesOfItems)
    case .evemu: replay(Array("# EVEMU 1.2\n".utf8) + bytes)
    case .yaml: replay(Array("# libinput record\nversion: 1\n".utf8) + bytes)
    case .ini:
      _ = try? Configuration([ConfigurationFile(bytes, name: "fuzz")]) { _ in }
    case .quirks:
      var quirks = QuirkSet()
      guard (try? quirks.add(ConfigurationFile(bytes, name: "fuzz")) { _ in }) != nil else {
        return
      }
      var description = TabletDescription()
      (description.name, description.bus, description.vendor) = ("Wacom Intuos Pen", 3, 0x56a)
      _ = TabletSettings(quirks.overrides(for: description), of: description)
    case .preferences: preferences(bytes)
    }
  }

  /// What can be read is written so that it is read alike.
  private func preferences(_ bytes: [UInt8]) {
    let file = ConfigurationFile(bytes, name: "fuzz")
    guard let preferences = try? PreferenceFile.parse(file) else { return }
    let text = PreferenceFile.text(preferences)
    let again = ConfigurationFile(Array(text.utf8), name: "again")
    guard (try? PreferenceFile.parse(again)) == preferences else {
      fatalError("not read as it was written: \(text)")
    }
  }

  private func requests(_ bytes: RawSpan) {
    _ = try? RequestHeader(bytes)
    _ = try? HelloRequest(bytes)
    _ = try? SubscribeRequest(bytes)
    _ = try? PaceRequest(bytes)
    _ = try? InteractionRequest(bytes)
    _ = try? PreferRequest(bytes)
    _ = try? StatusRequest(bytes)
  }

  /// Steps through a datagram as a client does.
  private func items(_ bytes: RawSpan) {
    var offset = 0
    while let header = try? ItemHeader(bytes, at: offset) {
      let item = bytes.extracting(offset..<(offset + header.size))
      _ = SampleRecord.decode(item)
      _ = TabletRecord(item)
      _ = ToolRecord.decode(item)
      _ = UpdateRecord.decode(item)
      _ = StrokeRecord.decode(item)
      _ = ButtonRecord.decode(item)
      _ = GapRecord(item)
      _ = ReasonRecord(item)
      _ = DescriptionRecord(item)
      _ = WelcomeNote(item)
      _ = GestureRecord.decode(item)
      _ = PadRecord.decode(item)
      _ = PadDescriptionRecord.decode(item)
      _ = ErrorNote(item)
      _ = InteractionNote(item)
      _ = PreferencesNote(item)
      _ = DaemonStatusNote(item)
      _ = TabletStatusNote(item)
      _ = ClientStatusNote(item)
      _ = SubscribedNote(item)
      _ = FrameNote(item)
      _ = PredictedNote.decode(item)
      if let raw = RawRecord.decode(item), raw.events > 0 {
        _ = RawRecord.event(item, at: raw.events - 1)
      }
      var writer = DumpWriter(isTerminal: false, isColoured: false)
      var json = JSONLinesWriter()
      var buffer = TextBuffer()
      writer.write(item, into: &buffer)
      json.write(item, into: &buffer)
      offset += header.size
    }
  }

  /// What can be parsed is played through the whole pipeline.
  private func replay(_ bytes: [UInt8]) {
    guard let recording = try? Recording.parse(bytes, file: "fuzz"),
      var pipeline = try? Pipeline(journalCapacity: 1 << 16, epoch: 1)
    else { return }
    var replay = Replay(recording)
    let numbers = recording.tablets.prefix(8).map {
      pipeline.attach($0.description, isReplayed: true, time: 0)
    }
    while let tablet = replay.nextFrame() {
      guard tablet < numbers.count else { continue }
      pipeline.take(replay.frame(of: tablet), of: numbers[tablet])
    }
    for number in numbers { pipeline.detach(number, time: 0) }
  }
}

extension Span<UInt8> {
  /// The raw bytes; any bytes are fit to be read.
  var bytesOfItems: RawSpan {
    @_lifetime(copy self)
    get { unsafe bytes }
  }
}

@main
struct Fuzz {
  static func main() {
    Process.ignoreBrokenPipe()
    Log.threshold = .error
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? =
      unsafe CommandLine.unsafeArgv
    exit(
      unsafe LLVMFuzzerRunDriver(&count, &arguments) { data, size in
        guard let data = unsafe data else { return 0 }
        Fuzz.target.run(unsafe Array(UnsafeBufferPointer(start: data, count: size)))
        return 0
      })
  }

  static let target: Target = {
    guard let name = unsafe getenv("PENCIL_FUZZ_TARGET"),
      let target = unsafe Target(rawValue: String(cString: name))
    else { fatalError("PENCIL_FUZZ_TARGET is one of \(Target.allCases.map(\.rawValue))") }
    return target
  }()
}
