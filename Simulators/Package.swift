// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

let settings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

// As in the manifest of Trendy.
let optimized: [SwiftSetting] =
    Context.environment["TRENDY_OPTIMIZED"] == nil ? [] : [.unsafeFlags(["-O"])]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings + optimized)
}

// Implementations of Apple's frameworks for Linux, so that an app's capture code builds and runs
// there. The modules carry the frameworks' names: link them only on platforms without Apple's own.
let package = Package(
    name: "Simulators",
    products: [
        .library(name: "BackgroundTasks", targets: ["BackgroundTasks"]),
        .library(name: "SimulatedNetwork", targets: ["SimulatedNetwork"]),
        .library(name: "PhoneFoundation", targets: ["PhoneFoundation"]),
        .library(name: "UserNotifications", targets: ["UserNotifications"]),
        .library(name: "UIKit", targets: ["UIKit"]),
        .library(
            name: "SimulatedAppServices",
            targets: ["SimulatedAppServices", "_Testing_UIKit"]
        ),
        .library(name: "SimulatedPhone", targets: ["SimulatedPhone"]),
        .library(name: "CoreLocation", targets: ["CoreLocation"]),
        .library(name: "SimulatedCoreLocation", targets: ["SimulatedCoreLocation"]),
        .library(name: "MapKit", targets: ["MapKit"]),
        .library(name: "HealthKit", targets: ["HealthKit"]),
        .library(name: "SimulatedHealthKit", targets: ["SimulatedHealthKit"]),
        .library(name: "SwiftUI", targets: ["SwiftUI"]),
        .library(
            name: "SimulatedSwiftUI",
            targets: ["SimulatedSwiftUI", "_Testing_UIKit"]
        ),
    ],
    targets: [
        module("SimulatedPhone"),
        // Behaviour settings: used by the framework and exported only by its control module.
        module("SimulatedLocationBehavior"),
        module("SimulatedHealthBehavior"),
        module("SimulatedTasksBehavior"),
        module("BackgroundTasks", ["SimulatedPhone", "SimulatedTasksBehavior"]),
        module("SimulatedNetwork", ["SimulatedPhone"]),
        module("PhoneFoundation", ["SimulatedPhone"]),
        module("UserNotifications", ["SimulatedPhone"]),
        module("UIKit", ["SimulatedPhone"]),
        module("_Testing_UIKit", ["UIKit"]),
        module(
            "SimulatedAppServices",
            [
                "BackgroundTasks", "UIKit", "UserNotifications", "SimulatedPhone",
                "SimulatedTasksBehavior",
            ]
        ),
        module("CoreLocation", ["SimulatedPhone", "SimulatedLocationBehavior"]),
        module(
            "SimulatedCoreLocation",
            ["CoreLocation", "SimulatedPhone", "SimulatedLocationBehavior"]
        ),
        module("HealthKit", ["SimulatedPhone", "CoreLocation", "SimulatedHealthBehavior"]),
        module(
            "SimulatedHealthKit",
            ["HealthKit", "SimulatedPhone", "CoreLocation", "SimulatedHealthBehavior"]
        ),
        // The plugin of `#Preview`, which needs no swift-syntax.
        .macro(name: "PreviewsMacros", swiftSettings: settings),
        module("SwiftUI", ["PreviewsMacros", "UIKit"]),
        module("MapKit", ["CoreLocation", "SwiftUI"]),
        .target(
            name: "SimulatedSwiftUI",
            dependencies: ["CoreLocation", "MapKit", "SwiftUI", "UIKit"],
            resources: [.process("Resources")],
            swiftSettings: settings + optimized
        ),
    ],
    swiftLanguageModes: [.v6]
)
