import TrendyModel
import TrendyStore

// The selection of the regions to monitor.
extension PlaceTransaction {
    /// Selects the regions to monitor, and stores the position that they were selected by.
    ///
    /// - `position`: where the device is; its last known position when `nil`.
    /// - `instant`: when it was there, if that is long ago.
    mutating func selectRegions(
        at position: RegionSelection.Position?,
        since instant: Instant? = nil
    ) throws {
        guard context.conditions.isMonitoringAvailable else { return }
        let index = try currentIndex()
        let known = try database.places.regionMonitorState()
        var (position, instant) = (position, instant)
        if position == nil, let fix = newerFix(than: known.fix) {
            position = RegionSelection.Position(fix.coordinate, uncertainty: fix.accuracy)
            let age = context.now - fix.instant
            instant = age > GeofenceMonitor.maximumFixAge ? fix.instant : nil
        }
        let places = try database.places.states()
        let plan = plan(at: position, known, places, index)
        var update = PlaceUpdate()
        var stored = known
        var isImprecise = state.isPositionImprecise
        if let position {
            if instant == nil { update.logEntries = missedCrossings(from: known.fix, to: position) }
            isImprecise =
                instant != nil || position.uncertainty > GeofenceMonitor.maximumUncertainty
            let fix = Fix(
                coordinate: position.coordinate,
                accuracy: position.uncertainty,
                instant: instant ?? context.now
            )
            update.placeStates = recordingOutsideFix(places, known.fix, fix, index)
            stored.fix = fix
        } else if let fix = known.fix {
            // Without a sentinel no region event would have reported that the device has moved.
            let hadNoSentinel =
                known.sentinel == nil && plan.sentinel != nil
                && context.now - fix.instant > GeofenceMonitor.maximumFixAge
            if hadNoSentinel || fix.accuracy > GeofenceMonitor.maximumUncertainty {
                isImprecise = true
            }
        }
        if known.sentinel?.center != plan.sentinel?.center
            || known.sentinel?.radius != plan.sentinel?.radius
        {
            stored.sentinel = plan.sentinel.map {
                .init(center: $0.center, radius: $0.radius, placedAt: context.now)
            }
        }
        if stored != known { update.monitorState = stored }
        try database.places.apply(update)
        state.isPositionImprecise = isImprecise
        setWanted(plan.all)
    }

    private mutating func plan(
        at position: RegionSelection.Position?,
        _ known: RegionMonitorState,
        _ places: [PlaceState],
        _ index: GeofenceIndex
    ) -> RegionSelection.Plan {
        let own = context.listed.filter { RegionIdentity($0.identifier) != .foreign }
        let position =
            position ?? known.fix.map { .init($0.coordinate, uncertainty: $0.accuracy) }
        return index.selection.plan(
            at: position,
            monitored: Set(own.map(\.identifier)),
            pinned: Set(places.filter(\.isOpen).map { identifier(of: $0.geofenceID) }),
            budget: min(
                RegionSelection.systemLimit - (context.listed.count - own.count),
                known.regionLimit ?? RegionSelection.systemLimit
            ),
            maximumRegionRadius: context.conditions.maximumRadius,
            destinations: position.map { destinations(from: $0, known, places, index) } ?? []
        )
    }

    /// Has the monitor register regions after the commit.
    mutating func setWanted(_ regions: [MonitoredRegion]) {
        state.wanted = regions
        outcome.regions = regions
    }

    mutating func store(_ state: RegionMonitorState) throws {
        var update = PlaceUpdate()
        update.monitorState = state
        try database.places.apply(update)
    }

    /// The states of places that the last fix lies clearly outside of and the new one does not.
    ///
    /// The new fix replaces the last one, which alone shows when the device was outside.
    private func recordingOutsideFix(
        _ places: [PlaceState],
        _ last: Fix?,
        _ new: Fix,
        _ index: GeofenceIndex
    ) -> [PlaceState] {
        guard let last else { return [] }
        return places.compactMap { place in
            guard !place.isOpen, place.lastOutsideFix.map({ $0 < last.instant }) ?? true,
                let geofence = index.geofences[place.geofenceID],
                GeofenceMonitor.side(of: last, geofence) == .outside,
                GeofenceMonitor.side(of: new, geofence) != .outside
            else { return nil }
            var place = place
            place.lastOutsideFix = last.instant
            return place
        }
    }

    /// The system's last fix, if it is good and newer than the stored one: the signal that carried
    /// it may have been lost.
    private func newerFix(than known: Fix?) -> Fix? {
        guard let fix = context.lastFix, fix.accuracy >= 0,
            fix.accuracy <= GeofenceMonitor.maximumUncertainty,
            known.map({ $0.instant < fix.instant }) ?? true
        else { return nil }
        return fix
    }

