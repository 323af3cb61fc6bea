import SimulationKit

/// The clock of one process: waits do not end while the process is suspended.
struct ProcessClock: Clock {
    private let base: SimulationClock
    private(set) weak var process: (any SimulatedProcess)?

    init(_ process: any SimulatedProcess) {
        base = SimulationClock(process.link.world.simulation)
        self.process = process
    }

    var now: SimulationClock.Instant { base.now }

    var minimumResolution: Duration { base.minimumResolution }

    func sleep(until deadline: SimulationClock.Instant, tolerance: Duration?) async throws {
        try await base.sleep(until: deadline, tolerance: tolerance)
        try await process?.waitWhileSuspended()
    }
}
