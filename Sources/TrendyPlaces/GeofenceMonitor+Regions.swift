import TrendyLocalization
import TrendyModel
import TrendyStore

// Which regions are watched.
extension GeofenceMonitor {
    func currentIndex() async throws -> GeofenceIndex {
        // Before it is read: what changes while it is read is told again.
        if feed.take().touches(.geofence) { isIndexCurrent = false }
        let largest = monitor.conditions().maximumRadius
        if let geofences, isIndexCurrent, geofences.maximumRegionRadius == largest {
            return geofences
        }
        let read = try await GeofenceIndex.read(
            store,
            owner: owner,
            maximumRegionRadius: largest,
            after: geofences
        )
        geofences = read
        isIndexCurrent = true
        return read
    }

    /// The identifier of a geofence's region.
    func identifier(of geofence: EntityID) -> String {
        RegionIdentity.identifier(of: geofence, owner: owner)
    }

    /// Where the device is, if a signal's fix is good enough to choose regions by, and was not kept
    /// back for long.
    func position(of signal: RegionSignal) -> RegionSelection.Position? {
        guard !isPast(signal), let fix = fix(of: signal) else { return nil }
        return RegionSelection.Position(fix.coordinate, uncertainty: fix.accuracy)
    }

    /// Where the device was when a signal came, if its fix is a good one of that time.
    func fix(of signal: RegionSignal) -> Fix? {
        guard let fix = signal.fix, fix.accuracy >= 0, fix.accuracy <= Self.maximumUncertainty
        else {
            return nil
        }
        let age = signal.instant - fix.instant
        guard age <= Self.maximumFixAge, age >= .zero - Self.maximumFixAge else { return nil }
        return fix
    }

    /// Whether a signal came so long ago, and could not be stored, that the device may have gone on
    /// since.
    func isPast(_ signal: RegionSignal) -> Bool {
        dependencies.wallClock.now() - signal.instant > Self.maximumFixAge
    }

    /// Chooses the regions to be watched, and has the system watch them.
    ///
    /// - `position`: where the device is; where it last was, as far as the system or this watch
    ///   knows, when `nil`.
    /// - `instant`: when it was there, where that was long ago.
    func chooseRegions(
        at position: RegionSelection.Position?,
        since instant: Instant? = nil
    ) async throws -> Duration? {
        let conditions = monitor.conditions()
        guard conditions.isMonitoringAvailable else { return nil }
        let book = try await currentIndex()
        let known = try await store.regionMonitorState()
        var (position, instant) = (position, instant)
        if position == nil, let fix = newerFix(than: known.fix) {
            position = RegionSelection.Position(fix.coordinate, uncertainty: fix.accuracy)
            let age = dependencies.wallClock.now() - fix.instant
            instant = age > Self.maximumFixAge ? fix.instant : nil
        }
        var watch = known
        let there = monitor.monitoredRegions()
        let own = there.filter { RegionIdentity($0.identifier) != .foreign }
        let place =
            position ?? watch.fix.map { .init($0.coordinate, uncertainty: $0.accuracy) }
        let presences = try await store.presences()
        let open = presences.filter(\.isOpen)
        let plan = book.selection.plan(
            at: place,
            watched: Set(own.map(\.identifier)),
            pinned: Set(open.map { identifier(of: $0.geofenceID) }),
            budget: min(
                RegionSelection.systemLimit - (there.count - own.count),
                watch.regionLimit ?? RegionSelection.systemLimit
            ),
            maximumRegionRadius: conditions.maximumRadius,
            destinations: place.map { destinations(from: $0, watch, presences, book) } ?? []
        )
        let now = dependencies.wallClock.now()
        var change = PlaceUpdate()
        var isPoor = hasFewPlaces
        if let position {
            if instant == nil { change.notes = missedCrossing(from: watch.fix, to: position, own) }
            isPoor = instant != nil || position.uncertainty > Self.maximumUncertainty
            let fix = Fix(
                coordinate: position.coordinate,
                accuracy: position.uncertainty,
                instant: instant ?? now
            )
            change.presences = returningFromOutside(presences, watch.fix, fix, book)
            watch.fix = fix
        } else if let fix = known.fix {
            // There was no circle that would have told that the person went from there.
            let isUnguarded =
                known.sentinel == nil && plan.sentinel != nil
                && now - fix.instant > Self.maximumFixAge
            if isUnguarded || fix.accuracy > Self.maximumUncertainty { isPoor = true }
        }
        if known.sentinel?.center != plan.sentinel?.center
            || known.sentinel?.radius != plan.sentinel?.radius
        {
            watch.sentinel = plan.sentinel.map {
                .init(center: $0.center, radius: $0.radius, placedAt: now)
            }
        }
        if watch != known { change.watch = watch }
        try await store.apply(change)
        hasFewPlaces = isPoor
        return try await register(plan.all)
    }

