import PencilCore
import PencilInput
import PencilTestSupport
import Testing

@Suite(.enabled(if: ReferenceData.isPresent, "no reference data"))
struct DescribedDeviceTests {
  private static let files = ["devices.json", "devices_kernel61.json"]

  @Test func asManyAsThereShouldBe() {
    let counts = Self.files.map { file in
      let all = DescribedDevices.read(file)
      return [all.count { $0.kind == "stylus" }, all.count { $0.kind == "pad" }]
    }
    #expect(counts == [[59, 20], [355, 20]])
  }

  /// Every stylus node: the right size, axes and tools, and readings from one end of each axis to the other.
  @Test(arguments: files)
  func stylusNodes(file: String) {
    for device in DescribedDevices.read(file) where device.kind == "stylus" {
      let tablet = device.description_
      #expect(!tablet.isPad, "\(file): \(device)")
      var calibrator = Calibrator(tablet)
      expectSize(device, calibrator)
      expectTools(device)
      for tool in tablet.toolTypes {
        expectAxes(device, calibrator.available(for: tool), tool)
        sweep(tablet, tool, &calibrator, name: "\(file): \(device)")
      }
    }
  }

  private func expectSize(_ device: DescribedDevices.Device, _ calibrator: Calibrator) {
    guard device.size.width > 0, device.size.height > 0 else {
      #expect(calibrator.size == nil, "\(device)")
      return
    }
    let size = calibrator.size ?? (0, 0)
    #expect(abs(size.width - device.size.width) < 1e-6, "\(device)")
    #expect(abs(size.height - device.size.height) < 1e-6, "\(device)")
  }

  private func expectTools(_ device: DescribedDevices.Device) {
    let names: [(String, ToolType)] = [
      ("BTN_TOOL_PEN", .pen), ("BTN_TOOL_RUBBER", .eraser), ("BTN_TOOL_BRUSH", .brush),
      ("BTN_TOOL_PENCIL", .pencil), ("BTN_TOOL_AIRBRUSH", .airbrush), ("BTN_TOOL_MOUSE", .mouse),
      ("BTN_TOOL_LENS", .lens),
    ]
    let isWacom = device.description_.vendor == 0x056a
    var wanted = names.filter { device.keys.contains($0.0) }.map(\.1)
    if !isWacom { wanted.removeAll { $0 == .mouse || $0 == .lens } }
    #expect(device.description_.toolTypes == (wanted.isEmpty ? [.pen] : wanted), "\(device)")
  }

  private func expectAxes(_ device: DescribedDevices.Device, _ axes: Axes, _ tool: ToolType) {
    let isPuck = tool == .mouse || tool == .lens
    func has(_ names: String...) -> Bool { names.allSatisfy { device.axes.contains($0) } }
    #expect(axes.contains(.position), "\(device)")
    #expect(axes.contains(.force) == (has("ABS_PRESSURE") && !isPuck), "\(device)")
    #expect(axes.contains(.tilt) == (has("ABS_TILT_X", "ABS_TILT_Y") && !isPuck), "\(device)")
    #expect(axes.contains(.hover) == has("ABS_DISTANCE"), "\(device)")
    #expect(axes.contains(.slider) == (has("ABS_WHEEL") && tool == .airbrush), "\(device)")
  }

  private func sweep(
    _ tablet: TabletDescription, _ tool: ToolType, _ calibrator: inout Calibrator, name: String
  ) {
    var assembler = FrameAssembler(tablet)
    let key = KeyCode.toolPen + UInt16(PenKeys(tool: tool).rawValue.trailingZeroBitCount)
    for step in 0...8 {
      var changes = tablet.axes.compactMap { axis -> Change? in
        let value = Double(axis.minimum) + axis.range.span * Double(step) / 8
        return PenAxis(code: axis.code).map { .axis($0, Int32(value)) }
      }
      if !tablet.toolKeys.isEmpty { changes.append(.key(key, 1)) }
      guard assembler.send(changes, time: UInt64(step)) else { continue }
      var frame = assembler.frame
      // A stage of its own brings in the tool of a tablet that names none.
      if tablet.toolKeys.isEmpty { frame.state.tool = tool }
      let reading = calibrator.reading(of: frame)
      let values = reading.values
      #expect(reading.tool == tool, "\(name)")
      #expect(abs(values.nx - Float(step) / 8) < 0.01, "\(name)")
      #expect((0...1).contains(values.force) && (0...1).contains(values.hover), "\(name)")
      #expect((0...Float(Double.pi / 2)).contains(values.altitude), "\(name)")
      #expect(
        (0..<2 * Float.pi).contains(values.azimuth) && (0..<2 * Float.pi).contains(values.roll))
    }
    _ = assembler.send([.key(key, 0)], time: 9)
  }

  @Test(arguments: files)
  func padNodes(file: String) {
    for device in DescribedDevices.read(file) where device.kind == "pad" {
      let pad = device.description_
      #expect(pad.isPad, "\(file): \(device)")
      let controls = PadControls(pad)
      let buttons = Set(device.keys.filter { $0.hasPrefix("BTN_") && $0 != "BTN_STYLUS" })
      #expect(controls.buttons.count == buttons.count, "\(file): \(device)")
      #expect(
        controls.rings.count == ["ABS_WHEEL", "ABS_THROTTLE"].count { device.axes.contains($0) })
      #expect(controls.strips.count == ["ABS_RX", "ABS_RY"].count { device.axes.contains($0) })
      press(pad, name: "\(file): \(device)")
    }
  }

  /// Every button down and up, every ring and strip from end to end.
  private func press(_ pad: TabletDescription, name: String) {
    var assembler = FrameAssembler(pad)
    var state = PadState(pad)
    var presses = 0
    var last = PadEvent()
    for code in state.controls.buttons {
      for value in [Int32(1), 0] where assembler.send([.key(code, value)]) {
        state.take(assembler.frame) { event in
          last = event
          presses += event.isPressed ? 1 : 0
        }
      }
    }
    #expect(presses == state.controls.buttons.count && last.buttons == 0, "\(name)")
    for axis in state.controls.rings + state.controls.strips {
      for step in 0...8 {
        let value = Int32(Double(axis.minimum) + axis.range.span * Double(step) / 8)
        guard let place = PenAxis(code: axis.code), assembler.send([.axis(place, value)]) else {
          continue
        }
        state.take(assembler.frame) { event in
          let bound: Float = event.control == .ring ? 2 * .pi : 1
          #expect(event.value.map { (0...bound).contains($0) } ?? true, "\(name)")
        }
      }
    }
  }

  /// The display that udev has a matrix for.
  @Test func theCalibratedTablet() throws {
    let device = try #require(
      DescribedDevices.read("devices.json").first { !$0.description_.calibration.isEmpty })
    let tablet = device.description_
    let matrix = try #require(tablet.calibrationMatrix)
    let transform = TabletTransform(calibration: matrix, width: 294.76, height: 166.24)
    var assembler = FrameAssembler(tablet)
    var calibrator = Calibrator(tablet, transform: transform)
    #expect(assembler.send([.key(KeyCode.toolPen, 1), .axis(.x, 2948), .axis(.y, 0)]) == true)
    let reading = calibrator.reading(of: assembler.frame)
    #expect(abs(reading.values.nx - 0.9) < 1e-3 && abs(reading.values.ny - 1) < 1e-6)
  }
}
