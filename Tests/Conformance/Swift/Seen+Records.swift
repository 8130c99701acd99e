import PencilCore
import PencilWire

extension Seen {
  static func record(_ header: ItemHeader, _ item: RawSpan) -> (String, Fields)? {
    switch header.type {
    case .sample: SampleRecord.decode(item).map { ("sample", sampleFields($0)) }
    case .update: UpdateRecord.decode(item).map { ("update", update($0)) }
    case .tablet: TabletRecord(item).map { ("tablet", tablet($0)) }
    case .tool: ToolRecord.decode(item).map { ("tool", tool($0)) }
    case .stroke: StrokeRecord.decode(item).map { ("stroke", stroke($0)) }
    case .button: ButtonRecord.decode(item).map { ("button", button($0)) }
    case .gesture: GestureRecord.decode(item).map { ("gesture", gesture($0)) }
    case .gestureWithoutPose:
      GestureRecord.decode(item).map { ("gestureWithoutPose", gesture($0)) }
    case .gap:
      GapRecord(item).map {
        (
          "gap",
          ["cause": .of($0.cause), "first": .of($0.lost.first), "last": .of($0.lost.last)]
        )
      }
    case .raw: raw(item).map { ("raw", $0) }
    case .reason: ReasonRecord(item).map { ("reason", reason($0)) }
    case .description: DescriptionRecord(item).map { ("description", description($0)) }
    case .pad: PadRecord.decode(item).map { ("pad", pad($0)) }
    case .padDescription:
      PadDescriptionRecord.decode(item).map { ("padDescription", padDescription($0)) }
    default: nil
    }
  }

  static func sampleFields(_ sample: Sample) -> Fields {
    [
      "tool": .of(sample.tool), "attachment": .of(sample.attachment),
      "stroke": .of(sample.stroke), "index": .of(sample.index), "phase": .of(sample.phase),
      "estimated": .of(sample.estimated), "expecting": .of(sample.expecting),
      "toolType": .of(sample.toolType), "available": .of(sample.available),
      "flags": .of(sample.flags), "buttons": .of(sample.buttons),
      "rawPressure": .of(sample.rawPressure), "x": .of(sample.x), "y": .of(sample.y),
      "nx": .of(sample.normalisedX), "ny": .of(sample.normalisedY), "force": .of(sample.force),
      "altitude": .of(sample.altitude), "azimuth": .of(sample.azimuth), "roll": .of(sample.roll),
      "hover": .of(sample.hover), "slider": .of(sample.slider),
    ]
  }

  private static func update(_ update: SampleUpdate) -> Fields {
    [
      "attachment": .of(update.attachment), "index": .of(update.index), "tool": .of(update.tool),
      "stroke": .of(update.stroke), "property": .of(update.property), "cause": .of(update.cause),
      "expecting": .of(update.expecting), "estimated": .of(update.estimated),
      "value": .of(update.value), "second": .of(update.secondValue),
      "toolType": .of(update.toolType),
    ]
  }

  private static func tablet(_ tablet: TabletRecord) -> Fields {
    var fields: Fields = [
      "attachment": .of(tablet.attachment), "bus": .of(tablet.bus), "vendor": .of(tablet.vendor),
      "product": .of(tablet.product), "version": .of(tablet.version), "flags": .of(tablet.flags),
      "available": .of(tablet.available), "toolTypes": .of(tablet.toolTypes),
      "width": .of(tablet.width > 0 ? tablet.width : nil),
      "height": .of(tablet.height > 0 ? tablet.height : nil), "name": .text(tablet.name),
      "identity": .text(tablet.identity), "seat": .text(tablet.seat), "node": .text(tablet.node),
    ]
    let ranges = [
      ("x", tablet.x), ("y", tablet.y), ("pressure", tablet.pressure), ("tiltX", tablet.tiltX),
      ("tiltY", tablet.tiltY),
    ]
    for (name, range) in ranges {
      fields[name + "Minimum"] = .of(range.minimum)
      fields[name + "Maximum"] = .of(range.maximum)
      fields[name + "Resolution"] = .of(range.resolution)
    }
    return fields
  }

  private static func tool(_ tool: Tool) -> Fields {
    [
      "tool": .of(tool.id), "toolType": .of(tool.type), "available": .of(tool.available),
      "serial": .of(tool.serial), "hardwareID": .of(tool.hardwareID),
    ]
  }

