package import TrendyModel
import TrendyStore

// What the system tells.
extension GeofenceMonitor {
    func storeAll() async throws -> Duration? {
        var wait: Duration?
        while let signal = unstored.first {
            do {
                let next = try await store(signal)
                unstored.removeFirst()
                wait = next ?? wait
            } catch let error as StoreError where error.code == .invalid {
                // It never can be stored, and must not keep back what comes after it.
                unstored.removeFirst()
                throw error
            }
        }
        return wait
    }

    func store(_ signal: RegionSignal) async throws -> Duration? {
        if let identifier = signal.region, try await isOfAnotherAccount(identifier) {
            monitor.stopMonitoring(identifier)
            return nil
        }
        switch signal.kind {
        case .crossing(let identifier, let side):
            return try await crossed(identifier, side, signal)
        case .state(let identifier, let side):
            return try await reportedState(identifier, side, signal)
        case .fix: return try await replaceManual(signal)
        case .noFix: return try await fixMissed(signal)
        case .failure(let identifier, let failure):
            return try await failed(identifier, failure, signal)
        case .authorization:
            guard try await hasOtherPermission() else { return nil }
            return try await recheck(.authorization)
        }
    }

    /// Whether a region is of a geofence that somebody else on this device has, who was signed in
    /// before: the system may tell of it even after it was given up.
    private func isOfAnotherAccount(_ identifier: String) async throws -> Bool {
        guard case .geofence(let id) = RegionIdentity(identifier) else { return false }
        let owner = RegionIdentity.owner(of: identifier)
        guard owner != self.owner else { return false }
        guard owner == nil else { return true }
        // What was recorded before the first sign-in has become the account's, its places too.
        return try await currentIndex().geofences[id] == nil
    }

    func crossed(
        _ identifier: String,
        _ side: RegionSide,
        _ signal: RegionSignal
    ) async throws -> Duration? {
        sentinelTriesLeft = Self.sentinelTries
        unknownStates[identifier] = nil
        switch RegionIdentity(identifier) {
        case .foreign: return nil
        case .sentinel:
            guard side == .outside else { return nil }
            try await note(signal, identifier, RegionLogEntry.left)
        case .geofence(let id):
            unverified.remove(id)
            let what = side == .inside ? RegionLogEntry.entered : RegionLogEntry.left
            let observation = PlaceObservation(side, at: signal.instant, by: .crossing)
            // What is told hours late comes with a fix as old, or with none.
            let fix = fix(of: signal)
            try await observe(id, observation, regionNote(identifier, what, signal), at: fix)
        }
        guard let position = position(of: signal) ?? edge(of: identifier, signal) else {
            monitor.requestFix()
            return nil
        }
        return try await chooseRegions(at: position)
    }

    /// Where somebody is about whose crossing of a geofence's edge is told now.
    private func edge(
        of identifier: String,
        _ signal: RegionSignal
    ) -> RegionSelection.Position? {
        guard !isPast(signal), identifier != RegionIdentity.sentinelIdentifier,
            let region = wanted.first(where: { $0.identifier == identifier })
        else { return nil }
        return .init(region.center, uncertainty: region.radius + 300)
    }

