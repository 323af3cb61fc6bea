// TrendyKit: the library that an app embeds; the composition root of the modules below it.

import Foundation
package import Logging
import Synchronization
package import TrendyHealth
public import TrendyModel
package import TrendyPlaces
package import TrendySQLite
package import TrendyStore
public import TrendySync
import TrendyWire

/// The composition root for one account on one device: store, sync, capture, places and use cases.
public final class TrendyEngine: Sendable {
    /// The device's database.
    package let store: DeviceStore
    /// Syncs the store with the server; `nil` when signed out.
    package let coordinator: SyncCoordinator?
    /// Schedules syncs; `nil` when signed out.
    package let scheduler: SyncScheduler?
    /// Captures health data; `nil` on a device without health data.
    package let capture: HealthCaptureCoordinator?
    /// Monitors geofences; `nil` on a device that cannot.
    package let places: GeofenceMonitor?
    /// The time left before the system suspends the app.
    package let budget: TimeBudget

    let dependencies: Dependencies
    let services: DeviceServices
    let events: EngineEvents
    /// The time of the last rescan of older days in this process.
    let rescanClaim = Mutex<Instant?>(nil)
    /// Requests of screens to capture and sync now; each is finished when that is done.
    let refreshRequests = BufferedStream<AsyncStream<Void>.Continuation>()
    /// The connection to the server; `nil` when signed out.
    private let transport: (any SyncTransport)?
    private let follower: ChangeFollower?
    let devices: (any AccountSyncProviding)?
    /// The server's last answer about the account's devices in this process.
    let devicesAnswer = Mutex<DevicesAnswer?>(nil)
    /// When an answer was last stored in the database, as far as this process knows.
    let devicesAnswerStoredAt = Mutex<Instant?>(nil)
    /// When this process last asked the server for the account's devices without being told to.
    let devicesAskedAt = Mutex<Instant?>(nil)
    /// The request for the account's devices that screens share.
    let devicesRequest = SharedRequest<AccountSync?>(name: "Ask for the account's devices")
    private let conditions: DeviceConditions
    private let timeZoneRecorder: TimeZoneRecorder
    private let runTask = Mutex<Task<Void, Never>?>(nil)
    private let unlocks = Mutex<AsyncStream<Void>.Continuation?>(nil)

    /// Creates an engine.
    ///
    /// Nothing runs until ``start(isInBackground:)``.
    ///
    /// - `databasePath`: the account's database; created when it does not exist.
    /// - `transport`: the connection to the server; `nil` when signed out.
    /// - `account`: the signed-in account; the database of another account is not synced.
    /// - `services`: the services of the device. Create the region monitor before the launch ends:
    ///   the system delivers region events only to an existing delegate.
    /// - `files`: the file system of `databasePath`.
    /// - `retryPolicy`, `mergePolicy`, `limits`, `schedule`: the configuration of sync.
    /// - `events`: callbacks for background activity.
    ///
    /// Throws `StoreError` when the database cannot be opened.
    package init(
        databasePath: String,
        transport: (any SyncTransport)?,
        account: EntityID? = nil,
        services: DeviceServices = DeviceServices(),
        dependencies: Dependencies,
        logger: Logger,
        files: any DatabaseFiles = LocalFiles(),
        retryPolicy: RetryPolicy = RetryPolicy(),
        mergePolicy: any MergePolicy = ConflictResolver(),
        limits: SyncLimits = SyncLimits(),
        schedule: SyncSchedule = SyncSchedule(),
        events: EngineEvents = EngineEvents()
    ) throws {
        let store = try Self.openStore(databasePath, dependencies, files, logger)
        let budget = TimeBudget(clock: dependencies.clock)
        let wallClock = dependencies.wallClock
        let zones = TimeZoneRecorder(store: store, zone: services.zone, wallClock: wallClock)
        self.store = store
        self.dependencies = dependencies
        self.services = services
        self.events = events
        (self.budget, self.transport) = (budget, transport)
        timeZoneRecorder = zones
        let capture = services.makeCapture(for: store, dependencies, zones, budget, logger)
        let places = services.makeGeofenceMonitor(for: store, account, dependencies, events, logger)
        let conditions = DeviceConditions(store, services, capture, places, dependencies)
        self.conditions = conditions
        let coordinator = transport.map { transport in
            SyncCoordinator(
                store: store,
                transport: transport,
                account: account,
                device: services.device,
                conditions: { await conditions.current() },
                dependencies: dependencies,
                logger: logger,
                retryPolicy: retryPolicy,
                mergePolicy: mergePolicy,
                limits: limits,
                onProgress: events.onProgress
            )
        }
        let scheduler = coordinator.map {
            SyncScheduler(
                coordinator: $0,
                store: store,
                dependencies: dependencies,
                schedule: schedule,
                onRun: events.onSync,
                deadline: { SyncDeadline { budget.remaining } }
            )
        }
        devices = transport as? any AccountSyncProviding
        self.coordinator = coordinator
        self.scheduler = scheduler
        follower = Self.follower(of: transport, scheduler, dependencies)
        (self.capture, self.places) = (capture, places)
    }

