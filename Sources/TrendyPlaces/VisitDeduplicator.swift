import TrendyModel
import TrendyStore

/// Merges the visits that several devices of one person recorded of the same stay.
///
/// Each device deletes its own visit in favour of a better duplicate, and continues that one. The
/// order of preference does not depend on the device or on the order of pulls, so all devices
/// choose the same visit: one that the person entered, then one whose entry was reported, then the
/// earlier one, then the smaller id.
struct VisitDeduplicator {
    /// How far apart reports of the same crossing lie at most.
    static let tolerance = Event.crossingTolerance
    /// The shortest stay that the system reports.
    static let minimumStay = Duration.seconds(20)
    /// How long before it was found inside a person may have entered.
    static let maximumStay = VisitTracker.maximumUnconfirmed
    /// How long visits of other devices are waited for.
    static let reconciliationWindow = Duration.seconds(14 * 86_400)
    /// How long before a recorded visit one of the person may begin that is compared with it.
    static let lookbehind = Duration.seconds(86_400)

    let database: StoreTransaction

    /// The state of one resolution.
    private struct Resolution {
        let now: Instant
        let places: [PlaceState]
        /// All visits, without the deleted ones.
        let byID: [EntityID: Visit]
        /// All visits with the ends that they have beside the others.
        let ended: [Visit]
        let replacements: DuplicateResolution
        var update = PlaceUpdate()

        func hasDuplicate(of visit: Visit, except ids: Set<EntityID>) -> Bool {
            ended.contains { !ids.contains($0.id) && $0.isDuplicate(of: visit) }
        }
    }

    /// The update that resolves the duplicates of this device's visits.
    ///
    /// - `deleted`: what this device observed of visits that are deleted.
    func resolve(
        at now: Instant,
        deleted: [(id: EntityID, event: Event)]
    ) throws -> PlaceUpdate {
        let own = try database.places.localVisits(since: Instant(milliseconds: .min))
        let places = try database.places.states()
        let deleted = deleted.compactMap { Visit($0.event, id: $0.id, isDeletedElsewhere: true) }
        let beginnings =
            own.map { $0.enteredAfter ?? $0.enteredAt - Self.maximumStay }
            + deleted.map { $0.earliest - Self.maximumStay }
            + places.filter(\.hasOpenVisit).compactMap(\.enteredAt)
        guard let first = beginnings.min() else { return PlaceUpdate() }
        let visits = try database.places.capturedVisits(since: first - Self.lookbehind)
            // An unreadable event is not a duplicate.
            .compactMap { try? Visit($0) }
        let ended = visits.map { $0.ended(among: visits) }
        var resolution = Resolution(
            now: now,
            places: places,
            byID: Dictionary(visits.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first }),
            ended: ended,
            replacements: DuplicateResolution(among: ended)
        )
        for visit in own where visit.enteredAt + Self.reconciliationWindow < now {
            resolution.update.resolvedVisits.append(visit.event)
        }
        for visit in own.compactMap({ resolution.byID[$0.event] }) + deleted {
            try resolve(visit, &resolution)
        }
        continueAdoptedVisits(&resolution)
        return resolution.update
    }

    /// Replaces one visit of this device by a better duplicate, if there is one.
    private func resolve(_ own: Visit, _ resolution: inout Resolution) throws {
        var visit = own
        guard var duplicate = resolution.replacements.best(for: visit) else { return }
        if !visit.isDeletedElsewhere, let remainder = visit.remainder(after: duplicate) {
            guard let next = resolution.replacements.best(for: remainder) else {
                resolution.update.updates.append(beginning(remainder))
                return
            }
            // The remainder is a duplicate of another visit, and so is its end.
            (visit, duplicate) = (remainder, next)
        }
        // The server has not accepted the end of the duplicate, which may not be the first one.
        if let end = visit.end, visit.inferredStart == end, duplicate.end == end,
            try database.queue.contains(entityID: duplicate.id)
        {
            return
        }
        let whole = resolution.byID[duplicate.id]
        let endsDuplicate = whole.map(visit.ends) ?? false
        if endsDuplicate || (visit.isExitObserved && !duplicate.isExitObserved) {
            try end(duplicate, as: visit, &resolution.update)
        }
        let hasManualEnd = whole?.event.hasManualEnd ?? false
        for var place in resolution.places where place.visit == visit.id {
            place.continueVisit(duplicate)
            // After an end that the person entered the place stays open without a visit.
            if hasManualEnd { place.visit = nil }
            resolution.update.placeStates.append(place)
        }
        if endsDuplicate, !visit.isDeletedElsewhere,
            let remainder = whole?.remainder(after: visit),
            !resolution.hasDuplicate(of: remainder, except: [visit.id, duplicate.id])
        {
            return try turn(visit.id, into: remainder, &resolution.update)
        }
        delete(visit, inFavourOf: duplicate, &resolution.update)
        // After an end that the person entered no observation counts.
        try transferClosedStay(
            of: visit,
            to: hasManualEnd ? nil : duplicate.id,
            since: resolution.now - Self.reconciliationWindow,
            &resolution.update
        )
    }

    /// Continues visits of other devices at places whose visit ended by a return of the person, and
    /// updates the observed exits of open visits.
    private func continueAdoptedVisits(_ resolution: inout Resolution) {
        for place in resolution.places {
            let last =
                resolution.update.placeStates.last { $0.geofenceID == place.geofenceID } ?? place
            var next = continuation(of: last, resolution.byID) ?? last
            if next.isOpen, let visit = next.visit.flatMap({ resolution.byID[$0] }) {
                next.observedExit = visit.event.observedExit
            }
            if next != last { resolution.update.placeStates.append(next) }
        }
    }

    /// The state of an open place that continues the visit of the next entry; `nil` when there is
    /// none.
    ///
    /// Another device received that entry, from which it inferred the end of the visit here; this
    /// device missed both the exit and the entry.
    private func continuation(
        of place: PlaceState,
        _ visits: [EntityID: Visit]
    ) -> PlaceState? {
        guard place.isOpen, let visit = place.visit.flatMap({ visits[$0] }), visit.end != nil,
            let next = visits.values.filter({ $0.end == nil && visit.isAdopted(by: $0) })
                .min(by: { $0.isBetter(than: $1) })
        else { return nil }
        var place = place
        place.continueVisit(next)
        return place
    }
}

extension PlaceState {
    /// Continues another device's visit, which may have begun later.
    fileprivate mutating func continueVisit(_ other: VisitDeduplicator.Visit) {
        (visit, isOwn) = (other.id, false)
        if isOpen { enteredAt = enteredAt.map { max($0, other.start) } }
    }
}
