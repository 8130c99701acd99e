public import PencilCore

/// Events as lines, for scripts.
///
/// A sample: `time phase tool[#stroke.index]`, then what is not its default: `x= f= tilt=altitude/azimuth b=`, `~`
/// and what is estimated, flags.
public enum EventLines {
  /// One event as a line.
  public static func line(_ event: TrackerEvent) -> String {
    switch event {
    case .tool(let tool):
      var words = ["\(tool.time) tool \(tool.id) \(tool.type)"]
      if tool.serial != 0 { words.append("s=\(tool.serial)") }
      if tool.hardwareID != 0 { words.append("hw=\(tool.hardwareID)") }
      if tool.tablet != 1 { words.append("@\(tool.tablet)") }
      return words.joined(separator: " ")
    case .sample(let sample): return sampleLine(sample)
    case .late(let lateness): return "late \(lateness)"
    case .update(let update): return "\(update.time) update \(update.index)"
    case .button(let change):
      var words = ["\(change.time) \(change.isPressed ? "press" : "release")", "\(change.tool)"]
      if change.stroke != 0 { words[1] += "#\(change.stroke)" }
      words.append("\(Buttons.name(ofNumber: Int(change.button)))")
      if change.isSynthetic { words.append("synthetic") }
      return words.joined(separator: " ")
    case .stroke(let stroke):
      let fate = stroke.isCancelled ? " cancelled" : ""
      return
        "\(stroke.time) stroke \(stroke.tool)#\(stroke.stroke) from \(stroke.began) samples \(stroke.samples)"
        + fate
    }
  }

  private static func sampleLine(_ sample: Sample) -> String {
    var words = ["\(sample.time) \(sample.phase)", "\(sample.tool)"]
    if sample.stroke != 0 || sample.index != 0 { words[1] += "#\(sample.stroke).\(sample.index)" }
    if sample.values.nx != 0 { words.append("x=\(sample.values.nx)") }
    if let force = sample.force, force != 0 { words.append("f=\(force)") }
    if let altitude = sample.altitude, let azimuth = sample.azimuth {
      func degrees(_ angle: Float) -> Int { Int((angle * 180 / .pi).rounded()) }
      words.append("tilt=\(degrees(altitude))/\(degrees(azimuth))")
    }
    if !sample.buttons.isEmpty {
      let names = (0..<Buttons.knownCount).filter { sample.buttons.contains(Buttons(number: $0)) }
        .map { "\(Buttons.name(ofNumber: $0))" }
      words.append("b=" + names.joined(separator: ","))
    }
    let estimates: [(Properties, String)] = [
      (.altitude, "altitude"), (.azimuth, "azimuth"), (.location, "location"),
    ]
    for (property, name) in estimates where sample.estimated.contains(property) {
      words.append("~\(name)")
    }
    let flags: [(SampleFlags, String)] = [
      (.afterGap, "gap"), (.touchWithoutPressure, "touchWithoutPressure"),
      (.synthetic, "synthetic"),
      (.tiltUnitGuessed, "guess"), (.barrelTouch, "barrel"), (.timeHeld, "timeHeld"),
      (.wornPen, "worn"), (.contactByPressure, "byPressure"),
      (.acrossRestart, "acrossRestart"),
    ]
    for (flag, name) in flags where sample.flags.contains(flag) { words.append(name) }
    return words.joined(separator: " ")
  }
}
