import SimulationKit
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync

/// Checks that a change reaches the other devices of its account soon when their apps are open.
///
/// The apps work on their own here: no person requests a sync.
struct ArrivalCheck {
    /// The longest accepted delay.
    ///
    /// Two pauses between runs, those of the sender and of the receiver, and the time that the runs
    /// take.
    static let longestDelay = Duration.seconds(6)
    /// The time after which open apps have their streams and have sent what they found at launch.
    private static let launch = Duration.seconds(90)

    private let world: World

    init(_ world: World) {
        self.world = world
    }

    func run() async throws {
        world.connectApps()
        for index in 0..<world.faults.accounts {
            let account = UserActor.account(index)
            let devices = world.devices.filter { $0.accounts.contains(account) }
            for device in devices {
                await device.stop()
                try await device.open(account)
            }
            try await world.simulation.sleep(for: Self.launch)
            var connected: [SimulatedDevice.Process] = []
            for device in devices {
                guard let process = device.process,
                    await process.engine.scheduler?.allowsStreams == true
                else { continue }
                connected.append(process)
            }
            guard connected.count > 1 else { continue }
            for sender in connected { try await check(sender, connected) }
        }
    }

    private func check(
        _ sender: SimulatedDevice.Process,
        _ connected: [SimulatedDevice.Process]
    ) async throws {
        let receipt = try await sender.engine.recordManualEvent(
            .init(typeName: "Coffee", timestamp: sender.device.clock.now(), notes: "arrival")
        )
        let recorded = world.simulation.now
        for receiver in connected where receiver !== sender {
            while try await !receiver.engine.store.read({
                try $0.entities.fetch(id: receipt.eventID) != nil
            }) {
                guard world.simulation.now < recorded + Self.longestDelay else {
                    return world.violate(
                        "arrival",
                        "\(receiver.device.name) has no event that \(sender.device.name) recorded"
                            + " \(Self.longestDelay) ago"
                    )
                }
                try await world.simulation.sleep(for: .milliseconds(500))
            }
        }
        world.coverage.reached(.arrivedAtConnected)
        world.simulation.log("an event arrived after \(world.simulation.now - recorded)")
    }
}
