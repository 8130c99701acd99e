import PencilInput
import PencilSystem
import Testing

private func node(_ number: Int, life: Int = 1, role: TabletNode.Role = .pen) -> TabletNode {
  var node = TabletNode(path: "/dev/input/event\(number)")
  node.sysPath = "/sys/devices/virtual/input/input\(1000 * life + number)/event\(number)"
  node.role = role
  return node
}

extension Hotplug {
  /// Carries out what a change means, with every node readable.
  fileprivate mutating func carryOut(_ change: TabletChange) -> [Decision] {
    let decisions = decide(change)
    for case .open(let node) in decisions { opened(node) }
    return decisions
  }
}

@Test func tabletsComeAndGo() {
  var hotplug = Hotplug()
  #expect(hotplug.carryOut(TabletChange(.added, node(5))) == [.open(node(5))])
  // Found once more, as by looking at all there is: it is open already.
  #expect(hotplug.carryOut(TabletChange(.added, node(5))) == [])
  #expect(hotplug.carryOut(TabletChange(.changed, node(5))) == [])
  #expect(
    hotplug.carryOut(TabletChange(.removed, node(5), isTablet: false)) == [
      .close(path: node(5).path)
    ])
  #expect(hotplug.carryOut(TabletChange(.removed, node(5), isTablet: false)) == [])
  // The path is given to another device at once.
  #expect(hotplug.carryOut(TabletChange(.added, node(5, life: 2))) == [.open(node(5, life: 2))])
}

@Test func otherDevicesAreLeftAlone() {
  var hotplug = Hotplug()
  #expect(hotplug.carryOut(TabletChange(.added, node(3), isTablet: false)) == [])
  // udev's rules changed their mind about one.
  #expect(hotplug.carryOut(TabletChange(.changed, node(3))) == [.open(node(3))])
  #expect(
    hotplug.carryOut(TabletChange(.changed, node(3), isTablet: false)) == [
      .close(path: node(3).path)
    ])
}

@Test func anUnreadableNodeIsToldOfOnceAndTriedAgain() {
  var hotplug = Hotplug()
  let denied = TabletError(path: node(1).path, reason: .cannotOpen(.accessDenied))
  #expect(hotplug.decide(TabletChange(.added, node(1))) == [.open(node(1))])
  #expect(hotplug.failed(node(1), denied) == true)
  // udev changes it, and it is tried again: the same reason is no news, another one is.
  #expect(hotplug.decide(TabletChange(.changed, node(1))) == [.open(node(1))])
  #expect(hotplug.failed(node(1), denied) == false)
  #expect(hotplug.failed(node(1), TabletError(path: node(1).path, reason: .noArea)) == true)
  #expect(hotplug.carryOut(TabletChange(.changed, node(1))) == [.open(node(1))])
  #expect(hotplug.openCount == 1)
  // Plugged in again, it is another device's failure.
  _ = hotplug.carryOut(TabletChange(.removed, node(1), isTablet: false))
  #expect(hotplug.failed(node(1, life: 2), denied) == true)
  #expect("\(denied)".contains("group"))
}

@Test func aNodeThatWasTakenAwayIsOpenedAtUdevsNextWord() {
  var hotplug = Hotplug()
  _ = hotplug.carryOut(TabletChange(.added, node(1)))
  // ENODEV: unplugged, or revoked.
  hotplug.lost(path: node(1).path)
  #expect(hotplug.openCount == 0)
  #expect(hotplug.carryOut(TabletChange(.changed, node(1))) == [.open(node(1))])
  hotplug.lost(path: node(1).path)
  #expect(hotplug.carryOut(TabletChange(.removed, node(1), isTablet: false)) == [])
}

@Test func lostMessagesAreMadeUpFor() {
  var hotplug = Hotplug()
  for i in 0..<3 { _ = hotplug.carryOut(TabletChange(.added, node(i))) }
  // 0 stayed, 1 is another device now, 2 has gone, 3 is new.
  let decisions = hotplug.resynchronise([node(0), node(1, life: 2), node(3)])
  #expect(
    decisions == [
      .close(path: node(2).path), .close(path: node(1).path), .open(node(1, life: 2)),
      .open(node(3)),
    ])
  // A removal of the earlier life that comes late ends nothing.
  hotplug.opened(node(1, life: 2))
  #expect(hotplug.decide(TabletChange(.removed, node(1), isTablet: false)) == [])
}

