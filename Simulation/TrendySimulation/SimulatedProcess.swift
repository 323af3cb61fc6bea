import SimulationKit

/// A process of an app.
///
/// Operations on a process that has ended have no effect.
protocol SimulatedProcess: AnyObject, Sendable {
    /// Whether the process exists; it may be suspended.
    var isAlive: Bool { get }
    /// The phone's network connection to the server.
    var link: NetworkLink { get }
    /// The phone's key-value texts.
    var texts: PhoneTexts { get }
    /// The suspension of the process.
    var suspension: Suspension { get }
}

extension SimulatedProcess {
    /// Waits while the process is suspended.
    func waitWhileSuspended() async throws {
        while suspension.isOn, isAlive { try await suspension.wait(link.world.simulation) }
    }
}

/// The suspension of a process and the tasks that wait for its end.
final class Suspension: @unchecked Sendable {
    // Unchecked: only the simulation's single thread uses this object.

    /// Whether the process is suspended.
    private(set) var isOn = false
    private var waits: [Task<Void, any Error>] = []

    func begin() { isOn = true }

    /// Resumes all waiting tasks.
    func end() {
        isOn = false
        for wait in waits { wait.cancel() }
        waits = []
    }

    fileprivate func wait(_ simulation: Simulation) async throws {
        let wait = Task { try await simulation.sleep(for: .seconds(30 * 86_400)) }
        waits.append(wait)
        // The wait ends early when the process is resumed.
        _ = await wait.result
        if simulation.isOver { throw CancellationError() }
    }
}