    func reportedState(
        _ identifier: String,
        _ side: RegionSide?,
        _ signal: RegionSignal
    ) async throws -> Duration? {
        if side != nil { unknownStates[identifier] = nil }
        switch RegionIdentity(identifier) {
        case .foreign: return nil
        case .sentinel:
            guard let side else { return requestAgain(identifier) }
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
                let isUnproven = unverified.remove(id) != nil
                try await advanceTime(id, signal.instant, isAsked: isUnproven)
                return requestAgain(identifier)
            }
            if side == .outside { unverified.remove(id) }
            try await observe(
                id,
                PlaceObservation(side, at: signal.instant, by: .state),
                regionNote(identifier, side.noted, signal)
            )
            if lacksFix { try await flagUnverified([id]) }
            return side == .outside ? try await requestLater(identifier, id, signal) : nil
        }
    }

    /// A state that may be of before an entry, which was told a moment before, ended nothing: it is
    /// asked for again when it cannot be any more.
    private func requestLater(
        _ identifier: String,
        _ id: EntityID,
        _ signal: RegionSignal
    ) async throws -> Duration? {
        let presence = try await store.presence(of: id)
        guard presence.isOpen, let inside = presence.lastInside,
            signal.instant - inside < VisitTracker.hysteresisPeriod
        else { return nil }
        pendingStateRequests.insert(identifier)
        return VisitTracker.hysteresisPeriod
    }

    /// A fix confirms open visits, or ends them where it is clear; it begins none: the system
    /// knows better who only passes by.
    func replaceManual(_ signal: RegionSignal) async throws -> Duration? {
        guard let fix = fix(of: signal) else { return try await fixMissed(signal) }
        let wasLost = lacksFix
        lacksFix = false
        let book = try await currentIndex()
        for presence in try await store.openPresences() {
            guard let geofence = book.geofences[presence.geofenceID] else { continue }
            guard let side = Self.side(of: fix, geofence) else {
                // The system may know now what it did not when it was asked.
                if wasLost { monitor.requestState(of: identifier(of: presence.geofenceID)) }
                continue
            }
            try await observe(
                presence.geofenceID,
                PlaceObservation(side, at: fix.instant, by: .fix),
                nil
            )
        }
        // What a good fix does not speak against is as the system says.
        unverified.subtract(book.geofences.keys)
        guard let position = position(of: signal) else {
            monitor.requestFix()
            return nil
        }
        // What was chosen by a rough place, or by an old one, is chosen again by a better one.
        guard hasFewPlaces || !isInSentinel(position) else { return nil }
        return try await chooseRegions(at: position)
    }

    /// No good place could be had.
    func fixMissed(_ signal: RegionSignal) async throws -> Duration? {
        lacksFix = true
        // Where there is a sentinel they may be outside of it: it is asked for until that is known.
        hasFewPlaces = true
        try await flagUnverified()
        return try await rearmWithoutFix(signal)
    }

    /// Whether what is watched is right for a place: it cannot be left without a word.
    func isInSentinel(_ position: RegionSelection.Position) -> Bool {
        let sentinel = wanted.first { $0.identifier == RegionIdentity.sentinelIdentifier }
        guard let sentinel else { return false }
        return position.coordinate.distance(to: sentinel.center) + position.uncertainty
            <= sentinel.radius
    }

    /// On which side of a geofence a fix is; `nil` where it cannot tell, as one that is too rough to
    /// choose regions by, whatever the size of the place.
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

    /// Nobody knows where the device is but for about, or for long ago.
    ///
    /// What is watched is chosen by that, until a better place is told. Where nothing new is told,
    /// the sentinel lies around where the device last was, so that there is one in any case.
    func rearmWithoutFix(_ signal: RegionSignal) async throws -> Duration? {
        let fixes = [signal.fix, try await store.regionMonitorState().fix].compactMap(\.self)
        guard let fix = fixes.max(by: { $0.instant < $1.instant }) else { return nil }
        let age = dependencies.wallClock.now() - fix.instant
        let rough = RegionSelection.Position(fix.coordinate, uncertainty: fix.accuracy)
        guard
            let index = wanted.firstIndex(where: {
                $0.identifier == RegionIdentity.sentinelIdentifier
            })
        else {
            guard lacksPosition else { return nil }
            guard age > Self.maximumFixAge else { return try await chooseRegions(at: rough) }
            let way = Double(age.wholeMilliseconds) / 1000 * Self.maximumSpeed
            return try await chooseRegions(
                at: .init(fix.coordinate, uncertainty: fix.accuracy + way),
                since: fix.instant
            )
        }
        guard fix.coordinate.distance(to: wanted[index].center) >= wanted[index].radius else {
            return nil
        }
        guard age > Self.maximumFixAge else { return try await chooseRegions(at: rough) }
        var regions = wanted
        regions[index].center = fix.coordinate
        regions[index].radius = min(
            max(RegionSelection.minimumSentinelRadius, fix.accuracy),
            monitor.conditions().maximumRadius
        )
        var watch = try await store.regionMonitorState()
        watch.sentinel = .init(
            center: regions[index].center,
            radius: regions[index].radius,
            placedAt: dependencies.wallClock.now()
        )
        try await keep(watch)
        return try await register(regions)
    }

    func failed(
        _ identifier: String?,
        _ failure: RegionFailure,
        _ signal: RegionSignal
    ) async throws -> Duration? {
        if let identifier, RegionIdentity(identifier) == .foreign { return nil }
        guard failure != .delayed else { return nil }
        try await note(signal, identifier ?? "", RegionLogEntry.failed)
        return failure == .refused && registrationsLeft > 0 ? Self.registrationTime : nil
    }

    func regionNote(_ region: String, _ what: String, _ signal: RegionSignal) -> RegionLogEntry {
        RegionLogEntry(
            region: region,
            what: what,
            at: signal.instant,
            receivedAt: dependencies.wallClock.now()
        )
    }

    func note(_ signal: RegionSignal, _ region: String, _ what: String) async throws {
        var change = PlaceUpdate()
        change.notes = [regionNote(region, what, signal)]
        try await store.apply(change)
    }
}
