import SimulatedPhone
import SimulationKit
import TrendyKit
import TrendyModel
import TrendyStore

extension SimulatedDevice {
    /// A process of the app; what belongs to one that is gone has no effect.
    final class Process: SimulatedProcess, @unchecked Sendable {
        // Unchecked: as the device.
        let device: SimulatedDevice
        let account: String
        let dependencies: Dependencies
        var isAlive = true
        var startedEngine: TrendyEngine?
        /// Builds a mistake in before anything else happens.
        var spoiling: Task<Void, any Error>?
        let suspension = Suspension()
        /// Whether the world keeps it suspended, whatever wakes it.
        var isHeld = false
        /// When it began.
        let started: Duration
        /// Keeps watching places when nothing else runs by itself any more.
        var visits: Task<Void, Never>?
        /// What the app does while nobody looks at it.
        var background: Task<Void, Never>?
        /// Shows the person around, where people are shown around.
        var onboarding: OnboardingWorkload?
        /// What does.
        var showing: Task<Void, Never>?
        /// Whether the person has signed in, for the first time or again, just before it began.
        var hasSignedInAnew = false

        init(device: SimulatedDevice, account: String, dependencies: Dependencies) {
            self.device = device
            self.account = account
            self.dependencies = dependencies
            started = device.world.simulation.now
        }

        var link: NetworkLink { device.link }
        var texts: PhoneTexts { device.texts }
        /// What the phone is of whoever uses the app.
        var phone: Phone { device.health(of: account).phone }

        /// The database; a process that signs in has none yet.
        var store: DeviceStore? { startedEngine?.store }

        /// The app's engine; a process that signs in has none yet.
        var engine: TrendyEngine {
            guard let startedEngine else { preconditionFailure("The app has not started") }
            return startedEngine
        }
    }
}
