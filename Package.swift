// swift-tools-version: 6.2
import Glibc
import PackageDescription

// The rooms and their arrows: README.md.  Nothing imports a room above it.

let swift: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .enableExperimentalFeature("Lifetimes"),
]

let c: [CSetting] = [
  .enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error),
]

let package = Package(
  name: "pencild",
  products: [
    .executable(name: "pencild", targets: ["pencild"]),
    .library(name: "PencilClient", targets: ["PencilClient"]),
  ],
  targets: [
    // C: module maps and what Swift's Glibc lacks.
    .systemLibrary(
      name: "CLibevdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    .systemLibrary(
      name: "CLibudev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
    .target(name: "CPencilShims", cSettings: c),

    // The rooms, lowest first.
    .target(name: "PencilCore", swiftSettings: swift),
    .target(name: "PencilSystem", dependencies: ["CPencilShims"], swiftSettings: swift),
    .target(name: "PencilWire", dependencies: ["PencilCore"], swiftSettings: swift),
    .target(
      name: "PencilInput",
      dependencies: ["CLibevdev", "CLibudev", "PencilCore", "PencilSystem"],
      exclude: ["Quirks/data"], swiftSettings: swift),
    .target(
      name: "PencilClient", dependencies: ["PencilWire", "PencilCore", "PencilSystem"],
      swiftSettings: swift),
    .target(
      name: "PencilDaemon",
      dependencies: ["PencilInput", "PencilClient", "PencilWire", "PencilCore", "PencilSystem"],
      swiftSettings: swift),
    .executableTarget(name: "pencild", dependencies: ["PencilDaemon"], swiftSettings: swift),

    // Tests and measuring.
    .target(name: "CAllocationCounter", path: "Tests/Support/CAllocationCounter", cSettings: c),
    .target(
      name: "PencilTestSupport",
      dependencies: ["PencilCore", "PencilSystem", "CAllocationCounter"],
      path: "Tests/Support/PencilTestSupport", swiftSettings: swift),
    .executableTarget(
      name: "pencil-bench",
      dependencies: [
        "PencilDaemon", "PencilInput", "PencilWire", "PencilCore", "PencilSystem", "CLibevdev",
        "CPencilShims", "CAllocationCounter",
      ],
      path: "Tests/Benchmarks/pencil-bench", swiftSettings: swift),
    .testTarget(
      name: "PencilCoreTests", dependencies: ["PencilCore", "PencilTestSupport"],
      swiftSettings: swift),
    .testTarget(
      name: "PencilSystemTests", dependencies: ["PencilSystem", "PencilTestSupport"],
      swiftSettings: swift),
    .testTarget(
      name: "PencilWireTests", dependencies: ["PencilWire", "PencilCore", "PencilTestSupport"],
      swiftSettings: swift),
    .testTarget(
      name: "PencilInputTests",
      dependencies: ["PencilInput", "PencilCore", "PencilSystem", "PencilTestSupport"],
      swiftSettings: swift),
    .testTarget(
      name: "PencilClientTests",
      dependencies: [
        "PencilClient", "PencilWire", "PencilCore", "PencilSystem", "PencilTestSupport",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "PencilDaemonTests",
      dependencies: [
        "PencilDaemon", "PencilInput", "PencilClient", "PencilWire", "PencilCore", "PencilSystem",
        "PencilTestSupport",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "ConformanceTests",
      dependencies: [
        "PencilDaemon", "PencilInput", "PencilClient", "PencilWire", "PencilCore", "PencilSystem",
        "PencilTestSupport",
      ],
      path: "Tests/Conformance/Swift", swiftSettings: swift),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "pencild", "PencilInput", "PencilClient", "PencilWire", "PencilCore", "PencilSystem",
        "PencilTestSupport",
      ],
      swiftSettings: swift),
  ]
)

// Fuzzers link with other flags than everything else: Tests/Fuzzers/run.
if Context.environment["PENCIL_FUZZ"] == "1" {
  package.targets += [
    .target(name: "CFuzzer", path: "Tests/Fuzzers/CFuzzer", cSettings: c),
    .executableTarget(
      name: "pencil-fuzz",
      dependencies: [
        "CFuzzer", "PencilDaemon", "PencilInput", "PencilSystem", "PencilWire", "PencilCore",
      ],
      path: "Tests/Fuzzers/pencil-fuzz", swiftSettings: swift),
  ]
}

// What is installed for apps is the client and the rooms below it, with this manifest.
if access("\(Context.packageDirectory)/Sources/PencilDaemon", F_OK) != 0 {
  let rooms = ["PencilClient", "PencilWire", "PencilCore", "PencilSystem", "CPencilShims"]
  package.products.removeAll { $0.name != "PencilClient" }
  package.targets.removeAll { !rooms.contains($0.name) }
}
