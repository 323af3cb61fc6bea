// TrendyKit: the library that an app embeds; it plugs the parts together.

import Foundation
public import Logging
import Synchronization
public import TrendyHealth
public import TrendyModel
public import TrendyPlaces
public import TrendySQLite
public import TrendyStore
public import TrendySync

/// One account on one device: its store, its sync, what it captures, and what a person can do.
public final class TrendyEngine: Sendable {
    /// The device's database.
    public let store: DeviceStore
    /// Keeps device and server in step; `nil` when nobody is signed in.
    public let coordinator: SyncCoordinator?
    /// Runs syncs when they are due; `nil` when nobody is signed in.
    public let scheduler: SyncScheduler?
    /// Captures health data; `nil` where there is none.
    public let capture: HealthCaptureCoordinator?
    /// Watches the person's places; `nil` where nothing can.
    public let places: GeofenceMonitor?
    /// How long there is to work before the system suspends the app.
    public let budget: TimeBudget

    let dependencies: Dependencies
    let services: DeviceServices
    let events: EngineEvents
    /// When the older days were last gone over since the app was opened.
    let rescanClaim = Mutex<Instant?>(nil)
    private let follower: ChangeFollower?
    private let timeZoneRecorder: TimeZoneRecorder
    private let life = Mutex<Task<Void, Never>?>(nil)
    private let unlocks = Mutex<AsyncStream<Void>.Continuation?>(nil)

