import PencilCore
import PencilInput
import PencilSystem
import PencilTestSupport
import Testing

private func parse(_ text: String) -> (set: QuirkSet, warnings: [String], error: String?) {
  var set = QuirkSet()
  var warnings: [String] = []
  do throws(ConfigurationErrors) {
    try set.add(ConfigurationFile(Array(text.utf8), name: "a.quirks")) {
      warnings.append("\($0)")
    }
    return (set, warnings, nil)
  } catch { return (set, warnings, "\(error)") }
}

@Test(arguments: [
  // A file, and what is said of it: an error with its line, or nothing.
  ("[Quirk a]\nMatchVendor=56a\nDisableAxes=ABS_Z", nil),
  ("[Quirk a]\nMatchVendor=wacom\n", "a.quirks:2: “wacom” is neither"),
  ("[Quirk a]\nMatchVendor=;\n", "a.quirks:2: a value is missing"),
  (
    "[Quirk a]\nMatchVendor=56a\nMatchVendor=\nPadModes=2\n",
    "a.quirks:1: [Quirk a] has no Match… key"
  ),
  ("[Quirk a]\n# x\nMatchBus=usb;firewire\n", "a.quirks:3: “firewire” is neither"),
  (
    "[Quirk a]\nMatchBus=usb\nDisableAxes=ABS_TILT\n",
    "a.quirks:3: DisableAxes= has no axis “ABS_TILT”"
  ),
  ("[Quirk a]\nMatchBus=usb\nTiltUnit=radians\n", "a.quirks:3: TiltUnit= is degrees"),
  ("[Quirk a]\nMatchBus=usb\nTiltUnit=range/0\n", "a.quirks:3: TiltUnit= is degrees"),
  ("[Quirk a]\nMatchBus=usb\nPressureRange=50:70\n", "a.quirks:3: PressureRange= is UPPER:LOWER"),
  ("[Quirk a]\nMatchBus=usb\nResolutionHint=100\n", "a.quirks:3: “100” is no pair"),
  ("[Quirk a]\nMatchBus=usb\nSizeHint=0x10\n", "a.quirks:3: “0x10” is no pair"),
  ("[Quirk a]\nMatchBus=usb\nToolType=stylus\n", "a.quirks:3: ToolType= is pen"),
  ("[Quirk a]\nMatchBus=usb\nPressureLag=99\n", "a.quirks:3: PressureLag= is 0 to 8"),
  ("[Quirk a]\nMatchBus=usb\nEraserButton=yes\n", "a.quirks:3: EraserButton= is eraser or button"),
  (
    "[Quirk a]\nMatchBus=usb\nProximityTimeout=soon\n",
    "a.quirks:3: ProximityTimeout= is such as 250ms"
  ),
  ("[Quirk a]\nMatchBus=usb\nLeftHanded=maybe\n", "a.quirks:3: LeftHanded= is yes or no"),
  ("[Quirk a]\nMatchBus=usb\nPadModes=0\n", "a.quirks:3: PadModes= is 1 to 16"),
  ("[Quirk a]\nDisableAxes=ABS_Z\n", "a.quirks:1: [Quirk a] has no Match… key"),
  ("DisableAxes=ABS_Z\n", "a.quirks:1: Key=Value outside of a section"),
  ("[Quirk a]\nnonsense\n", "a.quirks:2: neither"),
  (
    "[Quirk a]\nnonsense\nMatchBus=usb\nPadModes=0\n[Quirk b]\nPadModes=1",
    "a.quirks:2: neither [Section], Key=Value nor a comment\na.quirks:4: PadModes= is 1 to 16, not “0”\na.quirks:5: [Quirk b] has"
  ),
])
func wrongQuirksAreToldWithTheirLine(text: String, error: String?) {
  let result = parse(text)
  if let error {
    #expect(result.error?.hasPrefix(error) == true, "\(result.error ?? "no error")")
  } else {
    #expect(result.error == nil)
  }
}

@Test func unknownKeysAreWarnings() {
  let result = parse("[Quirk a]\nMatchBus=usb\nFlux=9\n[Other]\nx=1\n")
  #expect(result.error == nil)
  #expect(
    result.warnings == ["a.quirks:3: unknown key Flux=", "a.quirks:4: unknown section [Other]"])
}

@Test func sectionsOfOneTitleAreSeveralQuirks() {
  let text =
    "[Quirk a]\nMatchProduct=0x0357\nPadModes=3\n[Quirk a]\nMatchProduct=0x0001\nPadModes=4\n"
  let set = parse(text).set
  #expect(set.quirks.count == 2)
  #expect(set.overrides(for: wacomPen()).padModes == 3)
}

