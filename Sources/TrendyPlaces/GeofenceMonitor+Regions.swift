import TrendyModel
import TrendyStore
import TrendyWords

// Which regions are watched.
extension GeofenceMonitor {
    func currentBook() async throws -> PlaceBook {
        // Before it is read: what changes while it is read is told again.
        if feed.take().touches(.geofence) { isBookCurrent = false }
        let largest = monitor.conditions().maximumRadius
        if let book, isBookCurrent, book.largestRadius == largest { return book }
        let read = try await PlaceBook.read(
            store,
            owner: owner,
            largestRadius: largest,
            after: book
        )
        book = read
        isBookCurrent = true
        return read
    }

    /// The identifier of a geofence's region.
    func identifier(of geofence: EntityID) -> String {
        RegionIdentity.identifier(of: geofence, owner: owner)
    }

    /// Where the device is, if a signal's fix is good enough to choose regions by, and was not kept
    /// back for long.
    func position(of signal: RegionSignal) -> RegionRotation.Position? {
        guard !isPast(signal), let fix = fix(of: signal) else { return nil }
        return RegionRotation.Position(fix.coordinate, uncertainty: fix.accuracy)
    }

    /// Where the device was when a signal came, if its fix is a good one of that time.
    func fix(of signal: RegionSignal) -> Fix? {
        guard let fix = signal.fix, fix.accuracy >= 0, fix.accuracy <= Self.coarsestFix else {
            return nil
        }
        let age = signal.instant - fix.instant
        guard age <= Self.oldestFix, age >= .zero - Self.oldestFix else { return nil }
        return fix
    }

    /// Whether a signal came so long ago, and could not be stored, that the device may have gone on
    /// since.
    func isPast(_ signal: RegionSignal) -> Bool {
        dependencies.wallClock.now() - signal.instant > Self.oldestFix
    }

    /// Chooses the regions to be watched, and has the system watch them.
    ///
    /// - `position`: where the device is; where it last was, as far as the system or this watch
    ///   knows, when `nil`.
    /// - `instant`: when it was there, where that was long ago.
    func chooseRegions(
        at position: RegionRotation.Position?,
        since instant: Instant? = nil
    ) async throws -> Duration? {
        let conditions = monitor.conditions()
        guard conditions.isMonitoringAvailable else { return nil }
        let book = try await currentBook()
        let known = try await store.placeWatch()
        var (position, instant) = (position, instant)
        if position == nil, let fix = newerFix(than: known.fix) {
            position = RegionRotation.Position(fix.coordinate, uncertainty: fix.accuracy)
            let age = dependencies.wallClock.now() - fix.instant
            instant = age > Self.oldestFix ? fix.instant : nil
        }
        var watch = known
        let there = monitor.watchedRegions()
        let own = there.filter { RegionIdentity($0.identifier) != .foreign }
        let place =
            position ?? watch.fix.map { .init($0.coordinate, uncertainty: $0.accuracy) }
        let presences = try await store.presences()
        let open = presences.filter(\.isOpen)
        let plan = book.rotation.plan(
            at: place,
            watched: Set(own.map(\.identifier)),
            pinned: Set(open.map { identifier(of: $0.geofenceID) }),
            budget: min(
                RegionRotation.systemLimit - (there.count - own.count),
                watch.slots ?? RegionRotation.systemLimit
            ),
            largestRadius: conditions.maximumRadius,
            destinations: place.map { destinations(from: $0, watch, presences, book) } ?? []
        )
        let now = dependencies.wallClock.now()
        var change = PlaceChange()
        var isPoor = isPlacePoor
        if let position {
            if instant == nil { change.notes = unheard(from: watch.fix, to: position, own) }
            isPoor = instant != nil || position.uncertainty > Self.coarsestFix
            let fix = Fix(
                coordinate: position.coordinate,
                accuracy: position.uncertainty,
                instant: instant ?? now
            )
            change.presences = backFromElsewhere(presences, watch.fix, fix, book)
            watch.fix = fix
        } else if let fix = known.fix {
            // There was no circle that would have told that the person went from there.
            let isUnguarded =
                known.sentinel == nil && plan.sentinel != nil
                && now - fix.instant > Self.oldestFix
            if isUnguarded || fix.accuracy > Self.coarsestFix { isPoor = true }
        }
        if known.sentinel?.center != plan.sentinel?.center
            || known.sentinel?.radius != plan.sentinel?.radius
        {
            watch.sentinel = plan.sentinel.map {
                .init(center: $0.center, radius: $0.radius, armedAt: now)
            }
        }
        if watch != known { change.watch = watch }
        try await store.apply(change)
        isPlacePoor = isPoor
        return try await register(plan.all)
    }

    /// What is known of places that the person was clearly outside of by the last fix, and is not by
    /// the next: once that one is kept, nothing else tells when they were.
    private func backFromElsewhere(
        _ presences: [PlacePresence],
        _ before: Fix?,
        _ now: Fix,
        _ book: PlaceBook
    ) -> [PlacePresence] {
        guard let before else { return [] }
        return presences.compactMap { presence in
            guard !presence.isOpen, presence.lastElsewhere.map({ $0 < before.instant }) ?? true,
                let geofence = book.geofences[presence.geofenceID],
                Self.side(of: before, geofence) == .outside,
                Self.side(of: now, geofence) != .outside
            else { return nil }
            var presence = presence
            presence.lastElsewhere = before.instant
            return presence
        }
    }

