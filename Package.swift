// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

// The checks simulate for long, so they optimize the libraries; see scripts/swift. They also refuse
// an expression that takes long to type-check. The aim is 150 ms of processor time; the limit leaves
// room for a slow machine, and for the first expression of a file, which loads the imported modules.
let optimized: [SwiftSetting] =
    Context.environment["TRENDY_OPTIMIZED"] == nil
    ? []
    : [.unsafeFlags(["-O", "-Xfrontend", "-warn-long-expression-type-checking=400"])]

func module(
    _ name: String,
    _ dependencies: [Target.Dependency] = [],
    path: String? = nil
) -> Target {
    .target(
        name: name,
        dependencies: dependencies,
        path: path,
        swiftSettings: settings + optimized
    )
}

func tests(
    _ name: String,
    _ dependencies: [Target.Dependency] = [],
    resources: [Resource] = []
) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: [.byName(name: name)] + dependencies,
        resources: resources,
        swiftSettings: settings
    )
}

let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let collections = Target.Dependency.product(name: "Collections", package: "swift-collections")
let deque = Target.Dependency.product(name: "DequeModule", package: "swift-collections")

// TrackReplay needs the simulated CoreLocation, which builds only on Linux.
#if os(Linux)
let replay: [Target.Dependency] = ["TrackReplay"]
#else
let replay: [Target.Dependency] = []
#endif

