import Foundation
import HealthKit
import SimulatedHealthKit
import SimulatedPhone
import SimulationKit
import TrendyApple
import TrendyHealth
import TrendyModel
import TrendyStore

/// A simulated phone with its disk and the app that captures health data on it.
///
/// The phone and the disk outlive the app's processes.
final class ReplayPhone: @unchecked Sendable {
    // Unchecked: only the simulation's single thread uses this object.

    let simulation: Simulation
    let phone: Phone
    let disk: SimulatedDisk
    let maker: SampleMaker
    /// The counters so far.
    private(set) var counts = Counts()
    private(set) var app: App?
    let zones: @Sendable () -> ZoneHistory
    private let dependencies: Dependencies
    /// Whether the person has enabled all metrics.
    private let capturesEverything: Bool

    struct Counts: Sendable, Equatable {
        var launches = 0
        var deaths = 0
        var failedOpenings = 0
        var failedPasses = 0
        var passes = 0
        var revocations = 0
    }

    /// A process of the app.
    final class App: @unchecked Sendable {
        // Unchecked: only the simulation's single thread uses this object.
        let store: DeviceStore
        let coordinator: HealthCaptureCoordinator
        let observer: HealthKitObserver
        let unlocks: AsyncStream<Void>.Continuation
        var tasks: [Task<Void, Never>] = []

        init(
            _ store: DeviceStore,
            _ coordinator: HealthCaptureCoordinator,
            _ observer: HealthKitObserver,
            _ unlocks: AsyncStream<Void>.Continuation
        ) {
            self.store = store
            self.coordinator = coordinator
            self.observer = observer
            self.unlocks = unlocks
        }
    }

    init(
        _ simulation: Simulation,
        capturesEverything: Bool = false,
        zones: @escaping @Sendable () -> ZoneHistory
    ) {
        self.simulation = simulation
        self.capturesEverything = capturesEverything
        self.zones = zones
        var seeds = simulation.random("replay-phone")
        phone = Phone(
            timeline: ReplayTimeline(simulation: simulation),
            randomness: SeededRandomness(seed: seeds.next())
        )
        disk = SimulatedDisk(name: "replay", random: simulation.random("replay-disk"))
        maker = SampleMaker(phone.health)
        let clock = SimulatedWallClock(simulation)
        let random = SharedRandom(simulation.random("replay-app"))
        dependencies = Dependencies(
            wallClock: clock,
            random: random,
            ids: UUIDv7Source(clock: clock, random: random),
            clock: SimulationClock(simulation)
        )
        for category in HealthMetric.allCases { allowReading(category) }
        phone.onLaunchRequest = { [weak self] reason in self?.wake(reason) }
        // A process can die at any write.
        simulation.afterStep = { [weak self] in self?.noticeDeath() }
    }

    private static func sampleTypes(of type: HealthType) -> [HKSampleType] {
        switch type.kind {
        case .quantity: [HKQuantityType(HKQuantityTypeIdentifier(rawValue: type.identifier))]
        case .sleepAnalysis, .category, .span:
            [HKCategoryType(HKCategoryTypeIdentifier(rawValue: type.identifier))]
        case .workout: [HKObjectType.workoutType(), HKSeriesType.workoutRoute()]
        case .summary: []
        }
    }

    var health: SimulatedHealthStore { phone.health }

    // MARK: read authorization

    /// The person grants read access to a category.
    func allowReading(_ category: HealthMetric) {
        for type in category.types.flatMap(Self.sampleTypes) {
            health.setReadAuthorization(.allowed, for: type)
        }
    }

    /// The person revokes read access to a category in Settings.
    func revokeReading(_ category: HealthMetric) {
        counts.revocations += 1
        for type in category.types.flatMap(Self.sampleTypes) { health.revoke(type) }
    }

    // MARK: the app's processes

    /// The person opens the app: it starts, or it comes to the foreground and captures.
    func open() {
        guard phone.isPoweredOn else { return }
        unlock()
        let wasRunning = app != nil
        phone.launch(.user)
        if wasRunning { capture(.launch) } else { start() }
    }

    /// The system starts the app in the background, or resumes it.
    func wake(_ reason: LaunchReason) {
        guard phone.isPoweredOn else { return }
        phone.launch(reason)
        if app == nil { start() }
    }

    /// The app runs a capture pass over all categories, in addition to its observers.
    func capture(_ trigger: HealthTrigger) {
        guard let app else { return }
        app.tasks.append(
            Task { [coordinator = app.coordinator] in
                await coordinator.captureAll(trigger) { [weak self] _, error in self?.note(error) }
            }
        )
    }

    private func start() {
        if disk.isDead { disk.revive() }
        disk.clearFaults()
        do {
            let store = try DeviceStore(
                path: disk.path("device.sqlite"),
                dependencies: dependencies,
                files: disk.files
            )
            let healthStore = phone.run { HKHealthStore() }
            let (unlocks, unlock) = AsyncStream.makeStream(of: Void.self)
            let observer = HealthKitObserver(healthStore)
            var options = HealthCaptureOptions()
            options.capturesEverything = capturesEverything
            // No generated life has summaries, such as electrocardiograms.
            let all = HealthMetric.allCases.filter { metric in
                !metric.types.contains { $0.kind == .summary }
            }
            let metrics = capturesEverything ? all : HealthMetric.standard
            let coordinator = HealthCaptureCoordinator(
                store: store,
                source: HealthKitSource(healthStore),
                dependencies: dependencies,
                options: options,
                categories: all,
                zones: zones
            )
            let app = App(store, coordinator, observer, unlock)
            self.app = app
            counts.launches += 1
            let signals = observer.signals()
            app.tasks = [
                Task {
                    await coordinator.run(signals, unlocks: unlocks) { [weak self] _, error in
                        self?.note(error)
                    }
                },
                Task { _ = await observer.enableBackgroundDelivery(metrics) },
            ]
        } catch {
            // Like an app that crashes at launch: the next process finds the disk as it is.
            counts.failedOpenings += 1
            kill()
        }
    }

    private func note(_ error: any Error) {
        if (error as? HealthSourceError)?.code == .locked || error is CancellationError { return }
        counts.failedPasses += 1
        simulation.log("a pass failed: \(error)")
    }

    /// Ends the process at once.
    func kill() {
        if !disk.isDead { disk.kill() }
        end()
        phone.terminate()
    }

    /// Cuts the power: the process ends and unsynced writes are lost.
    func losePower() {
        disk.losePower()
        end()
        phone.powerOff()
    }

    private func noticeDeath() {
        guard disk.isDead, app != nil else { return }
        end()
        phone.terminate()
    }

    private func end() {
        guard let app else { return }
        self.app = nil
        counts.deaths += 1
        for task in app.tasks { task.cancel() }
        app.unlocks.finish()
        Task { [coordinator = app.coordinator] in self.counts.passes += await coordinator.passes }
    }

    /// Waits for the app's work and closes its database.
    func close() async throws {
        guard let app else { return }
        self.app = nil
        for task in app.tasks { task.cancel() }
        app.unlocks.finish()
        for task in app.tasks { await task.value }
        counts.passes += await app.coordinator.passes
        try await app.store.close()
    }

    // MARK: the phone

    /// Unlocks the phone and notifies the app.
    func unlock() {
        guard phone.isPoweredOn, phone.isLocked else { return }
        phone.unlock()
        app?.unlocks.yield()
    }
}