    /// What is known of places that the person was clearly outside of by the last fix, and is not by
    /// the next: once that one is kept, nothing else tells when they were.
    private func returningFromOutside(
        _ presences: [PlaceState],
        _ before: Fix?,
        _ now: Fix,
        _ book: GeofenceIndex
    ) -> [PlaceState] {
        guard let before else { return [] }
        return presences.compactMap { presence in
            guard !presence.isOpen, presence.lastOutsideFix.map({ $0 < before.instant }) ?? true,
                let geofence = book.geofences[presence.geofenceID],
                Self.side(of: before, geofence) == .outside,
                Self.side(of: now, geofence) != .outside
            else { return nil }
            var presence = presence
            presence.lastOutsideFix = before.instant
            return presence
        }
    }

    /// What the system knows of where the device was since a fix: it may have told of that in vain.
    private func newerFix(than known: Fix?) -> Fix? {
        guard let fix = monitor.lastFix(), fix.accuracy >= 0,
            fix.accuracy <= Self.maximumUncertainty,
            known.map({ $0.instant < fix.instant }) ?? true
        else { return nil }
        return fix
    }

    /// The regions on the other side of whose edges the device is now: the system has told of
    /// that, or is about to.
    private func missedCrossing(
        from before: Fix?,
        to position: RegionSelection.Position,
        _ watched: [MonitoredRegion]
    ) -> [RegionLogEntry] {
        guard let before else { return [] }
        let now = Fix(
            coordinate: position.coordinate,
            accuracy: position.uncertainty,
            instant: dependencies.wallClock.now()
        )
        return watched.compactMap { region in
            guard let first = Self.side(of: before, region),
                let second = Self.side(of: now, region),
                first != second
            else { return nil }
            return RegionLogEntry(
                region: region.identifier,
                what: RegionLogEntry.missedCrossing,
                at: before.instant,
                receivedAt: now.instant
            )
        }
    }

    /// On which side of a region a fix is for certain; crossings are told some way behind the edge.
    private static func side(of fix: Fix, _ region: MonitoredRegion) -> RegionSide? {
        let distance = fix.coordinate.distance(to: region.center)
        if distance + fix.accuracy <= region.radius { return .inside }
        return distance - fix.accuracy > region.radius + RegionSelection.cushion ? .outside : nil
    }

    /// Where the person may be going: where they often are, and on in their direction.
    func destinations(
        from position: RegionSelection.Position,
        _ watch: RegionMonitorState,
        _ presences: [PlaceState],
        _ book: GeofenceIndex
    ) -> [RegionSelection.Destination] {
        let frequent = presences.filter { $0.visits > 0 && !$0.isOpen }
            .sorted { ($0.visits, $1.geofenceID) > ($1.visits, $0.geofenceID) }
            .prefix(Self.maximumDestinations)
        var destinations = frequent.compactMap { presence in
            book.geofences[presence.geofenceID].flatMap { geofence in
                Coordinate(latitude: geofence.latitude, longitude: geofence.longitude)
            }.map { RegionSelection.Destination($0, weight: Double(presence.visits)) }
        }
        guard let course = heading(at: position, watch) else { return destinations }
        let weight = destinations.reduce(0) { $0 + $1.weight }
        destinations.append(.init(course, weight: max(1, weight)))
        return destinations
    }

    /// A place far ahead in the direction in which the person is going; `nil` when they stay, or
    /// nobody knows.
    func heading(
        at position: RegionSelection.Position,
        _ watch: RegionMonitorState
    ) -> Coordinate? {
        let now = dependencies.wallClock.now()
        let here = position.coordinate
        let from = movement.map(\.end) ?? watch.fix
        if let from, from.coordinate.distance(to: here) <= Self.minimumMovement {
            // Not far enough to tell: on as before.
        } else {
            let end = Fix(coordinate: here, accuracy: position.uncertainty, instant: now)
            movement = (
                from.flatMap { now - $0.instant <= Self.maximumMovement ? $0.coordinate : nil }, end
            )
        }
        guard let movement, let start = movement.start,
            now - movement.end.instant <= Self.maximumHeadingGap
        else {
            return nil
        }
        // As far ahead as a sentinel reaches.
        let share =
            RegionSelection.maximumSentinelRadius
            / max(1, start.distance(to: movement.end.coordinate))
        return Coordinate(
            latitude: here.latitude + (movement.end.coordinate.latitude - start.latitude) * share,
            longitude: here.longitude + (movement.end.coordinate.longitude - start.longitude)
                * share
        )
    }

