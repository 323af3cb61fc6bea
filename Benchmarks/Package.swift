// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "TrendyBenchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Trendy", path: ".."),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        .executableTarget(
            name: "trendy-benchmarks",
            dependencies: [
                .product(name: "TrendyModules", package: "Trendy"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)

#if os(Linux)
package.dependencies.append(.package(path: "../Simulators"))
package.targets[0].dependencies += [
    "CoreLocation", "HealthKit", "SimulatedCoreLocation", "SimulatedHealthKit", "SimulatedPhone",
].map { .product(name: $0, package: "Simulators") }
package.targets[0].dependencies.append(.product(name: "TrackReplay", package: "Trendy"))
// A separate executable: a simulation replaces the clocks of the whole process.
package.targets.append(
    .executableTarget(
        name: "trendy-life",
        dependencies: [.product(name: "HealthReplay", package: "Trendy")]
    )
)
#endif