    /// What the system knows of where the device was since a fix: it may have told of that in vain.
    private func newerFix(than known: Fix?) -> Fix? {
        guard let fix = monitor.lastFix(), fix.accuracy >= 0, fix.accuracy <= Self.coarsestFix,
            known.map({ $0.instant < fix.instant }) ?? true
        else { return nil }
        return fix
    }

    /// The regions on the other side of whose edges the device is now: the system has told of
    /// that, or is about to.
    private func unheard(
        from before: Fix?,
        to position: RegionRotation.Position,
        _ watched: [WatchedRegion]
    ) -> [RegionNote] {
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
            return RegionNote(
                region: region.identifier,
                what: RegionNote.unheard,
                at: before.instant,
                receivedAt: now.instant
            )
        }
    }

    /// On which side of a region a fix is for certain; crossings are told some way behind the edge.
    private static func side(of fix: Fix, _ region: WatchedRegion) -> RegionSide? {
        let distance = fix.coordinate.distance(to: region.center)
        if distance + fix.accuracy <= region.radius { return .inside }
        return distance - fix.accuracy > region.radius + RegionRotation.cushion ? .outside : nil
    }

    /// Where the person may be going: where they often are, and on in their direction.
    func destinations(
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
    func course(
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

    /// Whether there are more places than slots, and nobody knows which of them are near.
    var lacksPosition: Bool {
        guard let book, !wanted.isEmpty, wanted.count < book.configured else { return false }
        let hasSentinel = wanted.contains {
            $0.identifier == RegionIdentity.sentinelIdentifier
        }
        let conditions = monitor.conditions()
        // Where no precise place may be known, none comes that is better.
        guard !hasSentinel || (isPlacePoor && conditions.isPrecise) else { return false }
        return conditions.isMonitoringAvailable && conditions.authorization == .always
    }

    func keep(_ watch: PlaceWatch) async throws {
        var change = PlaceChange()
        change.watch = watch
        try await store.apply(change)
    }

    func register(_ regions: [WatchedRegion]) async throws -> Duration? {
        wanted = regions
        let difference = GeofenceReconciler.difference(
            from: monitor.watchedRegions(),
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
        let there = monitor.watchedRegions()
        let known = Set(there.map(\.identifier))
        requested.subtract(known)
        // The system may get to what it was asked for only when a suspension is over: what nobody
        // wants any more must not take a slot then.
        let outdated = requested.subtracting(wanted.map(\.identifier))
        let underWay = timeLeftToRegister == nil ? outdated : requested
        var free = RegionRotation.systemLimit - there.count - underWay.count
        for identifier in difference.removals { monitor.unwatch(identifier) }
        for identifier in outdated.sorted() { monitor.unwatch(identifier) }
        requested.subtract(outdated)
        for region in difference.additions {
            if !known.contains(region.identifier) {
                if !underWay.contains(region.identifier) {
                    guard free > 0 else { continue }
                    free -= 1
                }
                requested.insert(region.identifier)
            }
            monitor.watch(region)
        }
        unasked.formUnion(difference.additions.map(\.identifier))
        for identifier in difference.removals { unsettled[identifier] = nil }
        for region in difference.additions { unsettled[region.identifier] = 0 }
        registeredAt = dependencies.wallClock.now()
    }

    /// The system does not know the state of a region, which it may still be setting up: it is
    /// asked again, later and later.
    ///
    /// - Returns: after what time ``catchUp()`` is to be called; `nil` when it need not be.
    func askAgain(_ identifier: String) -> Duration? {
        guard let tries = unsettled[identifier], tries < Self.stateTries else { return nil }
        unsettled[identifier] = tries + 1
        unasked.insert(identifier)
        return .seconds(1 << tries)
    }

    /// Asks for the states that the system did not know as often as it was asked.
    func askForUnsettled() {
        let unknown = unsettled.filter { $0.value == Self.stateTries }
        for identifier in unknown.keys.sorted() {
            unsettled[identifier] = 0
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
        let there = monitor.watchedRegions()
        let own = there.count { RegionIdentity($0.identifier) != .foreign }
        // Before the first unlock the system shows none: that is no limit.
        guard own > 0 else { return nil }
        var watch = try await store.placeWatch()
        let words = Words.Watch.refused(["count": String(own), "wanted": String(wanted.count)])
        let isFirst = watch.slots == nil
        guard isFirst || watch.failure != words else { return nil }
        watch.failure = words
        watch.failedAt = dependencies.wallClock.now()
        // Once an occasion: one region that is refused for whatever reason costs no others.
        if isFirst { watch.slots = own }
        try await keep(watch)
        // A sentinel that counts on regions that are not watched is too large.
        return isFirst ? try await chooseRegions(at: nil) : nil
    }
}
