import TrendyModel
import TrendyStore

/// Visits that several devices of one person recorded: one of them stays.
///
/// Each device takes back its own where another one's is the better one, and goes on with that, or
/// keeps what came after that one's end; so
/// all come to the same one, whoever hears of whom first. The better one is that which the person
/// told of; then that whose entry the system told; then that which began earlier; then that with
/// the smaller id.
struct VisitDeduplicator {
    /// Entries that lie so far apart at most can be the same.
    static let tolerance = Event.crossingTolerance
    /// The system tells of no stay that is shorter.
    static let minimumStay = Duration.seconds(20)
    /// How long somebody may have been there whom a device found there.
    static let maximumStay = VisitTracker.maximumUnconfirmed
    /// How long another device may take to tell of a visit.
    static let reconciliationWindow = Duration.seconds(14 * 86_400)
    /// How long before a watched visit one may begin that the person tells of.
    static let reach = Duration.seconds(86_400)

    let store: DeviceStore

    /// What the end of a visit that was seen changes in its twin, whose end was not.
    private func ending(_ twin: Visit, as visit: Visit) -> PlaceUpdate.EventUpdate? {
        guard let end = visit.end, end > twin.start else { return nil }
        var fields = Document()
        fields["end_date"] = RawJSON(end)
        var evidence = [visit.event.evidence, twin.event.evidence].compactMap(\.self).max()
        // What was seen of both counts: the beginning of one, and the end of the other.
        if visit.isExitObserved, let most = evidence, let begun = twin.event.evidence {
            let both = begun.sampleCount + PlaceObservation.Source.crossing.weight
            evidence = Evidence(
                sampleCount: max(most.sampleCount, both),
                deletedCount: most.deletedCount,
                newest: max(most.newest, begun.newest)
            )
        }
        fields["evidence"] = evidence?.json
        var properties: [String: PropertyValue?] = [:]
        for name in ["exit_source", "exit_earliest", "exit_latest", "unconfirmed"] {
            properties.updateValue(visit.event.properties[name], forKey: name)
        }
        return PlaceUpdate.EventUpdate(id: twin.id, fields: fields, properties: properties)
    }

    /// Gives a visit the end that its twin's device saw, and the moment of the exit with it.
    private func end(_ twin: Visit, as visit: Visit, _ change: inout PlaceUpdate) async throws {
        guard let update = ending(twin, as: visit) else { return }
        change.updates.append(update)
        let (mine, theirs) = (visit.id, twin.id)
        if let moment = try await store.entity(id: GeofenceEventFactory.exitMomentID(of: mine)) {
            // One that cannot be read is no moment that a twin could have.
            guard let event = try? Event(document: moment.document()) else { return }
            change.creations.append((GeofenceEventFactory.exitMomentID(of: theirs), event))
        }
    }

    /// Lets a visit begin where it is what is left of another one.
    private func beginning(_ rest: Visit) -> PlaceUpdate.EventUpdate {
        var fields = Document()
        fields["timestamp"] = RawJSON(rest.start)
        let knowledge = GeofenceEventFactory.EvidenceSource.missed
        return PlaceUpdate.EventUpdate(
            id: rest.id,
            fields: fields,
            properties: [
                "entry_source": .text(knowledge.rawValue),
                "entry_earliest": .instant(rest.earliest),
                "entry_latest": .instant(rest.start),
            ]
        )
    }

    /// Lets a visit become what came after its end, which its twin's device alone knew of.
    private func become(
        _ rest: Visit,
        _ visit: EntityID,
        _ change: inout PlaceUpdate
    ) async throws {
        var update = beginning(rest)
        update.id = visit
        update.fields["end_date"] = rest.end.map { RawJSON($0) }
        update.fields["evidence"] = rest.event.evidence?.json
        for name in ["exit_source", "exit_earliest", "exit_latest"] {
            update.properties.updateValue(rest.event.properties[name], forKey: name)
        }
        change.updates.append(update)
        let moment = GeofenceEventFactory.exitMomentID(of: rest.id)
        guard let entity = try await store.entity(id: moment),
            // One that cannot be read is no moment that another visit could have.
            let event = try? Event(document: entity.document())
        else { return }
        change.creations.append((GeofenceEventFactory.exitMomentID(of: visit), event))
    }

    /// Takes a visit back for its twin.
    private func takeBack(_ visit: Visit, for twin: Visit, _ change: inout PlaceUpdate) {
        change.deletions.append(visit.id)
        change.resolvedVisits.append(visit.id)
        change.deletions.append(GeofenceEventFactory.exitMomentID(of: visit.id))
        if let notes = visit.event.notes, twin.event.notes == nil {
            var fields = Document()
            fields["notes"] = RawJSON(notes)
            change.updates.append(.init(id: twin.id, fields: fields, properties: [:]))
        }
    }