    /// Log entries for the regions whose edge lies between two positions; the system has reported
    /// these crossings, or may still do so.
    private func missedCrossings(
        from last: Fix?,
        to position: RegionSelection.Position
    ) -> [RegionLogEntry] {
        guard let last else { return [] }
        let new = Fix(
            coordinate: position.coordinate,
            accuracy: position.uncertainty,
            instant: context.now
        )
        return context.listed.compactMap { region in
            guard RegionIdentity(region.identifier) != .foreign,
                let first = Self.side(of: last, region),
                let second = Self.side(of: new, region),
                first != second
            else { return nil }
            return RegionLogEntry(
                region: region.identifier,
                kind: RegionLogEntry.missedCrossing,
                at: last.instant,
                receivedAt: new.instant
            )
        }
    }

    /// The side of a region that a fix lies on for certain.
    ///
    /// The system reports an exit some metres outside of the edge.
    private static func side(of fix: Fix, _ region: MonitoredRegion) -> RegionSide? {
        let distance = fix.coordinate.distance(to: region.center)
        if distance + fix.accuracy <= region.radius { return .inside }
        let outer = region.radius + RegionSelection.boundaryMargin
        return distance - fix.accuracy > outer ? .outside : nil
    }

    // MARK: destinations

    /// Where the person may be going: the places that they visit most, and the heading.
    private mutating func destinations(
        from position: RegionSelection.Position,
        _ known: RegionMonitorState,
        _ places: [PlaceState],
        _ index: GeofenceIndex
    ) -> [RegionSelection.Destination] {
        let frequent = places.filter { $0.visits > 0 && !$0.isOpen }
            .sorted { ($0.visits, $1.geofenceID) > ($1.visits, $0.geofenceID) }
            .prefix(GeofenceMonitor.maximumDestinations)
        var destinations = frequent.compactMap { place in
            index.geofences[place.geofenceID].flatMap { geofence in
                Coordinate(latitude: geofence.latitude, longitude: geofence.longitude)
            }.map { RegionSelection.Destination($0, weight: Double(place.visits)) }
        }
        guard let heading = heading(at: position, known.fix) else { return destinations }
        let weight = destinations.reduce(0) { $0 + $1.weight }
        destinations.append(.init(heading, weight: max(1, weight)))
        return destinations
    }

    /// A point far ahead in the direction of movement; `nil` when the device stays, or its
    /// direction is not known.
    private mutating func heading(
        at position: RegionSelection.Position,
        _ lastFix: Fix?
    ) -> Coordinate? {
        let here = position.coordinate
        let last = state.movement.map(\.end) ?? lastFix
        // A shorter distance shows no direction: the heading before it is kept.
        if last.map({ $0.coordinate.distance(to: here) > GeofenceMonitor.minimumMovement }) ?? true
        {
            let start = last.flatMap {
                context.now - $0.instant <= GeofenceMonitor.maximumMovement ? $0.coordinate : nil
            }
            let end = Fix(
                coordinate: here,
                accuracy: position.uncertainty,
                instant: context.now
            )
            state.movement = .init(start: start, end: end)
        }
        guard let movement = state.movement, let start = movement.start,
            context.now - movement.end.instant <= GeofenceMonitor.maximumHeadingAge
        else { return nil }
        // As far ahead as the largest sentinel reaches.
        let end = movement.end.coordinate
        let scale = RegionSelection.maximumSentinelRadius / max(1, start.distance(to: end))
        return Coordinate(
            latitude: here.latitude + (end.latitude - start.latitude) * scale,
            longitude: here.longitude + (end.longitude - start.longitude) * scale
        )
    }

    // MARK: refused regions

    /// Stores how many regions the system accepts, and selects those that fit.
    mutating func recordRefusedRegions() throws {
        let own = context.listed.count { RegionIdentity($0.identifier) != .foreign }
        // Before the first unlock the system lists none, which is not a limit.
        guard own > 0 else { return }
        var stored = try database.places.regionMonitorState()
        let failure = RegionMonitorState.Failure.refused(
            registered: own,
            wanted: state.wanted.count
        )
        let isFirst = stored.regionLimit == nil
        guard isFirst || stored.failure != failure else { return }
        stored.failure = failure
        stored.failedAt = context.now
        // Once until the next launch: a region that is refused for another reason displaces no
        // others.
        if isFirst { stored.regionLimit = own }
        try store(stored)
        // The sentinel has to stay clear of regions that are not monitored.
        if isFirst { try selectRegions(at: nil) }
    }

    /// Whether more geofences are configured than monitored, without a sentinel around a precise
    /// position.
    var lacksPosition: Bool { state.lacksPosition(context.conditions) }
}

extension MonitoringState {
    /// Whether more geofences are configured than monitored, without a sentinel around a precise
    /// position.
    func lacksPosition(_ conditions: @autoclosure () -> LocationConditions) -> Bool {
        guard let index, !wanted.isEmpty, wanted.count < index.configured else { return false }
        let conditions = conditions()
        // With approximate location no better fix comes.
        guard sentinel == nil || (isPositionImprecise && conditions.isPrecise) else { return false }
        return conditions.isMonitoringAvailable && conditions.authorization == .always
    }
}
