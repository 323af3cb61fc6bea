import Foundation
import Synchronization

/// A simulated device with one app process.
///
/// Frameworks attach services to it. State of the process (queries, observers) ends with the
/// process; state of the system (samples, permissions, wakes) remains. Nothing starts
/// automatically: the owner calls ``launch(_:)`` and creates the app's objects inside of
/// ``run(_:)``.
public final class Phone: Sendable {
    /// The phone to which `HKHealthStore()` and similar objects belong.
    @TaskLocal public static var current: Phone?

    /// The device's name, as set by the person.
    public let name: String
    /// The product type, for example `iPhone15,2`.
    public let model: String
    /// The app.
    public let app: AppIdentity
    /// The phone's timeline.
    public let timeline: any PhoneTimeline
    /// The phone's random source.
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
        /// Calls that wait for a suspended process.
        var deferredCalls: [@Sendable () -> Void] = []
        /// Process changes that have not been reported yet.
        var unreported: [AppProcess] = []
        var isReporting = false
        var services: [any PhoneService] = []
    }

    let state = Mutex(State())

    /// A phone that is on and unlocked, without an app process.
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

    /// Runs code on this phone: objects created in it belong to the phone and its process.
    public func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        try Phone.$current.withValue(self, operation: body)
    }

    /// Runs asynchronous code on this phone.
    public nonisolated(nonsending) func run<Result>(
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        try await Phone.$current.withValue(self) { try await body() }
    }
}
