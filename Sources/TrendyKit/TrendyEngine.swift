// TrendyKit: the library that an app embeds; it plugs the parts together.

public import Logging
public import TrendyModel
public import TrendyPlaces
public import TrendySQLite
public import TrendyStore
public import TrendySync

/// One account on one device: its store, its sync, and what a person can do with them.
public struct TrendyEngine: Sendable {
    /// The device's database.
    public let store: DeviceStore
    /// Keeps device and server in step; `nil` when nobody is signed in.
    public let coordinator: SyncCoordinator?
    /// Runs syncs when they are due; `nil` when nobody is signed in.
    public let scheduler: SyncScheduler?
    private let follower: ChangeFollower?
    private let dependencies: Dependencies

    /// Plugs the parts together.
    ///
    /// - `databasePath`: the account's database, made when it does not exist.
    /// - `transport`: the way to the server; `nil` when nobody is signed in.
    /// - `account`: who is signed in; a database of somebody else is not synced.
    /// - `files`: where the path leads.
    /// - `retryPolicy`, `mergePolicy`, `limits`: how sync goes about it.
    ///
    /// Throws `StoreError` when the database cannot be opened.
    public init(
        databasePath: String,
        transport: (any SyncTransport)?,
        account: EntityID? = nil,
        dependencies: Dependencies,
        logger: Logger,
        files: any DatabaseFiles = LocalFiles(),
        retryPolicy: RetryPolicy = RetryPolicy(),
        mergePolicy: any MergePolicy = ConflictResolver(),
        limits: SyncLimits = SyncLimits(),
        onProgress: @escaping @Sendable (SyncProgress) async -> Void = { _ in }
    ) throws {
        let store = try DeviceStore(
            path: databasePath,
            dependencies: dependencies,
            files: files
        )
        self.store = store
        self.dependencies = dependencies
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
                onProgress: onProgress
            )
        }
        let scheduler = coordinator.map {
            SyncScheduler(coordinator: $0, store: store, dependencies: dependencies)
        }
        self.coordinator = coordinator
        self.scheduler = scheduler
        follower = scheduler.flatMap { scheduler in
            (transport as? any ChangeFeed).map {
                ChangeFollower(feed: $0, scheduler: scheduler, dependencies: dependencies)
            }
        }
    }

    /// Syncs whenever it is due and follows what other devices change, until the task is cancelled.
    public func keepInSync() async {
        await withTaskGroup(of: Void.self) { group in
            if let scheduler { group.addTask { await scheduler.run() } }
            if let follower { group.addTask { await follower.run() } }
        }
    }

    /// Records events that a person enters.
    public var recordManualEvent: RecordManualEvent {
        RecordManualEvent(store: store, dependencies: dependencies)
    }

    /// The watch over the person's places; what it records is synced once it is durable.
    ///
    /// - Parameters:
    ///   - monitor: the system that watches; make it at launch, before anything else.
    ///   - zone: the IANA name of the zone that the device is in, when it is asked.
    ///   - notifier: shows notices; `nil` where nobody is to be told.
    /// - Returns: the watch, which begins with `run()`.
    public func placeWatch(
        over monitor: any RegionMonitor,
        zone: @escaping @Sendable () -> String,
        notifier: (any VisitNotifying)? = nil
    ) -> GeofenceMonitor {
        GeofenceMonitor(
            store: store,
            monitor: monitor,
            dependencies: dependencies,
            zone: zone,
            notifier: notifier,
            onRecorded: { [scheduler] in await scheduler?.nudge() }
        )
    }

    /// Reads days with what health capture made of them.
    public func summarizeDays(in zones: ZoneHistory) -> SummarizeDays {
        SummarizeDays(store: store, zones: zones, wallClock: dependencies.wallClock)
    }

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
        SyncStatuses(store: store) { try await status() }
    }

    /// Closes the database.
    public func close() async throws {
        try await store.close()
    }
}
