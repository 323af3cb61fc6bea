import TrendyModel
import TrendyStore

// The handling of each kind of signal.
extension PlaceTransaction {
    /// Judges and stores a signal; `.authorization` is handled by the monitor.
    mutating func handle(_ signal: RegionSignal) throws {
        if let identifier = signal.region, try isOfAnotherAccount(identifier) {
            outcome.actions.append(.stopMonitoring(identifier))
            return
        }
        switch signal.kind {
        case .crossing(let identifier, let side): try crossed(identifier, side, signal)
        case .state(let identifier, let side?): try stateReported(identifier, side, signal)
        case .state(let identifier, nil): try unknownStateReported(identifier, signal)
        case .fix: try located(signal)
        case .noFix: try locationFailed(signal)
        case .failure(let identifier, let failure):
            try registrationFailed(identifier, failure, signal)
        case .authorization: break
        }
    }

    /// Whether a region belongs to a geofence of an account that was signed in before: the system
    /// may report events of a region after it was removed.
    private mutating func isOfAnotherAccount(_ identifier: String) throws -> Bool {
        guard case .geofence(let id) = RegionIdentity(identifier) else { return false }
        let owner = RegionIdentity.owner(of: identifier)
        guard owner != context.owner else { return false }
        guard owner == nil else { return true }
        // The first account takes over the places that were recorded before the first sign-in.
        return try currentIndex().geofences[id] == nil
    }

    // MARK: crossings

    private mutating func crossed(
        _ identifier: String,
        _ side: RegionSide,
        _ signal: RegionSignal
    ) throws {
        state.tracker.crossingReported()
        state.tracker.stateReported(of: identifier)
        switch RegionIdentity(identifier) {
        case .foreign: return
        case .sentinel:
            guard side == .outside else { return }
            try log(signal, identifier, RegionLogEntry.left)
        case .geofence(let id):
            state.tracker.verify(self.identifier(of: id))
            let kind = side == .inside ? RegionLogEntry.entered : RegionLogEntry.left
            try observe(
                id,
                PlaceObservation(side, at: signal.instant, by: .crossing),
                logEntry(identifier, kind, signal),
                at: fix(of: signal)
            )
        }
        guard let position = position(of: signal) ?? edge(of: identifier, signal) else {
            outcome.actions.append(.requestFix)
            return
        }
        try selectRegions(at: position)
    }

    /// The rough position of a device that crosses the edge of a geofence now.
    private func edge(
        of identifier: String,
        _ signal: RegionSignal
    ) -> RegionSelection.Position? {
        guard !isPast(signal), identifier != RegionIdentity.sentinelIdentifier,
            let region = state.wanted.first(where: { $0.identifier == identifier })
        else { return nil }
        return .init(region.center, uncertainty: region.radius + 300)
    }

    // MARK: states

    private mutating func stateReported(
        _ identifier: String,
        _ side: RegionSide,
        _ signal: RegionSignal
    ) throws {
        state.tracker.stateReported(of: identifier)
        switch RegionIdentity(identifier) {
        case .foreign: return
        case .sentinel: try sentinelStateReported(side, signal)
        case .geofence(let id):
            let region = self.identifier(of: id)
            if side == .outside { state.tracker.verify(region) }
            try observe(
                id,
                PlaceObservation(side, at: signal.instant, by: .state),
                logEntry(identifier, side.logKind, signal)
            )
            if state.lacksFix { try flagUnverified([region]) }
            if side == .outside { try requestConfirmation(identifier, id, signal) }
        }
    }

    /// A device outside of the sentinel left it while it was registered: the sentinel is replaced,
    /// a limited number of times.
    private mutating func sentinelStateReported(
        _ side: RegionSide,
        _ signal: RegionSignal
    ) throws {
        guard side == .outside else { return }
        let position = position(of: signal)
        // The state of the sentinel before, whose crossing has been handled.
        if let position, isInSentinel(position) { return }
        guard state.tracker.consumeSentinelReplacement() else { return }
        if let position { return try selectRegions(at: position) }
        outcome.actions.append(.requestFix)
    }

    private mutating func unknownStateReported(
        _ identifier: String,
        _ signal: RegionSignal
    ) throws {
        switch RegionIdentity(identifier) {
        case .foreign: return
        case .sentinel: break
        case .geofence(let id):
            let wasUnverified = state.tracker.verify(self.identifier(of: id))
            try advanceTime(id, signal.instant, isStateUnknown: wasUnverified)
        }
        outcome.wait = state.tracker.unknownStateReported(of: identifier)
    }

    /// "Outside" within the hysteresis of an entry may be the state before it, and did not end the
    /// visit: the state is requested again after the hysteresis.
    private mutating func requestConfirmation(
        _ identifier: String,
        _ id: EntityID,
        _ signal: RegionSignal
    ) throws {
        let place = try database.places.state(of: id)
        guard place.isOpen, let inside = place.lastInside,
            signal.instant - inside < VisitTracker.hysteresisPeriod
        else { return }
        state.tracker.requestConfirmation(of: identifier)
        outcome.wait = VisitTracker.hysteresisPeriod
    }

    // MARK: fixes

