package import Logging
package import TrendyModel
package import TrendyStore

/// Monitors the geofences of a person, and database visits from the region events of the system.
///
/// Each signal is judged and stored in one transaction of the store, and a visit is durable before
/// a notification of it is shown. Calls run one after the other, in their order. None waits for the
/// system: where the system needs time, a call returns after what time to call ``catchUp()``.
package actor GeofenceMonitor {
    /// Why regions and open visits are reconciled.
    package enum Trigger: Sendable, Hashable {
        /// The app was launched, by the person or in the background.
        case launch
        /// The app became active.
        case activation
        /// The authorization or its precision changed.
        case authorization
        /// A sync has stored changes.
        case sync
        /// The person changed a geofence.
        case edit
    }

    /// The age up to which a fix shows where the device is.
    static let maximumFixAge = Duration.seconds(30)
    /// The accuracy up to which a fix selects regions, in metres.
    static let maximumUncertainty = 200.0
    /// The speed that a device is assumed to have moved at since an old fix, in m/s.
    static let maximumSpeed = 40.0
    /// How many frequent places count as destinations.
    static let maximumDestinations = 8
    /// Two fixes that are further apart in time show no heading; nor do two that are nearer, in
    /// metres.
    static let maximumMovement = Duration.seconds(30 * 60)
    static let minimumMovement = 300.0
    /// The age up to which a heading is used.
    static let maximumHeadingAge = Duration.seconds(10 * 60)
    /// The first and the longest delay between attempts to locate a device of unknown position.
    static let firstSearch = Duration.seconds(60)
    static let maximumSearch = Duration.seconds(3600)
    /// How many entries of the region log are searched for exits.
    static let maximumLogEntries = 2_000
    /// The age up to which a crossing is notified.
    static let maximumSignalAge = Duration.seconds(30 * 60)

    let store: DeviceStore
    let monitor: any RegionMonitor
    let dependencies: Dependencies
    let notifier: (any VisitNotifying)?
    let logger: Logger
    let zone: @Sendable () -> String
    private let owner: EntityID?
    private let onRecorded: @Sendable () async -> Void
    private let changes: ChangeObservation

    /// Held by each call: the actor alone admits another call at each suspension.
    let mutex = AsyncMutex()
    /// Replaced at each commit.
    var state = MonitoringState()
    /// The triggers that are not reconciled yet, or not completely, in order.
    var unfinished: [Trigger] = []
    /// Signals that could not be stored yet, the oldest first.
    private var unstored: [RegionSignal] = []
    /// Whether a task locates the device again and again.
    private var isSearching = false
    /// Callers that wait for the answer to a location request, by number.
    var locationListeners: [Int: AsyncStream<Fix?>.Continuation] = [:]
    var locationRequests = 0

    /// A monitor of the person's geofences.
    ///
    /// - Parameters:
    ///   - store: the device's database.
    ///   - monitor: the system's region monitoring.
    ///   - owner: the account that the database belongs to; `nil` when signed out. Signals
    ///     about regions of another account are not recorded.
    ///   - dependencies: time, chance and ids.
    ///   - logger: receives states and numbers; never a place or a position.
    ///   - zone: the IANA name of the time zone that the device is in.
    ///   - notifier: shows notifications; `nil` shows none.
    ///   - onRecorded: called after a visit was recorded durably.
    package init(
        store: DeviceStore,
        monitor: any RegionMonitor,
        owner: EntityID? = nil,
        dependencies: Dependencies,
        logger: Logger = .silent,
        zone: @escaping @Sendable () -> String,
        notifier: (any VisitNotifying)? = nil,
        onRecorded: @escaping @Sendable () async -> Void = {}
    ) {
        self.store = store
        changes = store.changes()
        self.monitor = monitor
        self.owner = owner
        self.dependencies = dependencies
        self.zone = zone
        self.logger = logger
        self.notifier = notifier
        self.onRecorded = onRecorded
    }

    // MARK: running

    /// Handles the signals of the system until the task is cancelled.
    ///
    /// - Parameter onError: called with errors of the store; what could not be stored is tried
    ///   again.
    package func run(onError: @escaping @Sendable (any Error) -> Void = { _ in }) async {
        await withDiscardingTaskGroup { group in
            func follow(_ work: () async throws -> Duration?) async {
                do {
                    if let wait = try await work() { schedule(after: wait) }
                } catch {
                    onError(error)
                    schedule(after: .seconds(5))
                }
                if lacksPosition { group.addTask { await self.search() } }
            }
            func schedule(after wait: Duration) {
                group.addTask {
                    await self.catchUp(after: wait, onError)
                    await self.search()
                }
            }
            await follow { try await reconcile(.launch) }
            for await signal in monitor.signals() {
                await follow { try await handle(signal) }
            }
            group.cancelAll()
        }
    }

    /// Catches up until there is nothing left to do.
    private func catchUp(
        after wait: Duration,
        _ onError: @escaping @Sendable (any Error) -> Void
    ) async {
        store.work.begin()
        defer { store.work.end() }
        var next: Duration? = wait
        while let wait = next {
            do {
                try await dependencies.clock.sleep(for: wait)
                next = try await catchUp()
            } catch is CancellationError {
                return
            } catch {
                onError(error)
                next = .seconds(30)
            }
        }
    }

    /// Locates the device, after 1 minute and then less and less often, until its position is
    /// known.
    private func search() async {
        guard !isSearching else { return }
        isSearching = true
        var wait = Self.firstSearch
        while lacksPosition {
            do {
                try await dependencies.clock.sleep(for: wait)
            } catch {
                // The task was cancelled.
                break
            }
            if lacksPosition { monitor.requestFix() }
            wait = min(wait * 2, Self.maximumSearch)
        }
        isSearching = false
    }

    /// Whether more geofences are configured than monitored, without a sentinel around a precise
    /// position.
    var lacksPosition: Bool { state.lacksPosition(monitor.conditions()) }

    // MARK: signals

    /// Judges a signal and stores what follows from it.
    ///
    /// - Returns: after what time to call ``catchUp()``; `nil` when there is no need.
    /// - Throws: an error of the store; the signal is kept, and stored by the next call.
    package func handle(_ signal: RegionSignal) async throws -> Duration? {
        store.work.begin(isWake: true)
        defer { store.work.end() }
        logSignal(signal)
        answerLocationRequests(signal)
        return try await mutex.withLock {
            unstored.append(signal)
            return try await storeAll()
        }
    }

    func storeAll() async throws -> Duration? {
        var wait: Duration?
        while let signal = unstored.first {
            do {
                let next = try await store(signal)
                unstored.removeFirst()
                wait = next ?? wait
            } catch let error as StoreError where error.code == .invalid {
                // It can never be stored, and must not block the signals after it.
                unstored.removeFirst()
                throw error
            }
        }
        return wait
    }

    private func store(_ signal: RegionSignal) async throws -> Duration? {
        guard signal.kind == .authorization else {
            return try await transact { try $0.handle(signal) }.wait
        }
        return try await hasOtherAuthorization() ? recheck(.authorization) : nil
    }

    // MARK: transactions

    /// Runs `body` in one transaction of the store; once it is committed, adopts the state and does
    /// what follows.
    ///
    /// The caller holds the mutex. When the transaction fails, the state stays as it was and the
    /// system is asked for nothing.
    ///
    /// - Returns: what `body` returns, and after what time to catch up.
    func transact<Value: Sendable>(
        _ body: @Sendable (inout PlaceTransaction) throws -> Value
    ) async throws -> (value: Value, wait: Duration?) {
        let context = MonitoringContext(
            now: dependencies.wallClock.now(),
            zone: zone(),
            owner: owner,
            ids: dependencies.ids,
            conditions: monitor.conditions(),
            listed: monitor.monitoredRegions(),
            lastFix: monitor.lastFix(),
            changes: changes
        )
        let result: (value: Value, state: MonitoringState, outcome: PlaceTransaction.Outcome)
        do {
            result = try await store.write { [state] database in
                var transaction = PlaceTransaction(database, context, state)
                let value = try body(&transaction)
                return (value, transaction.state, transaction.outcome)
            }
        } catch {
            // The transaction may have taken changes that only it has seen.
            state.isIndexCurrent = false
            throw error
        }
        state = result.state
        for change in result.outcome.changes {
            await notify(of: change)
            await onRecorded()
        }
        perform(result.outcome.actions)
        let wait = result.outcome.regions.flatMap { register($0) }
        return (result.value, wait ?? result.outcome.wait)
    }

    /// Registers what differs from the wanted regions.
    private func register(_ regions: [MonitoredRegion]) -> Duration? {
        let listed = monitor.monitoredRegions()
        let difference = GeofenceReconciler.difference(from: listed, to: regions)
        // Also when nothing differs: the system may give up a region later.
        state.tracker.allowRegistrations()
        guard !difference.isEmpty else {
            logRegistration(difference, listed)
            return nil
        }
        register(difference, listed)
        return RegionTracker.registrationTime
    }

    func register(_ difference: GeofenceReconciler.Difference, _ listed: [MonitoredRegion]) {
        let actions = state.tracker.register(
            difference,
            wanted: Set(state.wanted.map(\.identifier)),
            listed: Set(listed.map(\.identifier)),
            at: dependencies.wallClock.now()
        )
        logRegistration(difference, listed)
        perform(actions)
    }

    func perform(_ actions: [RegionTracker.Action]) {
        for action in actions {
            switch action {
            case .monitor(let region): monitor.monitor(region)
            case .stopMonitoring(let identifier): monitor.stopMonitoring(identifier)
            case .requestState(let identifier): monitor.requestState(of: identifier)
            case .requestFix: monitor.requestFix()
            }
        }
    }

    // MARK: health

    /// Which geofences are monitored, which are not, and why.
    package func health() async throws -> GeofenceHealth {
        var health = try await GeofenceHealth(
            of: store,
            at: dependencies.wallClock.now(),
            conditions: monitor.conditions(),
            GeofenceHealth.Registration(
                listed: monitor.monitoredRegions(),
                wanted: state.wanted,
                pending: state.tracker.pendingRegistrations
            ),
            after: state.index
        )
        if let fix = monitor.lastFix(), health.fix.map({ $0.instant < fix.instant }) ?? true {
            health.fix = fix
        }
        return health
    }

    /// On which side of a geofence a fix lies; `nil` when it is not certain, and for a fix that is
    /// less accurate than 200 m, however large the geofence is.
    ///
    /// Measured on a phone's track with fixes up to 700 m off: see the benchmarks.
    package static func side(of fix: Fix, _ geofence: Geofence) -> RegionSide? {
        guard
            let center = Coordinate(latitude: geofence.latitude, longitude: geofence.longitude),
            fix.accuracy <= maximumUncertainty
        else { return nil }
        let distance = fix.coordinate.distance(to: center)
        let radius = max(geofence.radiusMeters, RegionSelection.minimumRadius)
        if distance <= radius { return .inside }
        return distance - min(fix.accuracy, 100) > radius + 30 ? .outside : nil
    }
}
