import PencilInput
import Testing

/// A file that can't be read, and the error.
struct BadRecording: Sendable, CustomTestStringConvertible {
  var text: String
  var error: String

  init(_ error: String, _ text: String) {
    self.text = text
    self.error = error
  }

  var testDescription: String { error }

  static let event = "version: 1\ndevices:\n- events:\n  - evdev:\n    - "
  static let evdev = "version: 1\ndevices:\n- evdev:\n    "

  static let all = [
    BadRecording("F:1: neither a tablet nor an event in this file", ""),
    BadRecording("F:2: neither a tablet nor an event in this file", "# EVEMU 1.3\n# x\n"),
    BadRecording("F:1: evemu's format 1 is understood, not .0", "# EVEMU 2.0\n"),
    BadRecording("F:3: event has no value, or one out of range", "N: x\n\nE: 0.000001 0003 0000\n"),
    BadRecording("F:1: event has no value, or one out of range", "E: 0.000001 0003 0000 # 5\n"),
    BadRecording("F:1: event has no code, or one out of range", "E: 0.000001 0003 zz 5\n"),
    BadRecording("F:1: event has no type, or one out of range", "E: 0.000001 10003 0000 5\n"),
    BadRecording("F:1: event has no time, or one out of range", "E: 1 0003 0000 5\n"),
    BadRecording("F:1: event has no time, or one out of range", "E: -1.0 0003 0000 5\n"),
    BadRecording("F:1: event has no value, or one out of range", "E: 0.1 0003 0000 99999999999\n"),
    BadRecording("F:1: event has no time, or one out of range", "E: 8589934592.0 0003 0000 5\n"),
    BadRecording("F:1: event has something behind its value: x", "E: 0.1 0003 0000 1 x\n"),
    BadRecording("F:1: identity needs bus, vendor, product and version", "I: 0003 056a 0027\n"),
    BadRecording("F:1: mask needs eight bytes", "B: 01 00 00\n"),
    BadRecording("F:1: mask needs eight bytes", "P: 00 00 00 00 00 00 00 100\n"),
    BadRecording("F:1: mask has no type", "B:\n"),
    BadRecording("F:1: axis has no code", "A:\n"),
    BadRecording(
      "F:2: axis has a code out of range, which is 0 to 63", "A: 3f 0 1 0 0\nA: 40 0 1 0 0\n"),
    BadRecording("F:1: axis needs minimum, maximum, fuzz and flat", "A: 00 0 1\n"),
    BadRecording("F:2: not a line of evemu's format: hello", "N: x\nhello\n"),
    BadRecording("F:1: libinput's format 1 is understood, not 2", "version: 2\n"),
    BadRecording("F:1: not a recording of libinput's: it has no version", "devices:\n"),
    BadRecording("F:2: the recording has no devices", "version: 1\nother: 2\n"),
    BadRecording("F:5: event has no value, or one out of range", event + "[ 0, 0, 3, 0, ] # x\n"),
    BadRecording("F:5: event has no code, or one out of range", event + "[0, 0, 3]\n"),
    BadRecording("F:5: event has no type, or one out of range", event + "[0, 0, x, 0, 0]\n"),
    BadRecording("F:5: event has no time, or one out of range", event + "[0, -1, 3, 0, 0]\n"),
    BadRecording(
      "F:5: event has no time, or one out of range", event + "[8589934592, 0, 3, 0, 0]\n"),
    BadRecording("F:5: event is not five numbers in brackets", event + "[0, 1, 3, 0, 0, 0]\n"),
    BadRecording("F:5: event is not a list", event + "0\n"),
    BadRecording("F:4: id needs bus, vendor, product and version", evdev + "id: [1, 2, 3]\n"),
    BadRecording("F:4: not a list of numbers: 5", evdev + "properties: 5\n"),
    BadRecording("F:4: not a list of numbers: x]", evdev + "properties: [1, x]\n"),
    BadRecording("F:5: not a number: ABS_X", evdev + "absinfo:\n      ABS_X: [0, 1, 0, 0, 0]\n"),
    BadRecording(
      "F:5: axis has a code out of range, which is 0 to 63",
      evdev + "absinfo:\n      64: [0, 1, 0, 0, 0]\n"),
    BadRecording(
      "F:5: axis needs minimum, maximum, fuzz, flat and resolution",
      evdev + "absinfo:\n      0: [0, 1]\n"),
    BadRecording("F:4: list has no end", evdev + "hid: [\n      0x01,\n"),
  ]
}

@Test(arguments: BadRecording.all)
func badRecordingIsRefusedWithItsLine(_ bad: BadRecording) {
  var description = "read"
  do throws(RecordingError) {
    _ = try Recording.parse(Array(bad.text.utf8), file: "F")
  } catch {
    description = error.description
  }
  #expect(description == bad.error)
}

/// Cut off or scrambled at every third byte, a file is read or refused, but nothing traps.
@Test(arguments: [Example.evemu, .yaml])
func brokenRecordingTrapsNothing(_ example: Example) {
  let bytes = Array(example.text.utf8)
  var read = 0
  for index in stride(from: 0, to: bytes.count, by: 3) {
    var scrambled = bytes
    scrambled[index] = bytes[index] == 0x2d ? 0x39 : 0x2d
    for attempt in [Array(bytes[..<index]), scrambled] {
      guard let recording = try? Recording.parse(attempt, file: "F") else { continue }
      for (index, tablet) in recording.tablets.enumerated() {
        var calibrator = Calibrator(tablet.description)
        for frame in frames(of: recording, tablet: index) {
          _ = calibrator.reading(of: frame)
          read += 1
        }
      }
    }
  }
  #expect(read > 0)
}