    /// Whether there are more places than slots, and nobody knows which of them are near.
    var lacksPosition: Bool {
        guard let geofences, !wanted.isEmpty, wanted.count < geofences.configured else {
            return false
        }
        let hasSentinel = wanted.contains {
            $0.identifier == RegionIdentity.sentinelIdentifier
        }
        let conditions = monitor.conditions()
        // Where no precise place may be known, none comes that is better.
        guard !hasSentinel || (hasFewPlaces && conditions.isPrecise) else { return false }
        return conditions.isMonitoringAvailable && conditions.authorization == .always
    }

    func keep(_ watch: RegionMonitorState) async throws {
        var change = PlaceUpdate()
        change.watch = watch
        try await store.apply(change)
    }

    func register(_ regions: [MonitoredRegion]) async throws -> Duration? {
        wanted = regions
        let difference = GeofenceReconciler.difference(
            from: monitor.monitoredRegions(),
            to: regions
        )
        // What the system gives up later is registered again, too.
        registrationsLeft = Self.registrations
        guard !difference.isEmpty else { return nil }
        register(difference)
        return Self.registrationTime
    }

    /// Asks the system for what is missing, as far as there are slots; the slots of what goes are
    /// free only a moment later, and what it was asked for just now it does not show yet.
    func register(_ difference: GeofenceReconciler.Difference) {
        let there = monitor.monitoredRegions()
        let known = Set(there.map(\.identifier))
        requested.subtract(known)
        // The system may get to what it was asked for only when a suspension is over: what nobody
        // wants any more must not take a slot then.
        let outdated = requested.subtracting(wanted.map(\.identifier))
        let underWay = timeLeftToRegister == nil ? outdated : requested
        var free = RegionSelection.systemLimit - there.count - underWay.count
        for identifier in difference.removals { monitor.stopMonitoring(identifier) }
        for identifier in outdated.sorted() { monitor.stopMonitoring(identifier) }
        requested.subtract(outdated)
        for region in difference.additions {
            if !known.contains(region.identifier) {
                if !underWay.contains(region.identifier) {
                    guard free > 0 else { continue }
                    free -= 1
                }
                requested.insert(region.identifier)
            }
            monitor.monitor(region)
        }
        pendingStateRequests.formUnion(difference.additions.map(\.identifier))
        for identifier in difference.removals { unknownStates[identifier] = nil }
        for region in difference.additions { unknownStates[region.identifier] = 0 }
        registeredAt = dependencies.wallClock.now()
    }

    /// The system does not know the state of a region, which it may still be setting up: it is
    /// asked again, later and later.
    ///
    /// - Returns: after what time ``catchUp()`` is to be called; `nil` when it need not be.
    func requestAgain(_ identifier: String) -> Duration? {
        guard let tries = unknownStates[identifier], tries < Self.stateTries else { return nil }
        unknownStates[identifier] = tries + 1
        pendingStateRequests.insert(identifier)
        return .seconds(1 << tries)
    }

    /// Asks for the states that the system did not know as often as it was asked.
    func requestUnknownStates() {
        let unknown = unknownStates.filter { $0.value == Self.stateTries }
        for identifier in unknown.keys.sorted() {
            unknownStates[identifier] = 0
            monitor.requestState(of: identifier)
        }
    }

    /// How much longer the system may take for what it was asked; `nil` when its time is over.
    var timeLeftToRegister: Duration? {
        guard let registeredAt else { return nil }
        let passed = dependencies.wallClock.now() - registeredAt
        // A clock that was put back tells nothing.
        guard passed >= .zero, passed < Self.registrationTime else { return nil }
        return Self.registrationTime - passed
    }

    /// Notes how many regions the system takes, and chooses those that fit.
    func noteMissing(_ difference: GeofenceReconciler.Difference) async throws -> Duration? {
        guard !difference.additions.isEmpty else { return nil }
        let there = monitor.monitoredRegions()
        let own = there.count { RegionIdentity($0.identifier) != .foreign }
        // Before the first unlock the system shows none: that is no limit.
        guard own > 0 else { return nil }
        var watch = try await store.regionMonitorState()
        let words = Strings.RegionMonitoring.refused([
            "count": String(own), "wanted": String(wanted.count),
        ])
        let isFirst = watch.regionLimit == nil
        guard isFirst || watch.failure != words else { return nil }
        watch.failure = words
        watch.failedAt = dependencies.wallClock.now()
        // Once an occasion: one region that is refused for whatever reason costs no others.
        if isFirst { watch.regionLimit = own }
        try await keep(watch)
        // A sentinel that counts on regions that are not watched is too large.
        return isFirst ? try await chooseRegions(at: nil) : nil
    }
}
