import PencilCore
import PencilInput
import PencilTestSupport
import Testing

/// The 20 recordings through stages, calibration and tracker: a stroke for each pen-down of the manifest, as all of them
/// carry pressure, and all that must hold.
@Suite(.enabled(if: ReferenceData.isPresent)) struct StageRecordingTests {
  @Test(arguments: ReferenceRecording.all)
  func strokes(_ reference: ReferenceRecording) throws {
    let bytes = try #require(ReferenceData.bytes("recordings/\(reference.file).evemu"))
    let recording = try Recording.parse(bytes, file: reference.file)
    var run = StageRun(recording.tablets[0].description)
    run.makesReasons = true
    var last: UInt64 = 0
    for frame in frames(of: recording) {
      run.expire(frame.time)
      run.take(frame)
      last = frame.time
    }
    run.end(last)
    // Every pen-down of these files carries pressure, and none begins otherwise.
    #expect(run.rules.strokes == reference.penDowns)
    #expect(run.rules.faults == [])
  }
}
