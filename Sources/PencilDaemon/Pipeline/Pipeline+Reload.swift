internal import PencilCore
internal import PencilInput
internal import PencilSystem
internal import PencilWire

// The configuration is read anew while tablets are in use.

extension Pipeline {
  /// A tablet lies before its user as this says, from the next time on that no tool is near.
  package mutating func reconfigure(_ tablet: UInt32, _ setup: TabletSetup, time: UInt64) {
    lie(tablet, as: setup.transform, time: time)
  }

  /// The same for a pad, at once.
  package mutating func reconfigurePad(_ pad: UInt32, _ setup: TabletSetup) {
    for place in pads.here.indices where pads.here[place].pad.id == pad {
      pads.here[place].state.lie(turnedBy: setup.quarterTurns)
    }
  }
}

extension Sources {
  /// What quirks and the configuration say by now, for tablets that are here, too. What quirks say of one that is here
  /// counts when it is plugged in again.
  mutating func reconfigure(_ setups: TabletSetups, pipeline: inout Pipeline, time: UInt64) {
    let quirks = self.setups.quirks
    self.setups = setups
    for place in live.indices {
      let description = live[place].tablet.description
      if quirks.fixed(for: description) != setups.quirks.fixed(for: description) {
        tell(
          .notice, .config,
          "“\(description.name)”: what quirks say of it has changed, and counts when it is plugged in again, or after a restart"
        )
      }
      let setup = setups.setup(for: description)
      switch live[place].role {
      case .pen: pipeline.reconfigure(live[place].number, setup, time: time)
      case .pad: pipeline.reconfigurePad(live[place].number, setup)
      }
    }
  }
}

extension QuirkSet {
  /// What of a tablet's quirks holds as long as it is open.
  fileprivate func fixed(for description: TabletDescription) -> TabletOverrides {
    var overrides = overrides(for: description)
    overrides.isLeftHanded = nil
    overrides.applied = []
    return overrides
  }
}