    /// A fix confirms open visits, or ends them when it lies clearly outside.
    ///
    /// Fixes never open a visit; a drive-by would.
    private mutating func located(_ signal: RegionSignal) throws {
        guard let fix = fix(of: signal) else { return try locationFailed(signal) }
        let wasLost = state.lacksFix
        state.lacksFix = false
        let index = try currentIndex()
        for place in try database.places.openStates() {
            guard let geofence = index.geofences[place.geofenceID] else { continue }
            guard let side = GeofenceMonitor.side(of: fix, geofence) else {
                // The system may know now the state that it did not know when it was asked.
                if wasLost {
                    outcome.actions.append(.requestState(identifier(of: place.geofenceID)))
                }
                continue
            }
            try observe(
                place.geofenceID,
                PlaceObservation(side, at: fix.instant, by: .fix),
                nil
            )
        }
        // A state that a good fix does not contradict is verified.
        for region in state.tracker.unverifiedVisits {
            if case .geofence(let id) = RegionIdentity(region), index.geofences[id] != nil {
                state.tracker.verify(region)
            }
        }
        guard let position = position(of: signal) else {
            outcome.actions.append(.requestFix)
            return
        }
        guard state.isPositionImprecise || !isInSentinel(position) else { return }
        try selectRegions(at: position)
    }

    /// The device could not be located well enough.
    private mutating func locationFailed(_ signal: RegionSignal) throws {
        state.lacksFix = true
        // The device may be outside of the sentinel: it is located again until that is known.
        state.isPositionImprecise = true
        try flagUnverified()
        try selectWithoutFix(signal)
    }

    /// Selects regions by a rough or old position until there is a better one.
    ///
    /// When there is no new position, the sentinel is placed around the last one, so that there is
    /// a sentinel in any case.
    private mutating func selectWithoutFix(_ signal: RegionSignal) throws {
        let fixes = [signal.fix, try database.places.regionMonitorState().fix].compactMap(\.self)
        guard let fix = fixes.max(by: { $0.instant < $1.instant }) else { return }
        let age = context.now - fix.instant
        let rough = RegionSelection.Position(fix.coordinate, uncertainty: fix.accuracy)
        guard let sentinel = state.sentinel else {
            guard lacksPosition else { return }
            guard age > GeofenceMonitor.maximumFixAge else {
                return try selectRegions(at: rough)
            }
            let distance = Double(age.wholeMilliseconds) / 1000 * GeofenceMonitor.maximumSpeed
            return try selectRegions(
                at: .init(fix.coordinate, uncertainty: fix.accuracy + distance),
                since: fix.instant
            )
        }
        guard fix.coordinate.distance(to: sentinel.center) >= sentinel.radius else { return }
        guard age > GeofenceMonitor.maximumFixAge else { return try selectRegions(at: rough) }
        try placeSentinel(around: fix)
    }

    private mutating func placeSentinel(around fix: Fix) throws {
        var regions = state.wanted
        for index in regions.indices
        where regions[index].identifier == RegionIdentity.sentinelIdentifier {
            regions[index].center = fix.coordinate
            regions[index].radius = min(
                max(RegionSelection.minimumSentinelRadius, fix.accuracy),
                context.conditions.maximumRadius
            )
            var stored = try database.places.regionMonitorState()
            stored.sentinel = .init(
                center: regions[index].center,
                radius: regions[index].radius,
                placedAt: context.now
            )
            try store(stored)
        }
        setWanted(regions)
    }

    // MARK: failures

    private mutating func registrationFailed(
        _ identifier: String?,
        _ failure: RegionFailure,
        _ signal: RegionSignal
    ) throws {
        if let identifier, RegionIdentity(identifier) == .foreign { return }
        guard failure != .delayed else { return }
        try log(signal, identifier ?? "", RegionLogEntry.failed)
        if failure == .refused, state.tracker.registrationsLeft > 0 {
            outcome.wait = RegionTracker.registrationTime
        }
    }

    // MARK: the region log

    private func logEntry(
        _ region: String,
        _ kind: String,
        _ signal: RegionSignal
    ) -> RegionLogEntry {
        RegionLogEntry(region: region, kind: kind, at: signal.instant, receivedAt: context.now)
    }

    private func log(_ signal: RegionSignal, _ region: String, _ kind: String) throws {
        var update = PlaceUpdate()
        update.logEntries = [logEntry(region, kind, signal)]
        try database.places.apply(update)
    }

    // MARK: positions

    /// The position in a signal, if its fix is good enough to select regions by and was not stored
    /// late.
    private func position(of signal: RegionSignal) -> RegionSelection.Position? {
        guard !isPast(signal), let fix = fix(of: signal) else { return nil }
        return RegionSelection.Position(fix.coordinate, uncertainty: fix.accuracy)
    }

    /// The fix of a signal, if it is good and of the same time.
    private func fix(of signal: RegionSignal) -> Fix? {
        guard let fix = signal.fix, fix.accuracy >= 0,
            fix.accuracy <= GeofenceMonitor.maximumUncertainty
        else { return nil }
        let age = signal.instant - fix.instant
        guard age <= GeofenceMonitor.maximumFixAge, age >= .zero - GeofenceMonitor.maximumFixAge
        else { return nil }
        return fix
    }

    /// Whether a signal was received so long before it could be stored that the device may have
    /// moved since.
    private func isPast(_ signal: RegionSignal) -> Bool {
        context.now - signal.instant > GeofenceMonitor.maximumFixAge
    }

    /// Whether the device lies inside the sentinel for certain.
    private func isInSentinel(_ position: RegionSelection.Position) -> Bool {
        guard let sentinel = state.sentinel else { return false }
        return position.coordinate.distance(to: sentinel.center) + position.uncertainty
            <= sentinel.radius
    }
}
