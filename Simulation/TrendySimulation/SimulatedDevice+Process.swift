import SimulatedPhone
import SimulationKit
import TrendyKit
import TrendyModel
import TrendyStore

extension SimulatedDevice {
    /// A process of the app.
    ///
    /// Operations on a process that has ended have no effect.
    final class Process: SimulatedProcess, @unchecked Sendable {
        // Unchecked: like the device.
        let device: SimulatedDevice
        let account: String
        let dependencies: Dependencies
        var isAlive = true
        var startedEngine: TrendyEngine?
        /// Applies an injected bug before any other work.
        var bugInjection: Task<Void, any Error>?
        let suspension = Suspension()
        /// Whether a fault keeps the process suspended, regardless of wakes.
        var isHeld = false
        /// The time at which the process started.
        let started: Duration
        /// Records visits; continues when all other background work has stopped.
        var visits: Task<Void, Never>?
        /// The app's background work.
        var background: Task<Void, Never>?
        /// Onboarding, where the world has it.
        var onboarding: OnboardingWorkload?
        /// The task that runs onboarding.
        var showing: Task<Void, Never>?
        /// The last progress of a snapshot.
        var snapshotProgress: (received: Int, total: Int)?
        /// Whether the person signed in, for the first time or again, just before the process
        /// started.
        var hasSignedInAnew = false

        init(device: SimulatedDevice, account: String, dependencies: Dependencies) {
            self.device = device
            self.account = account
            self.dependencies = dependencies
            started = device.world.simulation.now
        }

        var link: NetworkLink { device.link }
        var texts: PhoneTexts { device.texts }
        /// The simulated phone of the account that uses the app.
        var phone: Phone { device.health(of: account).phone }

        /// The database; `nil` in a process that only signs in.
        var store: DeviceStore? { startedEngine?.store }

        /// The app's engine; unavailable in a process that only signs in.
        var engine: TrendyEngine {
            guard let startedEngine else { preconditionFailure("The app has not started") }
            return startedEngine
        }
    }
}