    /// What this device heard of a visit that it takes back, and on which another one has followed,
    /// it heard of the one that stays, if of any: of that an earlier end may be told yet.
    private func receive(
        _ twin: EntityID?,
        insteadOf visit: Visit,
        since start: Instant,
        _ change: inout PlaceUpdate
    ) async throws {
        let presences = try await store.closedStays(since: start)
        guard var past = presences.first(where: { $0.visit == visit.id }) else { return }
        change.purgedVisits.append(visit.id)
        guard let twin,
            !presences.contains(where: { $0.visit == twin && $0.leftAt >= past.leftAt })
        else { return }
        past.visit = twin
        change.closedStays.append(past)
    }

    /// What there is to do now.
    ///
    /// - `gone`: what this device heard of visits that are not there any more.
    func settle(
        at now: Instant,
        gone: [(id: EntityID, event: Event)]
    ) async throws -> PlaceUpdate {
        var change = PlaceUpdate()
        let own = try await store.localVisits(since: Instant(milliseconds: .min))
        let presences = try await store.presences()
        let gone = gone.compactMap { Visit($0.event, id: $0.id, isDeletedElsewhere: true) }
        let beginnings =
            own.map { $0.enteredAfter ?? $0.enteredAt - Self.maximumStay }
            + gone.map { $0.earliest - Self.maximumStay }
            + presences.filter(\.hasOpenVisit).compactMap(\.enteredAt)
        guard let first = beginnings.min() else { return change }
        for visit in own where visit.enteredAt + Self.reconciliationWindow < now {
            change.resolvedVisits.append(visit.event)
        }
        let visits = try await store.capturedVisits(since: first - Self.reach)
            // What cannot be read is nobody's twin.
            .compactMap { try? Visit($0) }
        let ended = visits.map { $0.ended(among: visits) }
        let replacements = DuplicateResolution(among: ended)
        let byID = Dictionary(visits.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for mine in own.compactMap({ byID[$0.event] }) + gone {
            var visit = mine
            guard var twin = replacements.best(for: visit) else { continue }
            if !visit.isDeletedElsewhere, let rest = visit.remainder(after: twin) {
                guard let next = replacements.best(for: rest) else {
                    change.updates.append(beginning(rest))
                    continue
                }
                // What is left is another one's twin, and its end that one's.
                (visit, twin) = (rest, next)
            }
            // The end that it gave may not be the first that was seen.
            if let end = visit.end, visit.inferredStart == end, twin.end == end,
                try await store.isInFlight(id: twin.id)
            {
                continue
            }
            let whole = byID[twin.id]
            let ends = whole.map(visit.ends) ?? false
            if ends || (visit.isExitObserved && !twin.isExitObserved) {
                try await end(twin, as: visit, &change)
            }
            let hasManualEnd = whole?.event.hasManualEnd ?? false
            for var presence in presences where presence.visit == visit.id {
                presence.goOn(with: twin)
                // Where the person said when it ended, the watch goes on without a visit.
                if hasManualEnd { presence.visit = nil }
                change.presences.append(presence)
            }
            let known = Set([visit.id, twin.id])
            if ends, !visit.isDeletedElsewhere, let rest = whole?.remainder(after: visit),
                !ended.contains(where: { !known.contains($0.id) && $0.isDuplicate(of: rest) })
            {
                try await become(rest, visit.id, &change)
            } else {
                takeBack(visit, for: twin, &change)
                let first = now - Self.reconciliationWindow
                // Where the person said when it ended, nothing else counts.
                try await receive(
                    hasManualEnd ? nil : twin.id,
                    insteadOf: visit,
                    since: first,
                    &change
                )
            }
        }
        for presence in presences {
            let last = change.presences.last { $0.geofenceID == presence.geofenceID } ?? presence
            var next = goingOn(last, byID) ?? last
            if next.isOpen, let visit = next.visit.flatMap({ byID[$0] }) {
                next.observedExit = visit.event.observedExit
            }
            if next != last { change.presences.append(next) }
        }
        return change
    }

    /// What is known of a place whose visit ended for another device, as that was told that they
    /// came back: this one, which missed both, goes on with the visit that began then.
    private func goingOn(_ presence: PlaceState, _ visits: [EntityID: Visit]) -> PlaceState? {
        guard presence.isOpen, let visit = presence.visit.flatMap({ visits[$0] }),
            visit.end != nil,
            let next = visits.values.filter({ $0.end == nil && visit.isAdopted(by: $0) })
                .min(by: { $0.isBetter(than: $1) })
        else { return nil }
        var presence = presence
        presence.goOn(with: next)
        return presence
    }
}

extension PlaceState {
    /// Goes on with another device's visit, which may have begun later.
    fileprivate mutating func goOn(with other: VisitDeduplicator.Visit) {
        (visit, isOwn) = (other.id, false)
        if isOpen { enteredAt = enteredAt.map { max($0, other.start) } }
    }
}
