import Foundation

/// The directories of a run, and the programs that its build makes.
struct Workspace: Sendable {
    /// The package, which the usual build has built and which is not changed.
    let root: URL
    /// Kept between runs: rewritten sources, objects, programs, maps and verdicts.
    let state: URL

    var sources: URL { root.appendingPathComponent("Sources") }
    var manifest: URL { root.appendingPathComponent(".build/debug.yaml") }
    var usualProducts: URL { root.appendingPathComponent(".build/debug").resolvingSymlinksInPath() }
    /// The programs with mutants.
    var products: URL { state.appendingPathComponent("bin") }
    var testBinary: URL { products.appendingPathComponent("TrendyPackageTests.xctest") }
    var simulator: URL { products.appendingPathComponent("trendy-simulate") }

    /// A number that changes with every change of the product and of what all tests share.
    func productHash(_ extra: String) throws -> String {
        try hash(
            of: [sources]
                + [
                    "Simulators/Sources", "Simulation/CSimulation", "Simulation/SimulationKit",
                    "Simulation/HealthReplay", "Simulation/TrackReplay",
                ].map(root.appendingPathComponent),
            extra
        )
    }

    /// A number that changes with every change of a test target.
    func testsHash(_ target: String) throws -> String {
        try hash(
            of: ["Tests", "Simulators/Tests", "Fuzz/Tests"].map {
                root.appendingPathComponent($0).appendingPathComponent(target)
            },
            ""
        )
    }

    /// A number that changes with every change of the simulated fleet and its checks.
    func fleetHash() throws -> String {
        try hash(of: [root.appendingPathComponent("Simulation")], "")
    }

    private func hash(of directories: [URL], _ extra: String) throws -> String {
        var hash = FNV1a()
        hash.add(extra.utf8)
        for directory in directories {
            let paths =
                FileManager.default.enumerator(atPath: directory.path)?
                .compactMap { $0 as? String } ?? []
            for path in paths.sorted() where path.hasSuffix(".swift") {
                hash.add(path.utf8)
                hash.add(try Data(contentsOf: directory.appendingPathComponent(path)))
            }
        }
        return String(hash.value, radix: 16)
    }
}

/// The FNV-1a hash with 64 bits (http://www.isthe.com/chongo/tech/comp/fnv).
struct FNV1a {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
}