  private static func stroke(_ stroke: StrokeSummary) -> Fields {
    [
      "tool": .of(stroke.tool), "stroke": .of(stroke.stroke), "began": .of(stroke.began),
      "samples": .of(stroke.samples),
      "flags": .of((stroke.isCancelled ? 1 : 0) + (stroke.isCutByRestart ? 2 : 0)),
      "toolType": .of(stroke.toolType),
    ]
  }

  private static func button(_ change: ButtonChange) -> Fields {
    [
      "tool": .of(change.tool), "stroke": .of(change.stroke), "button": .of(change.button),
      "flags": .of((change.isPressed ? 1 : 0) | (change.isSynthetic ? 2 : 0)),
      "toolType": .of(change.toolType), "buttons": .of(change.buttons),
    ]
  }

  private static func gesture(_ gesture: Gesture) -> Fields {
    var fields: Fields = [
      "tool": .of(gesture.tool), "attachment": .of(gesture.attachment),
      "number": .of(gesture.number), "stroke": .of(gesture.stroke), "gesture": .of(gesture.kind),
      "phase": .of(gesture.phase), "button": .of(gesture.button), "action": .of(gesture.action),
      "toolType": .of(gesture.toolType), "presses": .of(gesture.presses.count),
      "available": .of(gesture.pose.available), "x": .of(gesture.pose.x), "y": .of(gesture.pose.y),
      "nx": .of(gesture.pose.normalisedX), "ny": .of(gesture.pose.normalisedY),
      "altitude": .of(gesture.pose.altitude), "azimuth": .of(gesture.pose.azimuth),
      "roll": .of(gesture.pose.roll), "hover": .of(gesture.pose.hover),
      "buttons": .of(gesture.buttons),
    ]
    for i in 0..<GesturePresses.capacity {
      fields["press\(i)"] = .of(i < gesture.presses.count ? gesture.presses[i] : 0)
    }
    return fields
  }

  private static func raw(_ item: RawSpan) -> Fields? {
    guard let (count, flags) = RawRecord.decode(item) else { return nil }
    var fields: Fields = ["n": .of(count), "flags": .of(flags)]
    for i in 0..<count {
      let event = RawRecord.event(item, at: i)
      fields["row\(i)"] = .text("\(event.type) \(event.code) \(event.value)")
    }
    return fields
  }

  private static func reason(_ record: ReasonRecord) -> Fields {
    var fields: Fields = [
      "stage": .of(record.reason.stage), "code": .of(record.reason.code), "tool": .of(record.tool),
    ]
    for i in 0..<4 { fields["value\(i)"] = .of(record.reason.values[i]) }
    return fields
  }

  private static func description(_ record: DescriptionRecord) -> Fields {
    var fields: Fields = [
      "n": .of(record.axes.count), "properties": .of(record.properties),
      "relative": .of(record.relative), "miscellaneous": .of(record.miscellaneous),
      "attachment": .of(record.attachment),
    ]
    for (i, word) in record.keys.enumerated() { fields["keys\(i)"] = .of(word) }
    for (i, axis) in record.axes.enumerated() {
      fields["row\(i)"] = .text(
        "\(axis.code) \(axis.minimum) \(axis.maximum) \(axis.fuzz) \(axis.flat) \(axis.resolution) "
          + "\(axis.value)")
    }
    return fields
  }

  private static func pad(_ event: PadEvent) -> Fields {
    let flags =
      (event.isPressed ? 1 : 0) | (event.isSynthetic ? 2 : 0) | (event.value == nil ? 0 : 4)
    return [
      "pad": .of(event.pad), "attachment": .of(event.attachment), "control": .of(event.control),
      "index": .of(event.index), "mode": .of(event.mode), "flags": .of(flags),
      "code": .of(event.code), "value": .of(event.value), "delta": .of(event.delta),
      "buttons": .of(event.buttons),
    ]
  }

  private static func padDescription(_ pad: Pad) -> Fields {
    [
      "pad": .of(pad.id), "attachment": .of(pad.attachment),
      "flags": .of((pad.isPresent ? 2 : 0) | (pad.isReplayed ? 4 : 0)),
      "buttons": .of(pad.buttons), "rings": .of(pad.rings), "strips": .of(pad.strips),
      "dials": .of(pad.dials), "modes": .of(pad.modes), "mode": .of(pad.mode),
      "name": .text(pad.name), "node": .text(pad.node),
    ]
  }
}
