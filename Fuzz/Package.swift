// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "TrendyFuzz",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Trendy", path: "..")],
    targets: [
        .systemLibrary(
            name: "CDeflate",
            pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]
        ),
        .executableTarget(
            name: "trendy-fuzz",
            dependencies: ["CDeflate", .product(name: "TrendyModules", package: "Trendy")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