@Test(arguments: [TabletNode.Role.pen, .pad])
func aTabletThatMovesToAnotherSeatIsOpenedAnew(role: TabletNode.Role) {
  var moved = node(5, role: role)
  moved.seat = "seat1"
  let decisions: [Hotplug.Decision] = [.close(path: moved.path), .open(moved)]
  var hotplug = Hotplug()
  _ = hotplug.carryOut(TabletChange(.added, node(5, role: role)))
  #expect(hotplug.carryOut(TabletChange(.changed, moved)) == decisions)
  #expect(hotplug.carryOut(TabletChange(.changed, moved)) == [])
  // And back, while udev's messages were lost.
  #expect(
    hotplug.resynchronise([node(5, role: role)]) == [
      .close(path: moved.path), .open(node(5, role: role)),
    ])
  #expect(hotplug.openCount == 0)
}

@Test func aHundredTabletsAtOnce() {
  var hotplug = Hotplug()
  for i in 0..<100 { #expect(hotplug.carryOut(TabletChange(.added, node(i))) == [.open(node(i))]) }
  #expect(hotplug.openCount == 100)
  for i in 0..<100 { _ = hotplug.carryOut(TabletChange(.removed, node(i), isTablet: false)) }
  #expect(hotplug.openCount == 0)
}

@Test func aTabletThatFlapsDoesNotFillTheLog() {
  var hotplug = Hotplug()
  var limiter = LogLimiter()
  var lines = 0
  var leftOut = 0
  // 20 times a second, for ten minutes.
  for i in 0..<12_000 {
    let now = UInt64(i) * 50_000 + 1
    let opens = hotplug.carryOut(TabletChange(.added, node(7, life: i + 1)))
    #expect(opens.count == 1)
    _ = hotplug.carryOut(TabletChange(.removed, node(7, life: i + 1), isTablet: false))
    for _ in 0..<2 {
      let (isAllowed, before) = limiter.admit(now: now)
      if isAllowed { lines += 1 }
      leftOut += before
    }
  }
  #expect(hotplug.openCount == 0)
  #expect(lines <= 11 * LogLimiter.allowance)
  // Every line that is missing is counted, but for those since the last one.
  #expect(leftOut > 20_000)
}

@Test func penAndPadOfOneTablet() {
  var pen = wacomPen()
  var pad = TabletDescription()
  pen.phys = "usb-0000:00:14.0-3/input0"
  pad.phys = "usb-0000:00:14.0-3/input1"
  #expect(pen.hardware == pad.hardware)
  #expect(!pen.isPad)
  // udev's word counts more.
  pen.deviceGroup = "3/56a/357:usb-0000:00:14.0-3"
  #expect(pen.hardware != pad.hardware)
  // uinput's devices have no place.
  #expect(TabletDescription().hardware.isEmpty)
}

@Test func identitiesFitTheirField() {
  var tablet = wacomPen()
  tablet.name = "Wacom Co.,Ltd. Wacom Intuos Pro large with a very long name Pen"
  tablet.idPath = "pci-0000:00:14.0-usb-0:3:1.0"
  let first = tablet.identity
  #expect(first.utf8.count <= 56)
  tablet.idPath = "pci-0000:00:14.0-usb-0:4:1.0"
  #expect(tablet.identity != first, "the place is told apart even where the text is cut")
  // A serial number goes with the tablet, wherever it is plugged in.
  tablet.uniq = "4CE1"
  let unique = tablet.identity
  tablet.idPath = ""
  #expect(tablet.identity == unique)
}

@Test func calibrationMatricesOfUdev() {
  var tablet = wacomPen()
  tablet.calibration = "-1 0 1 0 -1 1"
  #expect(tablet.calibrationMatrix == nil, "only displays are calibrated")
  tablet.properties |= 1 << 1
  #expect(tablet.calibrationMatrix?[0] == -1)
  for wrong in ["", "1 0 0", "1 0 0 0 1 x", "0 0 0 0 0 0", "nan 0 0 0 1 0", "1 0 0 0 1 0 1"] {
    tablet.calibration = wrong
    #expect(tablet.calibrationMatrix == nil)
  }
}
