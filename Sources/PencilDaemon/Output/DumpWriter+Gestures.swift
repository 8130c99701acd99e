internal import PencilCore
internal import PencilWire

extension DumpWriter {
  mutating func gesture(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) {
    guard let gesture = GestureRecord.decode(item) else { return }
    begin(
      header, "◆", "gesture", number: UInt64(gesture.number),
      gesture.phase == .cancelled ? .warning : .began, &buffer)
    tool(gesture.toolType, gesture.tool, &buffer)
    buffer.append(" · ")
    style.begin(.title, &buffer)
    switch gesture.kind {
    case .doublePress: buffer.append("double press of ")
    case .triplePress: buffer.append("triple press of ")
    case .hold: buffer.append("hold of ")
    case .contactPress: buffer.append("press in contact of ")
    }
    buffer.append(BitNames.button(Int(gesture.button)) ?? "unknown")
    style.end(&buffer)
    if gesture.kind == .hold {
      buffer.append(" ")
      buffer.append(gesture.phase.word)
    }
    buffer.append(" · ")
    buffer.append(gesture.action.word)
    if header.type == .gesture {
      pose(gesture.pose, &buffer)
    } else {
      buffer.append(" · this user isn't told where")
    }
    if gesture.phase != .changed, gesture.presses.count > 0 {
      buffer.append(gesture.presses.count == 1 ? " · press " : " · presses ")
      for i in 0..<GesturePresses.capacity where i < gesture.presses.count {
        if i > 0 { buffer.append(", ") }
        buffer.append(gesture.presses[i])
      }
    }
    end(&buffer)
  }

  private func pose(_ pose: GesturePose, _ buffer: inout TextBuffer) {
    if let x = pose.x, let y = pose.y {
      buffer.append(" · at ")
      buffer.append(x, decimals: 2)
      buffer.append(" ")
      buffer.append(y, decimals: 2)
      buffer.append(" mm")
    } else if let x = pose.normalisedX, let y = pose.normalisedY {
      buffer.append(" · at ")
      buffer.append(x * 100, decimals: 2)
      buffer.append("% ")
      buffer.append(y * 100, decimals: 2)
      buffer.append("%")
    } else {
      buffer.append(" · out of range")
    }
  }
}

extension Reason {
  /// The reason in words; of a press that is no gesture with the button and what was measured. Appends nothing where
  /// there are none.
  func write(into buffer: inout TextBuffer) {
    guard let name = ReasonName(stage: stage, code: code) else { return }
    buffer.append(literal: name.text)
    guard stage == ReasonName.pressStage else { return }
    buffer.append(" · ")
    guard name != .chord else {
      for number in 0..<Buttons.knownCount where values[0] >> Int32(number) & 1 == 1 {
        if values[0] & (1 << Int32(number) - 1) != 0 { buffer.append("+") }
        buffer.append(literal: Buttons.name(ofNumber: number))
      }
      return
    }
    buffer.append(literal: Buttons.name(ofNumber: Int(values[0])))
    switch name {
    case .staysAlone: measure(1, " · within ", " ms", &buffer)
    case .bounce:
      measure(1, " · ", " ms", &buffer)
      measure(2, ", at least ", " ms", &buffer)
    case .tooLate, .tooLong, .tooFar:
      let unit = name == .tooFar ? " mm" : " ms"
      measure(1, " · ", unit, &buffer)
      measure(2, ", at most ", unit, &buffer)
    case .otherButtonBetween:
      buffer.append(" · ")
      buffer.append(literal: Buttons.name(ofNumber: Int(values[1])))
    default: break
    }
  }

  private func measure(
    _ value: Int, _ before: String, _ unit: String, _ buffer: inout TextBuffer
  ) {
    buffer.append(before)
    buffer.append(Double(values[value]) / 1000, decimals: 3)
    buffer.append(unit)
  }
}
