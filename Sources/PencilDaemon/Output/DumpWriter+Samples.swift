internal import PencilCore
internal import PencilWire

extension DumpWriter {
  mutating func sample(_ header: ItemHeader, _ item: RawSpan, _ buffer: inout TextBuffer) {
    guard let sample = SampleRecord.decode(item) else { return }
    state.columns.axes.formUnion(sample.available)
    if sample.phase.isInStroke { state.expecting.add(sample) }
    nameColumns(&buffer)
    let isPredicted = header.type == .predicted
    if isPredicted { state.prediction.predict(sample) } else { state.prediction.observe(sample) }
    let ink = isPredicted ? .faint : DumpStyle.ink(sample.phase)
    let mark = isPredicted ? "┊" : header.sequence == 0 ? "=" : Self.mark(sample.phase)
    prefix(header, mark, ink, &buffer)
    tabletCell(header, &buffer)
    let start = buffer.count
    tool(sample.toolType, sample.tool, &buffer)
    buffer.padRight(from: start, to: DumpColumns.tool - 1)
    buffer.append(" ")
    style.begin(ink, &buffer)
    let phase = buffer.count
    buffer.append(isPredicted ? "predicted" : sample.phase.word)
    buffer.padRight(from: phase, to: DumpColumns.phase)
    style.end(&buffer)
    position(sample, &buffer)
    force(sample, ink, &buffer)
    angles(sample, &buffer)
    rest(sample, &buffer)
    buttonsAndFlags(sample, isPredicted: isPredicted, &buffer)
    end(&buffer)
  }

  /// Strokes are bracketed, so that they are seen without being read.
  private static func mark(_ phase: Phase) -> String {
    switch phase {
    case .hoverEntered, .hoverMoved, .hoverExited: " "
    case .began: "╭"
    case .moved: "│"
    case .ended: "╰"
    case .cancelled: "×"
    }
  }

  private func position(_ sample: Sample, _ buffer: inout TextBuffer) {
    let columns = state.columns.axes
    guard columns.contains(.position) || columns.contains(.millimetres) else { return }
    let isEstimated = sample.estimated.contains(.location)
    let width = DumpColumns.position
    if let x = sample.x, let y = sample.y {
      cell(x, 2, width, isEstimated, &buffer)
      cell(y, 2, width, isEstimated, &buffer)
    } else if let x = sample.normalisedX, let y = sample.normalisedY {
      cell(x * 100, 2, unit: "%", width, isEstimated, &buffer)
      cell(y * 100, 2, unit: "%", width, isEstimated, &buffer)
    } else {
      buffer.append(spaces: 2 * width)
    }
  }

  private func force(_ sample: Sample, _ ink: DumpStyle.Ink, _ buffer: inout TextBuffer) {
    guard state.columns.axes.contains(.force) else { return }
    guard let force = sample.force else {
      return buffer.append(spaces: DumpColumns.force + 1 + DumpColumns.bar)
    }
    if force == 0, !sample.phase.isInStroke {
      atRest(DumpColumns.force, &buffer)
      return buffer.append(spaces: 1 + DumpColumns.bar)
    }
    cell(force, 3, DumpColumns.force, sample.estimated.contains(.force), &buffer)
    buffer.append(" ")
    style.begin(ink, &buffer)
    bar(force, &buffer)
    style.end(&buffer)
    buffer.append(spaces: DumpColumns.bar - Self.cells(force))
  }

  private func angles(_ sample: Sample, _ buffer: inout TextBuffer) {
    if state.columns.axes.contains(.tilt) {
      let estimated = sample.estimated
      angle(sample.altitude, DumpColumns.altitude, estimated.contains(.altitude), &buffer)
      angle(sample.azimuth, DumpColumns.azimuth, estimated.contains(.azimuth), &buffer)
    }
    if state.columns.axes.contains(.roll) {
      angle(sample.roll, DumpColumns.roll, sample.estimated.contains(.roll), &buffer)
    }
  }

  private func rest(_ sample: Sample, _ buffer: inout TextBuffer) {
    if state.columns.axes.contains(.hover) {
      if let hover = sample.hover {
        if hover == 0, sample.phase.isInStroke {
          atRest(DumpColumns.hover, &buffer)
        } else {
          cell(hover, 2, DumpColumns.hover, false, &buffer)
        }
      } else {
        buffer.append(spaces: DumpColumns.hover)
      }
    }
    if state.columns.axes.contains(.slider) {
      if let slider = sample.slider {
        cell(slider, 2, DumpColumns.slider, false, &buffer)
      } else {
        buffer.append(spaces: DumpColumns.slider)
      }
    }
  }

  /// At the end, as they have any length.
  private func buttonsAndFlags(
    _ sample: Sample, isPredicted: Bool, _ buffer: inout TextBuffer
  ) {
    if !sample.buttons.isEmpty {
      buffer.append("  ")
      style.begin(.event, &buffer)
      words(sample.buttons.rawValue, BitNames.button, separator: "+", &buffer)
      style.end(&buffer)
    }
    if !sample.flags.isEmpty, !isPredicted {
      buffer.append("  ")
      style.begin(.warning, &buffer)
      words(UInt32(sample.flags.rawValue), BitNames.sampleFlag, separator: " ", &buffer)
      style.end(&buffer)
    }
    buffer.trimSpaces()
  }

  /// Appends the names of the bits that are set.
  func words(
    _ bits: UInt32, _ name: (Int) -> String?, separator: String, _ buffer: inout TextBuffer
  ) {
    var rest = bits
    var isFirst = true
    while rest != 0 {
      let bit = rest.trailingZeroBitCount
      rest &= rest &- 1
      guard let name = name(bit) else { continue }
      if !isFirst { buffer.append(separator) }
      buffer.append(name)
      isFirst = false
    }
  }

  // Cells.

  private func cell(
    _ value: Float, _ decimals: Int, unit: String = "", _ width: Int, _ isEstimated: Bool,
    _ buffer: inout TextBuffer
  ) {
    if isEstimated { style.begin(.estimate, &buffer) }
    let start = buffer.count
    if isEstimated { buffer.append("~") }
    buffer.append(value, decimals: decimals)
    buffer.append(unit)
    buffer.padLeft(from: start, to: width)
    if isEstimated { style.end(&buffer) }
  }

  /// An angle in degrees, as people read them.
  private func angle(
    _ radians: Float?, _ width: Int, _ isEstimated: Bool, _ buffer: inout TextBuffer
  ) {
    guard let radians else { return buffer.append(spaces: width) }
    cell(radians * (180 / .pi), 1, unit: "°", width, isEstimated, &buffer)
  }

  private func atRest(_ width: Int, _ buffer: inout TextBuffer) {
    style.begin(.faint, &buffer)
    buffer.append(spaces: width - 1)
    buffer.append("·")
    style.end(&buffer)
  }

  private static func eighths(_ share: Float) -> Int {
    guard share > 0 else { return 0 }  // false for NaN, too
    return max(1, Int(min(share, 1) * Float(8 * DumpColumns.bar) + 0.5))
  }

  private static func cells(_ share: Float) -> Int { (eighths(share) + 7) / 8 }

  private func bar(_ share: Float, _ buffer: inout TextBuffer) {
    var rest = Self.eighths(share)
    while rest >= 8 {
      buffer.append("█")
      rest -= 8
    }
    switch rest {
    case 1: buffer.append("▏")
    case 2: buffer.append("▎")
    case 3: buffer.append("▍")
    case 4: buffer.append("▌")
    case 5: buffer.append("▋")
    case 6: buffer.append("▊")
    case 7: buffer.append("▉")
    default: break
    }
  }
}
