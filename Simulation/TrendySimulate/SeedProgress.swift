import SimulationKit
import TrendySimulation

/// Shows the progress of a range of seeds in one terminal line.
struct SeedProgress {
    let total: Int
    private var done = 0
    private var failed = 0
    private let line = TerminalLine()

    init(total: Int) {
        self.total = total
    }

    /// Counts a run and updates the line.
    mutating func add(_ run: WorldRun) {
        done += 1
        if run.report.failure != nil { failed += 1 }
        line.show("\(done) of \(total) seeds, \(failed) failed")
    }

    /// Clears the line for other output.
    func clear() { line.clear() }
}