    private static func follower(
        of transport: (any SyncTransport)?,
        _ scheduler: SyncScheduler?,
        _ dependencies: Dependencies
    ) -> ChangeFollower? {
        guard let scheduler, let feed = transport as? any ChangeFeed else { return nil }
        return ChangeFollower(feed: feed, scheduler: scheduler, dependencies: dependencies)
    }

    private static func openStore(
        _ path: String,
        _ dependencies: Dependencies,
        _ files: any DatabaseFiles,
        _ logger: Logger
    ) throws -> DeviceStore {
        try DeviceStore(path: path, dependencies: dependencies, files: files, logger: logger)
    }

    // MARK: Lifecycle

    /// Starts capture, region monitoring and sync.
    ///
    /// Call it before the launch ends.
    ///
    /// - `isInBackground`: whether the system launched the app in the background. The engine then
    ///   handles only the launch event and pending uploads.
    package func start(isInBackground: Bool = false) {
        // HealthKit calls only the observers that exist when the launch ends.
        let signals = services.health?.observer.signals()
        runTask.withLock { runTask in
            guard runTask == nil else { return }
            // Owned here: `stop()` cancels and awaits it.
            runTask = Task { await run(signals, isInBackground: isInBackground) }
        }
    }

    /// Stops all work, waits for it to end, and closes the database.
    ///
    /// - Throws: `DatabaseError` when the database cannot be closed cleanly; no data is lost.
    package func stop() async throws {
        let runTask = runTask.withLock { runTask in
            defer { runTask = nil }
            return runTask
        }
        runTask?.cancel()
        await runTask?.value
        try await close()
    }

    /// Cancels all work without waiting for it, because the process is about to exit.
    package func cancel() {
        runTask.withLock { $0?.cancel() }
        devicesRequest.cancel()
        conditions.cancel()
    }

    private func run(_ signals: AsyncStream<HealthSignal>?, isInBackground: Bool) async {
        await scheduler?.update { $0.isInBackground = isInBackground }
        let (unlocks, unlock) = AsyncStream.makeStream(of: Void.self)
        self.unlocks.withLock { $0 = unlock }
        // Subscribe before the first reconciliation, so that no later change to a place is missed.
        let (changes, commits) = (store.changes(), store.commits())
        defer { commits.stop() }
        await withDiscardingTaskGroup { group in
            group.addTask { await self.syncContinuously() }
            group.addTask { await self.recordTimeZones() }
            group.addTask { await self.performRefreshes() }
            if let capture, let signals, let health = services.health {
                group.addTask { await self.updateBackgroundDelivery(for: health) }
                group.addTask { [events] in
                    await capture.run(
                        signals,
                        unlocks: unlocks,
                        capturesFirst: false,
                        onError: events.onCaptureFailure
                    )
                }
                if !isInBackground {
                    group.addTask { [events] in
                        await capture.captureAll(.launch, events.onCaptureFailure)
                        await self.rescan()
                    }
                }
            }
            if let places {
                group.addTask { [events] in await places.run(onError: events.onPlaceFailure) }
                // Reconcile the monitored regions after every change to a place, local or remote.
                group.addTask {
                    for await _ in commits.events where changes.take().touches(.geofence) {
                        await self.reconcile(places, .edit)
                    }
                }
            }
            if let scheduler, let network = services.network, let power = services.power {
                group.addTask {
                    await ConditionsMonitor(network: network, power: power, scheduler: scheduler)
                        .run()
                }
            }
            if let center = services.notificationCenter {
                group.addTask {
                    await SyncNotifications(store: self.store, center: center).run(self.statuses())
                }
            }
        }
    }

