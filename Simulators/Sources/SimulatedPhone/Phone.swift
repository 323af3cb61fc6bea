import Foundation
import Synchronization

/// One device and the process of one app on it.
///
/// Frameworks attach themselves to it. What belongs to the process (queries, observers) dies with
/// the process; what belongs to the system (samples, permissions, wake-ups) stays. Nothing happens
/// by itself: the owner calls ``launch(_:)`` and creates the app's objects inside ``run(_:)``.
public final class Phone: Sendable {
    /// The phone that `HKHealthStore()` and other objects without arguments belong to.
    @TaskLocal public static var current: Phone?

    /// The device's name, as the person gave it.
    public let name: String
    /// The product type, as in `iPhone15,2`.
    public let model: String
    /// The app.
    public let app: AppIdentity
    /// Its time.
    public let timeline: any PhoneTimeline
    /// Its chance.
    public let randomness: any PhoneRandomness

    struct State {
        var process = AppProcess.notRunning
        var generation = 0
        var isPoweredOn = true
        var lockedSince: Date?
        var hasUnlockedSinceBoot = true
        var wasForceQuit = false
        var isBackgroundRefreshOn = true
        var isLowPowerModeOn = false
        var isInUse = true
        var isCharging = false
        var batteryLevel = 1.0
        var network = PhoneNetwork.wiFi
        var lastUse: Date?
        var isLaunching = false
        var backgroundRuntime = Duration.seconds(30)
        var locationRuntime = Duration.seconds(10)
        var leavingRuntime = Duration.seconds(5)
        var taskLaunchRuntime = Duration.seconds(5)
        var launchRuntime = Duration.zero
        var timeZone = TimeZone.gmt
        var backgroundUntil = Date.distantPast
        var onLaunchRequest: (@Sendable (LaunchReason) -> Void)?
        var onProcessChange: (@Sendable (AppProcess) -> Void)?
        var onSuspend: (@Sendable () -> String?)?
        var faults: [PhoneFault] = []
        var onFault: (@Sendable (PhoneFault) -> Void)?
        /// What waits for a suspended process.
        var held: [@Sendable () -> Void] = []
        /// What became of the process, and was not told yet.
        var untold: [AppProcess] = []
        var isTelling = false
        var services: [any PhoneService] = []
    }

    let state = Mutex(State())

    /// A phone that is on, unlocked, and does not run the app yet.
    public init(
        name: String = "iPhone",
        model: String = "iPhone15,2",
        app: AppIdentity = AppIdentity(),
        timeline: any PhoneTimeline,
        randomness: any PhoneRandomness
    ) {
        self.name = name
        self.model = model
        self.app = app
        self.timeline = timeline
        self.randomness = randomness
    }

    /// Does something on this phone: objects created in it belong to the phone and its process.
    public func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        try Phone.$current.withValue(self, operation: body)
    }

    /// Does something on this phone that waits.
    public nonisolated(nonsending) func run<Result>(
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        try await Phone.$current.withValue(self) { try await body() }
    }
}
