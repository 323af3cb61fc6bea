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
    static let oldestFix = Duration.seconds(30)
    /// A fix that may be further off, in metres, chooses no regions.
    static let coarsestFix = 200.0
    /// A region takes so long to be registered, and its slot to become free.
    static let registrationTime = Duration.milliseconds(500)
    /// How often what is missing is registered again.
    static let registrations = 3
    /// How often in a row a sentinel that is left as soon as it is drawn is drawn anew.
    static let sentinelTries = 3
    /// How many places the person may be going to.
    static let mostDestinations = 8
    /// Two fixes that are further apart in time tell no direction; nor do two that are nearer, in
    /// metres.
    static let longestLeg = Duration.seconds(30 * 60)
    static let shortestLeg = 300.0
    /// Nobody knows whether the person still goes in a direction that they took so long ago.
    static let longestCourse = Duration.seconds(10 * 60)
    /// A notice of something older is news to nobody.
    static let oldestNews = Duration.seconds(30 * 60)

    let store: DeviceStore
    let monitor: any RegionMonitor
    let dependencies: Dependencies
    private let zone: @Sendable () -> String
    private let notifier: (any VisitNotifying)?
    private let onRecorded: @Sendable () async -> Void

    private let turn = Turn()
    private var book: PlaceBook?
    private var wanted: [WatchedRegion] = []
    /// Regions that were registered, and whose state is to be asked for.
    private var unasked: Set<String> = []
    private var registrationsLeft = 0
    private var sentinelTriesLeft = GeofenceMonitor.sentinelTries
    /// The last way that was long enough to tell a direction.
    private var leg: (start: Coordinate?, end: Fix)?
    /// Signals that could not be stored yet, the oldest first.
    private var unstored: [RegionSignal] = []

    /// A monitor of the person's places.
    ///
    /// - Parameters:
    ///   - store: the device's database.
    ///   - monitor: the system that watches.
    ///   - dependencies: time, chance and ids.
    ///   - zone: the IANA name of the zone that the device is in, when it is asked.
    ///   - notifier: shows notices; `nil` where nobody is to be told.
    ///   - onRecorded: called after something was recorded, when it is durable.
    public init(
        store: DeviceStore,
        monitor: any RegionMonitor,
        dependencies: Dependencies,
        zone: @escaping @Sendable () -> String,
        notifier: (any VisitNotifying)? = nil,
        onRecorded: @escaping @Sendable () async -> Void = {}
    ) {
        self.store = store
        self.monitor = monitor
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
                    guard let wait = try await work() else { return }
                    group.addTask { await self.goOn(after: wait, onError) }
                } catch {
                    onError(error)
                    group.addTask { await self.goOn(after: .seconds(5), onError) }
                }
            }
            await follow { try await reconcile(.launch) }
            for await signal in monitor.signals() {
                await follow { try await handle(signal) }
            }
            group.cancelAll()
        }
    }

    private func goOn(
        after wait: Duration,
        _ onError: @escaping @Sendable (any Error) -> Void
    ) async {
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

    // MARK: what happens

    /// Takes in what the system told.
    ///
    /// - Returns: after what time ``catchUp()`` is to be called; `nil` when it need not be.
    /// - Throws: an error of the store; the signal is kept, and stored by the next call.
    public func handle(_ signal: RegionSignal) async throws -> Duration? {
        await turn.take()
        defer { turn.give() }
        unstored.append(signal)
        return try await storeAll()
    }

    /// Goes over all regions and open visits.
    ///
    /// - Returns: after what time ``catchUp()`` is to be called; `nil` when it need not be.
    public func reconcile(_ trigger: Trigger) async throws -> Duration? {
        await turn.take()
        defer { turn.give() }
        let wait = try await goOver(trigger)
        return try await storeAll() ?? wait
    }

    private func goOver(_ trigger: Trigger) async throws -> Duration? {
        book = nil
        let conditions = monitor.conditions()
        var change = PlaceChange()
        var watch = try await store.placeWatch()
        let before = watch.authorization.flatMap(LocationConditions.Authorization.init(rawValue:))
        if before != conditions.authorization {
            if LocationAuthorization.isDowngrade(from: before, to: conditions.authorization) {
                watch.isDowngraded = true
            } else if conditions.authorization == .always {
                watch.isDowngraded = false
            }
            watch.authorization = conditions.authorization.rawValue
        }
        // What the system refused then it may take now.
        if trigger == .launch || trigger == .authorization { watch.slots = nil }
        change.watch = watch
        try await store.apply(change)
        try await store.apply(VisitTwins(store: store).settle(at: dependencies.wallClock.now()))
        try await closeVisitsOfGoneGeofences()
        let wait = try await chooseRegions(at: nil)
        if trigger != .edit, trigger != .sync { try await askForOpenVisits(conditions) }
        if conditions.authorization == .always { monitor.requestFix() }
        return wait
    }

    /// Goes on with what the system needed time for.
    ///
    /// - Returns: after what time to call it again; `nil` when everything is done.
    public func catchUp() async throws -> Duration? {
        await turn.take()
        defer { turn.give() }
        let wait = try await storeAll()
        let difference = GeofenceReconciler.difference(
            from: monitor.watchedRegions(),
            to: wanted
        )
        let missing = Set(difference.additions.map(\.identifier))
        for identifier in unasked.subtracting(missing).sorted() {
            monitor.requestState(of: identifier)
        }
        unasked.formIntersection(missing)
        guard !difference.isEmpty else { return wait }
        guard registrationsLeft > 0 else {
            try await noteMissing(difference)
            return wait
        }
        registrationsLeft -= 1
        register(difference)
        return Self.registrationTime
    }

    /// The person was asked to allow more.
    public func request(_ step: LocationAuthorization.Request) async throws {
        await turn.take()
        defer { turn.give() }
        if step == .always {
            var watch = try await store.placeWatch()
            watch.hasAskedAlways = true
            var change = PlaceChange()
            change.watch = watch
            try await store.apply(change)
        }
        monitor.request(step)
    }

    // MARK: signals

    private func storeAll() async throws -> Duration? {
        var wait: Duration?
        while let signal = unstored.first {
            let next = try await store(signal)
            unstored.removeFirst()
            wait = next ?? wait
        }
        return wait
    }

    private func store(_ signal: RegionSignal) async throws -> Duration? {
        switch signal.kind {
        case .crossing(let identifier, let side):
            return try await crossed(identifier, side, signal)
        case .state(let identifier, let side):
            return try await stateTold(identifier, side, signal)
        case .fix: return try await fixTold(signal)
        case .noFix: return try await rearmBlindly(signal)
        case .failure(let identifier, let failure):
            return try await failed(identifier, failure, signal)
        case .authorization:
            let told = monitor.conditions().authorization.rawValue
            guard try await store.placeWatch().authorization != told else { return nil }
            return try await goOver(.authorization)
        }
    }

    private func crossed(
        _ identifier: String,
        _ side: RegionSide,
        _ signal: RegionSignal
    ) async throws -> Duration? {
        sentinelTriesLeft = Self.sentinelTries
        let identity = RegionIdentity(identifier)
        var position = position(of: signal)
        switch identity {
        case .foreign: return nil
        case .sentinel:
            guard side == .outside else { return nil }
            try await note(signal, identifier, "left")
        case .geofence(let id):
            let what = side == .inside ? "entered" : "left"
            let observation = PlaceObservation(side, at: signal.instant, by: .crossing)
            try await observe(id, observation, regionNote(identifier, what, signal))
            if position == nil, let region = wanted.first(where: { $0.identifier == identifier }) {
                // They are about where its edge is.
                position = .init(region.center, uncertainty: region.radius + 300)
            }
        }
        guard let position else {
            monitor.requestFix()
            return nil
        }
        return try await chooseRegions(at: position)
    }

    private func stateTold(
        _ identifier: String,
        _ side: RegionSide?,
        _ signal: RegionSignal
    ) async throws -> Duration? {
        switch RegionIdentity(identifier) {
        case .foreign: return nil
        case .sentinel:
            // Left while it was being drawn. One that is left again and again is drawn no more.
            guard side == .outside, sentinelTriesLeft > 0 else { return nil }
            let position = position(of: signal)
            // Told of the one before, whose crossing has been dealt with.
            if let position, isInSentinel(position) { return nil }
            sentinelTriesLeft -= 1
            if let position { return try await chooseRegions(at: position) }
            monitor.requestFix()
            return nil
        case .geofence(let id):
            guard let side else {
                try await letTimePass(id, signal.instant)
                return nil
            }
            try await observe(
                id,
                PlaceObservation(side, at: signal.instant, by: .state),
                regionNote(identifier, "is \(side.rawValue)", signal)
            )
            return nil
        }
    }

    /// A fix confirms open visits, or ends them where it is clear; it begins none: the system
    /// knows better who only passes by.
    private func fixTold(_ signal: RegionSignal) async throws -> Duration? {
        guard let fix = signal.fix, let position = position(of: signal) else {
            return try await rearmBlindly(signal)
        }
        let book = try await currentBook()
        for presence in try await store.presences() where presence.isOpen {
            guard let geofence = book.geofences[presence.geofenceID],
                let side = Self.side(of: fix, geofence)
            else { continue }
            try await observe(
                presence.geofenceID,
                PlaceObservation(side, at: fix.instant, by: .fix),
                nil
            )
        }
        return isInSentinel(position) ? nil : try await chooseRegions(at: position)
    }

    /// Whether what is watched is right for a place: it cannot be left without a word.
    private func isInSentinel(_ position: RegionRotation.Position) -> Bool {
        let sentinel = wanted.first { $0.identifier == RegionIdentity.sentinelIdentifier }
        guard let sentinel else { return false }
        return position.coordinate.distance(to: sentinel.center) + position.uncertainty
            <= sentinel.radius
    }

    /// On which side of a geofence a fix is; `nil` where it cannot tell.
    ///
    /// Measured on a phone's track with fixes up to 700 m off: see the benchmarks.
    package static func side(of fix: Fix, _ geofence: Geofence) -> RegionSide? {
        guard
            let center = Coordinate(latitude: geofence.latitude, longitude: geofence.longitude),
            fix.accuracy <= max(coarsestFix, geofence.radiusMeters)
        else { return nil }
        let distance = fix.coordinate.distance(to: center)
        let radius = max(geofence.radiusMeters, RegionRotation.smallestRadius)
        if distance <= radius { return .inside }
        return distance - min(fix.accuracy, 100) > radius + 30 ? .outside : nil
    }

    /// Nobody knows where the device is: the sentinel is drawn around where it last was, so that
    /// there is one in any case.
    private func rearmBlindly(_ signal: RegionSignal) async throws -> Duration? {
        let watch = try await store.placeWatch()
        guard let fix = signal.fix ?? watch.fix,
            let sentinel = wanted.first(where: {
                $0.identifier == RegionIdentity.sentinelIdentifier
            })
        else { return nil }
        let radius = min(
            max(RegionRotation.smallestSentinel, fix.accuracy),
            monitor.conditions().maximumRadius
        )
        let isAround = fix.coordinate.distance(to: sentinel.center) < sentinel.radius
        guard !isAround, let index = wanted.firstIndex(of: sentinel) else { return nil }
        wanted[index].center = fix.coordinate
        wanted[index].radius = radius
        return try await register(wanted)
    }

    private func failed(
        _ identifier: String?,
        _ failure: RegionFailure,
        _ signal: RegionSignal
    ) async throws -> Duration? {
        if let identifier, RegionIdentity(identifier) == .foreign { return nil }
        guard failure != .delayed else { return nil }
        try await note(signal, identifier ?? "", "failed")
        return failure == .refused && registrationsLeft > 0 ? Self.registrationTime : nil
    }

    private func regionNote(_ region: String, _ what: String, _ signal: RegionSignal) -> RegionNote
    {
        RegionNote(
            region: region,
            what: what,
            at: signal.instant,
            receivedAt: dependencies.wallClock.now()
        )
    }

    private func note(_ signal: RegionSignal, _ region: String, _ what: String) async throws {
        var change = PlaceChange()
        change.notes = [regionNote(region, what, signal)]
        try await store.apply(change)
    }

    // MARK: visits

    private func observe(
        _ id: EntityID,
        _ observation: PlaceObservation,
        _ note: RegionNote?
    ) async throws {
        let book = try await currentBook()
        let presence = try await store.presence(of: id)
        var watch = try await store.placeWatch()
        if note != nil { watch.signalledAt = observation.instant }
        let geofence = book.geofences[id]
        var elsewhere: Instant?
        if let fix = watch.fix, fix.instant <= observation.instant, let geofence,
            Self.side(of: fix, geofence) == .outside
        {
            elsewhere = fix.instant
        }
        let outcome = VisitTracker.observe(observation, presence, lastElsewhere: elsewhere)
        var recorder = VisitRecorder(
            store: store,
            ids: dependencies.ids,
            zone: zone(),
            geofence: geofence ?? unknownGeofence(id),
            isKnown: geofence != nil
        )
        recorder.change.notes = note.map { [$0] } ?? []
        recorder.change.watch = note == nil ? nil : watch
        if geofence == nil, try await store.isDeleted(id: id), !presence.isOpen {
            // The person wants nothing of it any more.
            try await store.apply(recorder.change)
            return
        }
        try await recorder.record(outcome, observation)
        try await store.apply(recorder.change)
        guard !outcome.steps.isEmpty else { return }
        if let geofence { await tell(outcome.steps, geofence, recorder) }
        await onRecorded()
    }

    /// A geofence that is not here, by what the system knows of its region.
    private func unknownGeofence(_ id: EntityID) -> Geofence {
        let identifier = RegionIdentity.identifier(of: id)
        let region = monitor.watchedRegions().first { $0.identifier == identifier }
        return Geofence(
            name: "Unknown place",
            latitude: region?.center.latitude ?? 0,
            longitude: region?.center.longitude ?? 0,
            radiusMeters: region?.radius ?? RegionRotation.smallestRadius
        )
    }

    private func letTimePass(_ id: EntityID, _ now: Instant) async throws {
        let presence = try await store.presence(of: id)
        guard presence.isOpen else { return }
        let outcome = VisitTracker.pass(to: now, presence)
        guard !outcome.steps.isEmpty else { return }
        let geofence = try await currentBook().geofences[id]
        var recorder = VisitRecorder(
            store: store,
            ids: dependencies.ids,
            zone: zone(),
            geofence: geofence ?? unknownGeofence(id),
            isKnown: geofence != nil
        )
        try await recorder.record(outcome, nil)
        try await store.apply(recorder.change)
        await onRecorded()
    }

    /// Whoever deletes a geofence, or switches it off, ends its visit.
    private func closeVisitsOfGoneGeofences() async throws {
        let book = try await currentBook()
        let now = dependencies.wallClock.now()
        for presence in try await store.presences()
        where presence.isOpen && !book.isWatchable(presence.geofenceID) {
            // A geofence that is not here yet may still come.
            guard try await wasHere(presence) else { continue }
            try await observe(
                presence.geofenceID,
                PlaceObservation(.outside, at: now, by: .state),
                nil
            )
        }
    }

    /// Whether a visit's geofence is or was here; one that was never synced leaves nothing behind
    /// but the visit that names it.
    private func wasHere(_ presence: PlacePresence) async throws -> Bool {
        if try await currentBook().geofences[presence.geofenceID] != nil { return true }
        if try await store.isDeleted(id: presence.geofenceID) { return true }
        guard let visit = presence.visit, let entity = try await store.entity(id: visit) else {
            return false
        }
        return try Event(document: entity.document()).geofenceID == presence.geofenceID
    }

    /// Open visits need a proof: what was missed while nothing ran is asked for.
    private func askForOpenVisits(_ conditions: LocationConditions) async throws {
        let watched = Set(monitor.watchedRegions().map(\.identifier))
        let now = dependencies.wallClock.now()
        for presence in try await store.presences() where presence.isOpen {
            let identifier = RegionIdentity.identifier(of: presence.geofenceID)
            if conditions.authorization == .always, watched.contains(identifier) {
                monitor.requestState(of: identifier)
            } else {
                try await letTimePass(presence.geofenceID, now)
            }
        }
    }

    private func tell(
        _ steps: [(VisitStep, PlacePresence)],
        _ geofence: Geofence,
        _ recorder: VisitRecorder
    ) async {
        guard let notifier else { return }
        let now = dependencies.wallClock.now()
        for (step, presence) in steps {
            guard let visit = recorder.visit ?? presence.visit, let start = presence.enteredAt
            else { continue }
            let notice: VisitNotice
            switch step {
            case .open where geofence.notifyOnEntry && now - start <= Self.oldestNews:
                notice = VisitNotice(arrivalAt: geofence, presence.geofenceID, visit: visit)
            case .close(isInferred: false):
                guard let end = presence.leftAt, geofence.notifyOnExit,
                    now - end <= Self.oldestNews
                else { continue }
                notice = VisitNotice(
                    departureFrom: geofence,
                    presence.geofenceID,
                    visit: visit,
                    after: end - start
                )
            default: continue
            }
            // The visit is recorded; a notice that cannot be shown is no reason to record it again.
            try? await notifier.show(notice)
        }
    }

    // MARK: regions

    private func currentBook() async throws -> PlaceBook {
        if let book { return book }
        let largest = monitor.conditions().maximumRadius
        let read = try await PlaceBook(store, largestRadius: largest)
        book = read
        return read
    }

    /// Where the device is, if a signal's fix is good enough to choose regions by.
    private func position(of signal: RegionSignal) -> RegionRotation.Position? {
        guard let fix = signal.fix, fix.accuracy >= 0, fix.accuracy <= Self.coarsestFix else {
            return nil
        }
        let age = signal.instant - fix.instant
        guard age <= Self.oldestFix, age >= .zero - Self.oldestFix else { return nil }
        return RegionRotation.Position(fix.coordinate, uncertainty: fix.accuracy)
    }

    /// Chooses the regions to be watched, and has the system watch them.
    ///
    /// - `position`: where the device is; where it last was when `nil`.
    private func chooseRegions(at position: RegionRotation.Position?) async throws -> Duration? {
        let conditions = monitor.conditions()
        guard conditions.isMonitoringAvailable else { return nil }
        let book = try await currentBook()
        var watch = try await store.placeWatch()
        let there = monitor.watchedRegions()
        let own = there.filter { RegionIdentity($0.identifier) != .foreign }
        let place =
            position ?? watch.fix.map { .init($0.coordinate, uncertainty: $0.accuracy) }
        let presences = try await store.presences()
        let open = presences.filter(\.isOpen)
        let plan = book.rotation.plan(
            at: place,
            watched: Set(own.map(\.identifier)),
            pinned: Set(open.map { RegionIdentity.identifier(of: $0.geofenceID) }),
            budget: min(
                RegionRotation.systemLimit - (there.count - own.count),
                watch.slots ?? RegionRotation.systemLimit
            ),
            largestRadius: conditions.maximumRadius,
            destinations: place.map { destinations(from: $0, watch, presences, book) } ?? []
        )
        let now = dependencies.wallClock.now()
        if let position {
            watch.fix = Fix(
                coordinate: position.coordinate,
                accuracy: position.uncertainty,
                instant: now
            )
        }
        watch.sentinel = plan.sentinel.map {
            .init(center: $0.center, radius: $0.radius, armedAt: now)
        }
        var change = PlaceChange()
        change.watch = watch
        try await store.apply(change)
        return try await register(plan.all)
    }

    /// Where the person may be going: where they often are, and on in their direction.
    private func destinations(
        from position: RegionRotation.Position,
        _ watch: PlaceWatch,
        _ presences: [PlacePresence],
        _ book: PlaceBook
    ) -> [RegionRotation.Destination] {
        let frequent = presences.filter { $0.visits > 0 && !$0.isOpen }
            .sorted { ($0.visits, $1.geofenceID) > ($1.visits, $0.geofenceID) }
            .prefix(Self.mostDestinations)
        var destinations = frequent.compactMap { presence in
            book.geofences[presence.geofenceID].flatMap { geofence in
                Coordinate(latitude: geofence.latitude, longitude: geofence.longitude)
            }.map { RegionRotation.Destination($0, weight: Double(presence.visits)) }
        }
        guard let course = course(at: position, watch) else { return destinations }
        let weight = destinations.reduce(0) { $0 + $1.weight }
        destinations.append(.init(course, weight: max(1, weight)))
        return destinations
    }

    /// A place far ahead in the direction in which the person is going; `nil` when they stay, or
    /// nobody knows.
    private func course(
        at position: RegionRotation.Position,
        _ watch: PlaceWatch
    ) -> Coordinate? {
        let now = dependencies.wallClock.now()
        let here = position.coordinate
        let from = leg.map(\.end) ?? watch.fix
        if let from, from.coordinate.distance(to: here) <= Self.shortestLeg {
            // Not far enough to tell: on as before.
        } else {
            let end = Fix(coordinate: here, accuracy: position.uncertainty, instant: now)
            leg = (from.flatMap { now - $0.instant <= Self.longestLeg ? $0.coordinate : nil }, end)
        }
        guard let leg, let start = leg.start, now - leg.end.instant <= Self.longestCourse else {
            return nil
        }
        // As far ahead as a sentinel reaches.
        let share =
            RegionRotation.largestSentinel / max(1, start.distance(to: leg.end.coordinate))
        return Coordinate(
            latitude: here.latitude + (leg.end.coordinate.latitude - start.latitude) * share,
            longitude: here.longitude + (leg.end.coordinate.longitude - start.longitude) * share
        )
    }

    private func register(_ regions: [WatchedRegion]) async throws -> Duration? {
        wanted = regions
        let difference = GeofenceReconciler.difference(
            from: monitor.watchedRegions(),
            to: regions
        )
        guard !difference.isEmpty else { return nil }
        registrationsLeft = Self.registrations
        register(difference)
        return Self.registrationTime
    }

    /// Asks the system for what is missing, as far as there are slots; the slots of what goes are
    /// free only a moment later.
    private func register(_ difference: GeofenceReconciler.Difference) {
        let there = monitor.watchedRegions()
        let known = Set(there.map(\.identifier))
        var free = RegionRotation.systemLimit - there.count
        for identifier in difference.removals { monitor.unwatch(identifier) }
        for region in difference.additions {
            let isReplaced = known.contains(region.identifier)
            guard isReplaced || free > 0 else { continue }
            if !isReplaced { free -= 1 }
            monitor.watch(region)
        }
        unasked.formUnion(difference.additions.map(\.identifier))
    }

    private func noteMissing(_ difference: GeofenceReconciler.Difference) async throws {
        guard !difference.additions.isEmpty else { return }
        let there = monitor.watchedRegions()
        let own = there.count { RegionIdentity($0.identifier) != .foreign }
        var watch = try await store.placeWatch()
        let words =
            "The system watches \(own) of \(wanted.count) regions; it refuses the others."
        guard watch.failure != words || watch.slots != own else { return }
        watch.failure = words
        watch.failedAt = dependencies.wallClock.now()
        watch.slots = max(1, own)
        var change = PlaceChange()
        change.watch = watch
        try await store.apply(change)
    }

    // MARK: health

    /// How the watch over places is doing.
    public func health() async throws -> GeofenceHealth {
        try await GeofenceHealth(
            of: store,
            at: dependencies.wallClock.now(),
            conditions: monitor.conditions(),
            watched: monitor.watchedRegions(),
            wanted: wanted
        )
    }
}
