import SimulationKit
import SwiftUI
import TrendyPhoneApp
import TrendySimulation

/// The world once it runs, for commands.
@MainActor
final class RunningWorld {
    private var session: WorldSession?
    private let catalogs: StringCatalogs

    private let speed: Double

    /// Creates a world.
    ///
    /// - Parameters:
    ///   - catalogs: the translations of the app.
    ///   - speed: virtual seconds for one real second at the start.
    nonisolated init(_ catalogs: StringCatalogs, speed: Double) {
        self.catalogs = catalogs
        self.speed = speed
    }

    /// Starts the phones and performs a script, until the simulation ends.
    func run(
        _ simulation: Simulation,
        pace: PacedSimulation,
        hubs: WorldSession.Hubs,
        script: [Script.Line]
    ) async throws {
        let session = WorldSession(
            PhoneWorld(simulation),
            pace: pace,
            hubs: hubs,
            catalogs: catalogs,
            speed: speed
        )
        try await session.start { AnyView(RootView(app: $0)) }
        self.session = session
        for line in script {
            simulation.after(line.at.duration - simulation.now) {
                MainActor.assumeIsolated { session.performScripted(line.command) }
            }
        }
        try await session.run()
    }

    func perform(_ command: WorldCommand) throws {
        guard let session else { throw CommandError(message: "The phones are starting.") }
        try session.perform(command)
    }

    func accessibleNames(onPhone index: Int) -> [String] {
        guard let session, session.phones.indices.contains(index) else { return [] }
        return session.phones[index].accessibleNames
    }
}
