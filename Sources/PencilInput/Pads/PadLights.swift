internal import PencilSystem

/// The lights beside a pad's rings, which the kernel lights by mode: `/sys/class/leds/inputN::wacom-GROUP.MODE`.
package struct PadLights: Sendable {
  /// For each group, the files of its lights by mode.
  private let groups: [[String]]

  /// Finds those of a node; `nil`: it has none, or they can't be read.
  package init?(_ node: TabletNode, folder: String = "/sys/class/leds") {
    // …/input/input23/event5
    guard let input = node.sysPath.split(separator: "/").dropLast().last else { return nil }
    var found: [Int: [Int: String]] = [:]
    for name in (try? Files.names(in: folder)) ?? [] where name.hasPrefix("\(input)::wacom-") {
      let numbers = name.dropFirst(input.count + 8).split(separator: ".").compactMap { Int($0) }
      guard numbers.count == 2, (0..<4).contains(numbers[0]), (0..<16).contains(numbers[1]) else {
        continue
      }
      found[numbers[0], default: [:]][numbers[1]] = "\(folder)/\(name)/brightness"
    }
    groups = found.sorted { $0.key < $1.key }.map { group in
      group.value.sorted { $0.key < $1.key }.map(\.value)
    }
    guard !groups.isEmpty, read().contains(where: { $0.mode != nil }) else { return nil }
  }

  /// The mode of each group, and how many modes it has; `nil`: no light of it is on, or it can't be read.
  package func read() -> [(mode: Int?, count: Int)] {
    groups.map { lights in
      let lit = lights.firstIndex { path in
        guard let bytes = try? Files.contents(of: path, limit: 64) else { return false }
        let digits = bytes.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        return digits.contains { $0 != UInt8(ascii: "0") }
      }
      return (lit, lights.count)
    }
  }
}
