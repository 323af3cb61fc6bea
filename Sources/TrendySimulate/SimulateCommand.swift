import ArgumentParser
import SimulationKit
import TrendySimulation

@main
struct SimulateCommand: ParsableCommand {
    @Option var from: UInt64 = 0
    @Option var to: UInt64 = 1
    @Flag var replay = false
    func run() throws {
        var bad = 0
        for seed in from..<to {
            let run = WorldRun(seed: seed, keptLines: replay ? 1_000_000 : 200)
            if replay { for line in run.report.trace.lines { print(line) } }
            if let failure = run.report.failure { bad += 1; print(seed, failure) }
        }
        print(bad)
    }
}