@Test func quirksMatchByAllThatIsGiven() {
  let set = parse(
    """
    [Quirk vendor]
    MatchVendor=0x056a
    DisableAxes=ABS_DISTANCE
    LeftHanded=yes
    ProximityTimeout=250ms
    [Quirk name]
    MatchVendor=0x056a;0x2d1f
    MatchProduct=0x0357
    MatchVersion=0110
    MatchBus=bluetooth;usb
    MatchName=Test*;Other ?
    DisableAxes=ABS_TILT_X;ABS_TILT_Y
    LeftHanded=no
    EraserButton=button
    ToolType=pen
    PressureRange=70:50
    PressureLag=2
    PadModes=7
    [Quirk later]
    MatchVendor=0x056a
    ProximityTimeout=
    PadModes=
    [Quirk other bus]
    MatchBus=i2c
    PadModes=3
    """
  ).set
  let overrides = set.overrides(for: wacomPen())
  #expect(overrides.applied.map(\.title) == ["vendor", "name", "later"])
  #expect(overrides.disabledAxes == .tilt, "the later one wins, key by key")
  #expect(overrides.isLeftHanded == false && overrides.proximityTimeout == nil, "taken back")
  #expect(
    overrides.eraserButton == .button && overrides.toolType == .pen && overrides.padModes == nil)
  #expect(overrides.pressureRange == .init(upper: 70, lower: 50) && overrides.pressureLag == 2)
  #expect("\(overrides.applied[0])".contains("(a.quirks): DisableAxes=ABS_DISTANCE"))
  var other = wacomPen()
  other.vendor = 1
  #expect(set.overrides(for: other) == TabletOverrides())
}

@Test func descriptionsAreRepaired() throws {
  var overrides = TabletOverrides()
  overrides.disabledAxes = [PenAxes(.distance)]
  overrides.resolutionHint = .init(x: 205, y: 328)
  let known = wacomPen().repaired(by: overrides)
  #expect(
    known.axis(.distance) == nil && known.axis(.x)?.resolution == 100, "the kernel knows better")
  var unknown = wacomPen()
  for i in unknown.axes.indices { unknown.axes[i].resolution = 0 }
  #expect(unknown.repaired(by: overrides).axis(.y)?.resolution == 328)
  overrides.resolutionHint = nil
  overrides.sizeHint = .init(x: 200, y: 100)
  #expect(unknown.repaired(by: overrides).widthMillimetres == 200)
  // Of the longest range there is, units are as many as the kernel can say.
  var extreme = unknown
  for i in extreme.axes.indices {
    (extreme.axes[i].minimum, extreme.axes[i].maximum) = (.min, .max)
  }
  overrides.sizeHint = .init(x: 1, y: 1)
  overrides.tiltUnit = .halfRange(degrees: 1)
  let longest = extreme.repaired(by: overrides)
  for code in [PenAxis.x, .y, .tiltX] { #expect(longest.axis(code)?.resolution == .max) }
  // A tilt of −127…127 without unit is 60° to each side, if a quirk says so; −64…63 stays what it is.
  overrides.tiltUnit = .halfRange(degrees: 60)
  #expect(unknown.repaired(by: overrides).axis(.tiltX)?.resolution == 0)
  unknown.axes.removeAll { $0.code == PenAxis.tiltX.code }
  unknown.axes.append(axis(.tiltX, -127, 127))
  let repaired = unknown.repaired(by: overrides)
  #expect(repaired.axis(.tiltX)?.resolution == 121)
  let tilt = TiltAxis(try #require(repaired.axis(.tiltX)).range)
  #expect(abs(tilt.radians(127) - .pi / 3) < 0.01 && !tilt.isUnitGuessed)
  overrides.tiltUnit = .perRadian(57)
  #expect(unknown.repaired(by: overrides).axis(.tiltX)?.resolution == 57)
}

private let shipped = ReferenceData.packageFolder + "/Sources/PencilInput/Quirks/data"

@Test func shippedQuirksAreFine() throws {
  var warnings: [String] = []
  let set = QuirkSet.load(folders: [shipped]) { warnings.append("\($0)") }
  #expect(warnings == [])
  #expect(set.quirks.count >= 8)
  // The liars that are known.
  func overrides(_ vendor: UInt16, _ product: UInt16, bus: UInt16 = 3, name: String = "x")
    -> TabletOverrides
  {
    var tablet = TabletDescription()
    (tablet.bus, tablet.vendor, tablet.product, tablet.name) = (bus, vendor, product, name)
    return set.overrides(for: tablet)
  }
  #expect(overrides(0x056a, 0x4200).disabledAxes == .tilt)
  #expect(overrides(0x2d1f, 0x524c).disabledAxes == .tilt)
  #expect(overrides(0x056a, 0x0018).disabledAxes == [PenAxes(.distance)])
  #expect(overrides(0x08ca, 0x0010).pressureRange == .init(upper: 70, lower: 50))
  #expect(overrides(0x256c, 0x006e).resolutionHint == .init(x: 205, y: 328))
  #expect(overrides(0x056a, 0x0382).disabledAxes.contains(.z))
  #expect(overrides(0x056a, 0, bus: 0x13, name: "Wacom Serial Penabled Pen").disabledAxes == .tilt)
  #expect(overrides(0x056a, 0x00b9, name: "Wacom Intuos4 6x9 Pad").padModes == 4)
  #expect(overrides(0x056a, 0x0357, name: "Wacom Intuos Pro M Pen") == TabletOverrides())
}

@Test func foldersOfQuirks() {
  var warnings: [String] = []
  let set = QuirkSet.load(folders: ["/nonexistent", shipped]) { warnings.append("\($0)") }
  #expect(!set.quirks.isEmpty && warnings.isEmpty)
}

@Test(arguments: [
  ("*", "", true), ("*", "a", true), ("", "", true), ("", "a", false),
  ("Wacom*Pen", "Wacom Intuos Pen", true),
  ("Wacom*Pen", "Wacom Intuos Pad", false), ("?aco?", "Wacom", true), ("*a*b*c", "xaybzbc", true),
  ("a*b", "acbd", false), ("*ü?", "Grün", true),
])
func globs(pattern: String, text: String, fits: Bool) {
  #expect(Glob.matches(pattern, text) == fits)
}