let package = Package(
    name: "Trendy",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(
            name: "TrendyKit",
            targets: [
                "TrendyKit", "TrendyAppSupport", "TrendyApple", "TrendyCharts", "TrendyHealth",
                "TrendyLocalization", "TrendyModel", "TrendyPlaces", "TrendyWire",
            ]
        ),
        .executable(name: "trendy", targets: ["TrendyCLI"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
    ],
    targets: [
        .systemLibrary(
            name: "CArchive",
            pkgConfig: "libarchive",
            providers: [.apt(["libarchive-dev"]), .brew(["libarchive"])]
        ),
        .systemLibrary(
            name: "CPostgres",
            pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
        ),
        .systemLibrary(
            name: "CZlib",
            pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]
        ),
        module("TrendyModel", [crypto]),
        module("TrendyLocalization"),
        module("TrendyCharts"),
        module("TrendyWire", ["TrendyModel"]),
        module("TrendyExport", ["TrendyModel", "TrendyWire"]),
        module(
            "TrendySQLite",
            ["TrendyModel", grdb, .product(name: "GRDBSQLite", package: "GRDB.swift")]
        ),
        module("TrendyStore", ["TrendyModel", "TrendySQLite", crypto, grdb, logging]),
        module(
            "TrendySync",
            ["TrendyModel", "TrendyWire", "TrendyStore", httpTypes, logging]
        ),
        module(
            "TrendyHealth",
            ["TrendyModel", "TrendyStore", "TrendyLocalization", crypto, logging]
        ),
        module("TrendyPlaces", ["TrendyModel", "TrendyStore", "TrendyLocalization", logging]),
        .target(
            name: "CSQLiteConfiguration",
            linkerSettings: [.linkedLibrary("sqlite3")]
        ),
        module(
            "TrendyQuery",
            [
                "TrendyModel", "TrendySQLite", "TrendyStore", "TrendyHealth",
                "CSQLiteConfiguration",
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]
        ),
        module("TrendyImport", ["TrendyModel", "TrendyHealth", "CArchive"]),
        module(
            "TrendyArchive",
            ["TrendyModel", "TrendySQLite", "TrendyHealth", "TrendyImport", grdb]
        ),
        module(
            "TrendyHTTP",
            [
                "TrendyModel", "TrendySync", httpTypes,
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]
        ),
        module(
            "TrendyKit",
            [
                "TrendyModel", "TrendyWire", "TrendyLocalization", "TrendySQLite", "TrendyStore",
                "TrendySync", "TrendyHealth", "TrendyPlaces", httpTypes, logging,
            ]
        ),
        module(
            "TrendyAppSupport",
            [
                "TrendyModel", "TrendyWire", "TrendyLocalization", "TrendySQLite", "TrendyStore",
                "TrendySync", "TrendyHealth", "TrendyPlaces", "TrendyKit", logging,
            ]
        ),
        module(
            "TrendyFileImport",
            [
                "TrendyArchive", "TrendyExport", "TrendyHealth", "TrendyImport", "TrendyKit",
                "TrendyModel", "TrendyPlaces", "TrendyStore",
            ]
        ),
        module(
            "TrendyPublish",
            [
                "TrendyModel", "TrendySQLite", "TrendyStore", "TrendySync", "TrendyHealth",
                "TrendyKit", crypto, grdb, httpTypes, logging,
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]
        ),
        module("TrendyFixture", ["TrendyModel", "CArchive"]),
        module(
            "TrendyServer",
            [
                "TrendyExport",
                "TrendyModel", "TrendyWire", "TrendySQLite", "CZlib", crypto, grdb, logging,
                .product(name: "_CryptoExtras", package: "swift-crypto"),
                httpTypes,
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "JWTKit", package: "jwt-kit"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOExtras", package: "swift-nio-extras"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]
        ),
        // No product for apps depends on it, because it links libpq.
        module(
            "TrendyPostgres",
            [
                "CPostgres", crypto, "TrendyModel", "TrendyServer", "TrendyWire", deque, logging,
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        // Embedded, so that the executable needs no files beside it. An expression of this size takes
        // long to type-check, so that the limit of `optimized` does not apply.
        .target(
            name: "TrendyWebAssets",
            resources: [
                .embedInCode("Files/base.css"),
                .embedInCode("Files/charts.css"),
                .embedInCode("Files/overview.css"),
                .embedInCode("Files/timeline.css"),
                .embedInCode("Files/insights.css"),
                .embedInCode("Files/map.css"),
                .embedInCode("Files/devices.css"),
                .embedInCode("Files/decisions.css"),
                .embedInCode("Files/transfer.css"),
                .embedInCode("Files/account.css"),
                .embedInCode("Files/live.js"),
                .embedInCode("Files/morph.js"),
                .embedInCode("Files/zone.js"),
                .embedInCode("Files/map.js"),
                .embedInCode("Files/upload.js"),
                .embedInCode("Files/worker.js"),
                .embedInCode("Files/offline.js"),
                .embedInCode("Files/manifest.webmanifest"),
                .embedInCode("Files/icon.svg"),
                .embedInCode("Files/symbols.svg"),
                .embedInCode("Files/icon-192.png"),
                .embedInCode("Files/icon-512.png"),
                .embedInCode("Files/icon-maskable.png"),
            ],
            swiftSettings: settings
        ),
        module(
            "TrendyWeb",
            [
                "TrendyAppSupport", "TrendyCharts", "TrendyExport", "TrendyHealth", "TrendyKit",
                "TrendyLocalization", "TrendyModel", "TrendyPlaces", "TrendyQuery", "TrendyStore",
                "TrendySync", "TrendyWebAssets", "TrendyWire", crypto, httpTypes, logging,
            ]
        ),
        module(
            "TrendyWebHost",
            [
                "TrendyArchive", "TrendyFileImport", "TrendyHealth", "TrendyImport", "TrendyKit",
                "TrendyLocalization", "TrendyModel", "TrendyPlaces", "TrendyServer",
                "TrendySQLite", "TrendyStore", "TrendySync", "TrendyWeb", "TrendyWire", crypto,
                httpTypes, logging,
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        .executableTarget(
            name: "TrendyCLI",
            dependencies: [
                "TrendyExport",
                "TrendyModel", "TrendyWire", "TrendyStore", "TrendySync", "TrendyHealth",
                "TrendyArchive", "TrendyFileImport",
                "TrendyImport", "TrendyFixture", "TrendyHTTP", "TrendyAppSupport", "TrendyKit",
                "TrendyPlaces", "TrendyPublish", "TrendyQuery",
                "TrendyPostgres", "TrendyServer", "TrendyWeb", "TrendyWebHost", crypto, httpTypes,
                logging,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ] + replay,
            swiftSettings: settings
        ),
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
        tests(
            "TrendyCLI",
            [
                "TestSupport",
                "TrendyHTTP", "TrendyAppSupport", "TrendyKit", "TrendyModel", "TrendyServer",
                "TrendyStore",
                "TrendySync",
                "TrendyWire", httpTypes,
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        tests("TrendyModel"),
        tests("TrendyWire", ["TrendyModel"]),
        tests("TrendyExport", ["TrendyModel", "TrendyStore"]),
        tests("TrendyLocalization"),
        tests("TrendyCharts"),
        tests(
            "TrendyWeb",
            [
                "TestSupport", "TrendyAppSupport", "TrendyHTTP", "TrendyHealth", "TrendyKit",
                "TrendyLocalization", "TrendyModel", "TrendyPlaces", "TrendyServer",
                "TrendyStore", "TrendySync", "TrendyWebHost", "TrendyWire", grdb, httpTypes,
                logging,
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        tests("TrendyStore", ["TrendyModel", "TrendySQLite", grdb, logging]),
        tests("TrendyHealth", ["TrendyLocalization", "TrendyModel", "TrendyStore", logging]),
        tests(
            "TrendyKit",
            [
                "TestSupport",
                "TrendyFixture", "TrendyHTTP", "TrendyHealth", "TrendyImport", "TrendyModel",
                "TrendyPlaces", "TrendySQLite", "TrendyServer", "TrendyStore", "TrendySync",
                "TrendyWire", "TrendyLocalization", grdb, httpTypes, logging,
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        tests(
            "TrendyPublish",
            [
                "TestSupport",
                "TrendyHTTP", "TrendyHealth", "TrendyKit", "TrendyModel", "TrendySQLite",
                "TrendyStore", "TrendySync", crypto, grdb, httpTypes, logging,
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ]
        ),
        tests("TrendyPlaces", ["TrendyImport", "TrendyModel", "TrendyStore", logging]),
        tests("TrendyQuery", ["TrendyHealth", "TrendyModel", "TrendyStore"]),
        tests("TrendyFixture", ["TrendyModel", "CArchive"]),
        tests(
            "TrendyImport",
            [
                "HealthReplay", "TrendyFixture", "TrendyHealth", "TrendyModel", "TrendyStore",
                "CArchive",
            ],
            resources: [.copy("Fixtures")]
        ),
        tests(
            "TrendyArchive",
            [
                "TrendyFixture", "TrendyHealth", "TrendyImport", "TrendyModel", "TrendySQLite",
                grdb,
            ]
        ),
        tests(
            "TrendyPostgres",
            ["CPostgres", "TestSupport", "TrendyModel", "TrendyServer", "TrendyWire", logging]
        ),
        tests(
            "TrendyServer",
            [
                "TestSupport", "TrendyPostgres",
                "TrendyModel", "TrendyWire", "TrendySQLite", "CZlib", crypto, grdb, logging,
                httpTypes,
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "_CryptoExtras", package: "swift-crypto"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// The adapters to Apple's frameworks. On Linux they build against the simulated frameworks.
package.targets.append(
    module(
        "TrendyApple",
        [
            "TrendyModel", "TrendyHealth", "TrendyAppSupport", "TrendyKit", "TrendyPlaces",
            "TrendySync",
            httpTypes, logging,
        ]
            + simulated(
                "BackgroundTasks",
                "CoreLocation",
                "HealthKit",
                "PhoneFoundation",
                "SimulatedNetwork",
                "UIKit",
                "UserNotifications"
            )
    )
)

/// The simulated Apple frameworks on Linux; nothing on Apple platforms.
func simulated(_ names: String...) -> [Target.Dependency] {
    #if os(Linux)
    names.map { .product(name: $0, package: "Simulators") }
    #else
    []
    #endif
}

// The simulation controls the Swift runtime and the C library in ways that only Linux supports. No
// shipped product links it.
#if os(Linux)
package.dependencies.append(.package(path: "Simulators"))
package.products += [
    .library(name: "SimulationKit", targets: ["SimulationKit"]),
    .library(name: "HealthReplay", targets: ["HealthReplay"]),
    .library(name: "TrackReplay", targets: ["TrackReplay"]),
    .executable(name: "trendy-simulate", targets: ["TrendySimulate"]),
    .executable(name: "trendy-phone", targets: ["TrendyPhoneSimulator"]),
    .executable(name: "trendy-benchmarks", targets: ["TrendyBenchmarks"]),
    .executable(name: "trendy-life", targets: ["TrendyLife"]),
]
package.targets += [
    module(
        "TrackReplay",
        ["TrendyApple", "TrendyModel", "TrendyPlaces", "TrendyStore"]
            + simulated("CoreLocation", "SimulatedCoreLocation", "SimulatedPhone"),
        path: "Simulation/TrackReplay"
    ),
    tests(
        "TrackReplay",
        [
            "TrendyApple", "TrendyImport", "TrendyAppSupport", "TrendyKit", "TrendyModel",
            "TrendyPlaces",
            "TrendyStore", "TrendyLocalization", grdb,
        ]
            + simulated(
                "CoreLocation",
                "SimulatedCoreLocation",
                "SimulatedPhone",
                "SimulatedAppServices",
                "UserNotifications"
            )
    ),
    .target(
        name: "CSimulation",
        path: "Simulation/CSimulation",
        linkerSettings: [.linkedLibrary("sqlite3")]
    ),
    module(
        "SimulationKit",
        ["TrendyModel", "TrendySQLite", "CSimulation"],
        path: "Simulation/SimulationKit"
    ),
    module(
        "TrendySimulation",
        [
            "SimulationKit", "TrendyApple", "TrendyHealth", "TrendyAppSupport", "TrendyKit",
            "TrendyModel",
            "TrendyPlaces", "TrendySQLite", "TrendyServer", "TrendyStore", "TrendySync",
            "TrendyWire", grdb,
            httpTypes, logging,
            .product(name: "Hummingbird", package: "hummingbird"),
            .product(name: "NIOCore", package: "swift-nio"),
        ]
            + simulated(
                "BackgroundTasks",
                "CoreLocation",
                "HealthKit",
                "PhoneFoundation",
                "SimulatedAppServices",
                "SimulatedCoreLocation",
                "SimulatedHealthKit",
                "SimulatedNetwork",
                "SimulatedPhone",
                "UIKit"
            ),
        path: "Simulation/TrendySimulation"
    ),
    // Replays generated and exported health data into a simulated phone, sample by sample.
    module(
        "HealthReplay",
        [
            "SimulationKit", "TrendyApple", "TrendyFixture", "TrendyHealth", "TrendyImport",
            "TrendyModel", "TrendyStore",
        ] + simulated("CoreLocation", "HealthKit", "SimulatedHealthKit", "SimulatedPhone"),
        path: "Simulation/HealthReplay"
    ),
    .executableTarget(
        name: "TrendySimulate",
        dependencies: [
            "SimulationKit", "TrendySimulation",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ],
        path: "Simulation/TrendySimulate",
        swiftSettings: settings
    ),
    tests(
        "TrendyApple",
        [
            "SimulationKit", "TrendyFixture", "TrendyHealth", "TrendyImport", "TrendyAppSupport",
            "TrendyKit",
            "TrendyModel", "TrendyPlaces", "HealthReplay", "TrendyServer", "TrendySimulation",
            "TrendyStore", "TrendySync", "TrendyWire", httpTypes, logging,
            .product(name: "Hummingbird", package: "hummingbird"),
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        ]
            + simulated(
                "CoreLocation",
                "HealthKit",
                "SimulatedAppServices",
                "SimulatedHealthKit",
                "SimulatedNetwork",
                "SimulatedPhone",
                "UserNotifications"
            )
    ),
    tests(
        "SimulationKit",
        ["TrendyModel", "TrendySQLite", "TrendyServer", "TrendyStore", "TrendyWire", grdb]
    ),
    tests(
        "TrendySimulation",
        ["SimulationKit", "TrendyModel", "TrendyPlaces"],
        resources: [.copy("Seeds.txt")]
    ),
    .executableTarget(
        name: "TrendyBenchmarks",
        dependencies: [
            "CPostgres", "TrackReplay", "TrendyAppSupport", "TrendyApple", "TrendyHTTP",
            "TrendyHealth", "TrendyKit", "TrendyModel", "TrendyPhoneApp", "TrendyPlaces",
            "TrendyPostgres", "TrendyServer", "TrendyStore", "TrendySync", "TrendyWire", logging,
            .product(name: "GRDBSQLite", package: "GRDB.swift"),
        ]
            + simulated(
                "CoreLocation",
                "HealthKit",
                "SimulatedCoreLocation",
                "SimulatedHealthKit",
                "SimulatedPhone",
                "SimulatedSwiftUI",
                "SwiftUI"
            ),
        path: "Benchmarks/Sources/trendy-benchmarks",
        swiftSettings: settings
    ),
    // A separate executable: a simulation replaces the clocks of the whole process.
    .executableTarget(
        name: "TrendyLife",
        dependencies: ["HealthReplay", "TrendyFixture"],
        path: "Benchmarks/Sources/trendy-life",
        swiftSettings: settings
    ),
    .testTarget(
        name: "DocumentationTests",
        dependencies: [
            "TrendyAppSupport", "TrendyApple", "TrendyBenchmarks", "TrendyCLI", "TrendyKit",
            "TrendySimulate", "TrendySimulation", grdb,
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ] + simulated("SimulatedPhone", "UIKit"),
        // Examples see what other packages see.
        packageAccess: false,
        swiftSettings: settings
    ),
    .testTarget(
        name: "TrendyBenchmarksTests",
        dependencies: ["TestSupport", "TrendyBenchmarks", "TrendyCLI", "TrendyLife"],
        swiftSettings: settings
    ),
    fuzzer(),
    // The iPhone app against the simulated frameworks. `main.swift` is the entry point on iOS.
    .target(
        name: "TrendyPhoneApp",
        dependencies: [
            "TrendyAppSupport", "TrendyApple", "TrendyCharts", "TrendyHealth", "TrendyKit",
            "TrendyLocalization", "TrendyModel", "TrendyPlaces", "TrendyWire",
        ] + simulated("MapKit", "SwiftUI", "UIKit"),
        path: "Apps/iOS/Trendy",
        exclude: ["main.swift"],
        // On iOS it is another package: it sees only what is public.
        packageAccess: false,
        swiftSettings: settings + optimized
    ),
    .executableTarget(
        name: "TrendyPhoneSimulator",
        dependencies: [
            "SimulationKit", "TrendyAppSupport", "TrendyHealth", "TrendyImport", "TrendyKit",
            "TrendyLocalization", "TrendyModel",
            "TrendyPhoneApp", "TrendySimulation", "TrendyStore", httpTypes, logging,
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
            .product(name: "Hummingbird", package: "hummingbird"),
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        ]
            + simulated(
                "CoreLocation",
                "HealthKit",
                "SimulatedAppServices",
                "SimulatedCoreLocation",
                "SimulatedHealthKit",
                "SimulatedPhone",
                "SimulatedSwiftUI",
                "SwiftUI",
                "UserNotifications"
            ),
        path: "Simulation/TrendyPhone",
        resources: [.process("Resources")],
        swiftSettings: settings
    ),
    tests(
        "TrendyPhoneSimulator",
        [
            "SimulationKit", "TrendyAppSupport", "TrendyKit", "TrendyLocalization", "TrendyModel",
            "TrendyPhoneApp", "TrendySimulation", "TrendyStore", httpTypes,
            .product(name: "Hummingbird", package: "hummingbird"),
            .product(name: "HummingbirdTesting", package: "hummingbird"),
            .product(name: "NIOCore", package: "swift-nio"),
        ]
            + simulated(
                "CoreLocation",
                "SimulatedCoreLocation",
                "SimulatedHealthKit",
                "SimulatedPhone",
                "SimulatedSwiftUI",
                "SwiftUI"
            )
    ),
    tests(
        "TrendyPhoneApp",
        [
            "TestSupport", "TrendyAppSupport", "TrendyApple", "TrendyHealth", "TrendyKit",
            "TrendyLocalization", "TrendyModel", "TrendyPlaces", "TrendyServer", "TrendyStore",
            "TrendySync", "TrendyWire", grdb, httpTypes, logging,
            .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        ]
            + simulated(
                "CoreLocation",
                "HealthKit",
                "SimulatedAppServices",
                "SimulatedCoreLocation",
                "SimulatedHealthKit",
                "SimulatedNetwork",
                "SimulatedPhone",
                "SimulatedSwiftUI",
                "SwiftUI",
                "UIKit",
                "UserNotifications"
            )
    ),
    simulatorTests("SimulatedPhone"),
    simulatorTests("BackgroundTasks", "SimulatedAppServices", "SimulatedPhone"),
    simulatorTests("SimulatedNetwork", "SimulatedPhone"),
    simulatorTests("PhoneFoundation", "SimulatedPhone"),
    simulatorTests("UserNotifications", "SimulatedAppServices", "SimulatedPhone"),
    simulatorTests("SwiftUI", "SimulatedSwiftUI", "UIKit"),
    simulatorTests("UIKit", "SimulatedAppServices", "SimulatedPhone"),
    simulatorTests("MapKit", "CoreLocation", "SimulatedSwiftUI", "SwiftUI"),
    simulatorTests("CoreLocation", "SimulatedCoreLocation", "SimulatedPhone"),
    simulatorTests("HealthKit", "CoreLocation", "SimulatedHealthKit", "SimulatedPhone"),
]

/// The fuzz targets: a test target that replays the stored inputs, or, with `TRENDY_FUZZER` in the
/// environment, the executable of `Fuzz/run`, whose `main` is libFuzzer's.
func fuzzer() -> Target {
    let dependencies: [Target.Dependency] = [
        "CZlib", "TrendyHealth", "TrendyImport", "TrendyModel", "TrendySQLite", "TrendyServer",
        "TrendySync", "TrendyWire", grdb, httpTypes, logging,
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "NIOCore", package: "swift-nio"),
    ]
    if Context.environment["TRENDY_FUZZER"] != nil {
        return .executableTarget(
            name: "trendy-fuzz",
            dependencies: dependencies,
            path: "Fuzz/Sources/trendy-fuzz",
            swiftSettings: settings
        )
    }
    return .testTarget(
        name: "TrendyFuzzTests",
        dependencies: dependencies,
        path: "Fuzz",
        exclude: ["Corpus", "Dictionaries", "Regressions", "README.md", "leaks.supp", "run"],
        sources: ["Sources", "Tests"],
        swiftSettings: settings
    )
}

/// The tests of a module of the Simulators package, built and run with those of this package.
func simulatorTests(_ name: String, _ dependencies: String...) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: ([name] + dependencies).map { .product(name: $0, package: "Simulators") },
        path: "Simulators/Tests/\(name)Tests",
        swiftSettings: settings
    )
}
#endif