    /// Syncs on schedule and soon after local changes, and follows remote changes, until the task
    /// is cancelled.
    package func syncContinuously() async {
        guard let scheduler else { return }
        // Subscribe before anything runs, so that no change recorded meanwhile is missed.
        let commits = store.commits()
        defer { commits.stop() }
        await withDiscardingTaskGroup { group in
            group.addTask { await scheduler.run() }
            // A local change is pushed without waiting for the next periodic sync.
            group.addTask { for await _ in commits.events { await scheduler.requestSync() } }
            if let follower { group.addTask { await follower.run() } }
        }
    }

    private func recordTimeZones() async {
        do {
            try await timeZoneRecorder.save()
        } catch {
            // The next occasion stores it; the day that needs it has not ended yet.
            events.onCaptureFailure(nil, error)
        }
    }

    /// Handles the app entering the foreground: captures health data, reconciles regions and syncs.
    package func didBecomeActive() async {
        store.work.open()
        budget.limit(to: nil)
        services.health?.observer.renewObservation()
        await scheduler?.update { $0.isInBackground = false }
        await recordTimeZones()
        await withDiscardingTaskGroup { group in
            if let capture {
                group.addTask { [events] in
                    await capture.captureAll(.launch, events.onCaptureFailure)
                }
            }
            if let places { group.addTask { await self.reconcile(places, .activation) } }
        }
        await scheduler?.requestSync()
        await rescan()
    }

    /// Handles the app entering the background.
    ///
    /// Syncs run only while work is pending.
    package func didEnterBackground() async {
        await scheduler?.update { $0.isInBackground = true }
    }

    /// Handles the device being unlocked: reads the data that was protected before.
    package func wasUnlocked() {
        services.health?.observer.renewObservation()
        _ = unlocks.withLock { $0?.yield() }
    }

    /// Reconciles the monitored regions after changes from the server or the person.
    package func reconcilePlaces(_ trigger: GeofenceMonitor.Trigger) async {
        if let places { await reconcile(places, trigger) }
    }

    private func reconcile(
        _ places: GeofenceMonitor,
        _ trigger: GeofenceMonitor.Trigger
    ) async {
        do {
            var wait = try await places.reconcile(trigger)
            while let time = wait {
                try await dependencies.clock.sleep(for: time)
                wait = try await places.catchUp()
            }
        } catch is CancellationError {
            // The next occasion reconciles again.
        } catch {
            events.onPlaceFailure(error)
        }
    }

    // MARK: Use cases

    /// Records events that a person enters.
    public var recordManualEvent: RecordManualEvent {
        RecordManualEvent(store: store, dependencies: dependencies)
    }

    /// Records health values that a person enters.
    public var recordHealthEvent: RecordHealthEvent {
        RecordHealthEvent(store: store, dependencies: dependencies) { self.zones }
    }

    /// Records visits to places that a person enters.
    public var recordGeofenceEvent: RecordGeofenceEvent {
        let zone = services.zone
        return RecordGeofenceEvent(
            store: store,
            dependencies: dependencies,
            zone: { zone().identifier },
            places: places
        )
    }

    /// Reads the health metrics and events of whole days.
    public func summarizeDays(in zones: ZoneHistory) -> SummarizeDays {
        SummarizeDays(store: store, zones: zones, wallClock: dependencies.wallClock)
    }

    /// The history of the person's time zones; it defines where days begin and end.
    public var zones: ZoneHistory { services.zones?() ?? timeZoneRecorder.zones() }

    /// Diagnoses the device.
    package var diagnose: Diagnose {
        Diagnose(store: store, transport: transport, wallClock: dependencies.wallClock)
    }

    // MARK: Status

    /// The current sync status.
    public func status() async throws -> SyncStatus { try await status(isOnline: nil) }

    /// The current sync status.
    ///
    /// - `isOnline`: whether the device has a network connection; `nil` when unknown.
    package func status(isOnline: Bool?) async throws -> SyncStatus {
        SyncStatus(
            queue: try await store.read { try $0.queue.status() },
            now: dependencies.wallClock.now(),
            isSignedIn: coordinator != nil,
            isOnline: isOnline,
            progress: await coordinator?.progress
        )
    }

    /// The current network path, then each change; `nil` where the network is not monitored.
    package func networkPaths() -> AsyncStream<NetworkPath>? { services.network?.paths() }

    /// A sequence of sync statuses that starts with the current one.
    package func statuses() -> SyncStatuses {
        SyncStatuses(store: store) { try await self.status() }
    }

    /// Closes the database of an engine that was never started.
    package func close() async throws {
        await devicesRequest.stop()
        await conditions.stop()
        try await store.close()
    }
}
