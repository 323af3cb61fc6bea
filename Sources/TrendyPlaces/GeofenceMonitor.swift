public import TrendyModel
public import TrendyStore

/// Keeps the right regions watched, and makes visits of what the system tells of them.
///
/// A signal is durable as a visit before anybody is told of it. One thing happens at a time;
/// nothing waits for the system.
public actor GeofenceMonitor {
    /// Why the regions are gone over.
    public enum Trigger: Sendable, Hashable {
        /// The app was started, by the person or by the system.
        case launch
        /// The app came to the screen.
        case activation
        /// What the app may do has changed.
        case authorization
        /// Something came from the server.
        case sync
        /// The person changed a geofence.
        case edit
    }

    /// A fix that is older than this says nothing of where the device is.
    static let maximumFixAge = Duration.seconds(30)
    /// A fix that may be further off, in metres, chooses no regions.
    static let maximumUncertainty = 200.0
    /// So many metres a device may have gone, at most, for each second that a fix is old.
    static let maximumSpeed = 40.0
    /// A region takes so long to be registered, and its slot to become free.
    static let registrationTime = Duration.milliseconds(500)
    /// How often what is missing is registered again.
    static let registrations = 3
    /// How often in a row a sentinel that is left as soon as it is drawn is drawn anew.
    static let sentinelTries = 3
    /// How often the state of a region is asked for again that the system does not know yet.
    static let stateTries = 4
    /// How many places the person may be going to.
    static let maximumDestinations = 8
    /// Two fixes that are further apart in time tell no direction; nor do two that are nearer, in
    /// metres.
    static let maximumMovement = Duration.seconds(30 * 60)
    static let minimumMovement = 300.0
    /// Nobody knows whether the person still goes in a direction that they took so long ago.
    static let maximumHeadingGap = Duration.seconds(10 * 60)
    /// How long to wait before the device's place is asked for again that nobody knows, the first
    /// time and at most.
    static let firstSearch = Duration.seconds(60)
    static let maximumSearch = Duration.seconds(3600)
    /// Signals of the past that are looked at.
    static let readNotes = 2_000
    /// A notice of something older is news to nobody.
    static let maximumSignalAge = Duration.seconds(30 * 60)

    let store: DeviceStore
    let monitor: any RegionMonitor
    let owner: EntityID?
    let dependencies: Dependencies
    let zone: @Sendable () -> String
    let notifier: (any VisitNotifying)?
    let onRecorded: @Sendable () async -> Void

    let turn = AsyncMutex()
    /// Tells when geofences have changed.
    let feed: ChangeObservation
    var geofences: GeofenceIndex?
    /// Whether nothing can have changed since the book was read, but for what the feed tells.
    var isIndexCurrent = false
    var wanted: [MonitoredRegion] = []
    /// Geofences whose visits were open at the launch, and of which nothing was told since that
    /// could not be from memory.
    var unverified: Set<EntityID> = []
    /// Whether no good place of the device could be had since the launch.
    var lacksFix = false
    /// Whether regions were last chosen by where the device was long ago, or only about.
    var hasFewPlaces = false
    /// Regions that the system was asked to watch, and does not show yet.
    var requested: Set<String> = []
    /// Regions that were registered, and whose state is to be asked for.
    var pendingStateRequests: Set<String> = []
    /// Regions that were registered, and how often the system did not know their state since.
    var unknownStates: [String: Int] = [:]
    var registrationsLeft = 0
    /// When the system was last asked for what is missing.
    var registeredAt: Instant?
    var sentinelTriesLeft = GeofenceMonitor.sentinelTries
    /// The last way that was long enough to tell a direction.
    var movement: (start: Coordinate?, end: Fix)?
    /// Whether the device's place is asked for again and again.
    private var isSearching = false
    /// Whether the precise place was told when it was last looked at; `nil` before the first time.
    private var wasPrecise: Bool?
    /// Why the regions are to be gone over, or were and not to the end, the first reason first.
    var unfinished: [Trigger] = []
    /// Signals that could not be stored yet, the oldest first.
    var unstored: [RegionSignal] = []

    /// A monitor of the person's places.
    ///
    /// - Parameters:
    ///   - store: the device's database.
    ///   - monitor: the system that watches.
    ///   - owner: the account that has the database; `nil` where nobody is signed in. What the
    ///     system tells of a region of another account is never recorded.
    ///   - dependencies: time, chance and ids.
    ///   - zone: the IANA name of the zone that the device is in, when it is asked.
    ///   - notifier: shows notices; `nil` where nobody is to be told.
    ///   - onRecorded: called after something was recorded, when it is durable.
    public init(
        store: DeviceStore,
        monitor: any RegionMonitor,
        owner: EntityID? = nil,
        dependencies: Dependencies,
        zone: @escaping @Sendable () -> String,
        notifier: (any VisitNotifying)? = nil,
        onRecorded: @escaping @Sendable () async -> Void = {}
    ) {
        self.store = store
        feed = store.changes()
        self.monitor = monitor
        self.owner = owner
        self.dependencies = dependencies
        self.zone = zone
        self.notifier = notifier
        self.onRecorded = onRecorded
    }

    // MARK: life

    /// Listens until it is cancelled.
    ///
    /// - `onError`: called with what could not be stored; it is tried again.
    public func run(onError: @escaping @Sendable (any Error) -> Void = { _ in }) async {
        await withDiscardingTaskGroup { group in
            func follow(_ work: () async throws -> Duration?) async {
                do {
                    if let wait = try await work() { goOn(after: wait) }
                } catch {
                    onError(error)
                    goOn(after: .seconds(5))
                }
                if lacksPosition { group.addTask { await self.search() } }
            }
            func goOn(after wait: Duration) {
                group.addTask {
                    await self.goOn(after: wait, onError)
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

    /// Goes on with what the system needs time for, until everything is done.
    ///
    /// - `onError`: called with what could not be stored; it is tried again.
    private func goOn(
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

    /// Asks where the device is until somebody knows, less and less often.
    private func search() async {
        guard !isSearching else { return }
        isSearching = true
        var wait = Self.firstSearch
        while lacksPosition {
            do {
                try await dependencies.clock.sleep(for: wait)
            } catch {
                // The process is about to end.
                break
            }
            if lacksPosition { monitor.requestFix() }
            wait = min(wait * 2, Self.maximumSearch)
        }
        isSearching = false
    }

    // MARK: what happens

    /// Takes in what the system told.
    ///
    /// - Returns: after what time ``catchUp()`` is to be called; `nil` when it need not be.
    /// - Throws: an error of the store; the signal is kept, and stored by the next call.
    public func handle(_ signal: RegionSignal) async throws -> Duration? {
        store.work.begin(isWake: true)
        defer { store.work.end() }
        await turn.take()
        defer { turn.give() }
        unstored.append(signal)
        return try await storeAll()
    }

    /// Goes over all regions and open visits.
    ///
    /// - Returns: after what time ``catchUp()`` is to be called; `nil` when it need not be.
    public func reconcile(_ trigger: Trigger) async throws -> Duration? {
        store.work.begin()
        defer { store.work.end() }
        await turn.take()
        defer { turn.give() }
        // Another program may have changed the places while nothing ran.
        if trigger == .launch || trigger == .activation { isIndexCurrent = false }
        begin(trigger)
        // What happened before comes first.
        let stored = try await storeAll()
        return try await recheck(trigger) ?? stored
    }

    /// Whether the app may now what it might not when this was last looked at, or the other way
    /// round.
    func hasOtherPermission() async throws -> Bool {
        let conditions = monitor.conditions()
        if let wasPrecise, wasPrecise != conditions.isPrecise { return true }
        return try await store.regionMonitorState().authorization
            != conditions.authorization.rawValue
    }

    private func begin(_ trigger: Trigger) {
        if !unfinished.contains(trigger) { unfinished.append(trigger) }
    }

    /// Goes over the regions for what that was left undone.
    private func finish() async throws -> Duration? {
        var wait: Duration?
        for trigger in unfinished {
            do {
                wait = try await recheck(trigger) ?? wait
            } catch let error as StoreError where error.code == .invalid {
                // It never can be stored: another try would not come further.
                unfinished.removeAll { $0 == trigger }
                throw error
            }
        }
        return wait
    }

    func recheck(_ trigger: Trigger) async throws -> Duration? {
        begin(trigger)
        let conditions = monitor.conditions()
        let known = try await store.regionMonitorState()
        var watch = known
        let before = known.authorization.flatMap(LocationConditions.Authorization.init(rawValue:))
        if conditions.authorization == .always {
            watch.isDowngraded = false
        } else if LocationAuthorization.isDowngrade(from: before, to: conditions.authorization) {
            watch.isDowngraded = true
        }
        if conditions.authorization != .notDetermined {
            watch.authorization = conditions.authorization.rawValue
        } else {
            // Whoever is to be asked anew can be asked for all of it anew.
            watch.hasRequestedAlways = false
            // What was allowed for one time is remembered: that it is over is something else than
            // that it never was.
            if before != .whenInUse { watch.authorization = conditions.authorization.rawValue }
        }
        wasPrecise = conditions.isPrecise
        // What the system refused then it may take now.
        if [.launch, .activation, .authorization].contains(trigger) { watch.regionLimit = nil }
        if watch != known { try await keep(watch) }
        if trigger == .launch || trigger == .sync {
            let now = dependencies.wallClock.now()
            let gone = try await deletedVisits(since: now - VisitDeduplicator.reconciliationWindow)
            try await store.apply(VisitDeduplicator(store: store).settle(at: now, gone: gone))
            try await withdrawEndedVisits()
            try await recordAfterObservedExits()
        }
        if trigger == .launch { try await endStaleVisits() }
        try await closeVisitsOfDeletedGeofences()
        let wasPlacePoor = hasFewPlaces
        let wait = try await chooseRegions(at: nil)
        // Changes of geofences tell nothing of the person.
        let isAboutPerson = trigger != .edit && trigger != .sync
        if isAboutPerson {
            try await requestStatesOfOpenVisits(conditions, trigger)
            requestUnknownStates()
        }
        let lacksPlace = known.fix == nil || lacksPosition || (hasFewPlaces && !wasPlacePoor)
        switch conditions.authorization {
        case .always where isAboutPerson || lacksPlace: monitor.requestFix()
        // No region is told of then: an open visit goes on or is over by what a fix says.
        case .whenInUse where isAboutPerson: monitor.requestFix()
        default: break
        }
        unfinished.removeAll { $0 == trigger }
        return wait
    }

    /// Goes on with what the system needed time for.
    ///
    /// - Returns: after what time to call it again; `nil` when everything is done.
    public func catchUp() async throws -> Duration? {
        store.work.begin()
        defer { store.work.end() }
        await turn.take()
        defer { turn.give() }
        // What cannot be stored now keeps no region from its slot, which may be free by now.
        var (wait, failure): (Duration?, (any Error)?)
        do {
            wait = try await storeAll()
            wait = try await finish() ?? wait
        } catch {
            failure = error
        }
        let difference = GeofenceReconciler.difference(
            from: monitor.monitoredRegions(),
            to: wanted
        )
        let missing = Set(difference.additions.map(\.identifier))
        for identifier in pendingStateRequests.subtracting(missing).sorted() {
            monitor.requestState(of: identifier)
        }
        pendingStateRequests.formIntersection(missing)
        if difference.isEmpty || registrationsLeft == 0, let failure { throw failure }
        guard !difference.isEmpty else { return wait }
        // Several may catch up side by side: the system has its time all the same.
        if let left = timeLeftToRegister { return left }
        guard registrationsLeft > 0 else {
            // Nobody tells of what is not watched.
            try await flagUnverified(
                unverified.filter { missing.contains(identifier(of: $0)) }
            )
            return try await noteMissing(difference) ?? wait
        }
        registrationsLeft -= 1
        register(difference)
        return Self.registrationTime
    }

    /// The person was asked to allow more.
    public func request(_ step: LocationAuthorization.Request) async throws {
        store.work.begin()
        defer { store.work.end() }
        await turn.take()
        defer { turn.give() }
        // Otherwise the system shows nothing, and the person has not been asked.
        if step == .always, monitor.conditions().authorization == .whenInUse {
            var watch = try await store.regionMonitorState()
            watch.hasRequestedAlways = true
            try await keep(watch)
        }
        // What was allowed for one time is over: whatever is answered now is new, also the same.
        if step == .whenInUse, monitor.conditions().authorization == .notDetermined {
            var watch = try await store.regionMonitorState()
            if watch.authorization != LocationConditions.Authorization.notDetermined.rawValue {
                watch.authorization = LocationConditions.Authorization.notDetermined.rawValue
                try await keep(watch)
            }
        }
        monitor.request(step)
    }

    // MARK: health

    /// How the watch over places is doing.
    public func health() async throws -> GeofenceHealth {
        try await GeofenceHealth(
            of: store,
            at: dependencies.wallClock.now(),
            conditions: monitor.conditions(),
            watched: monitor.monitoredRegions(),
            wanted: wanted
        )
    }
}
