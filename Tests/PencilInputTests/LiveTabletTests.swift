import PencilInput
import PencilSystem
import Testing

/// A path that is no tablet, what is wrong with it, and a word of the remedy.
@Test(arguments: [
  ("/dev/null", TabletError.Reason.notEvdev(.notTerminal), "event node"),
  ("/nowhere/event0", .cannotOpen(.noSuchFileOrDirectory), "plugged in"),
])
func whatIsNoTabletIsRefused(path: String, reason: TabletError.Reason, remedy: String) throws {
  let finder = try TabletFinder()
  let node = finder.node(at: path)
  #expect(node.path == path && node.idPath.isEmpty && node.seat == "seat0")
  var error: TabletError?
  do throws(TabletError) {
    _ = try LiveTablet(node)
  } catch let refused {
    error = refused
  }
  #expect(error?.reason == reason)
  #expect(error?.description.hasPrefix("\(path): ") == true)
  #expect(error?.remedy.contains(remedy) == true)
}

/// Who may not read a node is told how to.
@Test func refusalOfAccessNamesTheGroup() {
  let error = TabletError(path: "/dev/input/event7", reason: .cannotOpen(.accessDenied))
  #expect(error.description.contains("group") && error.description.contains("service"))
}
