import SimulationKit

/// Passes commands of the page to the simulation, and records them.
struct PhoneServerSession: PagePort {
    private let pace: PacedSimulation
    private let world: RunningWorld
    private let recording: Recording?

    init(pace: PacedSimulation, world: RunningWorld, recording: Recording?) {
        self.pace = pace
        self.world = world
        self.recording = recording
    }

    func perform(_ command: WorldCommand) async -> String? {
        await pace.result { [world, recording] simulation in
            MainActor.assumeIsolated {
                do {
                    // Before it, so that a command that ends the program is kept, too.
                    try recording?.append(command, at: simulation.now)
                    try world.perform(command)
                    return nil
                } catch {
                    return "\(error)"
                }
            }
        }
    }

    func accessibleNames(onPhone index: Int) async -> [String] {
        await pace.result { [world] _ in
            MainActor.assumeIsolated { world.accessibleNames(onPhone: index) }
        }
    }
}