    /// Plugs the parts together; nothing runs yet.
    ///
    /// - `databasePath`: the account's database, made when it does not exist.
    /// - `transport`: the way to the server; `nil` when nobody is signed in.
    /// - `account`: who is signed in; a database of somebody else is not synced.
    /// - `parts`: what the device senses. What watches regions must have been made by now: the
    ///   system tells of crossings only whoever is there when the launch is over.
    /// - `files`: where the path leads.
    /// - `retryPolicy`, `mergePolicy`, `limits`, `schedule`: how sync goes about it.
    /// - `events`: what is told of it.
    ///
    /// Throws `StoreError` when the database cannot be opened.
    public init(
        databasePath: String,
        transport: (any SyncTransport)?,
        account: EntityID? = nil,
        parts: DeviceServices = DeviceServices(),
        dependencies: Dependencies,
        logger: Logger,
        files: any DatabaseFiles = LocalFiles(),
        retryPolicy: RetryPolicy = RetryPolicy(),
        mergePolicy: any MergePolicy = ConflictResolver(),
        limits: SyncLimits = SyncLimits(),
        schedule: SyncSchedule = SyncSchedule(),
        events: EngineEvents = EngineEvents()
    ) throws {
        let store = try DeviceStore(
            path: databasePath,
            dependencies: dependencies,
            files: files
        )
        let budget = TimeBudget(clock: dependencies.clock)
        let zones = TimeZoneRecorder(
            store: store,
            zone: parts.zone,
            wallClock: dependencies.wallClock
        )
        self.store = store
        self.dependencies = dependencies
        self.services = parts
        self.events = events
        self.budget = budget
        timeZoneRecorder = zones
        let coordinator = transport.map { transport in
            SyncCoordinator(
                store: store,
                transport: transport,
                account: account,
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
        self.coordinator = coordinator
        self.scheduler = scheduler
        follower = scheduler.flatMap { scheduler in
            (transport as? any ChangeFeed).map {
                ChangeFollower(feed: $0, scheduler: scheduler, dependencies: dependencies)
            }
        }
        capture = parts.health.map { health in
            HealthCaptureCoordinator(
                store: store,
                source: health.source,
                dependencies: dependencies,
                options: health.options,
                categories: health.categories,
                zones: parts.zones ?? { zones.zones() },
                isDeadlineExceeded: { budget.isOver },
                onChange: { category, events in
                    guard let center = parts.notices else { return }
                    await HealthNotifications(store: store, center: center).tell(
                        of: events,
                        in: category
                    )
                }
            )
        }
        places = parts.regions.map { regions in
            var clocks = dependencies
            clocks.wallClock = parts.regionClock ?? dependencies.wallClock
            return GeofenceMonitor(
                store: store,
                monitor: regions,
                owner: account,
                dependencies: clocks,
                zone: { parts.zone().identifier },
                notifier: parts.notices.map { VisitNotifications(center: $0) },
                onRecorded: events.onPlaceRecorded
            )
        }
    }

    // MARK: life

    /// Begins to capture, to watch and to sync; to be called at launch, before it is over.
    ///
    /// - `isInBackground`: whether the system has started the app unseen: then only what it was
    ///   started for is done, and what must be sent.
    public func start(isInBackground: Bool = false) {
        // The system calls observers only that are there when the launch is over.
        let signals = services.health?.observer.signals()
        life.withLock { life in
            guard life == nil else { return }
            // Owned here: `stop()` cancels and awaits it.
            life = Task { await run(signals, isInBackground: isInBackground) }
        }
    }

    /// Ends everything that runs, waits for it, and closes the database.
    ///
    /// - Throws: `DatabaseError` when it cannot be closed in order; nothing is lost then.
    public func stop() async throws {
        let life = life.withLock { life in
            defer { life = nil }
            return life
        }
        life?.cancel()
        await life?.value
        try await store.close()
    }

    /// Ends what runs without waiting for it: the process is about to be gone.
    package func cancel() {
        life.withLock { $0?.cancel() }
    }

    private func run(_ signals: AsyncStream<HealthSignal>?, isInBackground: Bool) async {
        await scheduler?.update { $0.isInBackground = isInBackground }
        let (unlocks, unlock) = AsyncStream.makeStream(of: Void.self)
        self.unlocks.withLock { $0 = unlock }
        // Before the first look at the places: what becomes of them from then on is heard of.
        let (changes, commits) = (store.changes(), store.commits())
        defer { commits.stop() }
        await withDiscardingTaskGroup { group in
            group.addTask { await self.keepInSync() }
            group.addTask { await self.recordTimeZones() }
            if let capture, let signals, let health = services.health {
                group.addTask { await self.wakeInBackground(for: health) }
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
                // Places are watched as they are, whoever changes them, here or elsewhere.
                group.addTask {
                    for await _ in commits.notices where changes.take().touches(.geofence) {
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
            if let center = services.notices {
                group.addTask {
                    await SyncNotifications(store: self.store, center: center).run(self.statuses())
                }
            }
        }
    }

    /// Syncs whenever it is due, soon after something was recorded above all, and follows what
    /// other devices change, until the task is cancelled.
    public func keepInSync() async {
        guard let scheduler else { return }
        // Before anything runs: what is recorded meanwhile is heard of.
        let commits = store.commits()
        defer { commits.stop() }
        await withDiscardingTaskGroup { group in
            group.addTask { await scheduler.run() }
            // What was recorded just now is not left to the next periodic sync.
            group.addTask { for await _ in commits.notices { await scheduler.requestSync() } }
            if let follower { group.addTask { await follower.run() } }
        }
    }

    private func recordTimeZones() async {
        do {
            try await timeZoneRecorder.keep()
        } catch {
            // The next occasion keeps it; the day it is needed for is not over.
            events.onCaptureFailure(nil, error)
        }
    }

    /// The app has come to the screen: everything is looked at anew.
    public func didBecomeActive() async {
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

    /// The app has left the screen: from now on it works only when it has something to do.
    public func didEnterBackground() async {
        await scheduler?.update { $0.isInBackground = true }
    }

    /// The device was unlocked: what could not be read is read now.
    public func wasUnlocked() {
        services.health?.observer.renewObservation()
        _ = unlocks.withLock { $0?.yield() }
    }

    /// Goes over the watched regions after something came from the server or the person.
    public func reconcilePlaces(_ trigger: GeofenceMonitor.Trigger) async {
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
            // The next occasion goes over them again.
        } catch {
            events.onPlaceFailure(error)
        }
    }

    // MARK: what a person can do

    /// Records events that a person enters.
    public var recordManualEvent: RecordManualEvent {
        RecordManualEvent(store: store, dependencies: dependencies)
    }

    /// Records what a person measured of their health themselves.
    public var recordHealthEvent: RecordHealthEvent {
        RecordHealthEvent(store: store, dependencies: dependencies) { self.zones }
    }

    /// Records visits to places that a person tells of.
    public var recordGeofenceEvent: RecordGeofenceEvent {
        let zone = services.zone
        return RecordGeofenceEvent(
            store: store,
            dependencies: dependencies,
            zone: { zone().identifier },
            places: places
        )
    }

    /// Reads days with what health capture made of them.
    public func summarizeDays(in zones: ZoneHistory) -> SummarizeDays {
        SummarizeDays(store: store, zones: zones, wallClock: dependencies.wallClock)
    }

    /// Where the person's days begin and end, as far as this device was told.
    public var zones: ZoneHistory { services.zones?() ?? timeZoneRecorder.zones() }

    // MARK: what a screen shows

    /// The state of sync now.
    public func status() async throws -> SyncStatus {
        SyncStatus(
            queue: try await store.status(),
            now: dependencies.wallClock.now(),
            isSignedIn: coordinator != nil,
            progress: await coordinator?.progress
        )
    }

    /// The states of sync as they change, the present one first.
    public func statuses() -> SyncStatuses {
        SyncStatuses(store: store) { try await self.status() }
    }

    /// Closes the database of an engine that was not started.
    public func close() async throws {
        try await store.close()
    }
}
