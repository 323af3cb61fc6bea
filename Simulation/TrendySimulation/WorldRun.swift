package import SimulationKit

/// A complete run of one seed's world.
package struct WorldRun: Sendable, Equatable {
    /// The seed.
    package var seed: UInt64
    /// The simulation's report; its failure names the violated invariant.
    package var report: Simulation.Report
    /// The number of times that each coverage point was reached, by name.
    package var coverage: [String: Int]
    /// The name of the check that failed; `nil` if the run completed or failed in another way.
    package var failedCheck: String?

    /// Runs a seed.
    package init(seed: UInt64, options: WorldOptions = WorldOptions(), keptLines: Int = 200) {
        self.seed = seed
        let box = Box()
        var simulationOptions = Simulation.Options()
        simulationOptions.keptLines = keptLines
        simulationOptions.timeLimit = .seconds(Int64(options.days + 10) * 86_400)
        if options.isPrompt { simulationOptions.policy = .prompt }
        report = Simulation.run(seed: seed, options: simulationOptions) { simulation in
            let world = World(simulation, options)
            box.world = world
            try await world.run()
        }
        coverage = Dictionary(
            uniqueKeysWithValues: (box.world?.coverage.counts ?? [:]).map { ($0.rawValue, $1) }
        )
        if let violation = box.world?.violation, violation.description == report.failure {
            failedCheck = violation.checker
        }
    }

    private final class Box: @unchecked Sendable {
        // Unchecked: read only after the run is over.
        var world: World?
    }
}
