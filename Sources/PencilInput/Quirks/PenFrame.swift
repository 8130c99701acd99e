package import PencilCore

/// What the stages make of an input frame: the state after it, and what they say of it. Small, so that it can be
/// kept back and passed on.
package struct PenFrame: Sendable {
  /// µs of `CLOCK_MONOTONIC`.
  package var time: UInt64
  /// The state after the frame. Only its tool says what is in range; the keys may say more.
  package var state: InputState
  /// Axes that the kernel sent in this frame.
  package var reportedAxes: PenAxes
  /// Keys for which the kernel sent a change in this frame.
  package var changedKeys: PenKeys
  /// The frame has an `MSC_SERIAL`.
  package var hasSerial: Bool
  /// The frame's `MSC_SCAN`; `nil`: none.
  package var scan: Int32?
  /// The frame's `MSC_TIMESTAMP`; `nil`: none.
  package var timestamp: UInt32?
  /// Events were lost before this frame.
  package var afterGap: Bool
  /// The kernel let go of what was down: nothing of it says how the tablet behaves.
  package var isLetGo: Bool

  /// Only a lift and releases: the exit itself is kept back. See `Reading.liftsOnly`.
  package var liftsOnly = false
  /// An exit that is nothing but silence: what was known of the tool stays known.
  package var isForcedExit = false
  /// `BTN_TOUCH` came with the scan code of a barrel button or an eraser.
  package var touchIsBarrel = false
  /// The pressure from which force counts, in device units; `nil`: from the range's minimum.
  package var floor: Int32?
  /// Properties that a stage put in place of what the tablet said.
  package var estimated: Properties = []
  /// What the sample says of the stages.
  package var flags: SampleFlags = []

  /// The frame as the assembler made it.
  package init(_ frame: borrowing InputFrame) {
    time = frame.time
    state = frame.state
    reportedAxes = frame.reportedAxes
    changedKeys = frame.changedKeys
    hasSerial = frame.hasSerial
    scan = frame.scan
    timestamp = frame.timestamp
    afterGap = frame.afterGap
    isLetGo = frame.isLetGo
  }

  /// The tool in range after the frame; `nil`: none.
  package var tool: ToolType? { state.tool }
  /// Keys held down after the frame.
  package var keys: PenKeys { state.keys }
  /// The value of an axis in device units.
  package subscript(axis: PenAxis) -> Int32 {
    get { state[axis] }
    set { state[axis] = newValue }
  }

  /// A frame of the same state in which the tablet says nothing.
  func silent(at time: UInt64) -> PenFrame {
    var frame = self
    frame.time = time
    frame.reportedAxes = []
    frame.changedKeys = []
    frame.hasSerial = false
    frame.scan = nil
    frame.timestamp = nil
    frame.afterGap = false
    frame.isLetGo = false
    frame.estimated = []
    frame.flags = []
    return frame
  }
}

/// What a stage does with a frame.
enum Step {
  /// The frame goes on, as the stage has changed it.
  case pass
  /// Nothing goes on: the stage has the frame, or the frame says nothing.
  case keep
  /// This other frame goes on, then the frame.
  case first(PenFrame)
}
