package import Foundation
package import SimulationKit
import TrendyModel

/// A server and phones that run the whole app, controlled by a person instead of a seed.
///
/// No fault occurs on its own. Use it only on the thread of its simulation.
package final class PhoneWorld: @unchecked Sendable {
    // Unchecked: only the simulation's single thread uses this object.

    private let world: World
    /// The phones; empty before ``start(phones:)``.
    package private(set) var handsets: [Handset] = []

    /// Creates a world in a simulation.
    package init(_ simulation: Simulation) {
        var options = WorldOptions()
        var faults = FaultMix()
        faults.hasTasks = true
        options.faults = faults
        world = World(simulation, options)
    }

    /// Starts the server and makes the phones, on which no app runs yet.
    package func start(phones: Int) async throws {
        try await world.startInteractively(phones: phones)
        handsets = world.apps.map { Handset($0) }
    }

    /// The true wall-clock time.
    package var date: Date { Date(world.simulation.wallTime) }

    /// Whether the server answers.
    package var isServerUp: Bool { world.server.process != nil }

    /// Ends the server's process; requests fail until it is started again.
    package func stopServer() {
        world.server.crash(losesPower: false)
        for handset in handsets { handset.link.cutStreams() }
    }

    /// Waits for a span of virtual time.
    ///
    /// - Throws: `CancellationError` when the simulation ends.
    package func sleep(for span: Duration) async throws {
        try await world.simulation.sleep(for: span)
    }

    /// Waits for half a second of a clock on the wall at a speed.
    ///
    /// - Parameter speed: Virtual seconds for one real second.
    /// - Throws: `CancellationError` when the simulation ends.
    package func sleepBriefly(speed: Double) async throws {
        try await world.simulation.sleep(for: .milliseconds(500) * max(speed, 1))
    }

    /// Starts the server on its data.
    package func startServer() async throws { try await world.server.start() }
}
