import SimulationKit

/// A process of an app; what belongs to one that is gone has no effect.
protocol SimulatedProcess: AnyObject, Sendable {
    /// Whether it runs, or is suspended.
    var isAlive: Bool { get }
    /// The phone's way to the server.
    var link: NetworkLink { get }
    /// The phone's small texts.
    var texts: PhoneTexts { get }
    /// What keeps it from running.
    var suspension: Suspension { get }
}

extension SimulatedProcess {
    /// Waits until the system lets the app go on.
    func waitWhileSuspended() async throws {
        while suspension.isOn, isAlive { try await suspension.wait(link.world.simulation) }
    }
}

/// What waits while the system keeps a process from running.
final class Suspension: @unchecked Sendable {
    // Unchecked: a simulation is one thread, and nothing else holds this.

    /// Whether it does.
    private(set) var isOn = false
    private var waits: [Task<Void, any Error>] = []

    func begin() { isOn = true }

    /// Whoever waits goes on.
    func end() {
        isOn = false
        for wait in waits { wait.cancel() }
        waits = []
    }

    fileprivate func wait(_ simulation: Simulation) async throws {
        let wait = Task { try await simulation.sleep(for: .seconds(30 * 86_400)) }
        waits.append(wait)
        // It ends early when the process goes on.
        _ = await wait.result
        if simulation.isOver { throw CancellationError() }
    }
}
