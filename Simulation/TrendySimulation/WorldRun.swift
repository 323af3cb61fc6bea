public import SimulationKit

/// One seed's world, from its beginning to its end.
public struct WorldRun: Sendable, Equatable {
    /// The seed.
    public var seed: UInt64
    /// What the simulation did; its failure tells which promise was broken.
    public var report: Simulation.Report
    /// How often each rare state was reached, by name.
    public var coverage: [String: Int]

    /// Runs a seed.
    public init(seed: UInt64, options: WorldOptions = WorldOptions(), keptLines: Int = 200) {
        self.seed = seed
        let box = Box()
        var simulationOptions = Simulation.Options()
        simulationOptions.keptLines = keptLines
        simulationOptions.timeLimit = .seconds(Int64(options.days + 10) * 86_400)
        report = Simulation.run(seed: seed, options: simulationOptions) { simulation in
            let world = World(simulation, options)
            box.world = world
            try await world.run()
        }
        coverage = Dictionary(
            uniqueKeysWithValues: (box.world?.coverage.counts ?? [:]).map { ($0.rawValue, $1) }
        )
    }

    private final class Box: @unchecked Sendable {
        // Unchecked: the run is over when it is read.
        var world: World?
    }
}
